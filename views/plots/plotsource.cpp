// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plotsource.h"

#include <algorithm>
#include <cmath>

namespace tosaic::views {

void MemoryPlotSource::add(PlotSeries series, std::shared_ptr<const PlotData> data)
{
    if (!data->isEmpty()) {
        const PlotRange own{ static_cast<double>(data->at(0).time),
            static_cast<double>(data->at(data->size() - 1).time) };
        m_range = m_range
            ? PlotRange{ std::min(m_range->from, own.from), std::max(m_range->to, own.to) }
            : own;
    }
    m_series.push_back(std::move(series));
    m_data.push_back(std::move(data));
}

std::vector<PlotColumn> MemoryPlotSource::buckets(size_t series, PlotRange range, int columns) const
{
    return m_data[series]->columns(range, columns);
}

std::optional<std::pair<double, double>> MemoryPlotSource::values(size_t series) const
{
    const auto &data = *m_data[series];
    if (data.isEmpty())
        return {};
    return std::pair(data.lowest(), data.highest());
}

std::optional<PlotSample> MemoryPlotSource::sampleAt(size_t series, double x) const
{
    const auto &data = *m_data[series];
    const auto &facts = m_series[series];
    const auto index = facts.isHeld ? data.before(x) : data.nearest(x);
    if (!index)
        return {};
    const auto sample = data.at(*index);
    // In a gap nothing is known.
    if (!facts.isHeld && facts.gap > 0
        && std::abs(static_cast<double>(sample.time) - x) > facts.gap)
        return {};
    return sample;
}

std::pair<std::optional<PlotSample>, std::optional<PlotSample>> MemoryPlotSource::around(
    size_t series, PlotRange range) const
{
    const auto &data = *m_data[series];
    std::pair<std::optional<PlotSample>, std::optional<PlotSample>> result;
    if (const auto first = data.indexFrom(range.from); first > 0)
        result.first = data.at(first - 1);
    const auto next = data.before(range.to);
    if (const auto after = next ? *next + 1 : 0; after < data.size())
        result.second = data.at(after);
    return result;
}

} // namespace tosaic::views
