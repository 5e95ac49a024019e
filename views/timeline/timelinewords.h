// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/timelinedata.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace tosaic::views {

/// How a timeline is put into words.
class TimelineWords
{
    Q_DECLARE_TR_FUNCTIONS(TimelineWords)
public:
    static QString subjectName(profile::TimelineTrack::Subject subject);
    /// "cycles", "ns", "ticks"
    static QString unitName(const profile::Timeline &timeline);
    /// "12,345 cycles"; "1.23 ms" where the unit is one of time.
    static QString amount(const profile::Timeline &timeline, qint64 time);
    /// The same with the time at the clock: "12,345 cycles (24.7 µs)".
    static QString amountAndTime(const profile::Timeline &timeline, qint64 time);
    /// A value of a counter with its unit.
    static QString value(const profile::TimelineTrack &track, double value);
    /// "0 to 1,200 words"
    static QString extent(const profile::TimelineTrack &track, const profile::CounterRange &range);
    /// "axi0, level 2"
    static QString trackName(const profile::TimelineTrack &track);

    /// Share of the inference (or run) that a slice lies in; empty if it lies in none.
    static QString shareOfInference(const TimelineData &data, const TimelinePlace &place);
    /// Lines of facts, the name first.
    static QStringList facts(const TimelineData &data, const TimelinePlace &place);
    static QString card(const TimelineData &data, const TimelinePlace &place);
    static QString cardOfMany(
        const TimelineData &data, size_t track, const profile::SliceCell &cell);
    static QString cardOfCounter(
        const TimelineData &data, size_t track, const profile::CounterCell &cell, qint64 time);
    /// With a line of titles; times in the timeline's unit.
    static QString tsv(const TimelineData &data, const std::vector<TimelinePlace> &places);
};

} // namespace tosaic::views
