// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/graph.h"
#include "core/layout/layout.h"
#include "profiler/session/profiledocument.h"
#include "views/graph/graphoverlay.h"
#include "views/widgets/theme.h"

#include <QByteArray>
#include <QImage>
#include <QJsonObject>

#include <functional>
#include <optional>

/// Pictures of a graph without a window; needs a QApplication, any platform.
namespace tosaic::views {

/// What is on a screen: a graph as it was laid out, in its colours.
struct GraphDrawing
{
    graph::Graph graph;
    layout::Layout layout;
    GraphOverlay overlay;
    ThemeColors colors;
    /// What it says as JSON, on any thread; empty: graphToJson().
    std::function<QJsonObject()> json = {};
};

/// A page whose picture can be taken along.
class DrawsGraph
{
public:
    virtual ~DrawsGraph() = default;
    /// Absent while nothing is drawn.
    virtual std::optional<GraphDrawing> drawing() const = 0;
};

/// What to ask of a layout engine: boxes measured with the application's font. GUI thread.
layout::Request layoutRequest(const graph::Graph &graph);

/// Blocking layout for command lines and reports. With Graphviz: errors as ProcessLayoutEngine.
enum class LayoutBy
{
    Tosaic,
    Graphviz
};
Result<layout::Layout> layoutNow(const graph::Graph &graph, LayoutBy by = LayoutBy::Tosaic);

/// A drawing folded into columns that fill a sheet, for pictures that no window gives a shape.
layout::Layout onSheet(const layout::Request &request, const layout::Layout &layout);

/// With an overlay nodes have the colours of its metric, and its scale stands below. `scale`:
/// pixels of a unit of the layout. PNG has any size: it is painted in strips.
Result<QByteArray> graphToSvg(const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, const GraphOverlay &overlay = {});
Result<QByteArray> graphToPdf(const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, const GraphOverlay &overlay = {});
/// Pixels of a bitmap; empty if the layout does not belong to the graph.
QSize pixelsOf(const graph::Graph &graph, const layout::Layout &layout,
    const GraphOverlay &overlay = {}, double scale = 2);
/// The whole in memory, for the clipboard: smaller than pixelsOf() where that would be too much.
Result<QImage> graphToImage(const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, double scale = 2, const GraphOverlay &overlay = {});
Result<QByteArray> graphToPng(const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, double scale = 2, const GraphOverlay &overlay = {},
    const std::function<bool()> &isCancelled = {});

/// "#rrggbb" that each node is painted with, for graph::toDot(); empty: its placement says it.
QStringList fillsOf(const graph::Graph &graph, const GraphOverlay &overlay);
/// graph::toJson() with the cycles of each node, or why they are not known, and its colour.
/// `table`: that of the subject or of a range of it; null where nothing has cycles.
QJsonObject graphToJson(const graph::Graph &graph, const GraphOverlay &overlay,
    const ProfileSubject *subject, const profile::OperationTable *table);

} // namespace tosaic::views
