// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/samples.h"

#include <algorithm>

namespace tosaic::workspace {

SampleChunk summaryOf(std::span<const Sample> samples)
{
    SampleChunk chunk{ .count = samples.size(),
        .firstTime = samples.front().time,
        .lastTime = samples.back().time,
        .lowest = samples.front().value,
        .highest = samples.front().value };
    for (const auto &sample : samples) {
        chunk.lowest = std::min(chunk.lowest, sample.value);
        chunk.highest = std::max(chunk.highest, sample.value);
        chunk.total += sample.value;
    }
    return chunk;
}

std::vector<SampleBlock> blocksOf(std::span<const Sample> samples)
{
    std::vector<SampleBlock> blocks;
    blocks.reserve(samples.size() / SamplesPerBlock + 1);
    for (size_t start = 0; start < samples.size(); start += SamplesPerBlock) {
        const auto count = std::min<size_t>(SamplesPerBlock, samples.size() - start);
        const auto summary = summaryOf(samples.subspan(start, count));
        blocks.push_back({ summary.firstTime, summary.lowest, summary.highest, summary.total });
    }
    return blocks;
}

BucketFiller::BucketFiller(TimeRange range, int count)
    : m_range(range), m_count(std::max(1, count)),
      // In floating point, because a range may be wider than 64 bits with a sign hold.
      m_width((static_cast<double>(range.to) - static_cast<double>(range.from) + 1) / m_count)
{
    m_buckets.reserve(static_cast<size_t>(m_count));
}

int BucketFiller::indexOf(qint64 time) const
{
    // The difference is exact: unsigned arithmetic does not overflow.
    const auto after = static_cast<quint64>(time) - static_cast<quint64>(m_range.from);
    return std::min(m_count - 1, static_cast<int>(static_cast<double>(after) / m_width));
}

void BucketFiller::add(qint64 firstTime, quint64 count, double lowest, double highest, double total)
{
    const int index = indexOf(firstTime);
    if (m_buckets.empty() || m_buckets.back().index != index) {
        m_buckets.push_back({ index, count, firstTime, lowest, highest, total });
        return;
    }
    auto &bucket = m_buckets.back();
    bucket.count += count;
    bucket.lowest = std::min(bucket.lowest, lowest);
    bucket.highest = std::max(bucket.highest, highest);
    bucket.total += total;
}

} // namespace tosaic::workspace
