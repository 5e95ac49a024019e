// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/profiledocument.h"
#include "profiler/session/runsdocument.h"
#include "profiler/timeline/tracetimeline.h"

#include <memory>
#include <optional>
#include <span>

namespace tosaic {

/// The timeline of a run, or of the estimates without one; null if nothing has a time.
/// `isTraceJoined`: table and slices of the subject are of the run's trace.
std::shared_ptr<const profile::Timeline> timelineOf(const ProfileSubject &subject,
    const std::optional<profile::MeasuredRun> &run, bool isTraceJoined,
    std::span<const profile::MemoryCourse> memory);

} // namespace tosaic
