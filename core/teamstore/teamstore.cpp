// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/teamstore.h"

#include "core/base/try.h"
#include "core/teamstore/artefactfolder.h"
#include "core/teamstore/pull.h"
#include "core/teamstore/push.h"
#include "core/teamstore/staging.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

Result<StoreCounts> waitingIn(workspace::Workspace &workspace, const QString &store)
{
    StoreCounts counts;
    for (const auto &link : TRY(unsent(workspace, store)))
        ++(link.job ? counts.compiles : counts.runs);
    const auto sent = TRY(workspace.teamMark(store, CellsSent));
    counts.cells = TRY(workspace.cellsAfter(sent, std::numeric_limits<int>::max())).size();
    return counts;
}

TeamStore::TeamStore(std::unique_ptr<StoreConnection> connection, StoreFacts facts)
    : m_connection(std::move(connection)), m_facts(std::move(facts))
{
}

Result<std::unique_ptr<TeamStore>> TeamStore::open(const StoreAddress &address)
{
    auto connection = TRY(StoreConnection::open(address));
    auto facts = TRY(readStoreFacts(*connection, storeMigrations()));
    if (!address.artefacts.isEmpty())
        facts.artefacts = address.artefacts;
    return std::unique_ptr<TeamStore>(new TeamStore(std::move(connection), std::move(facts)));
}

Result<std::unique_ptr<TeamStore>> TeamStore::create(
    const StoreAddress &address, const QString &artefacts)
{
    const auto folder = artefacts.isEmpty() ? QString() : QFileInfo(artefacts).absoluteFilePath();
    if (!folder.isEmpty())
        TRY(ArtefactFolder(folder).usable());
    {
        auto connection = TRY(StoreConnection::open(address));
        TRY(migrateStore(*connection, storeMigrations()));
        if (!folder.isEmpty())
            TRY(setStoreArtefacts(*connection, folder));
    }
    return open(address);
}

Result<StoreCounts> TeamStore::counts()
{
    const auto rows = TRY(m_connection->ask(
        u"SELECT (SELECT count(DISTINCT subject) FROM tosaic.compiles), (SELECT count(DISTINCT"
        " subject) FROM tosaic.runs), (SELECT count(*) FROM tosaic.cells), (SELECT count(*) FROM"
        " tosaic.reports)"_s));
    const auto &row = rows.front();
    return StoreCounts{ .compiles = row[0].toULongLong(),
        .runs = row[1].toULongLong(),
        .cells = row[2].toULongLong(),
        .reports = row[3].toULongLong() };
}

Result<void> TeamStore::mayWrite() const
{
    if (m_facts.mayWrite)
        return {};
    return fail(ErrorCode::StoreRefused,
        u"%1 may read the store, not write to it; what is here waits"_s.arg(m_facts.user));
}

Result<Moved> TeamStore::push(workspace::Workspace &workspace, const GoOn &goOn)
{
    TRY(mayWrite());
    return Push(*m_connection, m_facts, workspace, goOn).run();
}

Result<Moved> TeamStore::pull(workspace::Workspace &workspace, const GoOn &goOn)
{
    return Pull(*m_connection, m_facts, workspace, goOn).run();
}

} // namespace tosaic::teamstore
