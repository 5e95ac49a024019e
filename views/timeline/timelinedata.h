// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/profiledocument.h"
#include "profiler/timeline/timelineindex.h"

#include <memory>

namespace tosaic::views {

using TimelinePlace = profile::TimelineIndex::Place;

/// What the views of a timeline show; both are immutable and never null.
struct TimelineData
{
    std::shared_ptr<const ProfileSubject> subject;
    std::shared_ptr<const profile::TimelineIndex> index;

    const profile::Timeline &timeline() const { return index->timeline(); }
    const profile::TimelineTrack &track(size_t number) const { return timeline().tracks[number]; }
    qint64 start(const TimelinePlace &place) const
    {
        return track(place.track).starts[place.slice];
    }
    qint64 end(const TimelinePlace &place) const { return track(place.track).ends[place.slice]; }
    const QString &label(const TimelinePlace &place) const
    {
        return timeline().labels[track(place.track).labels[place.slice]];
    }
    /// -1: the slice is no operation of the NPU.
    qint32 operation(const TimelinePlace &place) const
    {
        const auto &operations = track(place.track).operations;
        return operations.empty() ? -1 : operations[place.slice];
    }
};

} // namespace tosaic::views
