// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/rangeuse.h"

#include <QtGlobal>

#include <optional>
#include <span>
#include <vector>

/// How far what was computed is from what it should be. Numbers, no files and no tools.
namespace tosaic::accuracy {

using npusim::RangeUse;

/// Of one tensor; of several samples, one pair after another. What cannot be told is absent: no
/// SQNR without a difference (it would be infinite) or without a signal, no cosine with a zero
/// vector. Numbers that are not finite on both sides count as different and in nothing else.
class Measures
{
public:
    void add(double computed, double expected);

    quint64 elements() const { return m_elements; }
    quint64 differing() const { return m_differing; }
    /// 10 log10(sum expected^2 / sum (computed - expected)^2), dB.
    std::optional<double> sqnrDb() const;
    /// Of the angle between both as vectors, -1 to 1.
    std::optional<double> cosine() const;
    std::optional<double> largest() const; ///< absolute difference
    std::optional<double> mean() const; ///< of the absolute differences

private:
    quint64 m_elements = 0;
    quint64 m_finite = 0;
    quint64 m_differing = 0;
    double m_signal = 0;
    double m_noise = 0;
    double m_computed = 0; ///< sum of squares
    double m_product = 0;
    double m_absolute = 0;
    double m_largest = 0;
};

/// How often which numbers come, in bins of equal width from the smallest to the largest.
struct Histogram
{
    double smallest = 0;
    double largest = 0;
    std::vector<quint64> counts; ///< empty: there are no finite numbers
};
inline constexpr size_t HistogramBins = 32;
Histogram histogramOf(std::span<const double> numbers, size_t bins = HistogramBins);

} // namespace tosaic::accuracy
