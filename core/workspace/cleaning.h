// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"

#include <QStringList>

/// Frees the room of results that nobody refers to any more.
namespace tosaic::workspace {

struct CleaningRules
{
    int keepPerModel = 3; ///< so many newest compiles of each model stay
    /// Folders below which the files of compiles may be deleted; elsewhere only the copies in the
    /// workspace go.
    QStringList outputRoots;
};

/// Why a job stays as it is.
enum class KeepReason
{
    Pinned,
    Named,
    Noted, ///< a note is about it
    Running, ///< or cut off: nobody has said how it ended
    Newest, ///< one of the newest of its model
    Measured, ///< a run belongs to its program
    Parent ///< what stays was made from its program
};

struct KeptJob
{
    JobId job;
    KeepReason reason = KeepReason::Newest;
};

/// A file that a recorded compile wrote, that lies in its output folder, and that has the size and
/// hash that were recorded: only those are deleted.
struct CleanedFile
{
    ArtefactId artefact;
    QString path; ///< absolute
    quint64 size = 0; ///< bytes
};

struct CleanedJob
{
    JobId job;
    QString title; ///< "model.py, ethos-u55-128"
    QDateTime ended;
    QString folder;
    std::vector<CleanedFile> files;
    QStringList left; ///< files in the folder that stay: changed, or not written by the compile
};

struct CleaningPlan
{
    CleaningRules rules;
    std::vector<CleanedJob> jobs;
    std::vector<KeptJob> kept;
    quint64 fileBytes = 0; ///< of all `files`
    quint64 workspaceBytes = 0; ///< of copies in the workspace that nothing else needs
    std::vector<Diagnostic> problems; ///< files that are there and cannot be read; they stay

    bool isEmpty() const { return fileBytes == 0 && workspaceBytes == 0; }
};

struct CleaningReport
{
    quint64 removedFiles = 0;
    quint64 fileBytes = 0;
    quint64 workspaceBytes = 0; ///< by how much the file became smaller
    bool isCompact = true; ///< false: another window was writing, the room is free inside the file
    /// "io.write": a file that could not be removed; and those of the plan. What it cleaned is less
    /// than was asked for, then.
    std::vector<Diagnostic> problems;
};

/// What would go, and what stays and why. Changes nothing. Hashes the files: blocks.
Result<CleaningPlan> planCleaning(Workspace &workspace, const CleaningRules &rules);

/// Does what the plan says, as far as that is still right: what another window has pinned in the
/// meantime stays, and every file is hashed again. The records stay, so that the provenance of a
/// file does too. Blocks.
Result<CleaningReport> clean(Workspace &workspace, const CleaningPlan &plan);

} // namespace tosaic::workspace
