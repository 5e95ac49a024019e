// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/keywordtable.h"

#include <QByteArrayView>

namespace tosaic::profile {

/// Lines at the beginning of some text that no rule can match.
struct SkippedLines
{
    qsizetype size = 0; ///< bytes with their line ends
    quint64 count = 0; ///< line ends
    quint64 textSize = 0; ///< bytes without line ends
    quint64 garbage = 0; ///< of those, bytes that no text has; see garbageOf()
    QByteArrayView last; ///< the last one that is not empty, without CapturePrefix; null if all are
};

/// Tells lines that mean nothing to any rule from others, before text is made of them: most of a
/// big log, and all of a file that is none. Errs on the safe side: a line that is not skipped need
/// not mean anything, but one that is skipped would change nothing except that it is "the line
/// before" of a table.
class LineFilter
{
public:
    /// `more`: needles beside those of the built-in rules.
    explicit LineFilter(const std::vector<QByteArray> &more = {});

    /// The whole lines that can be skipped at the beginning of 'text'. A carriage return ends a
    /// piece of a line; with 'mark' '\r', pieces are skipped in place of lines.
    SkippedLines skip(QByteArrayView text, char mark) const;

private:
    enum ByteKind : quint8 // bits, which a line gathers without a branch for each byte
    {
        Plain = 0,
        Control = 1, ///< or the beginning of one that is written out: needs cleaning
        LineMark = 2, ///< CR or LF
        Comma = 4,
        CountMark = 8, ///< the last byte of what stands before a count: ":", "=", "size"
        High = 16
    };

    const char *endOfIdle(const char *begin, const char *end, quint64 &garbage) const;

    std::array<ByteKind, 256> m_kinds{};
    KeywordTable m_words;
};

} // namespace tosaic::profile
