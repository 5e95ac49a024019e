// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/teamstore/artefactfolder.h"
#include "core/teamstore/sharedrun.h"
#include "core/teamstore/teamstore.h"

namespace tosaic::teamstore {

/// Takes over what arrived in the store since the last time. Small files that a comparison needs
/// are copied into the workspace, the others are read from the folder of the artefacts.
class Pull
{
public:
    Pull(StoreConnection &connection, const StoreFacts &facts, workspace::Workspace &workspace,
        GoOn goOn);

    Result<Moved> run();

private:
    /// What arrived of a compile or run.
    struct Arrival
    {
        quint64 number = 0;
        QString record; ///< UUID
        QString subject; ///< UUID
        QString author;
        QJsonObject said;
    };
    using Take = Result<void> (Pull::*)(const Arrival &, std::optional<workspace::TeamLink>);

    Result<void> takeAll(const QString &table, Take take);
    Result<void> takeJob(const Arrival &arrival, std::optional<workspace::TeamLink> known);
    Result<void> takeRun(const Arrival &arrival, std::optional<workspace::TeamLink> known);
    Result<workspace::RunId> addRun(SharedRun &shared);
    Result<void> addSeries(workspace::RunId run, const SharedSeries &series);
    Result<void> takeCells();
    Result<void> link(const Arrival &arrival, workspace::TeamLink known);
    /// Empty, and told, where they are not in the folder.
    QByteArray bytesOf(const std::optional<SharedFile> &file);

    StoreConnection &m_connection;
    const StoreFacts &m_facts;
    workspace::Workspace &m_workspace;
    ArtefactFolder m_folder;
    GoOn m_goOn;
    std::map<QString, workspace::TeamLink> m_links; ///< by subject
    Moved m_moved;
};

} // namespace tosaic::teamstore
