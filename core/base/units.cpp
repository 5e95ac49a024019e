// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {
/// Three significant digits, without an exponent.
QString threeDigits(double value, const QLocale &locale)
{
    const int before = value < 1 ? 1 : static_cast<int>(std::floor(std::log10(value))) + 1;
    return locale.toString(value, 'f', std::max(0, 3 - before));
}
} // namespace

QString originTag(Origin origin)
{
    switch (origin) {
    case Origin::Estimate:
        return u"est"_s;
    case Origin::Fvp:
        return u"FVP"_s;
    case Origin::Board:
        return u"board"_s;
    case Origin::ThisMachine:
        return u"this machine"_s;
    }
    return {};
}

QString formatBytes(quint64 bytes, const QLocale &locale)
{
    static constexpr std::array Units{ "KiB", "MiB", "GiB", "TiB" };
    if (bytes == 1)
        return u"1 byte"_s;
    if (bytes < 1024)
        return u"%1 bytes"_s.arg(locale.toString(bytes));
    double value = static_cast<double>(bytes) / 1024;
    size_t unit = 0;
    while (value >= 1023.995 && unit + 1 < Units.size()) {
        value /= 1024;
        ++unit;
    }
    const bool whole = unit == 0 && bytes % 1024 == 0;
    return u"%1 %2"_s.arg(whole ? locale.toString(value, 'f', 0) : threeDigits(value, locale),
        QLatin1StringView(Units[unit]));
}

QString formatCount(quint64 count, const QLocale &locale)
{
    return locale.toString(count);
}

QString formatDuration(double seconds, const QLocale &locale)
{
    if (seconds == 0)
        return u"0 ns"_s;
    if (seconds >= 1)
        return u"%1 s"_s.arg(threeDigits(seconds, locale));
    if (seconds >= 1e-3)
        return u"%1 ms"_s.arg(threeDigits(seconds * 1e3, locale));
    if (seconds >= 1e-6)
        return u"%1 µs"_s.arg(threeDigits(seconds * 1e6, locale));
    return u"%1 ns"_s.arg(threeDigits(seconds * 1e9, locale));
}

QString formatClock(double hertz, const QLocale &locale)
{
    return u"%1 MHz"_s.arg(locale.toString(hertz / 1e6, 'g', 6));
}

QString formatPercent(double ratio, const QLocale &locale)
{
    return u"%1 %"_s.arg(locale.toString(ratio * 100, 'f', 1));
}

QString formatShare(double share, const QLocale &locale)
{
    constexpr double Least = 0.0005; // less would be written as 0.0 %
    constexpr double Noise = 1e-9; // of sums of shares
    if (share > Noise && share < Least)
        return u"< "_s + formatPercent(0.001, locale);
    if (share > 1 - Least && share < 1 - Noise)
        return u"> "_s + formatPercent(0.999, locale);
    return formatPercent(share, locale);
}

} // namespace tosaic
