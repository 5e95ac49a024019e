// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphexport.h"

#include "core/graph/graphtext.h"
#include "core/layout/columns.h"
#include "core/layout/layered/layeredlayout.h"
#include "core/layout/processlayoutengine.h"
#include "profiler/session/graphcostjson.h"
#include "views/canvas/painting.h"
#include "views/canvas/pngpicture.h"
#include "views/graph/graphmetrics.h"
#include "views/graph/graphscene.h"
#include "views/graph/overlaypainting.h"

#include <QBuffer>
#include <QJsonArray>
#include <QPdfWriter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double Margin = 24; ///< px around the drawing
constexpr double LargestSide = 16000; ///< px of a bitmap in memory
constexpr double LargestArea = 80e6; ///< px of a bitmap in memory
constexpr double ScaleHeight = 36; ///< px below the drawing for the scale of a metric
constexpr double PointsPerPixel = 0.75;
constexpr QSizeF Sheet(1680, 1000); ///< px; shape of pictures that no window gives one

Result<QRectF> areaOf(
    const graph::Graph &graph, const layout::Layout &layout, const GraphOverlay &overlay)
{
    if (layout.centres.size() != graph.nodes.size() || layout.splines.size() != graph.edges.size())
        return fail(ErrorCode::Internal, u"the layout does not belong to the graph"_s);
    auto area = layout.bounds.adjusted(-Margin, -Margin, Margin, Margin);
    if (!overlay.isShown())
        return area;
    const auto wanted
        = 2 * Margin + style::paintScale(nullptr, {}, ScaleHeight, overlay, Theme::lightColors());
    area.setWidth(std::max(area.width(), wanted));
    area.setHeight(area.height() + ScaleHeight);
    return area;
}

/// `part`: what of the target has to be painted.
void paintPart(QPainter &painter, GraphScene &scene, const QRectF &target, const QRectF &area,
    const QRectF &part)
{
    const auto scale = target.width() / area.width();
    painter.fillRect(part, scene.colors().window);
    painter.save();
    painter.translate(target.topLeft());
    painter.scale(scale, scale);
    painter.translate(-area.topLeft());
    const QTransform fromTarget
        = QTransform::fromTranslate(area.left(), area.top()).scale(1 / scale, 1 / scale);
    scene.paint(painter, fromTarget.mapRect(part.translated(-target.topLeft())), scale);
    painter.translate(area.topLeft());
    if (scene.overlay().isShown())
        style::paintScale(&painter, { Margin, area.height() - ScaleHeight - Margin / 2 },
            ScaleHeight, scene.overlay(), scene.colors());
    painter.restore();
}

void paint(QPainter &painter, const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, const GraphOverlay &overlay, const QRectF &target,
    const QRectF &area)
{
    GraphScene scene(colors);
    scene.show(graph, layout);
    scene.setOverlay(overlay);
    paintPart(painter, scene, target, area, target);
}

} // namespace

layout::Request layoutRequest(const graph::Graph &graph)
{
    layout::Request request;
    for (const auto &group : graph.groups)
        request.clusters.push_back(
            { .parent = group.parent ? static_cast<int>(group.parent.value) : -1,
                .titleSize = GraphMetrics::hullTitleSize(group) });
    for (const auto &node : graph.nodes)
        request.nodes.push_back({ .size = GraphMetrics::nodeSize(node),
            .cluster = node.group ? static_cast<int>(node.group.value) : -1 });
    for (const auto &edge : graph.edges)
        request.links.push_back({ .from = static_cast<int>(edge.from.value),
            .to = static_cast<int>(edge.to.value),
            // Nodes stand in the order of execution, so an edge to an earlier one runs back.
            .constrainsRank = edge.from.value < edge.to.value || !edge.isControl });
    return request;
}

Result<layout::Layout> layoutNow(const graph::Graph &graph, LayoutBy by)
{
    const auto request = layoutRequest(graph);
    auto answer
        = by == LayoutBy::Graphviz ? layout::layoutNow(request) : layout::layeredLayout(request);
    if (!answer)
        return answer;
    return onSheet(request, *answer);
}

