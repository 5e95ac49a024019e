// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/tracebuilder.h"

#include "core/base/coveredrange.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using json::Token;
using Kind = PmuTrace::TrackKind;

constexpr std::string_view QueueThread = "qread";
constexpr auto TooManyTracks = u"there are too many tracks, or their names are too long";

/// The value of a member of the event's arguments; kind None if there is none.
Token argument(const TraceEvent &event, std::string_view wanted)
{
    if (event.arguments.kind != Token::Kind::Composite || !event.arguments.text.starts_with('{'))
        return {};
    const auto *at = event.arguments.text.data() + 1;
    const auto *const end = event.arguments.text.data() + event.arguments.text.size();
    std::string_view key;
    Token value;
    while (json::scanMember(at, end, key, value) == json::Step::Done
        && value.kind != Token::Kind::None) {
        if (key == wanted)
            return value;
    }
    return {};
}

std::string threadKey(const TraceEvent &event)
{
    return std::string(event.process.text) + '\0' + std::string(event.thread.text);
}

} // namespace

bool TraceBuilder::hasRoomFor(size_t name)
{
    m_names += name;
    return m_names <= m_limits.names;
}

PmuTrace::Track *TraceBuilder::track(const TraceEvent &event, Kind kind, const Token &argumentName)
{
    m_key.assign(1, static_cast<char>('0' + static_cast<int>(kind)));
    for (const auto part : { event.process.text, event.thread.text, event.name.text }) {
        m_key.append(part);
        m_key.push_back('\0');
    }
    m_key.append(argumentName.text);
    if (const auto found = m_tracks.find(m_key); found != m_tracks.end())
        return &m_trace.tracks[found->second];
    if (m_trace.tracks.size() >= m_limits.tracks || !hasRoomFor(m_key.size()))
        return nullptr;
    m_tracks.emplace(m_key, m_trace.tracks.size());
    m_trace.tracks.push_back({ .kind = kind,
        .process = json::toText(event.process),
        .thread = json::toText(event.thread),
        .name = json::toText(event.name),
        .argument = json::toText(argumentName) });
    return &m_trace.tracks.back();
}

bool TraceBuilder::addQueueRead(const TraceEvent &event, quint64 ts)
{
    const auto word = json::toWhole(argument(event, QueueThread).text);
    if (!word || *word > std::numeric_limits<quint32>::max())
        return false;
    m_trace.queueReads.push_back({ .ts = ts, .word = static_cast<quint32>(*word) });
    cover(m_trace.range, ts, ts);
    return true;
}

const char16_t *TraceBuilder::addSpan(const TraceEvent &event, quint64 ts)
{
    const auto duration = event.duration.kind == Token::Kind::None
        ? std::optional<quint64>(0)
        : json::toWhole(event.duration.text);
    if (!duration || *duration > std::numeric_limits<quint64>::max() - ts)
        return u"its duration is no number of cycles";
    auto *spans = track(event, Kind::Spans);
    if (!spans)
        return TooManyTracks;
    spans->ts.push_back(ts);
    spans->durations.push_back(*duration);
    cover(m_trace.range, ts, ts + *duration);
    return nullptr;
}

/// One value for each argument that is a number.
const char16_t *TraceBuilder::addCounters(const TraceEvent &event, quint64 ts)
{
    const auto &arguments = event.arguments.text;
    if (event.arguments.kind != Token::Kind::Composite || !arguments.starts_with('{'))
        return u"a counter without values";
    const auto *at = arguments.data() + 1;
    const auto *const end = arguments.data() + arguments.size();
    bool hasValue = false;
    Token key{ .kind = Token::Kind::String };
    Token value;
    while (json::scanMember(at, end, key.text, value) == json::Step::Done
        && value.kind != Token::Kind::None) {
        const auto number = json::toNumber(value.text);
        if (!number || value.kind == Token::Kind::Composite)
            continue;
        auto *counter = track(event, Kind::Counter, key);
        if (!counter)
            return TooManyTracks;
        counter->ts.push_back(ts);
        counter->values.push_back(*number);
        m_moreValues += quint64(hasValue);
        hasValue = true;
    }
    if (!hasValue)
        return u"a counter without values";
    cover(m_trace.range, ts, ts);
    return nullptr;
}

