// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <limits>

/// How the NPU scales by a fixed-point factor: multiply, then shift right in one of these ways.
namespace tosaic::npusim {

enum class Rounding
{
    Double, ///< DBL, DOUBLE_SYMMETRIC: in two steps where the shift is above 31, as TFLite does
    Natural, ///< halves up
    Truncate, ///< towards zero
    Symmetric, ///< halves away from zero
    Down ///< TRUNCATE_TO_LOWER
};

__extension__ typedef __int128 Wide;

template <Rounding Mode, typename Number>
inline Number shifted(Number value, int shift)
{
    if (shift == 0)
        return value;
    const auto half = Number(1) << (shift - 1);
    if constexpr (Mode == Rounding::Down)
        return value >> shift;
    if constexpr (Mode == Rounding::Truncate)
        return value < 0 ? -(-value >> shift) : value >> shift;
    if constexpr (Mode == Rounding::Symmetric)
        return value < 0 ? -((-value + half) >> shift) : (value + half) >> shift;
    if constexpr (Mode == Rounding::Double) {
        if (shift > 31) {
            constexpr auto Half31 = Number(1) << 30;
            const auto high = (value + (value >= 0 ? Half31 : 1 - Half31)) / (Number(1) << 31);
            return shifted<Rounding::Symmetric>(high, shift - 31);
        }
    }
    return (value + half) >> shift;
}

/// value * scale >> shift. A shift has 6 bits in the registers, and up to 20 more where an operand
/// is shifted left before.
template <Rounding Mode>
inline qint64 rescaled(qint64 value, qint64 scale, int shift)
{
    // Products below 2^62 leave room for the half that rounding adds.
    qint64 product = 0;
    constexpr qint64 Room = qint64(1) << 62;
    if (shift <= 62 && !__builtin_mul_overflow(value, scale, &product) && product < Room
        && product > -Room)
        return shifted<Mode>(product, shift);
    const auto wide = shifted<Mode>(Wide(value) * scale, shift);
    constexpr auto Largest = std::numeric_limits<qint64>::max();
    return wide > Largest ? Largest : wide < -Largest ? -Largest : qint64(wide);
}

/// Calls `function` with the mode as a constant.
template <typename Function>
auto withRounding(Rounding mode, Function &&function)
{
    switch (mode) {
    case Rounding::Double:
        return function.template operator()<Rounding::Double>();
    case Rounding::Natural:
        return function.template operator()<Rounding::Natural>();
    case Rounding::Truncate:
        return function.template operator()<Rounding::Truncate>();
    case Rounding::Symmetric:
        return function.template operator()<Rounding::Symmetric>();
    case Rounding::Down:
        break;
    }
    return function.template operator()<Rounding::Down>();
}

} // namespace tosaic::npusim
