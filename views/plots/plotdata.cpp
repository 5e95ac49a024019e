// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plotdata.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tosaic::views {

namespace {

constexpr size_t BaseSamples = 64; // of a block of the lowest level
constexpr size_t Factor = 4; // blocks of a level in one of the next
constexpr size_t StepSamples = 4096;

template <typename Block>
void join(Block &block, const Block &other)
{
    block.lowest = std::min(block.lowest, other.lowest);
    block.highest = std::max(block.highest, other.highest);
    block.total += other.total;
}

bool isUsable(std::span<const qint64> times, std::span<const double> values)
{
    return times.size() == values.size() && std::ranges::is_sorted(times)
        && std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

} // namespace

PlotData::PlotData(std::vector<qint64> times, std::vector<double> values)
{
    own(std::move(times), std::move(values));
    build();
}

PlotData::PlotData(std::shared_ptr<const void> owner, std::span<const qint64> times,
    std::span<const double> values)
    : m_owner(std::move(owner)), m_times(times), m_values(values)
{
    if (!isUsable(times, values))
        own({ times.begin(), times.end() }, { values.begin(), values.end() });
    build();
}

void PlotData::own(std::vector<qint64> times, std::vector<double> values)
{
    if (!isUsable(times, values)) {
        std::vector<PlotSample> samples;
        for (size_t i = 0; i < std::min(times.size(), values.size()); ++i) {
            if (std::isfinite(values[i]))
                samples.push_back({ times[i], values[i] });
        }
        std::ranges::stable_sort(samples, {}, &PlotSample::time);
        times.clear();
        values.clear();
        for (const auto &sample : samples) {
            times.push_back(sample.time);
            values.push_back(sample.value);
        }
    }
    m_ownTimes = std::move(times);
    m_ownValues = std::move(values);
    m_times = m_ownTimes;
    m_values = m_ownValues;
    m_owner.reset();
}

void PlotData::build()
{
    const auto blocks = m_times.size() / BaseSamples;
    std::vector<Block> level(blocks);
    for (size_t i = 0; i < blocks; ++i)
        level[i] = samplesSummary(i * BaseSamples, (i + 1) * BaseSamples);
    while (level.size() >= Factor) {
        std::vector<Block> next(level.size() / Factor);
        for (size_t i = 0; i < next.size(); ++i) {
            next[i] = level[i * Factor];
            for (size_t k = 1; k < Factor; ++k)
                join(next[i], level[i * Factor + k]);
        }
        m_levels.push_back(std::exchange(level, std::move(next)));
    }
    m_levels.push_back(std::move(level));
    if (!isEmpty()) {
        const auto all = summary(0, size());
        m_lowest = all.lowest;
        m_highest = all.highest;
    }
    measureStep();
}

void PlotData::measureStep()
{
    if (size() < 2)
        return;
    const auto pairs = std::min(StepSamples, size() - 1);
    const auto stride = (size() - 1) / pairs;
    std::vector<qint64> steps(pairs);
    for (size_t i = 0; i < pairs; ++i)
        steps[i] = m_times[i * stride + 1] - m_times[i * stride];
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(pairs / 2);
    std::ranges::nth_element(steps, middle);
    m_typicalStep = *middle;
}

PlotData::Block PlotData::samplesSummary(size_t from, size_t to) const
{
    const double *value = m_values.data() + from;
    const double *const end = m_values.data() + to;
    Block block{ *value, *value, 0 };
    for (; value != end; ++value) {
        if (*value < block.lowest)
            block.lowest = *value;
        if (*value > block.highest)
            block.highest = *value;
        block.total += *value;
    }
    return block;
}

/// Of a range that has a sample: single samples up to where a block begins, then ever larger
/// blocks, and smaller ones again towards the end.
PlotData::Block PlotData::summary(size_t from, size_t to) const
{
    constexpr auto Infinity = std::numeric_limits<double>::infinity();
    Block result{ Infinity, -Infinity, 0 };
    while (from < to) {
        size_t level = 0;
        size_t width = BaseSamples;
        if (from % width != 0 || from + width > to) {
            const auto end = std::min(to, (from / width + 1) * width);
            join(result, samplesSummary(from, end));
            from = end;
            continue;
        }
        while (level + 1 < m_levels.size() && from % (width * Factor) == 0
            && from + width * Factor <= to
            && from / (width * Factor) < m_levels[level + 1].size()) {
            ++level;
            width *= Factor;
        }
        join(result, m_levels[level][from / width]);
        from += width;
    }
    return result;
}

size_t PlotData::indexFrom(double time) const
{
    const auto found = std::ranges::lower_bound(
        m_times, time, {}, [](qint64 value) { return static_cast<double>(value); });
    return static_cast<size_t>(found - m_times.begin());
}

/// The first sample from `from` on, before `last`, that is not before `end`. Columns have about as
/// many samples as their neighbours: the search begins where the end is expected.
size_t PlotData::endOf(size_t from, size_t last, size_t guess, double end) const
{
    const auto isBefore = [&](size_t index) { return static_cast<double>(m_times[index]) < end; };
    size_t low = from; // everything before it is before the end
    size_t high = std::min(last, from + guess);
    size_t step = 1;
    if (high < last && isBefore(high)) {
        low = high + 1;
        while (low + step < last && isBefore(low + step)) {
            low += step + 1;
            step *= 2;
        }
        high = std::min(last, low + step);
    } else {
        while (high - from > step && !isBefore(high - step)) {
            high -= step;
            step *= 2;
        }
        low = high - from > step ? high - step : from;
    }
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (isBefore(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

std::vector<PlotColumn> PlotData::columns(PlotRange range, int count) const
{
    std::vector<PlotColumn> columns(static_cast<size_t>(std::max(0, count)));
    const auto width = range.width() / count;
    const auto last = indexFrom(std::nextafter(range.to, std::numeric_limits<double>::max()));
    size_t from = indexFrom(range.from);
    size_t guess = 1;
    for (size_t i = 0; i < columns.size() && from < last; ++i) {
        const auto end = range.from + width * static_cast<double>(i + 1);
        const auto to = i + 1 < columns.size() ? endOf(from, last, guess, end) : last;
        if (to == from)
            continue;
        const auto block = summary(from, to);
        columns[i] = { .count = to - from,
            .lowest = block.lowest,
            .highest = block.highest,
            .mean = block.total / static_cast<double>(to - from),
            .first = m_values[from],
            .last = m_values[to - 1],
            .firstTime = m_times[from],
            .lastTime = m_times[to - 1] };
        guess = to - from;
        from = to;
    }
    return columns;
}

std::optional<size_t> PlotData::nearest(double time) const
{
    if (isEmpty())
        return {};
    const auto after = indexFrom(time);
    if (after == 0)
        return after;
    if (after == size())
        return after - 1;
    const auto left = time - static_cast<double>(m_times[after - 1]);
    const auto right = static_cast<double>(m_times[after]) - time;
    return left <= right ? after - 1 : after;
}

std::optional<size_t> PlotData::before(double time) const
{
    const auto after = indexFrom(std::nextafter(time, std::numeric_limits<double>::max()));
    if (after == 0)
        return {};
    return after - 1;
}

} // namespace tosaic::views
