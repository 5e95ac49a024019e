// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "profiler/analysis/knownfacts.h"
#include "profiler/analysis/metrics.h"
#include "profiler/analysis/spread.h"
#include "profiler/measuredrun.h"

#include <span>
#include <vector>

/// Several runs as one record: the NPU counts 4 (U85: 8) events at a time, so more events take more
/// runs, and repeats of the same event show their spread.
namespace tosaic::profile {

/// One measurement of a run: what a block of its console counted, with what is known beside it.
struct Measurement
{
    QString name; ///< for messages: the name of the run
    /// What the formulas need: origin, NPU, clock, MACs of the model; from the log, as stated, or
    /// of the program that ran.
    MetricContext context;
    workspace::RunConditions conditions; ///< of the run, as stated
    QString modelSha256; ///< of the program that ran; empty: not known
    Profile profile;
};

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
    /// What is known of any of the runs and contradicted by none; the origin only if all of them
    /// have it: numbers of two are not those of a board because a third one's are.
    MetricContext context;
    workspace::RunConditions conditions; ///< target, tools, spec and mode, the same way
    QString modelSha256;
    QStringList unverified; ///< conditions that some runs do not state: "clock", "artefact"
    /// In the order in which they first came, without those that counterDoubts() names.
    std::vector<MergedCounter> counters;
    /// What is no hardware counter: "CPU: whole inference" and others in cycles of the CPU, "Time"
    /// in ns. Where a log prints the time of each inference, every one is a value.
    std::vector<MergedCounter> others;
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

/// What keeps runs from being merged; absent if nothing does. The first of origin, target, product,
/// MACs, clock, artefact, spec, tools, MACs of the model, then modes and labels of the
/// measurements.
std::optional<MergeConflict> mergeConflict(std::span<const Measurement> runs);

/// SpecInvalid, naming both runs and values, if conditions or the labels of the measurements
/// differ: numbers of different things have no common spread. Unknown conditions cannot be compared
/// and are listed. Runs may be one.
Result<MergedRecord> mergeRuns(std::span<const Measurement> runs);

/// "vela 5.1.0, fvp 11.27.25"; also of roles and hashes
QString toolsText(const std::map<QString, QString> &tools);

/// `program`: as knownFactsOf(). The measurements of a run, each on its own: those with counters or
/// times. Named "kws.log", or "kws.log #2" if there are several; `title` stands for the run's name
/// where that is given.
std::vector<Measurement> measurementsOf(
    const MeasuredRun &run, const ProgramFacts *program = nullptr, const QString &title = {});

} // namespace tosaic::profile
