// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/run.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

QString familyName(LogFamily family)
{
    switch (family) {
    case LogFamily::ExecutorchRunner:
        return u"executorch-runner"_s;
    case LogFamily::Mlek:
        return u"mlek"_s;
    case LogFamily::CoreSoftware:
        return u"core-software"_s;
    case LogFamily::Zephyr:
        return u"zephyr"_s;
    case LogFamily::Other:
        break;
    }
    return u"other"_s;
}

QString statusName(RunStatus status)
{
    switch (status) {
    case RunStatus::Complete:
        return u"complete"_s;
    case RunStatus::Failed:
        return u"failed"_s;
    case RunStatus::Truncated:
        return u"truncated"_s;
    case RunStatus::NoInference:
        break;
    }
    return u"no-inference"_s;
}

const Counter *Profile::counter(const QString &name) const
{
    const auto it = std::ranges::find(counters, name, &Counter::name);
    return it == counters.end() ? nullptr : &*it;
}

bool printsSums(LogFamily family)
{
    return family == LogFamily::ExecutorchRunner;
}

std::optional<quint64> summedInferences(const Profile &profile, bool areSums)
{
    if (!areSums)
        return 1;
    return profile.inferences.value_or(0) > 0 ? profile.inferences : std::nullopt;
}

} // namespace tosaic::profile
