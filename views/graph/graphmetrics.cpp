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

constexpr qsizetype MostTexts = 100000;

/// Widths of texts in one font. Most texts of a graph repeat, and each is asked for twice: by the
/// layout and by the scene. One a thread.
class Widths
{
public:
    double of(const QFont &font, const QString &text)
    {
        if (font != m_font || m_known.size() > MostTexts) {
            m_known.clear();
            m_font = font;
        }
        if (const auto found = m_known.constFind(text); found != m_known.cend())
            return *found;
        return *m_known.insert(text, QFontMetricsF(font).horizontalAdvance(text));
    }

private:
    QFont m_font;
    QHash<QString, double> m_known;
};

double titleWidth(const QString &text)
{
    thread_local Widths widths;
    return widths.of(GraphMetrics::titleFont(), text);
}

double subtitleWidth(const QString &text)
{
    thread_local Widths widths;
    return widths.of(GraphMetrics::subtitleFont(), text);
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
        return { std::clamp(subtitleWidth(node.title) + 2 * Padding, SmallestWidth, LargestWidth),
            24 };
    auto width = titleWidth(node.title);
    const auto lines = graph::linesOf(node);
    for (const auto &line : lines)
        width = std::max(width, subtitleWidth(line));
    if (node.collapsed)
        width += 24;
    const auto height = (lines.isEmpty() ? 32.0 : 30.0 + 15.0 * static_cast<double>(lines.size()))
        + (node.collapsed ? 12 : 0);
    return { std::clamp(width + 2 * Padding, SmallestWidth, LargestWidth), height };
}

QSizeF GraphMetrics::hullTitleSize(const graph::Group &group)
{
    const auto width = titleWidth(group.title) + 10 + subtitleWidth(group.subtitle) + 2 * Padding;
    return { std::min(width, 2 * LargestWidth), HullTitleHeight };
}

} // namespace tosaic::views
