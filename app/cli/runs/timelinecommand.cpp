// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/manysides.h"
#include "core/base/knownjson.h"
#include "core/base/try.h"

#include "core/base/bytesource.h"
#include "core/base/units.h"
#include "core/documents/openmodel.h"
#include "profiler/imports/runimport.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/session/profileassembly.h"
#include "profiler/timeline/alignedtimeline.h"
#include "profiler/timeline/chrometrace.h"
#include "profiler/timeline/etdumptimeline.h"
#include "profiler/timeline/timelineindex.h"
#include "profiler/timeline/tracetimeline.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QLocale>

#include <memory>

#include <ranges>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace timelinecommand {
namespace {

struct Wanted
{
    QStringList paths; ///< several stand on one axis
    QString program; ///< that ran, or anything `operators` takes; empty: none
    QStringList databases; ///< debug databases of Vela
    QString output;
    QString unit; ///< of an ETDump's times
    std::optional<quint64> clockHz;
    std::optional<qint64> from;
    std::optional<qint64> to;
    std::optional<quint64> inference; ///< by which several are aligned, from 1
    bool isJson = false;
};

/// A trace with the operations of the program that ran.
Result<profile::Timeline> joinedTimeline(const Wanted &wanted, const QString &path)
{
    auto databases = wanted.databases;
    const auto opened
        = TRY(openDocument(wanted.program.isEmpty() ? databases.takeFirst() : wanted.program));
    auto material = profileMaterial(opened);
    material.reports = databases;
    auto run = TRY(profile::readRunFile(path));
    if (!run.trace)
        return fail(ErrorCode::FormatUnsupported,
            u"it is no PMU trace of an FVP (--pmu-trace): only those are joined with a program"_s,
            { .file = path });
    if (wanted.clockHz)
        run.clockHz = wanted.clockHz;
    const auto trace = run.trace;
    material.run = std::move(run);
    const auto subject = assembleProfile(material);
    if (!subject || !subject->timeline)
        return fail(
            ErrorCode::FormatUnsupported, u"there is nothing that has a time"_s, { .file = path });
    auto timeline = *subject->timeline;
    timeline.diagnostics.insert(
        timeline.diagnostics.begin(), subject->diagnostics.begin(), subject->diagnostics.end());
    timeline.diagnostics.insert(
        timeline.diagnostics.begin(), trace->diagnostics.begin(), trace->diagnostics.end());
    return timeline;
}

Result<profile::Timeline> readTimeline(const Wanted &wanted, const QString &path)
{
    if (!wanted.program.isEmpty() || !wanted.databases.isEmpty())
        return joinedTimeline(wanted, path);
    const auto source = TRY(ByteSource::map(path));
    if (profile::isReadableEtdump(source->bytes())) {
        const auto dump = TRY(profile::readEtDump(source));
        return profile::timelineOf(
            dump, { .unit = wanted.unit.isEmpty() ? u"ticks"_s : wanted.unit, .origin = {} });
    }
    const auto trace = TRY(profile::readPmuTrace(source));
    TRY(profile::expectNpu(trace, source->name()));
    auto timeline
        = profile::timelineOf(trace, { .slices = {}, .memory = {}, .clockHz = wanted.clockHz });
    timeline.diagnostics.insert(
        timeline.diagnostics.begin(), trace.diagnostics.begin(), trace.diagnostics.end());
    return timeline;
}

/// Of one file, or of several aligned by an inference and called by what tells their names apart.
Result<profile::Timeline> readTimelines(const Wanted &wanted)
{
    if (wanted.paths.size() == 1)
        return readTimeline(wanted, wanted.paths.front());
    std::vector<profile::TimelinePart> parts;
    const auto names = columnTitles(wanted.paths);
    for (qsizetype i = 0; i < wanted.paths.size(); ++i)
        parts.push_back({ names[i],
            std::make_shared<profile::Timeline>(TRY(readTimeline(wanted, wanted.paths[i]))) });
    return profile::alignedTimeline(parts, wanted.inference.value_or(1) - 1);
}

QJsonObject trackJson(
    const profile::TimelineIndex &index, size_t number, const std::pair<qint64, qint64> &range)
{
    const auto &track = index.timeline().tracks[number];
    const bool isCounter = track.kind == profile::TimelineTrack::Kind::Counter;
    QJsonObject json{ { u"group"_s, track.group }, { u"name"_s, track.name },
        { u"kind"_s, isCounter ? u"counter"_s : u"slices"_s }, { u"depth"_s, track.depth },
        { u"events"_s, qint64(track.starts.size()) } };
    insertKnown(json, u"unit"_s, track.unit);
    if (track.origin)
        json.insert(u"origin"_s, originTag(*track.origin));
    if (!isCounter)
        json.insert(u"busy"_s, index.busyTime(number, range.first, range.second));
    if (const auto values = index.counterRange(number, double(range.first), double(range.second))) {
        json.insert(u"min"_s, values->least);
        json.insert(u"mean"_s, values->mean);
        json.insert(u"max"_s, values->most);
    }
    return json;
}

/// The range that is asked for; its end is outside.
std::pair<qint64, qint64> rangeOf(const Wanted &wanted, const profile::Timeline &timeline)
{
    const auto whole = timeline.range.value_or(std::pair<qint64, qint64>(0, 0));
    return { wanted.from.value_or(whole.first), wanted.to.value_or(whole.second + 1) };
}

QJsonObject summaryOf(const profile::TimelineIndex &index, const std::pair<qint64, qint64> &range)
{
    const auto &timeline = index.timeline();
    QJsonObject json{ { u"timeUnit"_s, timeline.timeUnit },
        { u"events"_s, qint64(timeline.eventCount()) } };
    insertKnown(json, u"clockHz"_s, timeline.clockHz);
    if (timeline.range)
        json.insert(u"range"_s, QJsonArray{ range.first, range.second });
    QJsonArray tracks;
    for (size_t i = 0; i < timeline.tracks.size(); ++i)
        tracks.append(trackJson(index, i, range));
    json.insert(u"tracks"_s, tracks);
    QJsonArray problems;
    for (const auto &one : timeline.diagnostics)
        problems.append(QJsonObject{ { u"severity"_s, severityText(one.severity) },
            { u"code"_s, one.id }, { u"text"_s, one.text } });
    json.insert(u"diagnostics"_s, problems);
    return json;
}

void printTracks(
    const profile::TimelineIndex &index, const std::pair<qint64, qint64> &range, Streams &streams)
{
    const auto &timeline = index.timeline();
    const auto trackOf = [&](size_t i) -> const auto &
    {
        return timeline.tracks[i];
    };
    const auto values = [&](size_t i) {
        return index.counterRange(i, double(range.first), double(range.second));
    };
    const Columns<size_t> columns{
        { { u"track"_s, u"track"_s },
            [&](const size_t &i) {
                const auto &track = trackOf(i);
                return track.group + u" / "_s + track.name
                    + (track.depth > 0 ? u" (level %1)"_s.arg(track.depth + 1) : QString());
            } },
        { { u"events"_s, u"events"_s, {}, true },
            [&](const size_t &i) { return quint64(trackOf(i).starts.size()); } },
        { { u"busy"_s, u"busy "_s + timeline.timeUnit, {}, true },
            [&](const size_t &i) {
                return trackOf(i).kind == profile::TimelineTrack::Kind::Slices
                    ? QVariant(index.busyTime(i, range.first, range.second))
                    : QVariant();
            } },
        { { u"values"_s, u"from, to, mean"_s },
            [&](const size_t &i) {
                const auto known = values(i);
                return known ? u"%1 to %2, mean %3 %4"_s.arg(known->least)
                                   .arg(known->most)
                                   .arg(known->mean)
                                   .arg(trackOf(i).unit)
                                   .trimmed()
                             : QString();
            } },
        { { u"origin"_s, u"origin"_s },
            [&](const size_t &i) {
                return trackOf(i).origin ? originTag(*trackOf(i).origin) : QString();
            } },
    };
    printTable(tableOf(columns, std::views::iota(size_t(0), timeline.tracks.size())), streams);
}

Answer describe(const Wanted &wanted, Streams &streams)
{
    const auto timeline = std::make_shared<profile::Timeline>(TRY(readTimelines(wanted)));
    bool isRefused = false; // a program or database that the trace does not belong to
    for (const auto &diagnostic : timeline->diagnostics) {
        tellProblem(diagnostic, streams);
        isRefused = isRefused
            || (diagnostic.severity == Severity::Error && diagnostic.id.startsWith("profile."_L1));
    }
    if (isRefused)
        return BadInput;
    const auto range = rangeOf(wanted, *timeline);
    std::optional<quint64> written;
    if (!wanted.output.isEmpty()) {
        profile::ChromeTraceOptions options;
        if (wanted.from || wanted.to)
            options.range = range;
        written = TRY(profile::saveChromeTrace(*timeline, wanted.output, std::move(options)));
    }
    if (!wanted.isJson && written) {
        streams.out << *written << " events written to " << wanted.output;
        if (timeline->clockHz)
            streams.out << ", times at " << formatClock(double(*timeline->clockHz))
                        << (wanted.clockHz ? "" : ", the clock of the system config");
        streams.out << '\n';
        return Fine;
    }
    const auto index = profile::TimelineIndex::build(timeline);
    if (!wanted.isJson) {
        printTracks(*index, range, streams);
        return Fine;
    }
    auto json = summaryOf(*index, range);
    if (written)
        json.insert(u"output"_s,
            QJsonObject{ { u"path"_s, wanted.output }, { u"events"_s, qint64(*written) } });
    printDocument(json, streams);
    return Fine;
}

Answer run(const Input &in)
{
    Wanted wanted{ .paths = in.names,
        .program = in.value(u"program"_s),
        .databases = in.values(u"debug-db"_s),
        .output = in.value(u"output"_s),
        .unit = in.value(u"unit"_s),
        .isJson = in.wantsJson() };
    const bool isSound = in.number(u"from"_s, wanted.from) && in.number(u"to"_s, wanted.to)
        && in.number(u"clock"_s, wanted.clockHz, 1) && !in.names.isEmpty()
        && in.number(u"inference"_s, wanted.inference, 1)
        && (QStringList{ {}, u"ns"_s, u"ticks"_s }.contains(wanted.unit));
    if (!isSound)
        return misuse(
            u"tosaic-cli timeline FILE... [--inference N] [--program FILE] [--debug-db XML] [-o "
            "OUT.json[.gz]] [--from T] [--to T] [--clock HZ] [--unit ns|ticks] "
            "[--json]"_s);
    return describe(wanted, in.streams);
}

} // namespace
} // namespace timelinecommand

