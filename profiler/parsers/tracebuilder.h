// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/jsonscan.h"
#include "profiler/parsers/pmutrace.h"

#include <string>
#include <unordered_map>

namespace tosaic::profile {

/// The members of one event of a trace as written; kind None where it has none.
struct TraceEvent
{
    json::Token name;
    json::Token phase;
    json::Token ts;
    json::Token duration;
    json::Token process;
    json::Token thread;
    json::Token arguments;
};

/// Sorts events into the arrays of a PmuTrace.
class TraceBuilder
{
public:
    explicit TraceBuilder(const PmuTraceLimits &limits) : m_limits(limits) { }

    /// 'offset' is that of the event in the JSON. Returns false once the limit of events is
    /// reached.
    bool add(const TraceEvent &event, quint64 offset);
    void report(const QString &id, const QString &text, quint64 offset);
    bool isEmpty() const { return m_trace.eventCount == 0 && m_trace.labels.empty(); }
    PmuTrace take();

private:
    struct Open ///< a phase B without its E
    {
        size_t track = 0;
        quint64 ts = 0;
    };

    /// Null if it was understood, else why not.
    const char16_t *place(const TraceEvent &event);
    bool addQueueRead(const TraceEvent &event, quint64 ts);
    const char16_t *addSpan(const TraceEvent &event, quint64 ts);
    const char16_t *addCounters(const TraceEvent &event, quint64 ts);
    const char16_t *addLabel(const TraceEvent &event);
    const char16_t *begin(const TraceEvent &event, quint64 ts);
    const char16_t *end(const TraceEvent &event, quint64 ts);
    /// Null beyond the limit.
    PmuTrace::Track *track(
        const TraceEvent &event, PmuTrace::TrackKind kind, const json::Token &argument = {});
    /// Whether as many bytes of a name that is new can be kept beside the others.
    bool hasRoomFor(size_t name);

    PmuTraceLimits m_limits;
    PmuTrace m_trace;
    DiagnosticSink m_diagnostics{ 10 };
    std::unordered_map<std::string, size_t> m_tracks; ///< by what makes a track
    std::unordered_map<std::string, std::vector<Open>> m_open; ///< by process and thread
    std::string m_key;
    size_t m_names = 0; ///< bytes of all names
    quint64 m_moreValues = 0; ///< of counters, beyond the first of each event
};

} // namespace tosaic::profile
