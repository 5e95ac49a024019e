// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/operationtree.h"
#include "views/widgets/theme.h"

class QPainter;

namespace tosaic::views {

/// From values of a metric to colours.
struct MetricScale
{
    TileMetric metric = TileMetric::Utilisation;
    double lowest = 0; ///< at the start of the map
    double highest = 1;
    bool isLogarithmic = false;
    bool isKnown = false; ///< any tile has a value

    /// 0 to 1, of a diverging map -1 to 1.
    double positionOf(double value) const;
    QColor colourOf(double value, const ThemeColors &colors) const;
    QColor colourAt(double position, const ThemeColors &colors) const;
};

/// Over all leaves.
MetricScale scaleOf(
    const OperationTree &tree, TileMetric metric, const std::optional<quint32> &npuMacs);

QString metricWord(TileMetric metric); ///< "MAC utilisation"
/// What stands beside the hatched mark.
QString metricUnknownText(TileMetric metric);
QString metricValueText(TileMetric metric, double value);

/// "Not known": hatched.
void paintUnknown(QPainter &painter, const QRectF &area, const ThemeColors &colors);

} // namespace tosaic::views
