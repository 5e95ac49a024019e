// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/units.h"

#include <QString>

#include <optional>
#include <utility>
#include <vector>

/// What happened when: tracks on one axis of time. Immutable once built, shared between threads.
namespace tosaic::profile {

struct TimelineTrack
{
    enum class Kind
    {
        Slices, ///< something lasts
        Counter ///< a value holds until the next sample
    };
    /// What it is about; decides colour, order and legend.
    enum class Subject
    {
        Inference,
        NpuOperation,
        Dma,
        CpuKernel,
        Delegate, ///< a call into a delegate, whatever it runs on
        Counter,
        Arena, ///< bytes in use
        Other
    };

    Kind kind = Kind::Slices;
    Subject subject = Subject::Other;
    QString name;
    QString group; ///< tracks of one group stand together: "NPU", "AXI", "CPU"
    QString unit; ///< of the values of a counter
    std::optional<Origin> origin;
    /// Not 0: goes on where the track before has no room, with what runs at the same time (deeper
    /// in a call, or just overlapping).
    int depth = 0;

    /// In order of time. Slices of one track do not overlap: what does takes another track.
    std::vector<qint64> starts; ///< of slices, or times of samples
    std::vector<qint64> ends; ///< slices only
    std::vector<double> values; ///< counters only
    /// Counters only: how long the last value holds; absent: as long as the timeline goes.
    std::optional<qint64> until;
    std::vector<quint32> labels; ///< slices only; into Timeline::labels
    /// Slices only: index into OperationTable::operations, -1 if it is none; empty: none is.
    std::vector<qint32> operations;
};

struct Timeline
{
    std::vector<TimelineTrack> tracks;
    std::vector<QString> labels;
    /// "cycles" of the NPU clock, "ns", or "ticks" of a clock that is not known.
    QString timeUnit = QStringLiteral("cycles");
    std::optional<quint64> clockHz; ///< NPU clock, to state cycles as time
    std::optional<std::pair<qint64, qint64>> range; ///< absent: empty
    /// First and last time of each inference, in order; empty: not known.
    std::vector<std::pair<qint64, qint64>> inferences;
    /// Of several timelines on one axis their names, the first may be empty; else empty.
    std::vector<QString> parts;
    std::vector<Diagnostic> diagnostics;

    quint64 eventCount() const;
    /// Seconds that one unit of time lasts; absent where the clock is not known.
    std::optional<double> secondsPerUnit() const;
};

} // namespace tosaic::profile