layout::Layout onSheet(const layout::Request &request, const layout::Layout &layout)
{
    return layout::inColumns(request, layout, Sheet);
}

Result<QByteArray> graphToSvg(const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, const GraphOverlay &overlay)
{
    const auto area = areaOf(graph, layout, overlay);
    if (!area)
        return fail(area.error());
    return svgOf(area->size(), [&](QPainter &painter) {
        paint(painter, graph, layout, colors, overlay, QRectF({}, area->size()), *area);
    });
}

Result<QByteArray> graphToPdf(const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, const GraphOverlay &overlay)
{
    const auto area = areaOf(graph, layout, overlay);
    if (!area)
        return fail(area.error());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(96);
    writer.setPageMargins(QMarginsF());
    writer.setPageSize(QPageSize(area->size() * PointsPerPixel, QPageSize::Point));
    writer.setCreator(u"Tosaic"_s);
    QPainter painter(&writer);
    paint(painter, graph, layout, colors, overlay, QRectF(0, 0, writer.width(), writer.height()),
        *area);
    painter.end();
    return bytes;
}

Result<QImage> graphToImage(const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, double scale, const GraphOverlay &overlay)
{
    const auto area = areaOf(graph, layout, overlay);
    if (!area)
        return fail(area.error());
    scale = std::min({ scale, LargestSide / std::max(area->width(), area->height()),
        std::sqrt(LargestArea / (area->width() * area->height())) });
    QImage image(
        (area->size() * scale).toSize().expandedTo({ 1, 1 }), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return fail(ErrorCode::LimitExceeded, u"no memory for the picture"_s);
    QPainter painter(&image);
    paint(painter, graph, layout, colors, overlay, QRectF(image.rect()), *area);
    painter.end();
    return image;
}

QSize pixelsOf(const graph::Graph &graph, const layout::Layout &layout, const GraphOverlay &overlay,
    double scale)
{
    const auto area = areaOf(graph, layout, overlay);
    return area ? (area->size() * scale).toSize().expandedTo({ 1, 1 }) : QSize();
}

Result<QByteArray> graphToPng(const graph::Graph &graph, const layout::Layout &layout,
    const ThemeColors &colors, double scale, const GraphOverlay &overlay,
    const std::function<bool()> &isCancelled)
{
    const auto area = areaOf(graph, layout, overlay);
    if (!area)
        return fail(area.error());
    GraphScene scene(colors);
    scene.show(graph, layout);
    scene.setOverlay(overlay);
    const auto size = pixelsOf(graph, layout, overlay, scale);
    return pngOf(
        size,
        [&](QPainter &painter, const QRect &part) {
            paintPart(painter, scene, QRectF({}, QSizeF(size)), *area, part);
        },
        isCancelled);
}

QStringList fillsOf(const graph::Graph &graph, const GraphOverlay &overlay)
{
    QStringList fills;
    for (size_t i = 0; overlay.isShown() && i < graph.nodes.size(); ++i) {
        const auto &mark = overlay.nodes[i];
        fills << (mark ? style::markColor(*mark, Theme::lightColors()).name() : QString());
    }
    return fills;
}

QJsonObject graphToJson(const graph::Graph &graph, const GraphOverlay &overlay,
    const ProfileSubject *subject, const profile::OperationTable *table)
{
    auto json = graph::toJson(graph);
    if (subject && table)
        insertCosts(json, graph, costsOf(graph, *subject, *table), *table);
    else
        insertCosts(json, graph, unknownCosts(graph), profile::OperationTable());
    auto nodes = json.value(u"nodes"_s).toArray();
    for (size_t i = 0; overlay.isShown() && i < overlay.nodes.size(); ++i) {
        if (!overlay.nodes[i])
            continue;
        auto node = nodes[qsizetype(i)].toObject();
        node.insert(u"color"_s,
            QJsonObject{ { u"position"_s, overlay.nodes[i]->position },
                { u"number"_s, overlay.nodes[i]->number } });
        nodes[qsizetype(i)] = node;
    }
    json.insert(u"nodes"_s, nodes);
    return json;
}

} // namespace tosaic::views
