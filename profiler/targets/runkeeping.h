// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/samples.h"
#include "core/workspace/workspace.h"
#include "profiler/store/runstore.h"
#include "profiler/targets/liverun.h"

/// What a live run leaves in a workspace, the same whoever writes it and on whichever thread: the
/// command line as it goes on, a window on a pool thread.
namespace tosaic::profile {

/// As workspace::RunRecord spells it: "complete", "cancelled", "failed", "running".
QString storedStatus(LiveRun::State state);

/// Whether the console of its target is one of a runner, which has the numbers; a run on this
/// machine has them in its files.
bool hasRunnerConsole(const RunRequest &request);

/// The run as it is when it begins.
MeasuredRun beginningOf(const RunRequest &request, const workspace::RunConditions &conditions);

/// Values of counters as they arrive, a series for each counter.
class ArrivingValues
{
public:
    struct Series
    {
        QString name; ///< of the counter
        QString unit;
        std::vector<workspace::Sample> samples; ///< time in ms from the start
    };

    /// What the console says `ms` after the start. The newest measurement may still grow and is
    /// left for the next call unless the run is over.
    void take(const Run &now, qint64 ms, bool isOver);
    /// When each measurement was first seen, ms.
    const std::vector<qint64> &arrivals() const { return m_arrivals; }
    /// What came since the last call.
    std::vector<Series> drain();

private:
    std::vector<qint64> m_arrivals;
    size_t m_taken = 0; ///< measurements whose values are in a series
    std::vector<Series> m_series;
};

/// Adds samples to the series of a run; series that are not there yet begin.
Result<void> appendSeries(workspace::Workspace &workspace, workspace::RunId run,
    const std::vector<ArrivingValues::Series> &series);

/// How a run ended.
struct RunEnd
{
    QString status; ///< storedStatus()
    workspace::RunConditions conditions;
    std::vector<workspace::RunFile> files;
    bool hasRunnerConsole = true; ///< the numbers are what the console says
    std::vector<workspace::RunValue> values; ///< the numbers, without such a console
};

/// Writes the end: files, what the console says, numbers and conditions.
Result<void> keepEnd(workspace::Workspace &workspace, workspace::RunId run, const RunEnd &end);

} // namespace tosaic::profile
