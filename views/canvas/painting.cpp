// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/painting.h"

#include <QBuffer>
#include <QSvgGenerator>

using namespace Qt::StringLiterals;

namespace tosaic::views {

QColor faded(QColor colour, double alpha)
{
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

void drawElided(QPainter &painter, const QRectF &area, const QString &text, Qt::Alignment side,
    Qt::TextElideMode where)
{
    painter.drawText(area, static_cast<int>(side | Qt::AlignVCenter),
        painter.fontMetrics().elidedText(text, where, static_cast<int>(area.width())));
}

void paintSelected(QPainter &painter, const QRectF &box, const ThemeColors &colors)
{
    const auto frame = box.adjusted(-1, -1, 1, 1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(faded(colors.accent, 0.5), 6));
    painter.drawRoundedRect(frame, 3, 3);
    painter.setPen(QPen(colors.text, 2));
    painter.drawRoundedRect(frame, 2, 2);
}

void paintSelectedMark(
    QPainter &painter, const QPointF &centre, double radius, const ThemeColors &colors)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(faded(colors.accent, 0.5), 6));
    painter.drawEllipse(centre, radius + 1, radius + 1);
    painter.setPen(QPen(colors.text, 2));
    painter.drawEllipse(centre, radius, radius);
}

QFont paperFont()
{
    QFont font(u"sans-serif"_s);
    font.setPixelSize(12);
    return font;
}

QByteArray svgOf(const QSizeF &size, const std::function<void(QPainter &)> &paint)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);
    generator.setSize(size.toSize());
    generator.setViewBox(QRectF({}, size));
    generator.setTitle(u"Tosaic"_s);
    QPainter painter(&generator);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    paint(painter);
    painter.end();
    return bytes;
}

} // namespace tosaic::views
