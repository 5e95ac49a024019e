// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/labelplacer.h"
#include "views/roofline/rooflinechart.h"
#include "views/roofline/roofmarks.h"
#include "views/roofline/roofwords.h"

#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>

#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr size_t NamedMarks = 5; // the longest carry their names, where there is room
constexpr int LongestName = 160; // px
constexpr double RidgeMark = 4; // px

} // namespace

/// Texts are placed one after another: what matters most first.
void RooflineChart::drawForeground(QPainter *painter, const QRectF &rect)
{
    QChartView::drawForeground(painter, rect);
    m_labels.clear();
    if (!m_data.hasRoofs())
        return;
    painter->save();
    painter->setFont(font());
    const auto plot = chart()->mapToScene(chart()->plotArea()).boundingRect();
    LabelPlacer placer(plot.adjusted(2, 2, -2, -2));
    for (const auto row : m_order)
        placer.block(mapToScene(markRect(row).toAlignedRect()).boundingRect());
    drawRidges(*painter, placer);
    painter->setClipRect(plot);
    drawMarks(*painter);
    painter->setClipping(false);
    labelRoofs(*painter, placer);
    labelMarks(*painter, placer);
    if (hasFocus()) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_theme.colors().accent, 1));
        painter->drawRect(plot);
    }
    painter->restore();
}

bool RooflineChart::drawText(QPainter &painter, LabelPlacer &placer, const QString &text,
    const QPointF &centre, double degrees, const QColor &colour)
{
    const QFontMetricsF metrics(font());
    const QSizeF size(metrics.horizontalAdvance(text) + 8, metrics.height() + 2);
    const auto area = LabelPlacer::box(centre, size, degrees);
    if (!placer.place(area))
        return false;
    painter.save();
    painter.translate(centre);
    painter.rotate(degrees);
    const QRectF box(QPointF(-size.width() / 2, -size.height() / 2), size);
    auto ground = m_theme.colors().surface;
    ground.setAlphaF(0.8F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(colour);
    painter.drawText(box, Qt::AlignCenter, text);
    painter.restore();
    m_labels.push_back({ text, area });
    return true;
}

/// Where a memory's roof meets the peak: a diamond, a line down to the axis and the intensity.
void RooflineChart::drawRidges(QPainter &painter, LabelPlacer &placer)
{
    const auto &colors = m_theme.colors();
    const auto height = QFontMetricsF(font()).height();
    for (const auto &[series, ceiling] : m_roofs) {
        if (!ceiling)
            continue;
        // No text goes over any of the lines, which end at the peak: above it there is room.
        const auto ridge = m_data.roofline.ridge(*ceiling);
        placer.block(QRectF(place(ridge, m_data.roofline.peakMacsPerCycle), place(ridge, m_y.low))
                         .adjusted(-1, 0, 1, 0));
    }
    for (const auto &[series, ceiling] : m_roofs) {
        if (!ceiling)
            continue;
        const auto ridge = m_data.roofline.ridge(*ceiling);
        const auto look = lookOf(ceiling, colors);
        const auto top = place(ridge, m_data.roofline.peakMacsPerCycle);
        const auto bottom = place(ridge, m_y.low);
        painter.setPen(QPen(look.colour, 1, Qt::DotLine));
        painter.drawLine(top, bottom);
        painter.setPen(QPen(look.colour, 1.5));
        painter.setBrush(colors.surface);
        painter.drawPolygon(
            QPolygonF({ top + QPointF(0, -RidgeMark - 1), top + QPointF(RidgeMark + 1, 0),
                top + QPointF(0, RidgeMark + 1), top + QPointF(-RidgeMark - 1, 0) }));
        bool isDrawn = false;
        for (const auto &text : { ridgeText(m_data.roofline, *ceiling),
                 shortRidgeText(m_data.roofline, *ceiling), figureText(ridge) }) {
            const auto half = QFontMetricsF(font()).horizontalAdvance(text) / 2 + 8;
            // Right or left of the line; above another one's text if need be.
            for (int lane = 0; lane < 4 && !isDrawn; ++lane) {
                const auto y = bottom.y() - height / 2 - 4 - lane * (height + 4);
                isDrawn
                    = drawText(painter, placer, text, { bottom.x() + half, y }, 0, colors.mutedText)
                    || drawText(
                        painter, placer, text, { bottom.x() - half, y }, 0, colors.mutedText);
            }
        }
    }
}

void RooflineChart::drawMarks(QPainter &painter) const
{
    for (const auto row : m_order) {
        const auto &roof = m_data.rows[row];
        paintMark(painter, place(roof.point->intensity, roof.point->macsPerCycle), radiusOf(roof),
            lookOfRow(roof, m_theme.colors()), roof.origin != Origin::Estimate, m_theme.colors());
    }
    for (const auto row : m_selected)
        drawHalo(painter, m_data.rows[row]);
}

/// An outline in the text colour with an accent halo; never a change of hue.
void RooflineChart::drawHalo(QPainter &painter, const RoofRow &row) const
{
    const auto centre = place(row.point->intensity, row.point->macsPerCycle);
    const auto radius = radiusOf(row) + 3;
    auto halo = m_theme.colors().accent;
    halo.setAlphaF(0.45F);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(halo, 6));
    painter.drawEllipse(centre, radius + 1, radius + 1);
    painter.setPen(QPen(m_theme.colors().text, 2));
    painter.drawEllipse(centre, radius, radius);
}

