// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/// The what-if grid: many compile specs at once, each estimated by Vela, and what they cost side by
/// side.
namespace tosaic::boards {
struct Board;
}

namespace tosaic::sweep {

/// What the memories may hold. Absent: not known, nothing is held against it.
struct Budget
{
    std::optional<quint64> sramBytes;
    std::optional<quint64> flashBytes;
    std::optional<quint64> dramBytes;
    bool operator==(const Budget &) const = default;
};

/// Of each kind the largest memory that is fitted.
Budget budgetOf(const boards::Board &board);

/// Of a grid that is too large only so many cells that exist, drawn evenly from all combinations.
struct Sampling
{
    int cells = 0;
    quint64 seed = 1; ///< the same seed gives the same cells, on every machine
    bool operator==(const Sampling &) const = default;
};

/// One of alternatives that differ in keys of SPEC.json: pins, quantisation, passes.
struct Variant
{
    QString name;
    QJsonObject spec; ///< under it what the variant changes
};

/// GRID.json: the axes of the grid. An absent axis is everything that exists for the targets.
struct Grid
{
    std::optional<QStringList> targets;
    /// "default" is that of the target.
    std::optional<QStringList> systemConfigs;
    std::optional<QStringList> memoryModes;
    /// Alternatives, each added to the flags all cells share; empty: no more flags.
    std::vector<QStringList> extraFlags;
    QStringList optimise; ///< alternatives for Vela's --optimise; empty: the flag is not given
    /// Names of compiler environments; absent: all that are given to the sweep.
    std::optional<QStringList> environments;
    std::vector<Variant> variants; ///< by name; empty: none
    std::optional<Sampling> sample; ///< absent: every combination
    QJsonObject spec; ///< keys of SPEC.json that every cell gets
    Budget budget;
};

/// Errors: SpecInvalid with the key as location.entity, or with the byte where it stops being JSON;
/// LimitExceeded above 1 MiB. `diagnostics` gets a "grid.unknown-key" for each key that has no
/// effect. Names of systems and modes are not checked here: they are those of the ini file in use.
Result<Grid> readGrid(const QByteArray &text, std::vector<Diagnostic> *diagnostics = nullptr);

/// The JSON Schema (2020-12) of GRID.json, the same as the installed grid.schema.json.
QByteArray gridSchema();

} // namespace tosaic::sweep
