// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/rounding.h"

#include <optional>
#include <vector>

/// The loops that almost all of an inference is spent in, where 32 bits are enough: compiled for
/// newer processors, too, which are asked when the program starts. The same numbers as elsewhere.
namespace tosaic::npusim {

struct ChannelScales;

inline constexpr int NarrowPixels = 4;

/// Products of four pixels with `outputs` rows of weights, all of them `length` numbers (a multiple
/// of 16); `sums` has for each pixel where its first sum goes. Sums must fit 32 bits.
void multiplyNarrow(const qint16 *const (&pixels)[NarrowPixels], const qint16 *weights,
    qint64 length, qint64 outputs, qint32 *const (&sums)[NarrowPixels]);

/// Adds to `depth` sums what lies `offset` numbers behind each of `count` taps, each channel times
/// its weight. The weights of a tap are `rowLength` behind those of the one before.
void addProducts(const qint16 *const *taps, qint64 count, qint64 offset, const qint16 *weights,
    qint64 rowLength, qint64 depth, qint32 *sums);

/// The output stage without look-up tables, for sums of 32 bits: scale, zero point, limits.
class NarrowScales
{
public:
    struct Limits
    {
        qint64 zeroPoint = 0;
        qint64 smallest = 0;
        qint64 largest = 0;
    };
    /// Absent where 32 bits or these loops are not enough: sums are at most `largestSum`, biases
    /// included; limits must fit 32 bits.
    static std::optional<NarrowScales> of(
        Rounding rounding, const ChannelScales &scales, qint64 largestSum, const Limits &limits);

    /// `count`: all channels of one pixel after the other.
    void apply(qint32 *row, qint64 count) const;

private:
    /// Of each channel, several times over where these are few. Shifts are those of numbers without
    /// sign.
    std::vector<qint32> m_bias;
    std::vector<qint32> m_multiplier;
    std::vector<quint64> m_half;
    std::vector<quint64> m_shift;
    std::vector<quint64> m_back; ///< what the sign bit became, where it was turned; one step only
    bool m_isTwoSteps = false; ///< Rounding::Double with shifts above 31
    Limits m_limits;
};

} // namespace tosaic::npusim
