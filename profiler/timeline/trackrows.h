// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/timeline/timeline.h"

#include <QHash>

#include <vector>

/// What the builders of timelines share.
namespace tosaic::profile {

/// Beyond this doubles, and the scripts that read exported traces, cannot tell two times apart.
constexpr qint64 LargestTime = qint64(1) << 53;

/// One slice before it has a track.
struct Span
{
    qint64 start = 0;
    qint64 end = 0; ///< not before the start
    quint32 label = 0;
    qint32 operation = -1;
};

/// Adds rows of spans and of samples to a timeline, and names only once.
class TrackRows
{
public:
    /// Rows of calls as deep, or as many things at one time, as nobody looks at.
    static constexpr size_t DepthLimit = 64;

    explicit TrackRows(Timeline &timeline) : m_timeline(timeline) { }

    quint32 label(const QString &name);
    /// Spans in any order. What overlaps takes further tracks, the longer one above; what would be
    /// deeper than DepthLimit is left out, which "timeline.depth" says. Without spans no track.
    void addSlices(const TimelineTrack &like, std::vector<Span> spans);
    /// Samples in any order; without any no track.
    void addCounter(TimelineTrack like, std::vector<qint64> times, std::vector<double> values);
    /// Tracks of one group stand together, in the order of first appearance, and the range covers
    /// them all.
    void finish();

private:
    Timeline &m_timeline;
    QHash<QString, quint32> m_labels;
};

} // namespace tosaic::profile
