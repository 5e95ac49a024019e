// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/constantvalues.h"

#include <algorithm>
#include <bit>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::model {

namespace {

constexpr size_t PieceSize = 16'384;

/// Hands the elements to `use(first, values)` piece by piece; false if cancelled.
template <typename Use>
bool forEachPiece(const ConstantValues &values, const StatisticsOptions &options,
    const std::function<bool()> &isCancelled, Use use)
{
    std::vector<double> piece(size_t(std::min<quint64>(values.count(), PieceSize)));
    for (quint64 first = 0; first < values.count(); first += piece.size()) {
        if (isCancelled && isCancelled())
            return false;
        const auto filled = std::span(piece).first(size_t(values.read(first, piece)));
        if (options.dequantiser) {
            for (size_t i = 0; i < filled.size(); ++i)
                filled[i] = options.dequantiser->value(first + i, filled[i]);
        }
        use(first, filled);
    }
    return true;
}

/// Counts different finite numbers up to a cap, in a flat table: a set of nodes takes many times as
/// long for a weight tensor of a hundred megabytes.
class DistinctCounter
{
public:
    DistinctCounter(quint64 cap, quint64 elements)
        : m_cap(cap), m_slots(std::bit_ceil(size_t(2 * std::min(cap, elements) + 2)), Free),
          m_shift(64 - std::countr_zero(m_slots.size()))
    {
    }

    quint64 count() const { return m_count; }
    bool isCapped() const { return m_isCapped; }

    void add(double value)
    {
        const auto bits = std::bit_cast<quint64>(value == 0 ? 0.0 : value); // no second zero
        auto place = size_t((bits * quint64(0x9e3779b97f4a7c15)) >> m_shift);
        while (m_slots[place] != Free && m_slots[place] != bits)
            place = (place + 1) & (m_slots.size() - 1);
        if (m_slots[place] == bits)
            return;
        m_isCapped = m_count == m_cap;
        if (m_isCapped)
            return;
        m_slots[place] = bits;
        ++m_count;
    }

private:
    static constexpr quint64 Free = ~quint64(0); ///< a NaN, so no finite number

    quint64 m_cap;
    std::vector<quint64> m_slots; ///< a power of two, never more than half full
    int m_shift;
    quint64 m_count = 0;
    bool m_isCapped = false;
};

/// Everything but the histogram, in one pass.
class Moments
{
public:
    Moments(quint64 distinctCap, quint64 elements) : m_distinct(distinctCap, elements) { }

    void add(quint64 first, std::span<const double> piece)
    {
        m_statistics.count += piece.size();
        quint64 finite = 0;
        double sum = 0;
        for (size_t i = 0; i < piece.size(); ++i) {
            const auto value = piece[i];
            if (std::isnan(value)) {
                ++m_statistics.nans;
            } else if (std::isinf(value)) {
                ++m_statistics.infinities;
            } else {
                ++finite;
                sum += value;
                addFinite(first + i, value);
            }
        }
        if (finite > 0)
            merge(piece, finite, sum / double(finite));
    }

    ConstantStatistics result()
    {
        m_statistics.distinct = m_distinct.count();
        m_statistics.isDistinctCapped = m_distinct.isCapped();
        if (m_finite == 0)
            return m_statistics;
        const auto deviation = std::sqrt(m_squares / double(m_finite));
        if (std::isfinite(m_mean))
            m_statistics.mean = m_mean;
        if (std::isfinite(deviation))
            m_statistics.standardDeviation = deviation;
        return m_statistics;
    }

private:
    void addFinite(quint64 index, double value)
    {
        if (value == 0)
            ++m_statistics.zeros;
        if (!m_statistics.minimum || value < *m_statistics.minimum) {
            m_statistics.minimum = value;
            m_statistics.minimumIndex = index;
        }
        if (!m_statistics.maximum || value > *m_statistics.maximum) {
            m_statistics.maximum = value;
            m_statistics.maximumIndex = index;
        }
        if (!m_distinct.isCapped())
            m_distinct.add(value);
    }

    /// Joins the piece's mean and squares with those so far: exact also for millions of elements.
    void merge(std::span<const double> piece, quint64 finite, double mean)
    {
        double squares = 0;
        for (const auto value : piece) {
            if (std::isfinite(value))
                squares += (value - mean) * (value - mean);
        }
        const auto before = double(m_finite);
        const auto all = before + double(finite);
        const auto distance = mean - m_mean;
        m_mean += distance * (double(finite) / all);
        m_squares += squares + distance * distance * (before * double(finite) / all);
        m_finite += finite;
    }

