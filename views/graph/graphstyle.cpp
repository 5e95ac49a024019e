// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphstyle.h"

#include "core/graph/names.h"
#include "views/graph/graphmarks.h"
#include "views/graph/graphmetrics.h"
#include "views/graph/nodetext.h"
#include "views/graph/overlaypainting.h"
#include "views/models/placementwords.h"
#include "views/widgets/colormap.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views::style {

namespace {

using graph::Placement;

constexpr double SmallBoxScale = 0.5; ///< below, boxes have sharp corners
constexpr double DepthwiseInset = 3.5; ///< px to the second line inside

struct NodeColors
{
    QColor fill;
    QColor edge;
    double pen = 1.25;
    Qt::PenStyle line = Qt::SolidLine;
};

NodeColors nodeColors(const graph::Node &node, const NodeState &state, const ThemeColors &c)
{
    const auto color = c.placement(node.placement);
    switch (node.placement) {
    case Placement::Npu:
        return { mix(c.surface, color, c.isDark() ? 0.20 : 0.11), color };
    case Placement::Cpu:
        return { mix(c.surface, color, c.isDark() ? 0.26 : 0.17), color,
            node.isControl ? 1.25 : 2 };
    case Placement::OtherDelegate:
        return { mix(c.surface, color, 0.16), color };
    case Placement::Boundary:
        return { c.surface, color, 1 };
    case Placement::Io:
        return { c.sunken, mix(c.border, c.mutedText, 0.5), 1 };
    case Placement::Unknown:
        break;
    }
    if (node.isUnplaced && node.collapsed) // nothing is missing: the model has not been cut yet
        return { c.surface, mix(c.border, c.text, 0.45), 1.25 };
    if (node.isUnplaced) {
        const auto family = state.family ? *state.family : graph::familyOf(node);
        const auto kind = familyColor(family, c);
        return { mix(c.surface, kind, c.isDark() ? 0.22 : 0.14), kind };
    }
    return { c.surface, color, 1, Qt::DashLine };
}

bool isCategory(const NodeState &state)
{
    return state.mark && state.mark->key >= 0;
}

/// The shape still tells the placement; the colour is the metric's.
NodeColors metricColors(const graph::Node &node, const NodeState &state, const ThemeColors &c)
{
    if (!state.mark && node.placement == Placement::Io && !node.collapsed)
        return nodeColors(node, state, c); // it has no value
    if (!state.mark)
        return { unknownColor(c), mix(c.border, c.mutedText, 0.6), 1, Qt::DashLine };
    const auto fill = markColor(*state.mark, c);
    if (isCategory(state)) // a tint: texts stay as they are
        return { mix(c.surface, fill, c.isDark() ? 0.26 : 0.18), fill, 1.5 };
    return { fill, mix(fill, c.text, 0.5) };
}

/// Text that can be read on what the metric fills the node with.
ThemeColors textColors(const NodeState &state, const ThemeColors &c)
{
    auto colors = c;
    if (state.mark && !isCategory(state)) {
        colors.text = readableOn(markColor(*state.mark, c));
        colors.mutedText = colors.text;
        colors.surface = markColor(*state.mark, c); // of the plate under a boundary's word
    }
    return colors;
}

void paintHatch(QPainter &painter, const QPainterPath &path, const ThemeColors &colors)
{
    painter.save();
    painter.setPen(QPen(mix(colors.surface, colors.boundary, 0.28), 1));
    const auto box = path.boundingRect();
    // Lines instead of a brush pattern: they zoom with the picture and stay vectors in exports. Cut
    // to the box here, because SVG output ignores clipping.
    for (double x = box.left() - box.height(); x < box.right(); x += 7) {
        const double from = std::max(x, box.left());
        const double to = std::min(x + box.height(), box.right());
        if (from < to)
            painter.drawLine(
                QPointF(from, box.bottom() - (from - x)), QPointF(to, box.bottom() - (to - x)));
    }
    painter.restore();
}

/// Small, where nobody sees round corners: two rectangles on whole pixels are painted much faster
/// than a path. Not for the outlines that are told apart by more than that.
bool paintSmallBox(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const NodeColors &look, double scale)
{
    if (scale >= SmallBoxScale || look.line != Qt::SolidLine || node.placement == Placement::Io
        || node.placement == Placement::OtherDelegate)
        return false;
    const auto pen = std::max(look.pen, 1 / scale);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(rect, look.edge);
    painter.fillRect(rect.adjusted(pen, pen, -pen, -pen), look.fill);
    painter.setRenderHint(QPainter::Antialiasing);
    return true;
}

/// A box with round corners at its upper side only.
QPainterPath topRounded(const QRectF &box, double radius)
{
    const auto wide = std::min(2 * radius, box.width());
    QPainterPath path(box.bottomLeft());
    path.arcTo({ box.left(), box.top(), wide, 2 * radius }, 180, -90);
    path.arcTo({ box.right() - wide, box.top(), wide, 2 * radius }, 90, -90);
    path.lineTo(box.bottomRight());
    path.closeSubpath();
    return path;
}

bool isDepthwise(const graph::Node &node, const NodeState &state)
{
    return node.isDepthwise
        || (node.isUnplaced && !node.collapsed && state.family == graph::Family::Depthwise);
}

/// Told from other convolutions without colour: a second line inside.
void paintSecondLine(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const NodeColors &look, double scale)
{
    const auto inset = std::max(DepthwiseInset, 2.5 / scale);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.edge, std::max(1.0, 0.8 / scale)));
    painter.drawPath(outline(node.placement, rect.adjusted(inset, inset, -inset, -inset)));
    painter.setBrush(look.fill);
}

