// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/workspace/workspacestore.h"
#include "core/model/program.h"
#include "core/workspace/cleaning.h"
#include "core/workspace/provenance.h"

namespace tosaic::views {
struct WorkspaceItem;
}

namespace tosaic::shell {

class Session;

/// What the Workspace panel does on a pool thread. Everything blocks.

/// Opens the file, or what can be read of it, and asks.
Result<QString> withWorkspace(
    const QString &path, const std::function<Result<QString>(workspace::Workspace &)> &question);
/// A file to open: where it was recorded if it is unchanged there, else the kept copy, put into the
/// cache.
Result<QString> locateModel(workspace::Workspace &file, workspace::ModelId id);
Result<QString> locateArtefact(workspace::Workspace &file, workspace::ArtefactId id);
/// The folder of a compile, put together again if need be.
Result<QString> locateJob(workspace::Workspace &file, workspace::JobId id);
/// `program` may be null: its delegates are evidence where the file itself is not recorded.
Result<workspace::Provenance> traceFile(const QString &workspacePath, const QString &path,
    const QString &sha256, const std::shared_ptr<const model::Program> &program);
Result<workspace::CleaningPlan> planFor(const QString &path, const workspace::CleaningRules &rules);
Result<workspace::CleaningReport> cleanFor(
    const QString &path, const workspace::CleaningPlan &plan);

/// What removing a row means; empty for rows that cannot be removed.
WorkspaceStore::Change removalOf(
    const workspace::Contents &contents, const views::WorkspaceItem &item);

/// The folder below which compiles write.
QString outputRoot(Session &session);
QString cleaningText(const workspace::CleaningPlan &plan);
QString cleaningList(const workspace::CleaningPlan &plan);
QString cleanedText(const workspace::CleaningReport &report);
/// Behind a sentence: the files that stay though they should go, and why. Empty without any.
QString staysText(const std::vector<Diagnostic> &problems);

} // namespace tosaic::shell
