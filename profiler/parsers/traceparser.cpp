// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/traceparser.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

using json::Step;
using json::Token;

namespace {

/// Where a member of an event goes; null for those that are of no use.
Token *memberOf(TraceEvent &event, std::string_view key)
{
    switch (key.size()) {
    case 2:
        return key == "ts" ? &event.ts : key == "ph" ? &event.phase : nullptr;
    case 3:
        return key == "tid" ? &event.thread
            : key == "pid"  ? &event.process
            : key == "dur"  ? &event.duration
                            : nullptr;
    case 4:
        return key == "name" ? &event.name : key == "args" ? &event.arguments : nullptr;
    default:
        return nullptr;
    }
}

} // namespace

quint64 TraceParser::offsetOf(const char *at) const
{
    return m_offset + static_cast<quint64>(at - m_text);
}

size_t TraceParser::take(std::span<const char> text)
{
    m_text = text.data();
    const auto *at = text.data();
    const auto *const end = at + text.size();
    while (!isFinished()) {
        const auto result = step(at, end);
        if (result == Step::NeedsMore)
            break;
        if (result == Step::Bad) {
            m_builder.report(u"pmutrace.damaged"_s, u"this is no JSON; what follows was not read"_s,
                offsetOf(at));
            m_state = State::Stopped;
        }
    }
    const auto taken = static_cast<size_t>(at - text.data());
    m_offset += taken;
    return taken;
}

Step TraceParser::step(const char *&at, const char *end)
{
    switch (m_state) {
    case State::Begin:
        return readBegin(at, end);
    case State::Members:
        return readMember(at, end);
    case State::Skipping:
        return skip(at, end);
    case State::Events:
        return readElement(at, end);
    case State::Done:
    case State::Stopped:
        break;
    }
    return Step::Done;
}

Step TraceParser::readBegin(const char *&at, const char *end)
{
    constexpr std::string_view Mark = "\xef\xbb\xbf";
    if (m_offset == 0 && at == m_text
        && std::string_view(at, static_cast<size_t>(end - at)).starts_with(Mark))
        at += Mark.size();
    at = json::skipSpaces(at, end);
    if (at == end)
        return Step::NeedsMore;
    if (*at != '{' && *at != '[')
        return Step::Bad;
    m_isArray = *at == '[';
    m_state = m_isArray ? State::Events : State::Members;
    ++at;
    return Step::Done;
}

Step TraceParser::readMember(const char *&at, const char *end)
{
    const auto *c = json::skipSpaces(at, end);
    if (c != end && *c == ',')
        c = json::skipSpaces(c + 1, end);
    if (c == end)
        return Step::NeedsMore;
    if (*c == '}') {
        m_state = State::Done;
        at = c + 1;
        return Step::Done;
    }
    if (*c != '"')
        return Step::Bad;
    Token key;
    if (const auto result = json::scanString(c, end, key); result != Step::Done)
        return result;
    c = json::skipSpaces(c, end);
    if (c == end)
        return Step::NeedsMore;
    if (*c != ':')
        return Step::Bad;
    c = json::skipSpaces(c + 1, end);
    if (c == end)
        return Step::NeedsMore;
    const bool areEvents = key.text == "traceEvents" && *c == '[';
    m_hasBegun = m_hasBegun || areEvents;
    m_hasOtherMarks = m_hasOtherMarks || key.text == "otherData" || key.text == "schemaVersion";
    m_state = areEvents ? State::Events : State::Skipping;
    at = areEvents ? c + 1 : c;
    return Step::Done;
}

/// Over a value of any size; the text may stop anywhere in it.
Step TraceParser::skip(const char *&at, const char *end)
{
    for (; at != end; ++at) {
        const char c = *at;
        if (m_isInString) {
            if (m_isEscaped)
                m_isEscaped = false;
            else if (c == '\\')
                m_isEscaped = true;
            else if (c == '"')
                m_isInString = false;
        } else if (c == '"') {
            m_isInString = true;
        } else if (c == '{' || c == '[') {
            ++m_depth;
        } else if (m_depth == 0 && (c == ',' || c == '}')) {
            m_state = State::Members;
            return Step::Done;
        } else if (c == '}' || c == ']') {
            if (m_depth == 0)
                return Step::Bad;
            --m_depth;
        }
    }
    return Step::NeedsMore;
}

Step TraceParser::readElement(const char *&at, const char *end)
{
    while (at != end && (json::isSpace(*at) || *at == ','))
        ++at;
    if (at == end)
        return Step::NeedsMore;
    if (*at == '{')
        return readEvent(at, end);
    if (*at != ']')
        return Step::Bad;
    ++at;
    m_state = m_isArray ? State::Done : State::Members;
    return Step::Done;
}

Step TraceParser::readEvent(const char *&at, const char *end)
{
    const auto *c = at + 1;
    TraceEvent event;
    std::string_view key;
    Token value;
    for (;;) {
        const auto result = json::scanMember(c, end, key, value);
        if (result == Step::Bad)
            at = c;
        if (result != Step::Done)
            return result;
        if (value.kind == Token::Kind::None)
            break;
        if (auto *member = memberOf(event, key))
            *member = value;
        m_hasOtherMarks = m_hasOtherMarks || key == "cat";
    }
    // An array is a trace if its first element looks like an event.
    if (!m_hasBegun && event.phase.text.empty() && event.ts.text.empty())
        return Step::Bad;
    m_hasBegun = true;
    if (!m_builder.add(event, offsetOf(at)))
        m_state = State::Stopped;
    at = c;
    return Step::Done;
}

PmuTrace TraceParser::finish(size_t left)
{
    if (!isFinished())
        m_builder.report(
            u"pmutrace.truncated"_s, u"the trace stops before its end"_s, m_offset + left);
    auto trace = m_builder.take();
    trace.jsonSize = m_offset;
    trace.isComplete = m_state == State::Done;
    trace.isOfOtherProgram = m_hasOtherMarks && trace.queueReads.empty();
    return trace;
}

} // namespace tosaic::profile
