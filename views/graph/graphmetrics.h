// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QFont>
#include <QSizeF>

/// Sizes and fonts of what a graph shows, in device-independent pixels. GUI thread.
namespace tosaic::views {

struct GraphMetrics
{
    static constexpr double HullTitleHeight = 30;
    static constexpr double Padding = 12; ///< left and right of a node's text

    static QFont titleFont(double pixels = 13);
    static QFont subtitleFont();

    static QSizeF nodeSize(const graph::Node &node);
    /// What the title bar of a hull needs.
    static QSizeF hullTitleSize(const graph::Group &group);
};

} // namespace tosaic::views
