// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/openedfile.h"

namespace tosaic {

/// Setting of a workspace: the models that were open in it, as the window writes it.
inline const QString OpenModelsKey = QStringLiteral("session.models");
/// Name in the workspace of the spec that is worked on.
inline constexpr auto CurrentSpec = "current";

/// What a session hands over to be kept; values only, so that a pool thread can write them.
struct WorkspaceContent
{
    struct Compile
    {
        std::shared_ptr<const compiled::CompileResult> result;
        QString log;
        QString input; ///< the file that was compiled, if it is known
        QString interpreter; ///< Python of the tool environment, if it is known
    };
    QString modelPath;
    std::vector<Compile> compiles;
    std::vector<profile::MeasuredRun> runs;
    spec::CompileSpec spec;
    QString openModels; ///< what the window keeps of the models that are open
};

/// Everything of a .tosaic file. Results whose folder is gone are restored into the cache
/// from what the workspace kept. Of a damaged file what can be read, with a diagnostic
/// "workspace.damaged". Blocks.
Result<OpenedFile> readWorkspaceFile(const QString &path);

/// Adds what the file does not hold yet; makes it if it is new. Blocks.
Result<void> writeWorkspaceFile(const QString &path, const WorkspaceContent &content);

} // namespace tosaic
