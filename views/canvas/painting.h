// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QPainter>

#include <functional>

/// What every picture paints alike.
namespace tosaic::views {

QColor faded(QColor colour, double alpha);
void drawElided(QPainter &painter, const QRectF &area, const QString &text,
    Qt::Alignment side = Qt::AlignLeft, Qt::TextElideMode where = Qt::ElideRight);

/// What is selected: an outline in the text colour with an accent halo; never a change of hue.
void paintSelected(QPainter &painter, const QRectF &box, const ThemeColors &colors);
void paintSelectedMark(
    QPainter &painter, const QPointF &centre, double radius, const ThemeColors &colors);

QFont paperFont();
/// The picture as SVG in user units of 1 px; `paint` is what paints it on the screen. Any thread of
/// a QGuiApplication.
QByteArray svgOf(const QSizeF &size, const std::function<void(QPainter &)> &paint);

} // namespace tosaic::views
