// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/rangemodels.h"

#include "views/timeline/timelinewords.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct RangeText
{
    Q_DECLARE_TR_FUNCTIONS(RangeTables)
};

double shareOf(qint64 part, qint64 whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

/// A column of times: without their unit where that stands in the title, with the time at the clock
/// as tool tip.
template <typename Row, typename Time>
ColumnOf<Row> timeColumn(
    const QString &key, const QString &title, const TimelineData &data, Time time)
{
    const auto text = [data, time](const Row &row) {
        const std::optional<qint64> value = time(row);
        return !value                             ? u"\u2013"_s
            : data.timeline().timeUnit == u"ns"_s ? TimelineWords::amount(data.timeline(), *value)
                                                  : QLocale().toString(*value);
    };
    const auto tip = [data, time](const Row &row) {
        const std::optional<qint64> value = time(row);
        return value ? TimelineWords::amountAndTime(data.timeline(), *value)
                     : RangeText::tr("Does not apply to this kind of track");
    };
    return { key, title, time, { .text = text, .tip = tip } };
}

} // namespace

void RangeLabelsModel::set(const TimelineData &data, const profile::RangeStatistics &statistics)
{
    using Row = profile::LabelStatistics;
    const auto unit = TimelineWords::unitName(data.timeline());
    const auto length = statistics.to - statistics.from;
    const auto mean = [](const Row &row) { return row.total / static_cast<qint64>(row.count); };
    const auto time = [&data](const QString &key, const QString &title, auto get) {
        return timeColumn<Row>(key, title, data, get);
    };
    setColumns(columnsOf<Row>({
        { u"name"_s, RangeText::tr("Name"),
            [data](const Row &row) { return data.timeline().labels[row.label]; } },
        { u"track"_s, RangeText::tr("Track"),
            [data](const Row &row) { return data.track(row.track).name; } },
        { u"count"_s, RangeText::tr("Count"), &Row::count },
        time(u"total"_s, RangeText::tr("Total (%1)").arg(unit),
            [](const Row &row) { return row.total; }),
        { u"share"_s, RangeText::tr("Share of time"),
            [length](const Row &row) { return shareOf(row.total, length); },
            { .unit = column_unit::Share, .about = RangeText::tr("Share of the range's time") } },
        time(u"mean"_s, RangeText::tr("Mean"), mean),
        time(u"least"_s, RangeText::tr("Shortest"), [](const Row &row) { return row.least; }),
        time(u"most"_s, RangeText::tr("Longest"), [](const Row &row) { return row.most; }),
    }));
    setRows(statistics.labels);
}

void RangeTracksModel::set(const TimelineData &data, const profile::RangeStatistics &statistics)
{
    using Row = profile::TrackStatistics;
    const auto length = statistics.to - statistics.from;
    const auto busy = [data](const Row &row) {
        const bool isCounter = data.track(row.track).kind == profile::TimelineTrack::Kind::Counter;
        return isCounter ? std::nullopt : std::optional(row.busy);
    };
    const auto value = [&data](const QString &key, const QString &title, auto member) {
        const auto get = [member](const Row &row) {
            return row.values ? std::optional<double>((*row.values).*member) : std::nullopt;
        };
        const auto text = [data, get](const Row &row) {
            const auto known = get(row);
            return known ? TimelineWords::value(data.track(row.track), *known) : u"\u2013"_s;
        };
        return ColumnOf<Row>(key, title, get, { .text = text });
    };
    using Range = profile::CounterRange;
    setColumns(columnsOf<Row>({
        { u"name"_s, RangeText::tr("Track"),
            [data](const Row &row) { return TimelineWords::trackName(data.track(row.track)); } },
        { u"count"_s, RangeText::tr("Count"), &Row::count },
        timeColumn<Row>(u"busy"_s,
            RangeText::tr("Busy (%1)").arg(TimelineWords::unitName(data.timeline())), data, busy),
        { u"share"_s, RangeText::tr("Share of time"),
            [busy, length](const Row &row) {
                const auto part = busy(row);
                return part ? std::optional(shareOf(*part, length)) : std::nullopt;
            },
            { .unit = column_unit::Share, .mayBeEmpty = true } },
        value(u"least"_s, RangeText::tr("Least"), &Range::least),
        value(u"mean"_s, RangeText::tr("Mean"), &Range::mean),
        value(u"most"_s, RangeText::tr("Most"), &Range::most),
    }));
    setRows(statistics.tracks);
}

} // namespace tosaic::views
