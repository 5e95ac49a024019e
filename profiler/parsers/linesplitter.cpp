// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/linesplitter.h"

#include "profiler/parsers/consolelimits.h"

namespace tosaic::profile {

void LineSplitter::feed(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        if (m_partial.isEmpty()) {
            bytes = bytes.sliced(m_skip(bytes, '\n', m_number));
            if (bytes.isEmpty())
                break;
        }
        const auto end = bytes.indexOf('\n');
        const auto piece = end < 0 ? bytes : bytes.first(end);
        if (end >= 0 && m_partial.isEmpty() && piece.size() <= limits::LineBytes) {
            emitLine(piece, true); // the usual case: no copy
            ++m_number;
        } else {
            const auto room = limits::LineBytes - m_partial.size();
            if (piece.size() > room) {
                m_cutLines += m_isCut ? 0 : 1;
                m_cutBytes += static_cast<quint64>(piece.size() - room);
                m_isCut = true;
            }
            m_partial.append(piece.first(qMin(piece.size(), room)));
            if (end >= 0) {
                m_isCut = false;
                emitLine(std::exchange(m_partial, {}), true);
                ++m_number;
            }
        }
        bytes = end < 0 ? QByteArrayView() : bytes.sliced(end + 1);
    }
}

void LineSplitter::finish()
{
    if (!m_partial.isEmpty())
        emitLine(std::exchange(m_partial, {}), false);
}

void LineSplitter::emitLine(QByteArrayView line, bool isEnded)
{
    while (line.endsWith('\r'))
        line.chop(1);
    for (;;) {
        const auto cut = line.indexOf('\r');
        if (cut < 0)
            break;
        quint64 pieces = 0;
        if (const auto skipped = m_skip(line, '\r', pieces); skipped > 0) {
            line = line.sliced(skipped);
            continue;
        }
        m_sink(line.first(cut), m_number, true);
        line = line.sliced(cut + 1);
    }
    m_sink(line, m_number, isEnded);
}

} // namespace tosaic::profile
