// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/teamstore/storeaddress.h"

#include <QSqlDatabase>
#include <QVariantList>

#include <functional>
#include <memory>
#include <vector>

namespace tosaic::teamstore {

/// One conversation with the server. Lives on the thread that opened it, and blocks. Errors of all
/// functions: StoreUnreachable (no answer, also in the middle: a transaction that was not
/// acknowledged may have happened or not), StoreRefused (user, certificate, right, or a fault that
/// the server names), IoDiskFull (the server's), ToolMissing (no driver).
class StoreConnection
{
public:
    using Rows = std::vector<QVariantList>;

    static Result<std::unique_ptr<StoreConnection>> open(const StoreAddress &address);
    ~StoreConnection();
    StoreConnection(const StoreConnection &) = delete;
    StoreConnection &operator=(const StoreConnection &) = delete;

    /// One statement; "?" takes the values, one after the other.
    Result<Rows> ask(const QString &sql, const QVariantList &values = {});
    /// Any number of statements of ours.
    Result<void> execute(const QString &sql);
    /// In one transaction, which is rolled back if `work` fails.
    Result<void> transaction(const std::function<Result<void>()> &work);
    /// The connection itself: for news.
    QSqlDatabase &database() { return m_database; }

private:
    explicit StoreConnection(const StoreAddress &address);

    QString m_name;
    QSqlDatabase m_database;
};

} // namespace tosaic::teamstore
