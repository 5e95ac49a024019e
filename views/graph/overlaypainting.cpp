// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/overlaypainting.h"

#include "views/graph/graphmetrics.h"
#include "views/graph/graphstyle.h"
#include "views/widgets/colormap.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views::style {

namespace {

constexpr double BarWidth = 120; ///< px of the colour map
constexpr double BarHeight = 12;
constexpr double Gap = 8;
constexpr double SwatchWidth = 24;

/// Goes from left to right; paints only with a painter.
class Strip
{
public:
    Strip(QPainter *painter, QPointF topLeft, double height, const ThemeColors &colors)
        : m_painter(painter), m_x(topLeft.x()), m_start(topLeft.x()), m_top(topLeft.y()),
          m_height(height), m_colors(colors)
    {
    }

    void text(const QString &text, const QFont &font, const QColor &color)
    {
        const auto width = QFontMetricsF(font).horizontalAdvance(text);
        if (m_painter) {
            m_painter->setFont(font);
            m_painter->setPen(color);
            m_painter->drawText(
                QRectF(m_x, m_top, width + 2, m_height), Qt::AlignVCenter | Qt::AlignLeft, text);
        }
        m_x += width + Gap;
    }

    void map(bool isDiverging)
    {
        const QRectF bar(m_x, m_top + (m_height - BarHeight) / 2, BarWidth, BarHeight);
        for (int step = 0; m_painter && step < int(BarWidth); ++step) {
            const auto share = (step + 0.5) / BarWidth;
            m_painter->fillRect(QRectF(bar.left() + step, bar.top(), 1.5, BarHeight),
                isDiverging ? divergingColor(2 * share - 1, m_colors)
                            : sequentialColor(share, m_colors));
        }
        frame(bar);
        m_x += BarWidth + Gap;
    }

    void swatch(const QColor &color, Qt::PenStyle line = Qt::SolidLine)
    {
        const QRectF box(m_x, m_top + (m_height - BarHeight) / 2, SwatchWidth, BarHeight);
        if (m_painter)
            m_painter->fillRect(box, color);
        frame(box, line);
        m_x += SwatchWidth + Gap;
    }

    double width() const { return m_x - m_start; }

private:
    void frame(const QRectF &box, Qt::PenStyle line = Qt::SolidLine)
    {
        if (!m_painter)
            return;
        m_painter->setBrush(Qt::NoBrush);
        m_painter->setPen(QPen(m_colors.mutedText, 1, line));
        m_painter->drawRect(box);
    }

    QPainter *m_painter;
    double m_x;
    double m_start;
    double m_top;
    double m_height;
    const ThemeColors &m_colors;
};

} // namespace

QColor markColor(const NodeMark &mark, const ThemeColors &colors)
{
    if (mark.color.isValid())
        return mark.color;
    return mark.isDiverging ? divergingColor(mark.position, colors)
                            : sequentialColor(mark.position, colors);
}

QColor unknownColor(const ThemeColors &colors)
{
    return colors.sunken;
}

/// px of a node that its number may cover: there is no text yet.
constexpr double MostCovered = 6;

void paintNumber(QPainter &painter, const NodeMark &mark, const QRectF &rect,
    const ThemeColors &colors, double scale)
{
    if (scale < 0.3 || mark.number.isEmpty()) // letters would not be legible
        return;
    const auto unit = 1 / std::clamp(scale, 0.3, 1.0);
    const auto font = GraphMetrics::titleFont(std::min(10 * unit, 20.0));
    const QFontMetricsF metrics(font);
    QRectF plate({}, QSizeF(metrics.horizontalAdvance(mark.number) + 10, metrics.height()));
    plate.moveCenter({ rect.center().x(), rect.bottom() });
    plate.moveTop(std::max(plate.top(), rect.bottom() - MostCovered)); // grows downwards
    painter.setPen(QPen(colors.text, 1));
    painter.setBrush(colors.surface);
    painter.drawRoundedRect(plate, 3, 3);
    painter.setFont(font);
    painter.drawText(plate, Qt::AlignCenter, mark.number);
}

QString scaleTitle(const GraphOverlay &overlay)
{
    auto title = overlay.title.isEmpty() ? metricName(overlay.metric) : overlay.title;
    if (overlay.metric != GraphMetric::Deviation && overlay.origin)
        title += u" ("_s + originTag(*overlay.origin) + u')';
    return title;
}

double paintScale(QPainter *painter, QPointF topLeft, double height, const GraphOverlay &overlay,
    const ThemeColors &colors)
{
    Strip strip(painter, topLeft, height, colors);
    const auto small = GraphMetrics::subtitleFont();
    strip.text(scaleTitle(overlay), GraphMetrics::titleFont(11), colors.text);
    for (const auto &key : overlay.keys) {
        strip.swatch(key.color);
        strip.text(key.text, small, colors.mutedText);
    }
    if (overlay.keys.empty()) {
        strip.text(overlay.lowest, small, colors.mutedText);
        strip.map(overlay.metric == GraphMetric::Deviation);
        strip.text(overlay.highest, small, colors.mutedText);
    }
    if (overlay.known < overlay.expected.value_or(overlay.nodes.size())) {
        strip.swatch(unknownColor(colors), Qt::DashLine);
        strip.text(
            QCoreApplication::translate("GraphOverlay", "Not known"), small, colors.mutedText);
    }
    return strip.width();
}

} // namespace tosaic::views::style