const char16_t *TraceBuilder::addLabel(const TraceEvent &event)
{
    const bool isThread = event.name.text == "thread_name";
    if (!isThread && event.name.text != "process_name")
        return nullptr; // sort orders and the like
    const auto name = argument(event, "name");
    if (m_trace.labels.size() >= m_limits.tracks
        || !hasRoomFor(event.process.text.size() + event.thread.text.size() + name.text.size()))
        return TooManyTracks;
    m_trace.labels.push_back({ .process = json::toText(event.process),
        .thread = isThread ? json::toText(event.thread) : QString(),
        .name = json::toText(name) });
    return nullptr;
}

const char16_t *TraceBuilder::begin(const TraceEvent &event, quint64 ts)
{
    const auto *spans = track(event, Kind::Spans);
    if (!spans)
        return TooManyTracks;
    m_open[threadKey(event)].push_back(
        { .track = static_cast<size_t>(spans - m_trace.tracks.data()), .ts = ts });
    cover(m_trace.range, ts, ts);
    return nullptr;
}

const char16_t *TraceBuilder::end(const TraceEvent &event, quint64 ts)
{
    const auto open = m_open.find(threadKey(event));
    if (open == m_open.end() || open->second.empty() || open->second.back().ts > ts)
        return u"it ends what did not begin";
    const auto started = open->second.back();
    open->second.pop_back();
    auto &spans = m_trace.tracks[started.track];
    spans.ts.push_back(started.ts);
    spans.durations.push_back(ts - started.ts);
    cover(m_trace.range, ts, ts);
    return nullptr;
}

const char16_t *TraceBuilder::place(const TraceEvent &event)
{
    const auto phase = event.phase.text;
    if (phase == "M")
        return addLabel(event);
    const auto ts = json::toWhole(event.ts.text);
    if (!ts)
        return u"its time is no number of cycles";
    if (event.thread.text == QueueThread && addQueueRead(event, *ts))
        return nullptr;
    if (phase == "X" || (phase.empty() && event.duration.kind != Token::Kind::None))
        return addSpan(event, *ts);
    if (phase == "C")
        return addCounters(event, *ts);
    if (phase == "B")
        return begin(event, *ts);
    if (phase == "E")
        return end(event, *ts);
    if (phase != "i" && phase != "I" && phase != "R")
        return u"its phase is not known";
    auto *instants = track(event, Kind::Instants);
    if (!instants)
        return TooManyTracks;
    instants->ts.push_back(*ts);
    cover(m_trace.range, *ts, *ts);
    return nullptr;
}

bool TraceBuilder::add(const TraceEvent &event, quint64 offset)
{
    if (const auto *const why = place(event)) {
        ++m_trace.skippedCount;
        report(u"pmutrace.event"_s, u"an event was left out: "_s + QString::fromUtf16(why), offset);
    } else {
        ++m_trace.eventCount;
    }
    if (m_trace.eventCount + m_trace.skippedCount + m_moreValues < m_limits.events)
        return true;
    report(
        u"pmutrace.limit"_s, u"only the first %1 events were read"_s.arg(m_limits.events), offset);
    return false;
}

void TraceBuilder::report(const QString &id, const QString &text, quint64 offset)
{
    m_diagnostics.add(id, Severity::Warning, text, { .offset = offset });
}

PmuTrace TraceBuilder::take()
{
    quint64 open = 0;
    for (const auto &[thread, spans] : m_open)
        open += spans.size();
    if (open > 0) {
        m_trace.skippedCount += open;
        m_trace.eventCount -= open;
        m_diagnostics.add(
            u"pmutrace.event"_s, Severity::Warning, u"%1 begun spans never end"_s.arg(open));
    }
    m_trace.diagnostics = m_diagnostics.take();
    return std::move(m_trace);
}

} // namespace tosaic::profile
