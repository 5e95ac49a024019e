// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <functional>

namespace tosaic::profile {

/// Cuts bytes that come in any pieces into lines. A line ends at a line feed; carriage returns
/// inside it make several texts with the same number. Keeps at most limits::LineBytes.
class LineSplitter
{
public:
    /// Text of a line (valid during the call), its number, whether a line end was seen.
    using Sink = std::function<void(QByteArrayView text, quint64 number, bool isEnded)>;

    /// How many bytes at the beginning of a text are lines that need not be taken; 'mark' ends a
    /// line: LF, or CR inside of one. Lines are counted in 'count'.
    using Skip = std::function<qsizetype(QByteArrayView text, char mark, quint64 &count)>;

    explicit LineSplitter(Sink sink, Skip skip) : m_sink(std::move(sink)), m_skip(std::move(skip))
    {
    }
    void feed(QByteArrayView bytes);
    void finish();
    /// Lines of which the end was not kept, and how much that was in all.
    quint64 cutLines() const { return m_cutLines; }
    quint64 cutBytes() const { return m_cutBytes; }

private:
    void emitLine(QByteArrayView line, bool isEnded);

    Sink m_sink;
    Skip m_skip;
    QByteArray m_partial;
    quint64 m_number = 1;
    bool m_isCut = false; ///< the line that has begun
    quint64 m_cutLines = 0;
    quint64 m_cutBytes = 0;
};

} // namespace tosaic::profile
