// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/linefilter.h"

#include "profiler/parsers/consolelimits.h"
#include "profiler/parsers/linerules.h"

#include <cstring>

namespace tosaic::profile {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isMark(char c)
{
    return c == '\r' || c == '\n';
}

/// "12: 3" of a dimension, "12:00:01", "2026-01-02", "12 3 [task]".
bool mayBeginWithNumber(const char *at, const char *end)
{
    while (at != end && isDigit(*at))
        ++at;
    if (at == end)
        return false;
    return *at == ':' || *at == '-' || (*at == ' ' && end - at > 1 && isDigit(at[1]));
}

/// "uart0: ": letters, digits, and the end of a word; see withoutCapture() in consoleline.cpp.
bool mayBePort(const char *at, const char *end)
{
    constexpr auto LongestName = 20;
    const auto *const last = end - at > LongestName ? at + LongestName : end;
    while (at != last && (*at | 0x20) >= 'a' && (*at | 0x20) <= 'z')
        ++at;
    if (at != last && (*at == '_' || *at == '.'))
        ++at;
    const auto *const digits = at;
    while (at != last && isDigit(*at))
        ++at;
    return at != digits && at != last && (*at == ':' || *at == ' ' || *at == ']' || *at == ')');
}

/// Whether a line whose first visible character is at 'at' may have a prefix, be an element of an
/// output, a dimension, or say that text was left out.
bool mayBegin(const char *at, const char *end)
{
    const auto left = end - at;
    switch (*at) {
    case 'D': // levels: "I: ", "I [file.cpp:1]"
    case 'I':
    case 'E':
    case 'F':
    case 'W':
    case '?':
        return left > 2 && (at[1] == ':' || (at[1] == ' ' && at[2] == '['));
    case '.':
        return left > 2 && at[1] == '.' && at[2] == '.';
    case '[':
    case '<':
        return left > 2 && !isMark(at[1]) && !isMark(at[2]); // something and its end
    case ':':
        return true;
    case 'c': // ports: "uart0: 1: 2"
    case 'C':
    case 's':
    case 't':
    case 'T':
    case 'u':
    case 'U':
        return mayBePort(at, end);
    default:
        if (isDigit(*at))
            return mayBeginWithNumber(at, end);
        return static_cast<quint8>(*at) >= 0x80; // Unicode's spaces and ellipses
    }
}

/// Whether a line with a comma may be a row of numbers.
bool mayBeRow(const char *begin, const char *end)
{
    while (end != begin && (isBlank(end[-1]) || end[-1] == ','))
        --end;
    return end != begin && (isDigit(end[-1]) || static_cast<quint8>(end[-1]) >= 0x80);
}

} // namespace

LineFilter::LineFilter(const std::vector<QByteArray> &more)
{
    const auto builtIn = ruleNeedles();
    for (size_t byte = 0; byte < m_kinds.size(); ++byte)
        m_kinds[byte] = byte >= 0x80 ? High : byte < 0x20 || byte == 0x7f ? Control : Plain;
    m_kinds['\t'] = Plain;
    m_kinds['\r'] = m_kinds['\n'] = LineMark;
    m_kinds['^'] = Control;
    m_kinds[','] = Comma;
    for (const auto *needles : { &builtIn, &more }) {
        for (const auto &needle : *needles)
            m_words.add(needle, 0);
    }
    // What is handled beside the rules: prefixes, threads, outputs, an ETDump, written controls.
    for (const auto *word : { "executorch:", "INFO: ", "INFO -", "WARN -", "ERROR -", "DEBUG -",
             "sender ", "runner ", "Output[", "tensor(sizes=", "echo \"", "failed ", "<metrics>",
             "<NUL>", "<EOT>", "<ESC>", "<CR>", "\\x00", "\\x04" })
        m_words.add(word, 0);
}

/// Where the line (or piece) ends; null if it may mean something.
const char *LineFilter::endOfIdle(const char *begin, const char *end, quint64 &highBytes) const
{
    const auto *at = begin;
    while (at != end && isBlank(*at))
        ++at;
    if (at != end && mayBegin(at, end))
        return nullptr;
    const auto *kinds = m_kinds.data();
    quint32 gram = 0;
    bool hasComma = false;
    for (at = begin; at != end; ++at) {
        const auto byte = static_cast<quint8>(*at);
        const auto kind = kinds[byte];
        if (kind == LineMark)
            break;
        if (kind == Control)
            return nullptr;
        hasComma = hasComma || kind == Comma;
        highBytes += kind == High;
        gram = gram << 8 | byte;
        if (m_words.first(gram) != 0 && m_words.hasWordAt(gram, at + 1, end))
            return nullptr;
    }
    const bool isRuled = at - begin <= limits::RuleBytes && !(hasComma && mayBeRow(begin, at));
    return isRuled ? at : nullptr;
}

SkippedLines LineFilter::skip(QByteArrayView text, char mark) const
{
    SkippedLines kept;
    SkippedLines sum;
    const auto *const start = text.data();
    const auto *const end = start + text.size();
    const auto *line = start;
    for (const auto *at = start; at != end;) {
        const auto *stop = endOfIdle(at, end, sum.highBytes);
        if (!stop || stop == end || stop - line > limits::LineBytes)
            break;
        sum.textSize += static_cast<quint64>(stop - at);
        if (stop != at)
            sum.last = QByteArrayView(at, stop);
        at = stop + 1;
        if (*stop != mark)
            continue;
        line = at;
        ++sum.count;
        sum.size = at - start;
        kept = sum;
    }
    return kept;
}

} // namespace tosaic::profile
