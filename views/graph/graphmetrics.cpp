// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphmetrics.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QHash>

namespace tosaic::views {

namespace {

constexpr double SmallestWidth = 92;
constexpr double LargestWidth = 340;

double widthOf(const QFont &font, const QString &text)
{
    return QFontMetricsF(font).horizontalAdvance(text);
}

} // namespace

QFont GraphMetrics::titleFont(double pixels)
{
    auto font = QApplication::font();
    font.setPixelSize(std::max(1, qRound(pixels)));
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont GraphMetrics::subtitleFont()
{
    auto font = QApplication::font();
    font.setPixelSize(11);
    return font;
}

QSizeF GraphMetrics::nodeSize(const graph::Node &node)
{
    if (node.placement == graph::Placement::Boundary)
        return { std::clamp(widthOf(subtitleFont(), node.title) + 2 * Padding, SmallestWidth,
                     LargestWidth),
            24 };
    auto width = widthOf(titleFont(), node.title);
    const auto lines = graph::linesOf(node);
    for (const auto &line : lines)
        width = std::max(width, widthOf(subtitleFont(), line));
    if (node.collapsed)
        width += 24;
    const auto height = (lines.isEmpty() ? 32.0 : 30.0 + 15.0 * static_cast<double>(lines.size()))
        + (node.collapsed ? 12 : 0);
    return { std::clamp(width + 2 * Padding, SmallestWidth, LargestWidth), height };
}

QSizeF GraphMetrics::hullTitleSize(const graph::Group &group)
{
    const auto width = widthOf(titleFont(), group.title) + 10
        + widthOf(subtitleFont(), group.subtitle) + 2 * Padding;
    return { std::min(width, 2 * LargestWidth), HullTitleHeight };
}

} // namespace tosaic::views
