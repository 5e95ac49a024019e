// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/artefactfinder.h"
#include "core/workspace/workspace.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace tosaic {

/// Folders of this workspace in which files that were moved are looked for (one a line).
inline constexpr auto SearchFoldersKey = "search/folders";

/// The result of a recorded compile with its artefacts: from its folder if everything is still
/// there, else put together again in the cache from the bytes the workspace keeps, the recorded
/// paths, and files in `folders`, each recognised by its hash. Null if result.json is lost. Blocks.
std::shared_ptr<const compiled::CompileResult> recordedCompile(
    workspace::Workspace &workspace, const workspace::JobRecord &job, const QStringList &folders);

/// Finds compiles in a workspace file. Opens the file for each question, so it may be asked on any
/// thread.
class WorkspaceFinder : public ArtefactFinder
{
public:
    explicit WorkspaceFinder(QString workspacePath) : m_path(std::move(workspacePath)) { }

    std::shared_ptr<const compiled::CompileResult> compileOf(
        const ProgramContent &content) const override;

private:
    QString m_path;
};

} // namespace tosaic
