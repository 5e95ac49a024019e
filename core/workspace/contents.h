// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/salvage.h"
#include "core/workspace/workspace.h"

namespace tosaic::workspace {

/// Everything a list of the workspace shows, read at one moment; no bytes, consoles or logs.
struct Contents
{
    QString path;
    quint32 changeCounter = 0; ///< of the file when it was read
    std::vector<ModelRecord> models;
    std::vector<SpecRecord> specs;
    /// Of the specs that have more than one, those of a spec together, the newest (it is the
    /// current one) first.
    std::vector<SpecVersion> specVersions;
    std::vector<JobRecord> jobs;
    std::vector<ArtefactRecord> artefacts;
    std::vector<RunRecord> runs;
    std::vector<NoteRecord> notes;
    std::map<QString, QString> settings;
    QByteArray windowLayout; ///< layout("window")
    bool isReadOnly = false; ///< what could be read of a damaged file
    std::vector<TableSalvage> salvage; ///< of a damaged file: what was read and what is lost
};

Result<Contents> readContents(Workspace &workspace);
/// The workspace, or what can be read of it if it is damaged. Blocks.
Result<Contents> readContents(const QString &path);

} // namespace tosaic::workspace
