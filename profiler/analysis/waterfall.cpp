// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/waterfall.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

QString commonUnit(const std::vector<ValueChange> &operators)
{
    std::map<QString, size_t> counts;
    for (const auto &change : operators)
        ++counts[change.unit];
    const auto most
        = std::ranges::max_element(counts, {}, [](const auto &count) { return count.second; });
    return most == counts.end() ? QString() : most->first;
}

double extent(const ValueChange &change)
{
    return std::max(change.oldValue.value_or(0), change.newValue.value_or(0));
}

/// Those that are not inside of another one.
std::vector<const ValueChange *> outermost(
    const std::vector<ValueChange> &operators, const QString &unit)
{
    std::vector<const ValueChange *> kept;
    std::map<std::pair<QString, QString>, size_t> places;
    for (const auto &change : operators) {
        if (change.unit != unit || change.verdict() == Verdict::NotComparable)
            continue;
        const auto instruction = instructionOf(change.name);
        const auto [place, isNew]
            = places.emplace(std::pair(change.group, instruction), kept.size());
        if (instruction.isEmpty() || isNew)
            kept.push_back(&change);
        else if (extent(change) > extent(*kept[place->second]))
            kept[place->second] = &change;
    }
    return kept;
}

double deltaOf(const ValueChange &change)
{
    return change.newValue.value_or(0) - change.oldValue.value_or(0);
}

} // namespace

Waterfall waterfallOf(const std::vector<ValueChange> &operators, size_t mostSteps)
{
    Waterfall waterfall{ .unit = commonUnit(operators) };
    waterfall.leftOut
        = static_cast<size_t>(std::ranges::count_if(operators, [&](const ValueChange &change) {
              return change.unit != waterfall.unit || change.verdict() == Verdict::NotComparable;
          }));
    auto kept = outermost(operators, waterfall.unit);
    for (const auto *change : kept) {
        waterfall.oldTotal += change->oldValue.value_or(0);
        waterfall.newTotal += change->newValue.value_or(0);
    }
    const auto all = kept.size();
    std::erase_if(kept, [](const auto *change) { return deltaOf(*change) == 0; });
    waterfall.unchanged = all - kept.size();
    std::ranges::stable_sort(
        kept, std::greater(), [](const auto *change) { return std::abs(deltaOf(*change)); });
    double at = waterfall.oldTotal;
    for (size_t i = 0; i < kept.size(); ++i) {
        const auto to = at + deltaOf(*kept[i]);
        const bool isOwn = i < mostSteps || kept.size() == mostSteps + 1;
        if (isOwn)
            waterfall.steps.push_back({ kept[i]->name, at, to, 1 });
        else if (waterfall.steps.size() == mostSteps)
            waterfall.steps.push_back({ {}, at, to, 1 });
        else {
            waterfall.steps.back().to = to;
            ++waterfall.steps.back().merged;
        }
        at = to;
    }
    return waterfall;
}

double Waterfall::largest() const
{
    auto most = std::max(oldTotal, newTotal);
    for (const auto &step : steps)
        most = std::max({ most, step.from, step.to });
    return most;
}

double Waterfall::axisStart() const
{
    auto least = std::min(oldTotal, newTotal);
    for (const auto &step : steps)
        least = std::min({ least, step.from, step.to });
    const auto most = largest();
    constexpr double Seen = 0.25; // of the axis
    return steps.empty() || most - least > Seen * most ? 0 : std::max(0.0, 2 * least - most);
}

} // namespace tosaic::profile
