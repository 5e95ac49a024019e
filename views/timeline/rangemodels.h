// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/timeline/timelinestatistics.h"
#include "views/models/columnmodel.h"
#include "views/timeline/timelinedata.h"

namespace tosaic::views {

/// What ran in a range, by name.
class RangeLabelsModel : public ColumnModel<profile::LabelStatistics>
{
public:
    explicit RangeLabelsModel(QObject *parent = nullptr) : ColumnModel({}, parent) { }
    void set(const TimelineData &data, const profile::RangeStatistics &statistics);
};

/// What the tracks say of a range: how long they were busy, and the values of counters.
class RangeTracksModel : public ColumnModel<profile::TrackStatistics>
{
public:
    explicit RangeTracksModel(QObject *parent = nullptr) : ColumnModel({}, parent) { }
    void set(const TimelineData &data, const profile::RangeStatistics &statistics);
};

} // namespace tosaic::views
