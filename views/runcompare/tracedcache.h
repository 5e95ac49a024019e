// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/tracedoperators.h"

#include <QHash>

#include <mutex>

namespace tosaic::views {

/// Operators of traces that were joined before: sides are chosen run by run, and each choice
/// compares anew. Any thread.
class TracedCache
{
public:
    /// Absent: none of the programs is what the trace ran. Blocks where it is not known yet.
    std::optional<TracedOperators> operatorsOf(
        const profile::MeasuredRun &trace, const TracedPrograms &programs);

private:
    std::mutex m_mutex;
    QHash<QString, TracedOperators> m_known; ///< by the trace's content
};

} // namespace tosaic::views
