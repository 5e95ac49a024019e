// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/tracedcache.h"

namespace tosaic::views {

std::optional<TracedOperators> TracedCache::operatorsOf(
    const profile::MeasuredRun &trace, const TracedPrograms &programs)
{
    const std::scoped_lock lock(m_mutex);
    if (const auto known = m_known.constFind(trace.sha256);
        !trace.sha256.isEmpty() && known != m_known.cend())
        return *known;
    auto operators = tracedOperators(trace, programs);
    if (!operators) // the next program that is opened may be the one
        return {};
    if (!trace.sha256.isEmpty())
        m_known.insert(trace.sha256, *operators);
    return std::move(*operators);
}

} // namespace tosaic::views
