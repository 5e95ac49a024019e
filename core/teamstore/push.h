// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/teamstore/artefactfolder.h"
#include "core/teamstore/sharedrun.h"
#include "core/teamstore/teamstore.h"

namespace tosaic::teamstore {

/// How far cells were sent: the number of the last one.
inline const QString CellsSent = QStringLiteral("cells-sent");

/// Sends what the store has not acknowledged: artefacts first, then the records that name them, in
/// transactions of a few.
class Push
{
public:
    Push(StoreConnection &connection, const StoreFacts &facts, workspace::Workspace &workspace,
        GoOn goOn);

    Result<Moved> run();

private:
    Result<QJsonObject> jobRecord(workspace::JobId id);
    Result<QJsonObject> runRecord(workspace::RunId id);
    Result<std::vector<SharedSeries>> keepSeries(workspace::RunId id);
    Result<SharedFile> keep(const QString &kind, const QString &name, const QByteArray &bytes);
    Result<QByteArray> runFileBytes(workspace::RunId id, const workspace::RunFile &file);
    Result<void> send(std::span<workspace::TeamLink> links);
    Result<void> sendCells();
    void tell(const Error &error, const QString &what);

    StoreConnection &m_connection;
    const StoreFacts &m_facts;
    workspace::Workspace &m_workspace;
    ArtefactFolder m_folder;
    GoOn m_goOn;
    std::map<workspace::JobId, QJsonObject> m_jobs; ///< what they say, without logs
    Moved m_moved;
};

} // namespace tosaic::teamstore
