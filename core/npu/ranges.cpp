// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/ranges.h"

#include <algorithm>
#include <tuple>

namespace tosaic::npu {

namespace {

/// Turns negative strides around, so that the first run is the lowest.
qint64 lowestStart(quint64 address, std::vector<Repeat> &repeats)
{
    auto start = qint64(address);
    for (auto &repeat : repeats) {
        if (repeat.stride < 0) {
            start += qint64(repeat.count - 1) * repeat.stride;
            repeat.stride = -repeat.stride;
        }
    }
    return start;
}

quint64 coveredBy(const Repeat &repeat, quint64 length)
{
    return (repeat.count - 1) * quint64(repeat.stride) + length;
}

} // namespace

std::vector<RegionRange> repeatedRanges(
    int region, quint64 address, quint64 length, std::vector<Repeat> repeats, size_t limit)
{
    if (length == 0 || std::any_of(repeats.begin(), repeats.end(), [](const Repeat &r) {
            return r.count == 0;
        }))
        return {};
    const auto start = lowestStart(address, repeats);
    if (start < 0)
        return {};
    std::sort(repeats.begin(), repeats.end(),
        [](const Repeat &a, const Repeat &b) { return a.stride < b.stride; });
    quint64 total = 1;
    std::vector<Repeat> gaps;
    for (const auto &repeat : repeats) {
        if (repeat.count == 1)
            continue;
        if (gaps.empty() && quint64(repeat.stride) <= length) {
            length = coveredBy(repeat, length);
        } else {
            gaps.push_back(repeat);
            total = std::min<quint64>(total, quint64(1) << 40) * repeat.count;
        }
    }
    auto innermost = gaps.begin();
    for (; innermost != gaps.end() && total > limit; ++innermost) {
        length = coveredBy(*innermost, length);
        total = 1;
        for (auto rest = innermost + 1; rest != gaps.end(); ++rest)
            total = std::min<quint64>(total, quint64(1) << 40) * rest->count;
    }
    std::vector<RegionRange> ranges{ { region, quint64(start), length } };
    ranges.reserve(total);
    for (auto repeat = innermost; repeat != gaps.end(); ++repeat) {
        const auto known = ranges.size();
        for (quint64 i = 1; i < repeat->count; ++i) {
            for (size_t k = 0; k < known; ++k)
                ranges.push_back(
                    { region, ranges[k].address + i * quint64(repeat->stride), length });
        }
    }
    return ranges;
}

std::vector<RegionRange> merged(std::vector<RegionRange> ranges)
{
    std::sort(ranges.begin(), ranges.end(), [](const RegionRange &a, const RegionRange &b) {
        return std::tie(a.region, a.address, a.length) < std::tie(b.region, b.address, b.length);
    });
    std::vector<RegionRange> result;
    for (const auto &range : ranges) {
        if (!result.empty() && result.back().region == range.region
            && range.address <= result.back().address + result.back().length) {
            auto &last = result.back();
            last.length = std::max(last.length, range.address + range.length - last.address);
        } else {
            result.push_back(range);
        }
    }
    return result;
}

} // namespace tosaic::npu