/// Where a closed group shows the kinds of what is in it; empty: it has none.
QRectF kindsBox(const graph::Node &node, const QRectF &rect)
{
    return node.families.empty()
        ? QRectF()
        : QRectF(rect.left() + 8, rect.bottom() - 12, rect.width() - 16, 6);
}

/// As wide as there are operators of each kind.
void paintKinds(
    QPainter &painter, const graph::Node &node, const QRectF &box, const ThemeColors &colors)
{
    quint64 all = 0;
    for (const auto &[family, count] : node.families)
        all += count;
    auto left = box.left();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const auto &[family, count] : node.families) {
        const auto width = box.width() * static_cast<double>(count) / static_cast<double>(all);
        painter.fillRect(QRectF(left, box.top(), width, box.height()), familyColor(family, colors));
        left += width;
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void paintStack(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const NodeColors &look, const ThemeColors &colors)
{
    for (const double offset : { StackDepth, StackDepth / 2 }) {
        const auto path = outline(node.placement, rect.translated(offset, offset));
        painter.setPen(QPen(look.edge, 1));
        painter.setBrush(mix(colors.surface, look.fill, 0.6));
        painter.drawPath(path);
    }
}

} // namespace

QColor mix(const QColor &from, const QColor &to, double share)
{
    const auto at = [&](double a, double b) { return static_cast<float>(a + (b - a) * share); };
    return QColor::fromRgbF(
        at(from.redF(), to.redF()), at(from.greenF(), to.greenF()), at(from.blueF(), to.blueF()));
}

QPainterPath outline(Placement placement, const QRectF &rect)
{
    QPainterPath path;
    switch (placement) {
    case Placement::Npu:
        path.addRoundedRect(rect, 9, 9);
        return path;
    case Placement::Io:
        path.addRoundedRect(rect, rect.height() / 2, rect.height() / 2);
        return path;
    case Placement::OtherDelegate: {
        const auto cut = std::min(12.0, rect.height() / 3);
        path.addPolygon(
            QPolygonF({ rect.topLeft() + QPointF(cut, 0), rect.topRight() - QPointF(cut, 0),
                rect.topRight() + QPointF(0, cut), rect.bottomRight() - QPointF(0, cut),
                rect.bottomRight() - QPointF(cut, 0), rect.bottomLeft() + QPointF(cut, 0),
                rect.bottomLeft() - QPointF(0, cut), rect.topLeft() + QPointF(0, cut) }));
        path.closeSubpath();
        return path;
    }
    case Placement::Cpu:
    case Placement::Boundary:
    case Placement::Unknown:
        break;
    }
    path.addRect(rect);
    return path;
}

