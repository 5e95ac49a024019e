// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timelinewords.h"

#include "core/base/cycletext.h"
#include "core/base/numbertext.h"
#include "core/base/units.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using profile::TimelineTrack;
using Subject = TimelineTrack::Subject;

namespace {

QString html(const QStringList &lines)
{
    QStringList escaped;
    for (const auto &line : lines)
        escaped << line.toHtmlEscaped();
    escaped.front() = u"<b>%1</b>"_s.arg(escaped.front());
    return escaped.join("<br>"_L1);
}

} // namespace

QString TimelineWords::subjectName(Subject subject)
{
    switch (subject) {
    case Subject::Inference:
        return tr("Inferences and runs");
    case Subject::NpuOperation:
        return tr("NPU operations");
    case Subject::Dma:
        return tr("DMA and AXI");
    case Subject::CpuKernel:
        return tr("CPU kernels");
    case Subject::Delegate:
        return tr("Delegates");
    case Subject::Counter:
        return tr("Counters");
    case Subject::Arena:
        return tr("Arena use");
    case Subject::Other:
        break;
    }
    return tr("Other");
}

QString TimelineWords::unitName(const profile::Timeline &timeline)
{
    if (timeline.timeUnit == u"cycles"_s)
        return tr("cycles");
    return timeline.timeUnit == u"ticks"_s ? tr("ticks") : timeline.timeUnit;
}

QString TimelineWords::amount(const profile::Timeline &timeline, qint64 time)
{
    if (timeline.timeUnit == u"ns"_s)
        return formatDuration(static_cast<double>(time) * 1e-9);
    return u"%1 %2"_s.arg(QLocale().toString(time), unitName(timeline));
}

QString TimelineWords::amountAndTime(const profile::Timeline &timeline, qint64 time)
{
    const auto seconds = timeline.secondsPerUnit();
    if (!seconds || timeline.timeUnit == u"ns"_s)
        return amount(timeline, time);
    return u"%1 (%2)"_s.arg(
        amount(timeline, time), formatDuration(static_cast<double>(time) * *seconds));
}

QString TimelineWords::value(const TimelineTrack &track, double value)
{
    if (track.unit == u"bytes"_s && value >= 0)
        return formatBytes(static_cast<quint64>(value));
    return track.unit.isEmpty() ? formatNumber(value)
                                : u"%1 %2"_s.arg(formatNumber(value), track.unit);
}

QString TimelineWords::extent(const TimelineTrack &track, const profile::CounterRange &range)
{
    const auto least
        = track.unit == u"bytes"_s ? value(track, range.least) : formatNumber(range.least);
    return tr("%1 to %2").arg(least, value(track, range.most));
}

QString TimelineWords::trackName(const TimelineTrack &track)
{
    return track.depth == 0 ? track.name
                            : tr("%1, level %2").arg(track.name, QString::number(track.depth + 1));
}

QString TimelineWords::shareOfInference(const TimelineData &data, const TimelinePlace &place)
{
    const auto &tracks = data.timeline().tracks;
    for (size_t i = 0; i < tracks.size(); ++i) {
        if (tracks[i].subject != Subject::Inference || i == place.track)
            continue;
        const auto around = data.index->sliceAt(i, data.start(place));
        if (!around)
            continue;
        const TimelinePlace inference{ i, *around };
        const auto length = data.end(inference) - data.start(inference);
        if (length <= 0 || data.end(place) > data.end(inference))
            continue;
        const auto share = static_cast<double>(data.end(place) - data.start(place))
            / static_cast<double>(length);
        return tr("%1 of %2").arg(formatShare(share), data.label(inference));
    }
    return {};
}

QStringList TimelineWords::facts(const TimelineData &data, const TimelinePlace &place)
{
    const auto &track = data.track(place.track);
    const auto length = data.end(place) - data.start(place);
    QStringList lines{ data.label(place) };
    const auto number = data.operation(place);
    const auto *table = data.subject->table.get();
    const bool isKnown
        = table && number >= 0 && static_cast<size_t>(number) < table->operations.size();
    if (isKnown) {
        const auto &operation = table->operations[static_cast<size_t>(number)];
        if (!operation.kind.isEmpty())
            lines << (operation.origin.module.isEmpty()
                    ? operation.kind
                    : tr("%1 in %2").arg(operation.kind, operation.origin.module));
    }
    lines << tr("Starts at %1").arg(amountAndTime(data.timeline(), data.start(place)));
    const auto lasts = amountAndTime(data.timeline(), length);
    lines << (track.origin ? tr("Lasts %1, %2").arg(lasts, originTag(*track.origin))
                           : tr("Lasts %1, origin not stated").arg(lasts));
    if (const auto share = shareOfInference(data, place); !share.isEmpty())
        lines << share;
    if (isKnown) {
        const auto &operation = table->operations[static_cast<size_t>(number)];
        if (operation.estimatedCycles && track.origin != Origin::Estimate)
            lines << tr("Vela's estimate: %1 cycles, est")
                         .arg(formatCycles(*operation.estimatedCycles));
        if (!operation.origin.sourceLine.isEmpty())
            lines << operation.origin.sourceLine;
    }
    return lines;
}

QString TimelineWords::card(const TimelineData &data, const TimelinePlace &place)
{
    return html(facts(data, place));
}

QString TimelineWords::cardOfMany(
    const TimelineData &data, size_t number, const profile::SliceCell &cell)
{
    const auto &track = data.track(number);
    const auto last = cell.first + cell.count - 1;
    return html({ tr("%n slice(s)", nullptr, static_cast<int>(cell.count)),
        tr("Most time: %1").arg(data.timeline().labels[cell.label]),
        tr("Covered: %1").arg(formatShare(static_cast<double>(cell.coverage))),
        tr("From %1").arg(amountAndTime(data.timeline(), track.starts[cell.first])),
        tr("To %1").arg(amountAndTime(data.timeline(), track.ends[last])) });
}

QString TimelineWords::cardOfCounter(
    const TimelineData &data, size_t number, const profile::CounterCell &cell, qint64 time)
{
    const auto &track = data.track(number);
    QStringList lines{ trackName(track) };
    if (cell.least == cell.most) {
        lines << value(track, cell.mean);
    } else {
        lines << tr("Mean %1").arg(value(track, cell.mean));
        lines << tr("From %1 to %2").arg(value(track, cell.least), value(track, cell.most));
    }
    lines << tr("At %1").arg(amountAndTime(data.timeline(), time));
    lines << (track.origin ? originTag(*track.origin) : tr("Origin not known"));
    return html(lines);
}

QString TimelineWords::tsv(const TimelineData &data, const std::vector<TimelinePlace> &places)
{
    const auto unit = unitName(data.timeline());
    QStringList lines{ QStringList{ tr("Name"), tr("Track"), tr("Start (%1)").arg(unit),
        tr("End (%1)").arg(unit), tr("Duration (%1)").arg(unit), tr("Origin") }
                           .join(u'\t') };
    for (const auto &place : places) {
        const auto &track = data.track(place.track);
        lines << QStringList{ data.label(place), trackName(track),
            QString::number(data.start(place)), QString::number(data.end(place)),
            QString::number(data.end(place) - data.start(place)),
            track.origin ? originTag(*track.origin) : tr("Not known") }
                     .join(u'\t');
    }
    return lines.join(u'\n') + u'\n';
}

} // namespace tosaic::views
