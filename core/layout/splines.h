// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <vector>

/// Small geometry of edges: cubic Bezier control points, 1 + 3n.
namespace tosaic::layout {

/// The part of a spline before (or after) it first passes a height; a single point at its end if it
/// never does.
std::vector<QPointF> splitAt(const std::vector<QPointF> &points, double y, bool before);

/// A polyline as Bezier pieces with rounded corners.
std::vector<QPointF> rounded(const std::vector<QPointF> &corners);

} // namespace tosaic::layout
