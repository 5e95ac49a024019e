// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/graph.h"
#include "core/layout/layout.h"
#include "views/graph/graphoverlay.h"
#include "views/widgets/theme.h"

#include <QByteArray>
#include <QImage>

/// Pictures of a graph without a window; needs a QApplication, any platform.
namespace tosaic::views {

/// What to ask of a layout engine: boxes measured with the application's font. GUI thread.
layout::Request layoutRequest(const graph::Graph &graph);

/// Pictures below: with an overlay nodes have the colours of its metric, and its scale stands
/// below.

/// Blocking layout for command lines and reports. With Graphviz: errors as ProcessLayoutEngine.
enum class LayoutBy
{
    Tosaic,
    Graphviz
};
Result<layout::Layout> layoutNow(const graph::Graph &graph, LayoutBy by = LayoutBy::Tosaic);

/// A drawing folded into columns that fill a sheet, for pictures that no window gives a shape.
layout::Layout onSheet(const layout::Request &request, const layout::Layout &layout);

Result<QByteArray> graphToSvg(const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, const GraphOverlay &overlay = {});
Result<QByteArray> graphToPdf(const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, const GraphOverlay &overlay = {});
/// `scale` 2 for twice as many pixels; lowered by itself for very large graphs.
Result<QImage> graphToImage(const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, double scale = 2, const GraphOverlay &overlay = {});
Result<QByteArray> graphToPng(const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, double scale = 2, const GraphOverlay &overlay = {});

} // namespace tosaic::views
