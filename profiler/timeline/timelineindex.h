// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/timeline/labelsums.h"
#include "profiler/timeline/timeline.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

/// What to draw of a timeline, whatever its size: levels of detail over the events of each track.
namespace tosaic::profile {

/// Asked now and then; true gives up. May be empty.
using IsCancelled = std::function<bool()>;

/// The part of the time axis that is in view. Columns of pixels stand at whole multiples of their
/// width in time, wherever the window begins: panning does not change what a column says.
struct TimeWindow
{
    double from = 0; ///< in the timeline's unit
    double to = 0; ///< outside
    int pixels = 0; ///< columns

    double perPixel() const { return pixels > 0 ? (to - from) / pixels : 0; }
    double pixelOf(double time) const { return (time - from) / perPixel(); }
};

/// Something to draw of a track of slices: one slice that is wide enough, or all that begin in one
/// column (the last of them may make the cell wider than that).
struct SliceCell
{
    double left = 0; ///< px from the start of the window; may lie outside it
    double right = 0;
    float coverage = 1; ///< share of its width in time that is covered; of a wide slice 1
    quint32 label = 0; ///< that covers most of it (of many slices: one of those that do)
    quint32 count = 1; ///< slices
    size_t first = 0; ///< index of the (first) slice in its track
};

/// A stretch of a counter: one column, or several in which it does not change.
struct CounterCell
{
    double left = 0; ///< px from the start of the window
    double right = 0;
    double least = 0;
    double most = 0;
    double mean = 0; ///< each value counts as long as it holds
};

/// Least and greatest value of a counter and its mean over time.
struct CounterRange
{
    double least = 0;
    double most = 0;
    double mean = 0;
};

/// Immutable; any thread. The timeline must outlive it (both are usually held by shared pointers).
/// Takes about one byte an event.
class TimelineIndex
{
public:
    /// Null if it was cancelled.
    static std::shared_ptr<const TimelineIndex> build(
        std::shared_ptr<const Timeline> timeline, const IsCancelled &isCancelled = {});

    const Timeline &timeline() const { return *m_timeline; }

    /// In order of time; O(columns log slices). Empty for tracks of another kind.
    std::vector<SliceCell> slices(size_t track, const TimeWindow &window) const;
    std::vector<CounterCell> counter(size_t track, const TimeWindow &window) const;

    /// The slice that covers a time; absent if none does.
    std::optional<size_t> sliceAt(size_t track, qint64 time) const;
    /// The first slice that ends after a time, or is an instant then: number of slices if none.
    size_t firstEndingAfter(size_t track, qint64 time) const;
    /// Time covered by slices within [from, to).
    qint64 busyTime(size_t track, qint64 from, qint64 to) const;
    /// Absent if the counter has no value there.
    std::optional<CounterRange> counterRange(size_t track, double from, double to) const;
    /// Of all values of a counter.
    std::optional<CounterRange> wholeRange(size_t track) const;

    /// Slices with this label, over all tracks.
    quint64 labelCount(quint32 label) const { return m_labelCounts[label]; }

    struct Place
    {
        size_t track = 0;
        size_t slice = 0;
        bool operator==(const Place &) const = default;
    };
    /// Slices of an operation in order of the tracks, and within one in order of time.
    std::span<const Place> slicesOf(size_t operation) const;

    quint64 memorySize() const; ///< bytes, without the timeline's own

private:
    static constexpr size_t Block = 32; ///< events of a node of the lowest level
    static constexpr size_t Factor = 4; ///< nodes under a node of a higher one

    struct Extremes
    {
        double least = 0;
        double most = 0;
    };
    /// Levels of one track; those of the other kind of track are empty.
    struct Levels
    {
        std::vector<qint64> covered; ///< time of all slices before each block
        std::vector<std::vector<LabelTime>> heaviest;
        std::vector<double> area; ///< value times time of all samples before each block
        std::vector<std::vector<Extremes>> extremes;
    };

    explicit TimelineIndex(std::shared_ptr<const Timeline> timeline);
    bool buildSlices(size_t track, const IsCancelled &isCancelled);
    bool buildCounter(size_t track, const IsCancelled &isCancelled);
    void collectOperations();
    qint64 coveredBefore(size_t track, size_t slice) const;
    quint32 dominantLabel(size_t track, size_t first, size_t end) const;
    double areaBefore(size_t track, size_t sample) const;
    double holdTime(const TimelineTrack &track, size_t sample) const;
    Extremes extremesOf(size_t track, size_t first, size_t end) const;
    CounterRange over(size_t track, size_t holding, size_t end, double from, double to) const;

    std::shared_ptr<const Timeline> m_timeline;
    std::vector<Levels> m_levels;
    std::vector<quint64> m_labelCounts;
    std::vector<size_t> m_operationStarts; ///< into m_places, one more than there are operations
    std::vector<Place> m_places;
};

} // namespace tosaic::profile
