// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/metriccolours.h"

#include "core/base/numbertext.h"
#include "views/operations/operationwords.h"
#include "views/widgets/changewords.h"
#include "views/widgets/colormap.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tosaic::views {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(MetricColours)
};

} // namespace

double MetricScale::positionOf(double value) const
{
    if (metric == TileMetric::Deviation)
        return highest > 0 ? std::clamp(value / highest, -1.0, 1.0) : 0.0;
    if (highest <= lowest)
        return 1;
    if (isLogarithmic) {
        return std::clamp(std::log(value / lowest) / std::log(highest / lowest), 0.0, 1.0);
    }
    return std::clamp((value - lowest) / (highest - lowest), 0.0, 1.0);
}

QColor MetricScale::colourAt(double position, const ThemeColors &colors) const
{
    return metric == TileMetric::Deviation ? divergingColor(position, colors)
                                           : sequentialColor(position, colors);
}

QColor MetricScale::colourOf(double value, const ThemeColors &colors) const
{
    return colourAt(positionOf(value), colors);
}

MetricScale scaleOf(
    const OperationTree &tree, TileMetric metric, const std::optional<quint32> &npuMacs)
{
    MetricScale scale{ .metric = metric };
    double lowest = 0;
    double highest = 0;
    for (const auto &node : tree.nodes) {
        const auto value = node.isGroup() ? std::nullopt : tileValue(node, metric, npuMacs);
        if (!value)
            continue;
        lowest = scale.isKnown ? std::min(lowest, *value) : *value;
        highest = scale.isKnown ? std::max(highest, *value) : *value;
        scale.isKnown = true;
    }
    if (metric == TileMetric::Deviation) {
        // Twice the reference is as red as it gets: more would make all others grey.
        scale.highest = std::clamp(std::max(std::abs(lowest), std::abs(highest)), 0.05, 1.0);
        scale.lowest = -scale.highest;
    } else if (metric == TileMetric::CyclesPerMac) {
        scale.isLogarithmic = lowest > 0 && highest > lowest;
        scale.lowest = lowest;
        scale.highest = highest;
    } else {
        scale.highest = highest;
    }
    return scale;
}

QString metricWord(TileMetric metric)
{
    switch (metric) {
    case TileMetric::Utilisation:
        return Words::tr("MAC utilisation");
    case TileMetric::CyclesPerMac:
        return Words::tr("Cycles per MAC");
    case TileMetric::Deviation:
        return Words::tr("Deviation");
    }
    return {};
}

QString metricUnknownText(TileMetric metric)
{
    return metric == TileMetric::Deviation ? notKnownText() : Words::tr("No MACs, or not known");
}

QString metricValueText(TileMetric metric, double value)
{
    switch (metric) {
    case TileMetric::Utilisation:
        return shareText(value);
    case TileMetric::CyclesPerMac:
        return formatNumber(value, 2);
    case TileMetric::Deviation:
        return deviationText(value);
    }
    return {};
}

void paintUnknown(QPainter &painter, const QRectF &area, const ThemeColors &colors)
{
    auto hatch = colors.boundary;
    hatch.setAlphaF(0.45F);
    painter.fillRect(area, colors.sunken);
    painter.fillRect(area, QBrush(hatch, Qt::BDiagPattern));
}

} // namespace tosaic::views
