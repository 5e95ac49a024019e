// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <bit>
#include <limits>

/// Floating-point formats of 16 bits and fewer, by their parameters: sign, exponent, fraction.
/// Facts: IEEE 754 for float16 and 8-bit e5m2, the Open Compute Project's microscaling formats for
/// 4 to 8 bits, the FNUZ variants as ExecuTorch names them.
namespace tosaic::model {

struct SmallFloat
{
    enum class Specials
    {
        Ieee, ///< highest exponent: infinities and NaN
        AllOnesIsNan, ///< only that; no infinity
        MinusZeroIsNan, ///< only that; no infinity
        None ///< every code is a number
    };

    int exponentBits;
    int fractionBits;
    int bias;
    Specials specials;

    constexpr double value(quint32 code) const
    {
        const quint32 fractionMask = (1U << fractionBits) - 1;
        const quint32 exponentMask = (1U << exponentBits) - 1;
        const auto fraction = code & fractionMask;
        const auto exponent = (code >> fractionBits) & exponentMask;
        const bool isNegative = ((code >> (fractionBits + exponentBits)) & 1U) != 0;
        if (isNan(isNegative, exponent == exponentMask, exponent == 0, fraction, fractionMask))
            return std::numeric_limits<double>::quiet_NaN();
        double magnitude = 0;
        if (specials == Specials::Ieee && exponent == exponentMask)
            magnitude = std::numeric_limits<double>::infinity();
        else if (exponent == 0)
            magnitude = double(fraction) * powerOfTwo(1 - bias - fractionBits);
        else
            magnitude = std::bit_cast<double>((quint64(int(exponent) - bias + 1023) << 52)
                | (quint64(fraction) << (52 - fractionBits)));
        return isNegative ? -magnitude : magnitude;
    }

    /// Exact for exponents of normal doubles.
    static constexpr double powerOfTwo(int exponent)
    {
        return std::bit_cast<double>(quint64(exponent + 1023) << 52);
    }

private:
    constexpr bool isNan(bool isNegative, bool hasHighestExponent, bool hasLowestExponent,
        quint32 fraction, quint32 fractionMask) const
    {
        switch (specials) {
        case Specials::Ieee:
            return hasHighestExponent && fraction != 0;
        case Specials::AllOnesIsNan:
            return hasHighestExponent && fraction == fractionMask;
        case Specials::MinusZeroIsNan:
            return isNegative && hasLowestExponent && fraction == 0;
        case Specials::None:
            break;
        }
        return false;
    }
};

inline constexpr SmallFloat Float16Format{ 5, 10, 15, SmallFloat::Specials::Ieee };
inline constexpr SmallFloat BFloat16Format{ 8, 7, 127, SmallFloat::Specials::Ieee };
inline constexpr SmallFloat Float8E4M3Format{ 4, 3, 7, SmallFloat::Specials::AllOnesIsNan };
inline constexpr SmallFloat Float8E5M2Format{ 5, 2, 15, SmallFloat::Specials::Ieee };
inline constexpr SmallFloat Float8E4M3FnuzFormat{ 4, 3, 8, SmallFloat::Specials::MinusZeroIsNan };
inline constexpr SmallFloat Float8E5M2FnuzFormat{ 5, 2, 16, SmallFloat::Specials::MinusZeroIsNan };
inline constexpr SmallFloat Float6E2M3Format{ 2, 3, 1, SmallFloat::Specials::None };
inline constexpr SmallFloat Float6E3M2Format{ 3, 2, 3, SmallFloat::Specials::None };
inline constexpr SmallFloat Float4E2M1Format{ 2, 1, 1, SmallFloat::Specials::None };

} // namespace tosaic::model
