// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/expansion.h"

namespace tosaic::sweep {

/// One of what is swept, before its cells are known.
struct SweptModel
{
    QString name; ///< in the grid; empty: it is the only one
    /// What its cells start from; absent: what the tools do by themselves.
    std::optional<spec::CompileSpec> spec;
    QStringList targets; ///< if the grid has none
    QString baseFolder; ///< where a relative ini path starts
};

/// What models of these files are called in one grid: names of files, with as much of their folders
/// as tells them apart; of one alone empty.
QStringList modelNames(const QStringList &paths);

/// Every combination of the grid for one model. Reads its ini file. Errors as sharedSpec(),
/// expand() and toolchain::readIniFacts().
Result<Expansion> expand(
    const Grid &grid, const SweptModel &model, std::vector<Diagnostic> *diagnostics = nullptr);

} // namespace tosaic::sweep
