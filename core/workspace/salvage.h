// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"

/// What can still be read of a workspace that SQLite finds damaged.
namespace tosaic::workspace {

struct TableSalvage
{
    QString table; ///< "models", "jobs", ...
    quint64 read = 0; ///< rows
    /// Rows that are certainly gone or contradict themselves (wrong hash, broken JSON).
    quint64 lost = 0;
    /// A part could not be read, and nothing says how many rows were in it.
    bool isCut = false;

    bool isComplete() const { return lost == 0 && !isCut; }
};

struct Salvaged
{
    /// Read-only, holding the rows that were read; its path() is that of the damaged file.
    std::unique_ptr<Workspace> workspace;
    std::vector<TableSalvage> tables;
    QString complaint; ///< the first thing SQLite's full check says; empty if it found nothing

    quint64 rowsRead() const;
    bool isComplete() const;
};

/// Reads table by table and row by row around what cannot be read, from a copy: the damaged file is
/// never written to, nor its journal. Rows are taken that the tables of today accept; bytes only if
/// they have their hash. Artefacts whose job is gone get a stand-in job named "salvaged". Blocks.
/// Errors: IoOpen, IoRead, IoWrite (no room for the copy); WorkspaceVersion; WorkspaceDamaged if
/// nothing at all can be read.
Result<Salvaged> salvage(const QString &path);

/// Makes a new workspace of what was read. Errors: IoWrite if there is such a file, IoDiskFull.
Result<void> saveSalvaged(const Salvaged &salvaged, const QString &path);

} // namespace tosaic::workspace
