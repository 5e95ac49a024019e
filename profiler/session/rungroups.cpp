// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/rungroups.h"

#include "profiler/analysis/comparisonoutcome.h"
#include "profiler/analysis/knownfacts.h"
#include "profiler/analysis/spread.h"
#include "profiler/imports/comparableruns.h"
#include "profiler/store/runstore.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using profile::MeasuredRun;

constexpr std::array Groupings{ std::pair(RunGrouping::None, "none"_L1),
    std::pair(RunGrouping::Model, "model"_L1), std::pair(RunGrouping::Origin, "origin"_L1),
    std::pair(RunGrouping::Target, "target"_L1), std::pair(RunGrouping::Date, "date"_L1),
    std::pair(RunGrouping::Console, "console"_L1) };

constexpr qsizetype HashShown = 12; // characters

bool isOfOther(const MeasuredRun &run, const ProgramNames &programs)
{
    const auto known = programs.constFind(profile::programHashOf(run));
    return known != programs.cend() && run.run
        && profile::matchProgram(*run.run, known->marks).verdict == profile::ModelMatch::Differs;
}

QString modelOf(const MeasuredRun &run, const ProgramNames &programs)
{
    if (const auto name = programNameOf(run, programs); !name.isEmpty())
        return name;
    if (run.run && run.run->model && !run.run->model->name.isEmpty())
        return run.run->model->name;
    return isOfOther(run, programs) ? QString() : profile::programHashOf(run).left(HashShown);
}

QString conditionOf(const MeasuredRun &run, profile::Condition condition)
{
    const auto conditions = profile::conditionsOf(run);
    const auto found = conditions.find(condition);
    return found == conditions.end() ? QString() : found->second;
}

} // namespace

QString groupingKey(RunGrouping grouping)
{
    return std::ranges::find(Groupings, grouping, [](const auto &one) {
        return one.first;
    })->second;
}

std::optional<RunGrouping> groupingFromKey(const QString &key)
{
    for (const auto &[grouping, name] : Groupings) {
        if (key == name)
            return grouping;
    }
    return {};
}

QString programNameOf(const MeasuredRun &run, const ProgramNames &programs)
{
    return isOfOther(run, programs) ? QString() : programs.value(profile::programHashOf(run)).name;
}

QString groupOf(const MeasuredRun &run, RunGrouping grouping, const ProgramNames &programs)
{
    switch (grouping) {
    case RunGrouping::None:
        return {};
    case RunGrouping::Model:
        return modelOf(run, programs);
    case RunGrouping::Origin:
        return profile::originKey(run.origin);
    case RunGrouping::Target:
        return conditionOf(run, profile::Condition::Target);
    case RunGrouping::Date:
        return run.imported.isValid() ? run.imported.toLocalTime().date().toString(Qt::ISODate)
                                      : QString();
    case RunGrouping::Console:
        return run.isConsole() && run.run ? profile::familyName(run.run->family) : run.kind;
    }
    return {};
}

std::vector<RunGroup> groupRuns(
    std::span<const MeasuredRun> runs, RunGrouping grouping, const ProgramNames &programs)
{
    std::map<QString, std::vector<size_t>> found;
    for (size_t i = 0; i < runs.size(); ++i)
        found[groupOf(runs[i], grouping, programs)].push_back(i);
    std::vector<RunGroup> groups;
    for (auto &[name, members] : found)
        groups.push_back({ name, std::move(members) });
    if (grouping == RunGrouping::Date)
        std::ranges::reverse(groups);
    std::ranges::stable_partition(
        groups, [](const RunGroup &group) { return !group.name.isEmpty(); });
    return groups;
}

std::vector<RunTrend> trendsOf(std::span<const MeasuredRun> runs, const ProgramNames &programs)
{
    std::map<std::tuple<QString, QString, QString, QString, QString, QString>, RunTrend> trends;
    for (size_t i = 0; i < runs.size(); ++i) {
        const auto &run = runs[i];
        const auto model = groupOf(run, RunGrouping::Model, programs);
        const auto target = groupOf(run, RunGrouping::Target);
        const auto origin = groupOf(run, RunGrouping::Origin);
        const bool isLike = run.imported.isValid() && !model.isEmpty() && !target.isEmpty()
            && !origin.isEmpty() && run.conditions.mode.isEmpty() && !run.isLive;
        if (!isLike)
            continue;
        const auto comparable = profile::comparableRun(std::span(&run, 1));
        for (const auto *total : profile::leadingValues(comparable)) {
            const auto spread = profile::spreadOf(total->repeats);
            if (!spread)
                continue;
            auto &trend = trends[{ model, target, origin, total->name, total->group, total->unit }];
            trend = { model, target, origin, total->name, total->group, total->unit,
                std::move(trend.points) };
            trend.points.push_back({ i, run.imported, spread->median });
        }
    }
    std::vector<RunTrend> found;
    for (auto &[key, trend] : trends) {
        if (trend.points.size() < 2)
            continue;
        std::ranges::stable_sort(trend.points, {}, &TrendPoint::time);
        found.push_back(std::move(trend));
    }
    return found;
}

} // namespace tosaic