    DistinctCounter m_distinct;
    ConstantStatistics m_statistics;
    quint64 m_finite = 0;
    double m_mean = 0;
    double m_squares = 0; ///< sum of squared distances from the mean
};

/// Distance between values that can occur: bins that do not respect it show stripes that the data
/// does not have.
std::optional<double> valueStep(const ConstantValues &values, const StatisticsOptions &options)
{
    if (values.kind() != NumberKind::Integer && values.kind() != NumberKind::Boolean)
        return std::nullopt;
    return options.dequantiser ? options.dequantiser->step() : 1.0;
}

Histogram emptyHistogram(double low, double high, size_t bins, std::optional<double> step)
{
    Histogram histogram;
    histogram.low = low;
    if (low == high) {
        histogram.bins.assign(1, 0);
        return histogram;
    }
    if (step && *step > 0) {
        const auto slots = std::round((high - low) / *step) + 1;
        const auto slotsPerBin = std::ceil(slots / double(bins));
        histogram.width = slotsPerBin * *step;
        histogram.low = low - *step / 2;
        bins = size_t(std::clamp(std::ceil(slots / slotsPerBin), 1.0, double(bins)));
    } else {
        histogram.width = high / double(bins) - low / double(bins);
    }
    histogram.bins.assign(bins, 0);
    return histogram;
}

void addToBins(Histogram &histogram, std::span<const double> piece)
{
    const auto last = double(histogram.bins.size() - 1);
    for (const auto value : piece) {
        if (!std::isfinite(value))
            continue;
        const auto place
            = histogram.width > 0 ? std::floor((value - histogram.low) / histogram.width) : 0;
        ++histogram.bins[size_t(std::clamp(place, 0.0, last))];
    }
}

} // namespace

Result<Dequantiser> Dequantiser::make(
    const Quantisation &quantisation, const ConstantValues &values)
{
    const auto channels = quantisation.scales.size();
    const auto zeros = quantisation.zeroPoints.size();
    if (channels == 0)
        return fail(ErrorCode::FormatDamaged, u"the quantisation has no scale"_s);
    if (zeros > 1 && zeros != channels)
        return fail(
            ErrorCode::FormatDamaged, u"%1 scales, but %2 zero points"_s.arg(channels).arg(zeros));
    Dequantiser result;
    result.m_scales = quantisation.scales;
    result.m_zeroPoints.assign(channels, zeros == 1 ? double(quantisation.zeroPoints[0]) : 0.0);
    if (zeros > 1)
        std::copy(quantisation.zeroPoints.begin(), quantisation.zeroPoints.end(),
            result.m_zeroPoints.begin());
    if (channels == 1)
        return result;
    // Old TensorFlow converters name the weights' dimension in biases; they have only one to mean.
    const auto axis = values.shape().size() == 1 ? 0 : quantisation.axis;
    if (axis < 0 || size_t(axis) >= values.shape().size()
        || quint64(values.shape()[size_t(axis)]) != channels)
        return fail(ErrorCode::FormatDamaged,
            u"%1 scales do not fit dimension %2 of the shape"_s.arg(channels).arg(axis));
    result.m_stride = std::max<quint64>(values.strides()[size_t(axis)], 1);
    return result;
}

double Dequantiser::value(quint64 index, double stored) const
{
    const auto channel = m_scales.size() == 1 ? 0 : size_t(index / m_stride % m_scales.size());
    return m_scales[channel] * (stored - m_zeroPoints[channel]);
}

std::optional<double> Dequantiser::step() const
{
    if (m_scales.size() != 1)
        return std::nullopt;
    return std::abs(m_scales.front());
}

Result<ConstantStatistics> statisticsOf(const ConstantValues &values,
    const StatisticsOptions &options, const std::function<bool()> &isCancelled)
{
    if (values.kind() == NumberKind::Complex)
        return fail(ErrorCode::FormatUnsupported, u"complex numbers have no order"_s);
    Moments moments(options.distinctCap, values.count());
    const auto cancelled = [] { return fail(ErrorCode::Cancelled, u"statistics"_s); };
    if (!forEachPiece(values, options, isCancelled,
            [&](quint64 first, std::span<const double> piece) { moments.add(first, piece); }))
        return cancelled();
    auto statistics = moments.result();
    if (!statistics.minimum || options.bins == 0)
        return statistics;
    statistics.histogram = emptyHistogram(
        *statistics.minimum, *statistics.maximum, options.bins, valueStep(values, options));
    if (!forEachPiece(values, options, isCancelled, [&](quint64, std::span<const double> piece) {
            addToBins(statistics.histogram, piece);
        }))
        return cancelled();
    return statistics;
}

} // namespace tosaic::model
