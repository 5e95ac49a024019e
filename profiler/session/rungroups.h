// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/programmatch.h"
#include "profiler/measuredrun.h"

#include <QDate>
#include <QHash>

#include <optional>
#include <span>
#include <vector>

/// Lists of runs put in order: by what they have in common, and what became of their totals. Any
/// thread.
namespace tosaic {

enum class RunGrouping
{
    None,
    Model,
    Origin,
    Target,
    Date, ///< the day on which they came into the workspace, in local time
    Console ///< family of the console, or the kind of file
};
QString groupingKey(RunGrouping grouping); ///< "none", "model", ...: for scripts
std::optional<RunGrouping> groupingFromKey(const QString &key);

struct NamedProgram
{
    QString name; ///< of its file
    profile::ProgramMarks marks = {}; ///< that tell runs of another program from its own
    bool operator==(const NamedProgram &) const = default;
};

/// Programs by SHA-256: a recompiled program is the same model as long as it is called the same.
using ProgramNames = QHash<QString, NamedProgram>;

/// What the program of a run is called; empty: not known, or the run's console says that it ran
/// another one than it is attached to.
QString programNameOf(const profile::MeasuredRun &run, const ProgramNames &programs);

/// What a run has of a grouping, a text for scripts and people ("kws.pte", "board",
/// "ethos-u55-128", "2026-03-01", "executorch-runner"); empty: not known. A model is called as its
/// program's file is, else as its console says, else by the beginning of its hash, unless its
/// console refutes that.
QString groupOf(
    const profile::MeasuredRun &run, RunGrouping grouping, const ProgramNames &programs = {});

struct RunGroup
{
    QString name; ///< groupOf(); empty: not known
    std::vector<size_t> runs; ///< indices, in their order
};

/// Groups in the order of their names, days the newest first; what is not known comes last.
std::vector<RunGroup> groupRuns(std::span<const profile::MeasuredRun> runs, RunGrouping grouping,
    const ProgramNames &programs = {});

struct TrendPoint
{
    size_t run = 0; ///< index
    QDateTime time; ///< it came into the workspace
    double value = 0; ///< median of its repeats, of one inference
};

/// The total of runs of one model on one target, measured alike.
struct RunTrend
{
    QString model; ///< groupOf(), never empty
    QString target;
    QString origin;
    QString metric; ///< as compareRuns() calls it: "CYCLE_COUNTER", "time"
    QString part; ///< of a run with several measurements its label; else empty
    QString unit; ///< "cycles", "ns"
    std::vector<TrendPoint> points; ///< two or more, by time
};

/// Of runs that are kept (imported is valid) and state model, target and origin; runs without valid
/// timing (fast mode) are left out. The total is the first that compareRuns() would lead with.
std::vector<RunTrend> trendsOf(
    std::span<const profile::MeasuredRun> runs, const ProgramNames &programs = {});

} // namespace tosaic
