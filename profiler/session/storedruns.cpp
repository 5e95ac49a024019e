// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/storedruns.h"

#include "core/base/bytesource.h"
#include "profiler/parsers/etdump.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/store/runvalues.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic {

using profile::StoredRun;
using workspace::RunValue;

namespace {

const auto ConsoleKind = "console"_L1;

std::vector<RunValue> valuesOf(const NamedRun &run)
{
    if (!run.values.empty() || run.kind == ConsoleKind)
        return run.values;
    if (run.etdump)
        return profile::valuesOf(*run.etdump, warmupsOf(run));
    if (run.trace)
        return profile::valuesOf(*run.trace);
    return run.run ? profile::valuesOf(*run.run) : std::vector<RunValue>();
}

/// The profile that the numbers of a group and repeat belong to.
profile::Profile &profileOf(
    profile::Run &run, std::vector<std::pair<QString, quint64>> &keys, const RunValue &value)
{
    const std::pair key(value.group, value.repeat);
    const auto found = std::ranges::find(keys, key);
    if (found != keys.end())
        return run.profiles[static_cast<size_t>(found - keys.begin())];
    keys.push_back(key);
    return run.profiles.emplace_back(profile::Profile{ .label = value.group });
}

/// Of what the run was read from, or of what its target left; empty: there is none.
QString fileHash(const StoredRun &stored)
{
    const auto isTold = [&](const workspace::RunFile &file) {
        return file.role == u"source"_s || (stored.kind == u"etdump"_s && file.role == stored.kind);
    };
    const auto found = std::ranges::find_if(stored.files, isTold);
    return found == stored.files.end() ? QString() : found->sha256;
}

} // namespace

StoredRun storedRun(const NamedRun &run)
{
    auto conditions = run.conditions;
    conditions.modelMacs = run.modelMacs;
    return { .id = run.stored,
        .name = run.name,
        .console = {},
        .run = run.run ? *run.run : profile::Run(),
        .origin = run.origin,
        .modelSha256 = run.modelSha256,
        .npuClockHz = run.clockHz,
        .kind = run.kind,
        .status = {},
        .imported = {},
        .conditions = std::move(conditions),
        .values = valuesOf(run),
        .files = {} };
}

NamedRun namedRun(const StoredRun &stored)
{
    const bool isConsole = stored.kind == ConsoleKind;
    return { .name = stored.name,
        .path = {},
        .run = std::make_shared<const profile::Run>(
            isConsole ? stored.run : runFromValues(stored.values)),
        .origin = stored.origin,
        .modelSha256 = stored.modelSha256,
        .clockHz = stored.npuClockHz,
        .sha256 = isConsole ? sha256Hex(stored.console) : fileHash(stored),
        .kind = stored.kind,
        .trace = {},
        .etdump = {},
        .values = isConsole ? std::vector<RunValue>() : stored.values,
        .conditions = stored.conditions,
        .stored = stored.id,
        .status = stored.status,
        .modelMacs = stored.conditions.modelMacs };
}

profile::Run runFromValues(const std::vector<RunValue> &values)
{
    profile::Run run;
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
    run.status = values.empty() ? profile::RunStatus::NoInference : profile::RunStatus::Complete;
    return run;
}

} // namespace tosaic
