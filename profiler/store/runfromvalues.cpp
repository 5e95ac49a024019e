// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/store/runfromvalues.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// The profile that the numbers of a group and repeat belong to.
Profile &profileOf(
    Run &run, std::vector<std::pair<QString, quint64>> &keys, const workspace::RunValue &value)
{
    const std::pair key(value.group, value.repeat);
    const auto found = std::ranges::find(keys, key);
    if (found != keys.end())
        return run.profiles[static_cast<size_t>(found - keys.begin())];
    keys.push_back(key);
    return run.profiles.emplace_back(Profile{ .label = value.group });
}

} // namespace

Run runFromValues(const std::vector<workspace::RunValue> &values)
{
    Run run;
    std::vector<std::pair<QString, quint64>> keys;
    for (const auto &value : values) {
        const bool isTime = value.kind == "time"_L1 && value.unit == "ns"_L1;
        if ((value.kind != "counter"_L1 && !isTime) || value.value < 0)
            continue;
        auto &profile = profileOf(run, keys, value);
        const auto whole = static_cast<quint64>(std::llround(value.value));
        if (isTime)
            profile.timeNs = whole;
        else
            profile.counters.push_back({ value.name, whole, value.unit, value.isDerived });
    }
    run.status = values.empty() ? RunStatus::NoInference : RunStatus::Complete;
    return run;
}

} // namespace tosaic::profile
