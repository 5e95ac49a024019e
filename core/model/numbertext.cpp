// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/numbertext.h"

#include "core/model/smallfloats.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

using namespace Qt::StringLiterals;

namespace tosaic::model {

namespace {

using Buffer = std::array<char, 64>;

std::optional<QString> specialText(double value)
{
    if (std::isnan(value))
        return u"nan"_s;
    if (std::isinf(value))
        return value > 0 ? u"inf"_s : u"-inf"_s;
    return std::nullopt;
}

/// From "1.25e-02", whose digits are those needed: plain notation where it is short to read.
QString readable(std::string_view scientific, double value)
{
    const auto e = scientific.find('e');
    int exponent = 0;
    const auto sign = scientific[e + 1] == '+' ? 1 : 0;
    std::from_chars(
        scientific.data() + e + 1 + sign, scientific.data() + scientific.size(), exponent);
    if (exponent < -5 || exponent > 15)
        return QString::fromLatin1(scientific.data(), qsizetype(scientific.size()));
    const auto point = scientific.find('.');
    const auto fraction = point == std::string_view::npos ? 0 : int(e - point) - 1;
    Buffer buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
        std::chars_format::fixed, std::max(0, fraction - exponent));
    return QString::fromLatin1(buffer.data(), end.ptr - buffer.data());
}

template <typename Float>
QString shortest(Float value)
{
    if (const auto special = specialText(double(value)))
        return *special;
    Buffer buffer{};
    const auto end = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
    return readable({ buffer.data(), size_t(end.ptr - buffer.data()) }, double(value));
}

} // namespace

QString numberText(double value)
{
    return shortest(value);
}

QString numberText(float value)
{
    return shortest(value);
}

QString numberText(double value, const SmallFloat &format)
{
    if (const auto special = specialText(value))
        return *special;
    if (value == 0)
        return shortest(value);
    int exponent = 0;
    const auto half = std::frexp(std::abs(value), &exponent); // in [0.5, 1)
    const auto lowest = 1 - format.bias;
    const auto isNormal = exponent - 1 >= lowest;
    const auto unit = std::ldexp(1.0, std::max(exponent - 1, lowest) - format.fractionBits);
    // Below a power of two the numbers lie twice as close.
    const auto below = isNormal && half == 0.5 && exponent - 1 > lowest ? unit / 4 : unit / 2;
    Buffer buffer{};
    std::to_chars_result end{};
    for (int digits = 0; digits < 17; ++digits) {
        end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
            std::chars_format::scientific, digits);
        double back = 0;
        std::from_chars(buffer.data(), end.ptr, back);
        const auto difference = std::abs(back) - std::abs(value);
        if (difference < unit / 2 && -difference < below)
            break;
    }
    return readable({ buffer.data(), size_t(end.ptr - buffer.data()) }, value);
}

QString complexText(const QString &real, const QString &imaginary)
{
    const auto sign = imaginary.startsWith(u'-') ? QString() : u"+"_s;
    return real + sign + imaginary + u'i';
}

} // namespace tosaic::model
