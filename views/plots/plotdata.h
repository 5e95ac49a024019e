// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tosaic::views {

/// A range of the x axis, in the unit of the source; both ends belong to it.
struct PlotRange
{
    double from = 0;
    double to = 1;

    double width() const { return to - from; }
    bool operator==(const PlotRange &) const = default;
};

/// What the samples of one pixel column say.
struct PlotColumn
{
    quint64 count = 0; ///< 0: no sample, and the rest says nothing
    double lowest = 0;
    double highest = 0;
    double mean = 0;
    double first = 0;
    double last = 0;
    qint64 firstTime = 0;
    qint64 lastTime = 0;
};

struct PlotSample
{
    qint64 time = 0;
    double value = 0;
    bool operator==(const PlotSample &) const = default;
};

/// Samples of one series in order of time, with the lowest, the highest and the sum of every 64,
/// 256, 1024... of them, so that a picture costs what it has columns and not what it has samples.
/// Immutable, shared between threads; made on a pool thread where there are many samples.
class PlotData
{
public:
    /// Takes the samples over. What is not finite is left out; times that fall are put in order.
    PlotData(std::vector<qint64> times, std::vector<double> values);
    /// Samples that belong to somebody else, whom `owner` keeps alive. They are copied only if
    /// something is to be left out or put in order.
    PlotData(std::shared_ptr<const void> owner, std::span<const qint64> times,
        std::span<const double> values);
    PlotData(const PlotData &) = delete;
    PlotData &operator=(const PlotData &) = delete;

    size_t size() const { return m_times.size(); }
    bool isEmpty() const { return m_times.empty(); }
    PlotSample at(size_t index) const { return { m_times[index], m_values[index] }; }
    double lowest() const { return m_lowest; }
    double highest() const { return m_highest; }
    /// Half of the neighbours are at most so far apart (of up to 4096 of them); 0 with less than
    /// two samples.
    qint64 typicalStep() const { return m_typicalStep; }

    /// `count` columns of equal width over the range, empty ones too.
    std::vector<PlotColumn> columns(PlotRange range, int count) const;
    /// The sample next to a time; absent without samples.
    std::optional<size_t> nearest(double time) const;
    /// The last sample at or before a time, for values that hold until the next.
    std::optional<size_t> before(double time) const;
    size_t indexFrom(double time) const; ///< of the first sample at or after it

private:
    struct Block
    {
        double lowest = 0;
        double highest = 0;
        double total = 0;
    };

    size_t endOf(size_t from, size_t last, size_t guess, double end) const;
    void own(std::vector<qint64> times, std::vector<double> values);
    void build();
    void measureStep();
    Block summary(size_t from, size_t to) const;
    Block samplesSummary(size_t from, size_t to) const;

    std::shared_ptr<const void> m_owner;
    std::vector<qint64> m_ownTimes;
    std::vector<double> m_ownValues;
    std::span<const qint64> m_times;
    std::span<const double> m_values;
    std::vector<std::vector<Block>> m_levels;
    double m_lowest = 0;
    double m_highest = 0;
    qint64 m_typicalStep = 0;
};

} // namespace tosaic::views
