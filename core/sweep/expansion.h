// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"
#include "core/spec/inifacts.h"
#include "core/sweep/grid.h"

#include <utility>

namespace tosaic::sweep {

/// A combination that is worth a run of Vela. Target, system and mode are named in its spec.
struct Cell
{
    spec::CompileSpec spec;
    QString environment; ///< name of a compiler environment; empty: the one that is in use
    QString variant = {}; ///< of the grid; empty: it has none
    QString model = {}; ///< name of what is swept; empty: the only one
    QStringList flags = {}; ///< the alternative of the grid that is in its spec
};

/// A combination that does not exist.
struct Excluded
{
    spec::CompileSpec spec;
    QString rule; ///< row of the rule table that says so: "spec.memory-mode-family"
    QString text;
    QString variant = {}; ///< as Cell::variant
    QStringList flags = {}; ///< as Cell::flags
};

struct Expansion
{
    std::vector<Cell> cells; ///< by target, system, mode, flags, in the order of the grid
    std::vector<Excluded> excluded;
    quint64 combinations = 0; ///< of the grid, in one environment
    std::optional<Sampling> sample; ///< not all of them were looked at
};

/// The spec all cells start from: `kept`, the one of the TOSA that is there, under the keys that
/// the grid gives. Errors: SpecInvalid, location.entity is "spec.<key>".
Result<spec::CompileSpec> sharedSpec(const Grid &grid, const std::optional<spec::CompileSpec> &kept,
    std::vector<Diagnostic> *diagnostics = nullptr);

/// `flags` with an alternative behind them; of an option that both have, the alternative's alone.
QStringList withAlternative(const QStringList &flags, const QStringList &alternative);

/// What no axis of flags or variants sets: without the options of the alternatives, and without
/// the keys of SPEC.json that variants change. Errors as sharedSpec().
Result<spec::CompileSpec> withoutAlternatives(const Grid &grid, const spec::CompileSpec &spec);

/// The targets that are lowered to the same TOSA as `kept`.
QStringList targetsOf(const spec::CompileSpec &kept);

/// Why a spec is not worth a run: the tools refuse it, or take names of another family without a
/// word. `ini` what its configIni holds.
std::optional<Excluded> exclusionOf(
    const spec::CompileSpec &spec, const spec::IniFacts &ini = spec::bundledIni());

/// Every combination, parted by the rule table into those that exist and those that do not: what
/// the tools refuse, and names of another family, which they take without a word. `shared` without
/// target, system and mode; `targets` if the grid has none; `ini` what shared.configIni holds.
/// Errors: LimitExceeded above 10000 combinations, or of what is to be sampled; those of
/// sharedSpec() for a variant.
Result<Expansion> expand(const Grid &grid, const spec::CompileSpec &shared,
    const QStringList &targets, const spec::IniFacts &ini = spec::bundledIni());

/// Cells of several models in one grid, each under the name of its model. Errors: LimitExceeded
/// above 10000 cells.
Result<Expansion> together(std::vector<std::pair<QString, Expansion>> models);

/// Every cell once in each of the named compiler environments, side by side; without a name as it
/// is. Errors: LimitExceeded above 10000 cells.
Result<Expansion> inEnvironments(Expansion expansion, const QStringList &names);

} // namespace tosaic::sweep
