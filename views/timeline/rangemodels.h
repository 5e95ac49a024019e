// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/timeline/timelinestatistics.h"
#include "views/models/tablemodel.h"
#include "views/timeline/timelinedata.h"

namespace tosaic::views {

/// What ran in a range, by name.
class RangeLabelsModel : public TableModel<profile::LabelStatistics>
{
    Q_OBJECT
public:
    enum Column
    {
        Name,
        Track,
        Count,
        Total,
        Share, ///< of the range
        Mean,
        Least,
        Most,
        ColumnCount
    };

    using TableModel::TableModel;
    void set(const TimelineData &data, const profile::RangeStatistics &statistics);

private:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const profile::LabelStatistics &row, int column, int role) const override;
    QVariant raw(const profile::LabelStatistics &row, int column) const;

    std::optional<TimelineData> m_data;
    qint64 m_length = 0;
};

/// What the tracks say of a range: how long they were busy, and the values of counters.
class RangeTracksModel : public TableModel<profile::TrackStatistics>
{
    Q_OBJECT
public:
    enum Column
    {
        Name,
        Count,
        Busy,
        Share, ///< of the range
        Least,
        Mean,
        Most,
        ColumnCount
    };

    using TableModel::TableModel;
    void set(const TimelineData &data, const profile::RangeStatistics &statistics);

private:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const profile::TrackStatistics &row, int column, int role) const override;
    QVariant raw(const profile::TrackStatistics &row, int column) const;

    std::optional<TimelineData> m_data;
    qint64 m_length = 0;
};

} // namespace tosaic::views
