// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/etdumpblock.h"

#include "profiler/parsers/etdumpreader.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

bool isBase64(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+'
        || c == '/' || c == '=';
}

namespace {

/// Whether the log stops within such a line: nothing but base64 behind the first quote, or the
/// beginning of the command behind the second. An echo of a word is none.
bool isCutShort(QByteArrayView rest, bool isEnded)
{
    constexpr qsizetype LeastEnded = 64; // a shell echoes no such words
    constexpr qsizetype Least = 8;
    constexpr QByteArrayView Command = " | base64 -d >etdump.bin";
    auto end = std::find_if_not(rest.begin(), rest.end(), isBase64) - rest.begin();
    if (end < (isEnded ? LeastEnded : Least))
        return false;
    return end == rest.size()
        || (rest[end] == '"' && Command.startsWith(rest.sliced(end + 1).toByteArray()));
}

} // namespace

bool takeEtdump(ParseState &state, QByteArrayView line, quint64 number, bool isEnded)
{
    const auto start = line.first(qMin<qsizetype>(line.size(), 512)).indexOf("echo \"");
    const auto target = line.last(qMin<qsizetype>(line.size(), 128)).indexOf("etdump.bin");
    if (start < 0)
        return false;
    const auto rest = line.sliced(start + 6);
    if (target < 0 && !isCutShort(rest, isEnded))
        return false;
    const auto end = rest.indexOf('"');
    const Location where{ .line = static_cast<int>(number) };
    const auto damaged = [&](const QString &why) {
        state.diagnostics.add(u"etdump.damaged"_s, Severity::Warning, why, where);
        return true;
    };
    if (end < 0)
        return damaged(u"the base64 text has no end"_s);
    auto decoded = QByteArray::fromBase64Encoding(
        rest.first(end).toByteArray(), QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return damaged(u"the base64 text cannot be decoded"_s);
    if (!isReadableEtdump(decoded.decoded))
        return damaged(u"the decoded bytes are no ETDump"_s);
    state.etdump = std::move(decoded.decoded);
    return true;
}

} // namespace tosaic::profile
