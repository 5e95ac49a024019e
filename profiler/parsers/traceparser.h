// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/tracebuilder.h"

#include <span>

namespace tosaic::profile {

/// Reads Chrome trace JSON that comes in pieces: an object with "traceEvents", or the array of
/// events alone. Holds no more than the event it is in.
class TraceParser
{
public:
    explicit TraceParser(const PmuTraceLimits &limits) : m_builder(limits) { }

    /// Takes what is whole at the beginning of the text and returns how much that was; the rest
    /// must come again with what follows it.
    size_t take(std::span<const char> text);
    /// Nothing more will come, or nothing more is wanted: damage, a limit, the end.
    bool isFinished() const { return m_state == State::Done || m_state == State::Stopped; }
    /// Whether the text is a trace, as far as it was read: the events began.
    bool hasBegun() const { return m_hasBegun; }
    TraceBuilder &builder() { return m_builder; }
    /// 'left' bytes were not taken.
    PmuTrace finish(size_t left);

private:
    enum class State
    {
        Begin,
        Members, ///< of the outer object
        Skipping, ///< a value of the outer object that is of no use
        Events,
        Done,
        Stopped
    };

    json::Step step(const char *&at, const char *end);
    json::Step readBegin(const char *&at, const char *end);
    json::Step readMember(const char *&at, const char *end);
    json::Step skip(const char *&at, const char *end);
    json::Step readElement(const char *&at, const char *end);
    json::Step readEvent(const char *&at, const char *end);
    quint64 offsetOf(const char *at) const;

    TraceBuilder m_builder;
    State m_state = State::Begin;
    bool m_isArray = false; ///< without an outer object
    bool m_hasBegun = false;
    bool m_hasOtherMarks = false;
    quint64 m_offset = 0; ///< of the text being taken
    const char *m_text = nullptr;
    // Where in a skipped value the text stopped.
    quint64 m_depth = 0;
    bool m_isInString = false;
    bool m_isEscaped = false;
};

} // namespace tosaic::profile