Command timelineCommand()
{
    return commandOf({ .name = u"timeline"_s,
        .summary = u"show and export what happened when"_s,
        .description
        = u"Shows what happened when in a PMU trace of an FVP or an ETDump, and exports it as "
          "Chrome trace JSON, which Perfetto opens. Several files stand on the axis of the first, "
          "each with tracks of its own."_s,
        .names = { { u"FILE..."_s, u"The file; its content decides, not its name."_s } },
        .options = { { u"program"_s,
                         u"Program that ran, or the result of its compile: the operations of the "
                         "NPU get tracks of their own."_s,
                         u"FILE"_s },
            { u"debug-db"_s,
                u"Debug database of Vela, for the same; found by itself beside the program. May be "
                "repeated."_s,
                u"XML"_s },
            { { u"o"_s, u"output"_s }, u"Write Chrome trace JSON; compressed if it ends in .gz."_s,
                u"OUT"_s },
            { u"inference"_s,
                u"Of several files: the inference that begins at the same place in all; 1."_s,
                u"N"_s },
            { u"from"_s, u"Only what lasts beyond this time."_s, u"T"_s },
            { u"to"_s, u"Only what starts before this time."_s, u"T"_s },
            { u"clock"_s, u"NPU clock of a PMU trace: the export then states real time."_s,
                u"HZ"_s },
            { u"unit"_s, u"Unit of an ETDump's times, which the file does not say: ns or ticks."_s,
                u"U"_s } },
        .answer = timelinecommand::run,
        .hasTables = true });
}

} // namespace tosaic::cli
