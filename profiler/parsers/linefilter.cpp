// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/linefilter.h"

#include "profiler/parsers/binarycheck.h"
#include "profiler/parsers/captureprefix.h"
#include "profiler/parsers/consolelimits.h"
#include "profiler/parsers/linerules.h"

#include <algorithm>
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

/// Whether what stands behind the index of a dimension may be its size, up to the end of the line.
bool isDimension(const char *at, const char *end)
{
    while (at != end && isBlank(*at))
        ++at;
    while (at != end && isDigit(*at))
        ++at;
    while (at != end && isBlank(*at))
        ++at;
    return at == end || isMark(*at) || static_cast<quint8>(*at) >= 0x80; // Unicode's spaces
}

/// "12: 3" of a dimension, "12 3 [task]", "2026-01-02" of a logger. The address of a memory dump is
/// none of them.
bool mayBeginWithNumber(const char *at, const char *end)
{
    const auto *const begin = at;
    while (at != end && isDigit(*at))
        ++at;
    if (at == end)
        return false;
    switch (*at) {
    case '-':
        return at - begin == 4;
    case ' ':
        return end - at > 1 && isDigit(at[1]);
    case ':':
        return isDimension(at + 1, end);
    default:
        return false;
    }
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
    default:
        if (isDigit(*at))
            return mayBeginWithNumber(at, end);
        return static_cast<quint8>(*at) >= 0x80; // Unicode's spaces and ellipses
    }
}

/// Where what ends at `end` begins, behind the end of a tag; see integersOf() in layertable.cpp.
const char *behindTag(const char *begin, const char *end)
{
    while (end != begin && !isBlank(end[-1]) && end[-1] != ':' && end[-1] != ']' && end[-1] != '=')
        --end;
    return end;
}

/// A byte of integers, decimal or hexadecimal, and of what stands between them.
bool isOfIntegers(char c)
{
    const auto lower = static_cast<char>(c | 0x20);
    return isDigit(c) || c == ',' || isBlank(c) || c == '+' || c == '-' || lower == 'x'
        || (lower >= 'a' && lower <= 'f') || static_cast<quint8>(c) >= 0x80;
}

/// Whether a line with a comma may be the first row of a table, which counts from 0. Others are
/// rows only while a table is open.
bool mayBeFirstRow(const char *begin, const char *end, bool hasHigh)
{
    const auto *const comma
        = static_cast<const char *>(std::memchr(begin, ',', static_cast<size_t>(end - begin)));
    const auto *last = comma;
    while (last != begin && isBlank(last[-1]))
        --last;
    if (last == begin)
        return false; // nothing is no number
    constexpr QByteArrayView OwnColumn = "PLPROF"; // a tag that is no number either
    if (hasHigh) // Unicode's spaces end tags, too
        return std::all_of(comma, end, isOfIntegers);
    if (last[-1] != '0' && last[-1] != OwnColumn.back())
        return false; // most, told at one byte
    const QByteArrayView first(behindTag(begin, last), last);
    const auto isOfZero
        = [](char c) { return c == '0' || c == 'x' || c == 'X' || c == '+' || c == '-'; };
    const bool mayBeZero = std::all_of(first.begin(), first.end(), isOfZero);
    return (mayBeZero || first.endsWith(OwnColumn)) && std::all_of(comma, end, isOfIntegers);
}

/// Whether a line ends in a count that the next one may go on with; see endsInCount().
bool mayEndInCount(const char *begin, const char *end)
{
    while (end != begin && (isDigit(end[-1]) || end[-1] == ','))
        --end;
    while (end != begin && end[-1] == ' ')
        --end;
    return end != begin && (end[-1] == ':' || end[-1] == '=' || end[-1] == 'e');
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
    m_kinds[':'] = m_kinds['='] = m_kinds['e'] = CountMark;
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

/// Where the line (or piece) ends, read from behind what was put before it; null if it may mean
/// something.
const char *LineFilter::endOfIdle(const char *begin, const char *end, quint64 &garbage) const
{
    const auto *at = begin;
    while (at != end && isBlank(*at))
        ++at;
    if (at != end && mayBegin(at, end))
        return nullptr;
    const auto *kinds = m_kinds.data();
    quint32 gram = 0;
    unsigned seen = Plain;
    for (at = begin; at != end; ++at) {
        const auto byte = static_cast<quint8>(*at);
        const unsigned kind = kinds[byte];
        if (kind & (LineMark | Control)) {
            if (kind & Control)
                return nullptr;
            break;
        }
        seen |= kind;
        gram = gram << 8 | byte;
        if (m_words.mayBegin(gram) && m_words.hasWordAt(gram, at + 1, end))
            return nullptr;
    }
    const bool mayBeNumbers = (seen & Comma)
        && (mayBeFirstRow(begin, at, seen & High)
            || ((seen & CountMark) && mayEndInCount(begin, at)));
    if (mayBeNumbers)
        return nullptr;
    if (seen & High) // tables are drawn with them: they are garbage only where they are no text
        garbage += static_cast<quint64>(garbageOf({ begin, at }));
    return at;
}

SkippedLines LineFilter::skip(QByteArrayView text, char mark) const
{
    SkippedLines kept;
    SkippedLines sum;
    const auto *const start = text.data();
    const auto *const end = start + text.size();
    const auto *line = start;
    for (const auto *at = start; at != end;) {
        const auto prefix = capturePrefixOf({ at, end });
        if (!prefix.port.isEmpty()) // tells of whom the next lines are
            break;
        const auto *const bare = at + prefix.size;
        const auto *stop = endOfIdle(bare, end, sum.garbage);
        if (!stop || stop == end || stop - at > limits::RuleBytes
            || stop - line > limits::LineBytes)
            break;
        sum.textSize += static_cast<quint64>(stop - at);
        if (stop != bare)
            sum.last = QByteArrayView(bare, stop);
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
