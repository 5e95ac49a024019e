// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <limits>
#include <map>

namespace tosaic::npu {

/// Which piece wrote each byte of a region last. Writing is amortised logarithmic; reading takes as
/// many steps as there are pieces in the range.
class WriterMap
{
public:
    static constexpr quint32 Nobody = std::numeric_limits<quint32>::max();

    void write(quint64 begin, quint64 end, quint32 piece)
    {
        if (begin >= end)
            return;
        split(begin);
        split(end);
        auto at = m_segments.lower_bound(begin);
        while (at != m_segments.end() && at->first < end) {
            at = m_segments.erase(at);
            ++m_steps;
        }
        m_segments.emplace_hint(at, begin, Segment{ end, piece });
        ++m_steps;
    }

    /// visit(begin, end, piece) for all of [begin, end) from the left; piece is Nobody in gaps.
    template <typename Visit>
    void read(quint64 begin, quint64 end, Visit visit)
    {
        auto at = m_segments.upper_bound(begin);
        if (at != m_segments.begin() && std::prev(at)->second.end > begin)
            --at;
        while (begin < end) {
            ++m_steps;
            if (at == m_segments.end() || at->first >= end) {
                visit(begin, end, quint32(Nobody));
                return;
            }
            if (at->first > begin)
                visit(begin, at->first, quint32(Nobody));
            const auto from = std::max(begin, at->first);
            const auto to = std::min(end, at->second.end);
            visit(from, to, at->second.piece);
            begin = to;
            ++at;
        }
    }

    quint64 steps() const { return m_steps; }

private:
    struct Segment
    {
        quint64 end = 0;
        quint32 piece = Nobody;
    };

    /// Makes `position` a boundary if it lies inside a segment.
    void split(quint64 position)
    {
        auto at = m_segments.upper_bound(position);
        if (at == m_segments.begin())
            return;
        --at;
        if (at->first >= position || at->second.end <= position)
            return;
        const auto rest = at->second;
        at->second.end = position;
        m_segments.emplace_hint(std::next(at), position, rest);
        ++m_steps;
    }

    std::map<quint64, Segment> m_segments;
    quint64 m_steps = 0;
};

} // namespace tosaic::npu
