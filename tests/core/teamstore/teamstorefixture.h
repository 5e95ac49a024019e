// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/teamstore/teamstore.h"
#include "tests/support/postgres.h"

#include <gtest/gtest.h>

namespace tosaic::test {

/// A server for all cases of the program, a new store and folder of artefacts for each.
class TeamStoreTest : public testing::Test
{
protected:
    void SetUp() override;
    static void TearDownTestSuite();

    teamstore::StoreAddress address(const QString &text) const;
    std::unique_ptr<teamstore::TeamStore> open(const QString &text) const;
    std::unique_ptr<teamstore::TeamStore> open() const { return open(m_owner); }
    /// A user with a role of the store ("reader", "writer"), and the password that .pgpass has.
    QString user(const QString &name, const QString &role, const QString &options = {});
    std::unique_ptr<workspace::Workspace> newWorkspace();
    workspace::JobId addCompile(workspace::Workspace &file, const QString &name);
    workspace::RunId addRun(workspace::Workspace &file, const QString &name);
    quint64 stored(const QString &table);

    static std::unique_ptr<PostgresServer> s_server;
    static QString s_why;
    QString m_database;
    QString m_owner; ///< address
    QString m_artefacts; ///< folder
    int m_workspaces = 0;
};

} // namespace tosaic::test
