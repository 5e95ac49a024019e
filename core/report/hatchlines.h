// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>

#include <optional>

/// Internal to this folder.
namespace tosaic::report {

/// What QSvgGenerator fills areas with where the brush has a pattern: it tiles a mask, which
/// browsers print as a bitmap for each area, which is lost where colours are exchanged, and which
/// QSvgRenderer does not know.
struct Hatch
{
    Qt::BrushStyle style = Qt::NoBrush;
    QString colour; ///< "#rrggbb"
};

/// Of the value of a `fill`; none if it is no pattern of QSvgGenerator.
std::optional<Hatch> hatchOf(const QString &fill);

/// The lines of the hatch inside the area, as the data of a path. Those of areas side by side meet.
/// Empty if it has no lines (dots) or too many.
QString hatchLines(Qt::BrushStyle style, const QRectF &area);

} // namespace tosaic::report
