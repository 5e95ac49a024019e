// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/colormap.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tosaic::views {

namespace {

/// Viridis at equal steps.
constexpr std::array<QRgb, 9> Viridis{ 0xFF440154, 0xFF472D7B, 0xFF3B528B, 0xFF2C728E, 0xFF21918C,
    0xFF28AE80, 0xFF5EC962, 0xFFADDC30, 0xFFFDE725 };

QColor between(const QColor &from, const QColor &to, double share)
{
    const auto part
        = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return { part(from.red(), to.red()), part(from.green(), to.green()),
        part(from.blue(), to.blue()) };
}

double luminance(const QColor &color)
{
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
        + 0.0722 * linear(color.blueF());
}

} // namespace

QColor sequentialColor(double position, const ThemeColors &colors)
{
    position = std::clamp(position, 0.0, 1.0);
    if (!colors.isDark())
        position = 1 - position;
    // The ends are left out: yellow on white and violet on black would drown.
    position = colors.isDark() ? 0.12 + 0.88 * position : 0.08 + 0.82 * position;
    const auto at = position * static_cast<double>(Viridis.size() - 1);
    const auto index = std::min(static_cast<size_t>(at), Viridis.size() - 2);
    return between(
        QColor(Viridis[index]), QColor(Viridis[index + 1]), at - static_cast<double>(index));
}

QColor divergingColor(double position, const ThemeColors &colors)
{
    const auto neutral = between(colors.surface, colors.text, colors.isDark() ? 0.22 : 0.14);
    return between(neutral, position < 0 ? colors.better : colors.worse,
        std::clamp(std::abs(position), 0.0, 1.0));
}

QColor categoryColor(int place, const ThemeColors &colors)
{
    constexpr std::array<QRgb, 7> Light{ 0xFF2448E0, 0xFF123F4E, 0xFFAA4FD6, 0xFFC68500, 0xFF38A362,
        0xFF7E1A16, 0xFF7F8894 };
    constexpr std::array<QRgb, 7> Dark{ 0xFF5C66FF, 0xFF9AF4FA, 0xFFE294FF, 0xFFFFF04A, 0xFF4DB365,
        0xFFE0402F, 0xFF8F98A3 };
    const auto &all = colors.isDark() ? Dark : Light;
    return QColor(all[static_cast<size_t>(std::max(place, 0)) % all.size()]);
}

QColor readableOn(const QColor &color)
{
    return luminance(color) > 0.179 ? QColor(Qt::black) : QColor(Qt::white); // equal contrast there
}

} // namespace tosaic::views
