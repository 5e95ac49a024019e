// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryneed.h"
#include "core/compiled/estimate.h"
#include "core/sweep/expansion.h"

namespace tosaic::sweep {

enum class CellStatus
{
    Waiting, ///< not run: the sweep goes on, or was cancelled before
    Estimated,
    Failed, ///< problems say why
    NeedsCompile ///< no TOSA of its lowering is there; loweringKeys say why
};
QString statusText(CellStatus status); ///< "waiting", "estimated", "failed", "needs-compile"

/// What one cell may be coloured or compared by.
enum class Metric
{
    Cycles,
    Time, ///< s, at the clock of the system config
    Sram, ///< bytes
    Flash, ///< bytes
    Dram ///< bytes
};

QString metricKey(Metric metric); ///< "cycles", "time", "sram", "flash", "dram"
std::optional<Metric> metricFromKey(const QString &key);

/// A memory that holds less than is needed.
struct Overrun
{
    Metric memory = Metric::Sram; ///< Sram, Flash or Dram
    quint64 need = 0; ///< bytes
    quint64 capacity = 0; ///< bytes
};

/// One row of the grid. All numbers are Origin::Estimate, absent when Vela did not say.
struct CellResult
{
    Cell cell;
    CellStatus status = CellStatus::Waiting;
    compiled::Summary summary; ///< as Vela books it
    std::optional<double> timeS; ///< all partitions, one after another
    std::optional<double> clockHz;
    analysis::MemoryNeed need;
    std::vector<Overrun> overruns; ///< of the budget; empty too where nothing is known
    bool isOverLimit = false; ///< more SRAM than the mode's own limit, which Vela takes as a wish
    QStringList loweringKeys; ///< keys of SPEC.json that make a new lowering necessary
    std::vector<Diagnostic> problems;
    QString velaVersion;
    QString key; ///< toolchain::cellKey(); empty if Vela did not run
    compiled::CellSource source = compiled::CellSource::Computed;

    std::optional<double> value(Metric metric) const;
};

/// Grid, rows and what they were made with, as far as it came.
struct SweepResult
{
    std::vector<CellResult> cells; ///< in the order of the expansion
    std::vector<Excluded> excluded;
    quint64 combinations = 0; ///< of the grid, in one environment; 0: not said
    std::optional<Sampling> sample; ///< not all of them were looked at
    Budget budget;
    bool isCancelled = false;
    qint64 elapsedMs = 0;

    /// Versions of Vela that gave numbers; several in several environments.
    QStringList velaVersions() const;
    std::size_t count(CellStatus status) const;
    std::size_t count(compiled::CellSource source) const; ///< of those that have numbers
    /// Indexes of the cells that no other one of the same model beats in these metrics; of each
    /// model in rising order of `first`.
    std::vector<std::size_t> front(
        Metric first, Metric second, std::optional<Metric> third = {}) const;
    /// Names of what was swept, in the order of the cells; one empty name for the only one.
    QStringList models() const;
};

/// The row of a cell that Vela was asked about.
CellResult rowOf(const Cell &cell, const compiled::Estimate &estimate, const Budget &budget);

} // namespace tosaic::sweep