void paintSelection(
    QPainter &painter, const QPainterPath &path, const ThemeColors &colors, double scale)
{
    auto halo = colors.accent;
    halo.setAlphaF(0.35F);
    const auto unit = 1 / std::min(1.0, std::max(scale, 0.02));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(halo, 9 * unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
    painter.setPen(QPen(colors.text, 2 * unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
}

QColor blockColor(const graph::Node &node, const ThemeColors &colors, const NodeState &state)
{
    const auto look
        = state.hasMetric ? metricColors(node, state, colors) : nodeColors(node, state, colors);
    if (isCategory(state) || (node.isUnplaced && !state.hasMetric))
        return mix(colors.surface, look.edge, 0.75);
    return state.mark ? look.fill : mix(colors.surface, look.edge, 0.55);
}

void paintNode(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const ThemeColors &colors, const NodeState &state, double scale, TextCache &texts)
{
    auto look
        = state.hasMetric ? metricColors(node, state, colors) : nodeColors(node, state, colors);
    const auto opacity = painter.opacity();
    if (state.dimmed && !state.selected)
        painter.setOpacity(opacity * Dimmed);
    if (state.hovered)
        look.fill = mix(look.fill, look.edge, 0.14);
    if (node.collapsed)
        paintStack(painter, node, rect, look, colors);
    const auto kinds = state.hasKinds ? kindsBox(node, rect) : QRectF();
    const auto textBox
        = kinds.isEmpty() ? rect : rect.adjusted(0, 0, 0, kinds.top() - rect.bottom());
    if (scale < TextScale) { // a block of colour is all that can be seen
        painter.fillPath(outline(node.placement, rect), blockColor(node, colors, state));
    } else {
        const auto frame = [&] {
            const auto width = std::max(look.pen, 1 / scale); // a pixel on the screen at least
            painter.setPen(QPen(look.edge, width, look.line, Qt::SquareCap, Qt::MiterJoin));
            painter.drawPath(outline(node.placement, rect));
        };
        painter.setBrush(look.fill);
        if (!paintSmallBox(painter, node, rect, look, scale))
            frame();
        if (isDepthwise(node, state))
            paintSecondLine(painter, node, rect, look, scale);
        if (!kinds.isEmpty())
            paintKinds(painter, node, kinds, colors);
        const bool isHatched = node.placement == Placement::Boundary
            || (node.placement == Placement::Unknown && !node.isUnplaced);
        if (isHatched && !state.mark) {
            paintHatch(painter, outline(node.placement, rect), colors);
            painter.setBrush(Qt::NoBrush);
            frame();
        }
        if (state.mark)
            paintNodeText(painter, node, textBox, textColors(state, colors), scale, texts);
        else
            paintNodeText(painter, node, textBox, colors, scale, texts);
    }
    if (state.mark)
        paintNumber(painter, *state.mark, rect, colors, scale);
    if (state.matched && !state.selected) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colors.accent, 3 / std::clamp(scale, 0.1, 1.0),
            state.bestMatch ? Qt::SolidLine : Qt::DotLine));
        painter.drawPath(outline(node.placement, rect.adjusted(-4, -4, 4, 4)));
    }
    if (state.selected)
        paintSelection(painter, outline(node.placement, rect), colors, scale);
    paintReasons(painter, node, rect, colors, scale, texts);
    paintChange(painter, node, rect, colors, scale);
    if (state.bookmarked)
        paintBookmark(painter, rect, colors, scale);
    painter.setOpacity(opacity);
}

void paintHull(QPainter &painter, const graph::Group &group, const QRectF &rect,
    const ThemeColors &colors, NodeState state, double scale)
{
    const auto color = colors.placement(group.placement);
    const auto ground = mix(colors.window, color, colors.isDark() ? 0.10 : 0.07);
    const auto width = group.isPreview ? 2.5 : 1.5;
    painter.setBrush(ground);
    QPainterPath path;
    path.addRoundedRect(rect, HullRadius, HullRadius);
    const auto line = group.isPreview ? Qt::DashLine : Qt::SolidLine;
    if (scale < TextScale) { // a faint line of a pixel for a thin one: painted much faster
        painter.setPen(QPen(mix(ground, color, std::min(1.0, width * scale + 0.15)), 0, line));
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.drawRect(rect);
        painter.setRenderHint(QPainter::Antialiasing);
    } else {
        painter.setPen(QPen(color, std::max(width, 1 / scale), line));
        painter.drawPath(path);
    }
    if (state.selected)
        paintSelection(painter, path, colors, scale);
}

