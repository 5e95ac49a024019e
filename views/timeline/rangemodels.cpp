// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/rangemodels.h"

#include "core/base/units.h"
#include "views/models/roles.h"
#include "views/timeline/timelinewords.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr Qt::Alignment NumberAlignment = Qt::AlignRight | Qt::AlignVCenter;

double shareOf(qint64 part, qint64 whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

/// A time without its unit where that stands in the title, with the time at the clock as tool tip.
QVariant timeCell(const TimelineData &data, qint64 time, int role)
{
    if (role == Qt::ToolTipRole)
        return TimelineWords::amountAndTime(data.timeline(), time);
    return data.timeline().timeUnit == u"ns"_s ? TimelineWords::amount(data.timeline(), time)
                                               : QLocale().toString(time);
}

} // namespace

void RangeLabelsModel::set(const TimelineData &data, const profile::RangeStatistics &statistics)
{
    m_data = data;
    m_length = statistics.to - statistics.from;
    setRows(statistics.labels);
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

QVariant RangeLabelsModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return int(column <= Track ? Qt::AlignLeft | Qt::AlignVCenter : NumberAlignment);
    if (role == Qt::ToolTipRole && column == Share)
        return tr("Share of the range's time");
    if (role != Qt::DisplayRole || !m_data)
        return {};
    const auto unit = TimelineWords::unitName(m_data->timeline());
    switch (column) {
    case Name:
        return tr("Name");
    case Track:
        return tr("Track");
    case Count:
        return tr("Count");
    case Total:
        return tr("Total (%1)").arg(unit);
    case Share:
        return tr("Share");
    case Mean:
        return tr("Mean");
    case Least:
        return tr("Shortest");
    case Most:
        return tr("Longest");
    default:
        return {};
    }
}

QVariant RangeLabelsModel::raw(const profile::LabelStatistics &row, int column) const
{
    switch (column) {
    case Name:
        return m_data->timeline().labels[row.label];
    case Track:
        return m_data->track(row.track).name;
    case Count:
        return row.count;
    case Total:
        return row.total;
    case Share:
        return shareOf(row.total, m_length);
    case Mean:
        return static_cast<double>(row.total) / static_cast<double>(row.count);
    case Least:
        return row.least;
    case Most:
        return row.most;
    default:
        return {};
    }
}

QVariant RangeLabelsModel::cell(const profile::LabelStatistics &row, int column, int role) const
{
    if (!m_data)
        return {};
    if (role == ValueRole || role == SortRole)
        return raw(row, column);
    if (role == Qt::TextAlignmentRole)
        return header(column, role);
    if (role == OriginRole && column == Name) {
        const auto &origin = m_data->track(row.track).origin;
        return origin ? originTag(*origin) : QVariant();
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (column) {
    case Count:
        return QLocale().toString(row.count);
    case Share:
        return formatShare(shareOf(row.total, m_length));
    case Mean:
        return timeCell(*m_data, row.total / static_cast<qint64>(row.count), role);
    case Total:
        return timeCell(*m_data, row.total, role);
    case Least:
        return timeCell(*m_data, row.least, role);
    case Most:
        return timeCell(*m_data, row.most, role);
    default:
        return raw(row, column);
    }
}

void RangeTracksModel::set(const TimelineData &data, const profile::RangeStatistics &statistics)
{
    m_data = data;
    m_length = statistics.to - statistics.from;
    setRows(statistics.tracks);
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

QVariant RangeTracksModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return int(column == Name ? Qt::AlignLeft | Qt::AlignVCenter : NumberAlignment);
    if (role != Qt::DisplayRole || !m_data)
        return {};
    switch (column) {
    case Name:
        return tr("Track");
    case Count:
        return tr("Count");
    case Busy:
        return tr("Busy (%1)").arg(TimelineWords::unitName(m_data->timeline()));
    case Share:
        return tr("Share");
    case Least:
        return tr("Least");
    case Mean:
        return tr("Mean");
    case Most:
        return tr("Most");
    default:
        return {};
    }
}

QVariant RangeTracksModel::raw(const profile::TrackStatistics &row, int column) const
{
    const auto &track = m_data->track(row.track);
    const bool isCounter = track.kind == profile::TimelineTrack::Kind::Counter;
    switch (column) {
    case Name:
        return TimelineWords::trackName(track);
    case Count:
        return row.count;
    case Busy:
        return isCounter ? QVariant() : row.busy;
    case Share:
        return isCounter ? QVariant() : shareOf(row.busy, m_length);
    case Least:
        return row.values ? row.values->least : QVariant();
    case Mean:
        return row.values ? row.values->mean : QVariant();
    case Most:
        return row.values ? row.values->most : QVariant();
    default:
        return {};
    }
}

QVariant RangeTracksModel::cell(const profile::TrackStatistics &row, int column, int role) const
{
    if (!m_data)
        return {};
    const auto value = raw(row, column);
    if (role == ValueRole || role == SortRole)
        return value;
    if (role == Qt::TextAlignmentRole)
        return header(column, role);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    if (!value.isValid())
        return role == Qt::DisplayRole ? u"–"_s : tr("Does not apply to this kind of track");
    switch (column) {
    case Count:
        return QLocale().toString(row.count);
    case Busy:
        return timeCell(*m_data, row.busy, role);
    case Share:
        return formatShare(value.toDouble());
    case Least:
    case Mean:
    case Most:
        return TimelineWords::value(m_data->track(row.track), value.toDouble());
    default:
        return value;
    }
}

} // namespace tosaic::views
