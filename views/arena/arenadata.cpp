// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/arena/arenadata.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tosaic::views {

std::vector<size_t> Arena::aliveAt(qsizetype step) const
{
    std::vector<size_t> alive;
    for (size_t i = 0; i < buffers.size(); ++i) {
        if (buffers[i].isAliveAt(step))
            alive.push_back(i);
    }
    const auto size = [this](size_t i) {
        return buffers[i].bytes.value_or(std::numeric_limits<quint64>::max());
    };
    std::ranges::stable_sort(alive, std::ranges::greater(), size);
    return alive;
}

std::vector<quint64> liveBytesOf(const Arena &arena, const std::vector<size_t> &leftOut)
{
    const auto count = static_cast<size_t>(arena.stepCount());
    qsizetype cells = 0;
    for (const auto &buffer : arena.buffers) {
        cells += buffer.last - buffer.first + 1;
        if (cells > MaxLiveCells)
            return {};
    }
    std::vector<size_t> order(arena.buffers.size());
    std::iota(order.begin(), order.end(), size_t(0));
    for (const auto index : leftOut)
        std::erase(order, index);
    std::ranges::sort(order, {}, [&](size_t i) { return arena.buffers[i].offset; });
    // Upwards by address: what lies below `covered` at a step is counted already.
    std::vector<quint64> live(count);
    std::vector<quint64> covered(count);
    for (const auto index : order) {
        const auto &buffer = arena.buffers[index];
        const auto begin = buffer.offset / arena.quantum * arena.quantum;
        const auto end = (buffer.end() + arena.quantum - 1) / arena.quantum * arena.quantum;
        const auto last = std::min(buffer.last, static_cast<qsizetype>(count) - 1);
        for (auto step = std::max<qsizetype>(0, buffer.first); step <= last; ++step) {
            const auto at = static_cast<size_t>(step);
            const auto start = std::max(begin, covered[at]);
            if (end <= start)
                continue;
            live[at] += end - start;
            covered[at] = end;
        }
    }
    return live;
}

QString bufferKindWord(ArenaBuffer::Kind kind)
{
    switch (kind) {
    case ArenaBuffer::Kind::Input:
        return ArenaText::tr("Input");
    case ArenaBuffer::Kind::Output:
        return ArenaText::tr("Output");
    case ArenaBuffer::Kind::FeatureMap:
        return ArenaText::tr("Feature map");
    case ArenaBuffer::Kind::Weights:
        return ArenaText::tr("Copied weights");
    case ArenaBuffer::Kind::Other:
        break;
    }
    return ArenaText::tr("Other");
}

} // namespace tosaic::views
