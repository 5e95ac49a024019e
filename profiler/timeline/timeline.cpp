// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/timeline/timeline.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

quint64 Timeline::eventCount() const
{
    quint64 count = 0;
    for (const auto &track : tracks)
        count += track.starts.size();
    return count;
}

std::optional<double> Timeline::secondsPerUnit() const
{
    if (timeUnit == u"ns"_s)
        return 1e-9;
    if (timeUnit == u"cycles"_s && clockHz && *clockHz > 0)
        return 1 / static_cast<double>(*clockHz);
    return std::nullopt;
}

} // namespace tosaic::profile
