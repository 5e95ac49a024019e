// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/pmutracedescription.h"

#include <QJsonArray>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr size_t MaxRows = 500; ///< of the table of tracks

QString number(quint64 value)
{
    // Output for scripts and people alike must not depend on the machine's language.
    static const QLocale english(QLocale::English, QLocale::UnitedStates);
    return english.toString(value);
}

QString label(const char *text)
{
    return QString::fromLatin1(text);
}

QString kindName(PmuTrace::TrackKind kind)
{
    return kind == PmuTrace::TrackKind::Spans  ? u"spans"_s
        : kind == PmuTrace::TrackKind::Counter ? u"counter"_s
                                               : u"instants"_s;
}

/// Cycles of all spans together; absent if there are none, or if the sum does not fit.
std::optional<quint64> cyclesOf(const PmuTrace::Track &track)
{
    quint64 sum = 0;
    for (const auto duration : track.durations) {
        if (__builtin_add_overflow(sum, duration, &sum))
            return std::nullopt;
    }
    return track.kind == PmuTrace::TrackKind::Spans ? std::optional(sum) : std::nullopt;
}

QJsonObject trackJson(const PmuTrace::Track &track)
{
    QJsonObject json{ { u"kind"_s, kindName(track.kind) }, { u"process"_s, track.process },
        { u"thread"_s, track.thread }, { u"name"_s, track.name },
        { u"events"_s, static_cast<qint64>(track.ts.size()) } };
    if (!track.argument.isEmpty())
        json.insert(u"argument"_s, track.argument);
    if (const auto cycles = cyclesOf(track))
        json.insert(u"cycles"_s, static_cast<qint64>(*cycles));
    return json;
}

QJsonObject toJson(const PmuTrace &trace)
{
    QJsonObject reads{ { u"count"_s, static_cast<qint64>(trace.queueReads.size()) } };
    if (!trace.queueReads.empty()) {
        reads.insert(u"firstWord"_s, static_cast<qint64>(trace.queueReads.front().word));
        reads.insert(u"lastWord"_s, static_cast<qint64>(trace.queueReads.back().word));
    }
    QJsonArray tracks;
    for (const auto &track : trace.tracks)
        tracks.append(trackJson(track));
    QJsonObject json{ { u"events"_s, static_cast<qint64>(trace.eventCount) },
        { u"skipped"_s, static_cast<qint64>(trace.skippedCount) },
        { u"complete"_s, trace.isComplete }, { u"compressed"_s, trace.isCompressed },
        { u"jsonBytes"_s, static_cast<qint64>(trace.jsonSize) }, { u"queueReads"_s, reads },
        { u"tracks"_s, tracks } };
    if (trace.range)
        json.insert(u"cycles"_s,
            QJsonObject{ { u"first"_s, static_cast<qint64>(trace.range->first) },
                { u"last"_s, static_cast<qint64>(trace.range->second) } });
    return json;
}

DescriptionSection traceSection(const PmuTrace &trace)
{
    DescriptionSection section{ .title = label(QT_TRANSLATE_NOOP("Description", "PMU trace")) };
    auto &facts = section.facts;
    facts.push_back(
        { label(QT_TRANSLATE_NOOP("Description", "Events")), number(trace.eventCount) });
    if (trace.skippedCount > 0)
        facts.push_back({ label(QT_TRANSLATE_NOOP("Description", "Events left out")),
            number(trace.skippedCount) });
    if (trace.range) {
        facts.push_back({ label(QT_TRANSLATE_NOOP("Description", "First NPU cycle")),
            number(trace.range->first) });
        facts.push_back({ label(QT_TRANSLATE_NOOP("Description", "Last NPU cycle")),
            number(trace.range->second) });
    }
    facts.push_back({ label(QT_TRANSLATE_NOOP("Description", "Reads of the command queue")),
        number(trace.queueReads.size()) });
    return section;
}

DescriptionSection tracksSection(const PmuTrace &trace)
{
    DescriptionSection section{ .title = label(QT_TRANSLATE_NOOP("Description", "Tracks")) };
    auto &table = section.table;
    table.columns = { { label(QT_TRANSLATE_NOOP("Description", "Process")) },
        { label(QT_TRANSLATE_NOOP("Description", "Thread")) },
        { label(QT_TRANSLATE_NOOP("Description", "Name")) },
        { label(QT_TRANSLATE_NOOP("Description", "Kind")) },
        { label(QT_TRANSLATE_NOOP("Description", "Events")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Cycles")), true } };
    const auto shown = std::min(trace.tracks.size(), MaxRows);
    table.omitted = trace.tracks.size() - shown;
    for (size_t i = 0; i < shown; ++i) {
        const auto &track = trace.tracks[i];
        const auto cycles = cyclesOf(track);
        table.rows.push_back({ track.process, track.thread,
            track.argument.isEmpty() ? track.name : track.name + u' ' + track.argument,
            kindName(track.kind), number(track.ts.size()), cycles ? number(*cycles) : QString() });
    }
    return section;
}

} // namespace

Description describePmuTrace(const PmuTrace &trace)
{
    Description description{ .format = u"pmu-trace"_s,
        .json = toJson(trace),
        .sections = { traceSection(trace) },
        .diagnostics = trace.diagnostics };
    if (!trace.tracks.empty())
        description.sections.push_back(tracksSection(trace));
    return description;
}

} // namespace tosaic::profile
