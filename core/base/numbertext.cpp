// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbertext.h"

#include <algorithm>
#include <cmath>

namespace tosaic {

QString formatNumber(double value, int digits, const QLocale &locale)
{
    constexpr double Exact = 9007199254740992.0; // 2^53: whole numbers up to it are themselves
    constexpr double Least = 1e-6;
    const auto size = std::abs(value);
    if (!std::isfinite(value) || size > Exact || (size > 0 && size < Least))
        return locale.toString(value, 'g', digits);
    if (value == std::floor(value))
        return locale.toString(value, 'f', 0);
    const auto before = static_cast<int>(std::floor(std::log10(size))) + 1; // digits of the point
    auto decimals = std::max(0, digits - before);
    auto scaled = std::round(size * std::pow(10.0, decimals));
    while (decimals > 0 && std::fmod(scaled, 10) == 0) {
        scaled /= 10;
        --decimals;
    }
    return locale.toString(value, 'f', decimals);
}

} // namespace tosaic
