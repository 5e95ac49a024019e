// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "profiler/analysis/metrics.h"
#include "profiler/analysis/spread.h"
#include "profiler/run.h"

#include <span>
#include <vector>

/// Several runs as one record: the NPU counts 4 (U85: 8) events at a time, so more events take more
/// runs, and repeats of the same event show their spread.
namespace tosaic::profile {

/// Under which a run was made. Empty and absent: not known.
struct RunConditions
{
    std::optional<Origin> origin;
    QString target; ///< "ethos-u55-128"
    QString product; ///< "U55"
    std::optional<quint32> npuMacs; ///< per cycle
    std::optional<quint64> clockHz; ///< NPU clock
    QString artefact; ///< SHA-256 of the program that ran
    QString spec; ///< hash or text of the compile spec
    QString tools; ///< versions: "vela 5.1.0, executorch 1.5.1"
    QString mode; ///< "fast": simulated without valid timing; empty: as it should be
};

struct MeasuredRun
{
    QString name; ///< for messages: the console's file name
    RunConditions conditions;
    Profile profile;
    bool areSums = false; ///< see MetricContext
    bool isCycleCounterGated = false; ///< see MetricContext
    QStringList overflowed; ///< see MetricContext
};

/// What the formulas need to know of a measurement; the model's MACs are not part of it.
MetricContext contextOf(const MeasuredRun &run);

struct MergedCounter
{
    QString name;
    QString unit;
    bool isDerived = false; ///< in every run that has it
    std::vector<size_t> runs; ///< that counted it; into the runs
    std::vector<double> values; ///< per inference, one for each of `runs`
    Spread spread; ///< of the values
};

struct MergedRecord
{
    RunConditions conditions; ///< what is known of any of the runs
    QStringList unverified; ///< conditions that some runs do not state: "clock", "artefact"
    /// In the order in which they first came, without those that counterDoubts() names.
    std::vector<MergedCounter> counters;
    /// What is no hardware counter: "CPU: whole inference" and others in cycles of the CPU, "Time"
    /// in ns. Where a log prints the time of each inference, every one is a value.
    std::vector<MergedCounter> others;
    bool isCycleCounterGated = false; ///< in every run; see MetricContext
    std::vector<size_t> leftOut; ///< runs whose counters are sums over an unknown number

    const MergedCounter *counter(const QString &name) const;
    /// Medians as a profile of one inference, rounded to whole counts: for computeMetrics. Metrics
    /// over counters of different runs are as good as the runs are equal: see the spreads.
    Profile profile() const;
};

/// Two runs that state something else under the same heading.
struct MergeConflict
{
    QString condition; ///< as in MergedRecord::unverified, or "mode", or "measurement"
    QString value;
    QString run; ///< that states it
    QString otherValue;
    QString otherRun;

    QString toText() const; ///< "clock differs: 160000000 in a.log, 200000000 in b.log"
};

/// What keeps runs from being merged; absent if nothing does. The first in the order of
/// RunConditions, then modes and labels of the measurements.
std::optional<MergeConflict> mergeConflict(std::span<const MeasuredRun> runs);

/// SpecInvalid, naming both runs and values, if conditions or the labels of the measurements
/// differ: numbers of different things have no common spread. Unknown conditions cannot be compared
/// and are listed. Runs may be one.
Result<MergedRecord> mergeRuns(std::span<const MeasuredRun> runs);

/// The measurements of a log, each as a run of its own: those with counters or times. Named
/// "kws.log", or "kws.log #2" if there are several. What the log tells of the NPU
/// comes before what the conditions state.
std::vector<MeasuredRun> measurementsOf(
    const QString &name, const Run &run, const RunConditions &conditions);

} // namespace tosaic::profile
