// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/runkeeping.h"

#include "profiler/store/runvalues.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

QString storedStatus(LiveRun::State state)
{
    switch (state) {
    case LiveRun::State::Complete:
        return u"complete"_s;
    case LiveRun::State::Stopped:
        return u"cancelled"_s;
    case LiveRun::State::Failed:
    case LiveRun::State::TimedOut:
        return u"failed"_s;
    default:
        return u"running"_s;
    }
}

bool hasRunnerConsole(const RunRequest &request)
{
    return !std::holds_alternative<HostTarget>(request.target);
}

MeasuredRun beginningOf(const RunRequest &request, const workspace::RunConditions &conditions)
{
    return { .name = runName(request),
        .origin = originOf(request),
        .modelSha256 = request.modelSha256,
        .kind = hasRunnerConsole(request) ? u"console"_s : u"etdump"_s,
        .conditions = conditions };
}

void ArrivingValues::take(const Run &now, qint64 ms, bool isOver)
{
    const auto &profiles = now.profiles;
    m_arrivals.resize(std::min(m_arrivals.size(), profiles.size()));
    m_arrivals.resize(profiles.size(), ms);
    const auto whole = isOver || profiles.empty() ? profiles.size() : profiles.size() - 1;
    for (; m_taken < whole; ++m_taken) {
        for (const auto &counter : profiles[m_taken].counters) {
            auto found = std::ranges::find(m_series, counter.name, &Series::name);
            if (found == m_series.end())
                found = m_series.insert(found, { counter.name, counter.unit, {} });
            found->samples.push_back({ m_arrivals[m_taken], static_cast<double>(counter.value) });
        }
    }
}

std::vector<ArrivingValues::Series> ArrivingValues::drain()
{
    return std::exchange(m_series, {});
}

Result<void> appendSeries(workspace::Workspace &workspace, workspace::RunId run,
    const std::vector<ArrivingValues::Series> &series)
{
    for (const auto &one : series) {
        const auto id = workspace.addSeries(run, one.name, one.unit, u"ms"_s);
        if (!id)
            return fail(id.error());
        const workspace::SampleBatch batch{ *id, one.samples };
        if (const auto added = workspace.appendSamples({ &batch, 1 }); !added)
            return added;
    }
    return {};
}

Result<void> keepEnd(workspace::Workspace &workspace, workspace::RunId run, const RunEnd &end)
{
    if (const auto added = workspace.addRunFiles(run, end.files); !added)
        return added;
    const auto ended = RunStore(workspace).finish(run, end.status);
    if (!ended)
        return fail(ended.error());
    auto record = workspace.runFacts(run);
    if (!record)
        return fail(record.error());
    record->conditions = end.conditions;
    const auto &artefacts = end.conditions.artefacts;
    if (const auto pte = artefacts.find(u"pte"_s); pte != artefacts.end())
        record->modelSha256 = pte->second; // what ran, whatever was taken to run when it began
    return workspace.finishRun(
        run, *record, end.hasRunnerConsole ? valuesOf(*ended->run) : end.values);
}

} // namespace tosaic::profile
