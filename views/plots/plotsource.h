// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "profiler/analysis/spread.h"
#include "views/plots/plotdata.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::views {

/// What the x axis of a source counts.
enum class PlotAxis
{
    Inference, ///< number of the measurement, from 1
    Iteration, ///< number of the repeat, from 1
    Arrival, ///< milliseconds from the start of the run
    NpuCycles,
    SampleTime ///< in the unit that the samples state
};

/// One lane of the plot.
struct PlotSeries
{
    QString name; ///< stable, for what is chosen and selected: "ETHOSU_PMU_NPU_IDLE"
    QString title; ///< as it is shown
    QString unit; ///< of the values; empty: not known
    std::optional<Origin> origin; ///< absent: not stated
    bool isCounter = false; ///< name is that of a hardware counter
    bool isHeld = false; ///< a value holds until the next one
    /// Repeats of the same measurement; absent where the samples are none.
    std::optional<profile::Spread> spread;
    std::vector<PlotSample> outliers; ///< those of the spread
    /// Neighbours that are farther apart are not connected; 0: all are.
    double gap = 0;
    quint64 missing = 0; ///< measurements that do not state it
};

/// Series over one x axis. Immutable; shared between threads.
class PlotSource
{
public:
    virtual ~PlotSource() = default;

    virtual const std::vector<PlotSeries> &series() const = 0;
    /// Of a series: one entry for each pixel column.
    virtual std::vector<PlotColumn> buckets(size_t series, PlotRange range, int columns) const = 0;
    virtual quint64 sampleCount(size_t series) const = 0;
    /// Lowest and highest value; absent without samples.
    virtual std::optional<std::pair<double, double>> values(size_t series) const = 0;
    /// What a series says at a place of the axis: the sample next to it, or the one that holds
    /// there; absent where there is none.
    virtual std::optional<PlotSample> sampleAt(size_t series, double x) const = 0;
    /// The last sample before a range and the first behind it, where the line comes from and goes
    /// to.
    virtual std::pair<std::optional<PlotSample>, std::optional<PlotSample>> around(
        size_t series, PlotRange range) const = 0;
    /// First and last x of all series; absent without samples.
    virtual std::optional<PlotRange> range() const = 0;
};

/// Samples in memory.
class MemoryPlotSource : public PlotSource
{
public:
    void add(PlotSeries series, std::shared_ptr<const PlotData> data);
    const PlotData &data(size_t series) const { return *m_data[series]; }

    const std::vector<PlotSeries> &series() const override { return m_series; }
    std::vector<PlotColumn> buckets(size_t series, PlotRange range, int columns) const override;
    quint64 sampleCount(size_t series) const override { return m_data[series]->size(); }
    std::optional<std::pair<double, double>> values(size_t series) const override;
    std::optional<PlotSample> sampleAt(size_t series, double x) const override;
    std::pair<std::optional<PlotSample>, std::optional<PlotSample>> around(
        size_t series, PlotRange range) const override;
    std::optional<PlotRange> range() const override { return m_range; }

private:
    std::vector<PlotSeries> m_series;
    std::vector<std::shared_ptr<const PlotData>> m_data;
    std::optional<PlotRange> m_range;
};

/// What the page can show of a run, one after the other.
struct PlotSubject
{
    PlotAxis axis = PlotAxis::Inference;
    QString timeUnit; ///< of PlotAxis::SampleTime
    std::shared_ptr<const PlotSource> source;
    std::optional<quint64> clockHz; ///< NPU clock, to state cycles as time
    QStringList notes; ///< what is missing or was left out, in the user's words
};

} // namespace tosaic::views