/// Along the line of a roof; where there is no room the legend has it.
void RooflineChart::labelRoofs(QPainter &painter, LabelPlacer &placer)
{
    const auto &colors = m_theme.colors();
    const auto offset = QFontMetricsF(font()).height() / 2 + 5;
    for (const auto &[series, ceiling] : m_roofs) {
        const auto points = series->points();
        const QLineF line(place(points.front().x(), points.front().y()),
            place(points.back().x(), points.back().y()));
        const auto degrees = -line.angle(); // QLineF counts anticlockwise
        const auto turned = degrees < -180 ? degrees + 360 : degrees;
        const auto normal = QPointF(line.dy(), -line.dx()) / line.length();
        const QStringList texts = ceiling ? QStringList{ ceilingText(m_data.roofline, *ceiling),
            shortCeilingText(m_data.roofline, *ceiling) }
                                          : QStringList{ peakText(m_data.roofline) };
        const auto colour = lookOf(ceiling, colors).colour;
        bool isDrawn = false;
        for (const auto &text : texts) {
            for (const auto share : { 0.5, 0.35, 0.65, 0.25, 0.75, 0.18, 0.85 }) {
                const auto middle = line.pointAt(share);
                isDrawn = isDrawn
                    || drawText(painter, placer, text, middle + normal * offset, turned, colour)
                    || drawText(painter, placer, text, middle - normal * offset, turned, colour);
            }
        }
    }
}

/// Names beside the marks: of the selected one, of the whole run, then of the longest.
void RooflineChart::labelMarks(QPainter &painter, LabelPlacer &placer)
{
    std::vector<size_t> named = m_selected;
    size_t longest = 0;
    for (const auto row : m_order) {
        const auto isRun = m_data.rows[row].isWholeRun();
        if (!isRun && ++longest > NamedMarks)
            continue;
        if (std::ranges::find(named, row) == named.end())
            named.push_back(row);
    }
    const QFontMetricsF metrics(font());
    for (const auto row : named) {
        const auto &roof = m_data.rows[row];
        const auto text = metrics.elidedText(roof.name, Qt::ElideMiddle, LongestName);
        const auto centre = place(roof.point->intensity, roof.point->macsPerCycle);
        const auto aside = radiusOf(roof) + 6 + (metrics.horizontalAdvance(text) + 8) / 2;
        const auto above = radiusOf(roof) + 8 + metrics.height() / 2;
        for (const auto &offset : { QPointF(aside, 0), QPointF(-aside, 0), QPointF(0, -above),
                 QPointF(0, above), QPointF(aside, -above), QPointF(aside, above) }) {
            if (drawText(painter, placer, text, centre + offset, 0, m_theme.colors().text))
                break;
        }
    }
}

} // namespace tosaic::views
