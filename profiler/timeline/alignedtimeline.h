// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/timeline/timeline.h"

#include <memory>
#include <span>

namespace tosaic::profile {

/// One of several timelines that stand on one axis.
struct TimelinePart
{
    QString name; ///< in front of its groups; those of the first keep their own names if empty
    std::shared_ptr<const Timeline> timeline; ///< never null
};

/// Several timelines on the axis of the first: all others are moved so that the inference with this
/// number (from 0) begins where it does there. Where one has no such inference, its first time
/// stands there ("timeline.inference"). Operations stay those of the first; the others' are of
/// other tables and have none. A part in another unit of time is left out ("timeline.unit"); cycles
/// of other clocks stay cycles ("timeline.clocks"). No parts: an empty timeline. Any thread.
Timeline alignedTimeline(std::span<const TimelinePart> parts, size_t inference = 0);

} // namespace tosaic::profile