void paintHullTitle(QPainter &painter, const graph::Group &group, const QRectF &rect,
    bool isContinued, const ThemeColors &colors, double scale, TextCache &texts)
{
    const auto color = colors.placement(group.placement);
    QRectF bar(rect.topLeft(), QSizeF(rect.width(), GraphMetrics::HullTitleHeight));
    painter.setPen(Qt::NoPen);
    painter.setBrush(mix(colors.window, color, colors.isDark() ? 0.34 : 0.22));
    if (scale < SmallBoxScale) // nobody sees round corners
        painter.drawRect(bar);
    else
        painter.drawPath(topRounded(bar, HullRadius));
    auto inner = bar.adjusted(GraphMetrics::Padding, 0, -GraphMetrics::Padding, 0);
    const auto name = group.isPreview
        ? QCoreApplication::translate("GraphStyle", "%1, preview").arg(group.title)
        : group.title;
    const auto titleOf = [isContinued](const QString &of) {
        return isContinued ? QCoreApplication::translate("GraphStyle", "%1, continued").arg(of)
                           : of;
    };
    auto title = titleOf(name);
    // As large as can be read, as far as the bar is wide.
    const auto growthOf = [&](double width) {
        return std::min(std::clamp(0.95 / scale, 1.0, 1.6), inner.width() / width);
    };
    if (isContinued && growthOf(texts.widthOf(title, titleStyle())) < 0.85)
        title = titleOf(graph::lastPart(name)); // the piece is only as wide as its operators
    const auto natural = texts.widthOf(title, titleStyle());
    const auto rest = isContinued ? 0.0 : 10 + texts.widthOf(group.subtitle, {});
    const bool showsRest = rest > 10 && natural + rest <= inner.width() * 1.02
        && 11 * scale * growthOf(natural + rest) >= 6;
    const auto growth = growthOf(natural + (showsRest ? rest : 0));
    if (13 * growth * scale < 4)
        return;
    const auto large = titleStyle(std::max(8.0, std::floor(13 * growth)));
    painter.setPen(isContinued ? colors.mutedText : colors.text);
    texts.draw(painter, inner, Qt::AlignLeft, title, large);
    if (!showsRest)
        return;
    inner.setLeft(inner.left() + texts.widthOf(title, large) + 10 * growth);
    painter.setPen(mix(colors.mutedText, colors.text, 0.5));
    texts.draw(painter, inner, Qt::AlignLeft, group.subtitle,
        { .pixels = std::max(9, static_cast<int>(11 * growth)) });
}

QColor familyColor(graph::Family family, const ThemeColors &c)
{
    return family == graph::Family::Other ? mix(c.border, c.text, 0.45)
                                          : categoryColor(static_cast<int>(family), c);
}

QString familyWord(graph::Family family)
{
    using graph::Family;
    switch (family) {
    case Family::Convolution:
        return QCoreApplication::translate("GraphStyle", "Convolution");
    case Family::Depthwise:
        return QCoreApplication::translate("GraphStyle", "Depthwise convolution");
    case Family::MatrixProduct:
        return QCoreApplication::translate("GraphStyle", "Matrix product");
    case Family::Pooling:
        return QCoreApplication::translate("GraphStyle", "Pooling, reduction");
    case Family::Elementwise:
        return QCoreApplication::translate("GraphStyle", "Element by element");
    case Family::Activation:
        return QCoreApplication::translate("GraphStyle", "Activation, normalisation");
    case Family::Movement:
        return QCoreApplication::translate("GraphStyle", "Moves data");
    case Family::Other:
        break;
    }
    return QCoreApplication::translate("GraphStyle", "Other operator");
}

QString placementPhrase(const graph::Node &node)
{
    return node.isUnplaced ? QCoreApplication::translate("GraphStyle", "Operator, not placed yet")
                           : views::placementPhrase(node.placement);
}

} // namespace tosaic::views::style
