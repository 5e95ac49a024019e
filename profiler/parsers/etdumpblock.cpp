// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/etdumpblock.h"

#include "profiler/parsers/etdumpreader.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

bool takeEtdump(ParseState &state, QByteArrayView line, quint64 number)
{
    const auto start = line.first(qMin<qsizetype>(line.size(), 512)).indexOf("echo \"");
    const auto target = line.last(qMin<qsizetype>(line.size(), 128)).indexOf("etdump.bin");
    if (start < 0 || target < 0)
        return false;
    const auto rest = line.sliced(start + 6);
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
