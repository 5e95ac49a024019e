// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphmarks.h"

#include "views/graph/graphmetrics.h"
#include "views/graph/graphstyle.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views::style {

namespace {

/// Where to, and whether a pin says so.
QString changePlate(const graph::Node &node)
{
    if (node.isPinned)
        return node.change == graph::Change::ToCpu
            ? QCoreApplication::translate("GraphStyle", "pinned \u2192 CPU", "badge on a node")
            : QCoreApplication::translate("GraphStyle", "pinned", "badge on a node");
    switch (node.change) {
    case graph::Change::ToNpu:
        return QCoreApplication::translate("GraphStyle", "\u2192 NPU", "moved to the NPU");
    case graph::Change::ToCpu:
        return QCoreApplication::translate("GraphStyle", "\u2192 CPU", "moved off the NPU");
    case graph::Change::New:
        return QCoreApplication::translate("GraphStyle", "new", "the other model has none like it");
    case graph::Change::None:
        break;
    }
    if (isChanged(node))
        return QCoreApplication::translate(
            "GraphStyle", "%n changed", "badge on a closed group", node.changesInside);
    return node.pinsInside > 0 ? QCoreApplication::translate(
               "GraphStyle", "%n pinned", "badge on a closed group", node.pinsInside)
                               : QString();
}

} // namespace

bool isChanged(const graph::Node &node)
{
    return node.change != graph::Change::None || (node.collapsed && node.changesInside > 0);
}

bool isMarked(const graph::Node &node)
{
    return isChanged(node) || node.isPinned || (node.collapsed && node.pinsInside > 0);
}

QString changeWord(graph::Change change)
{
    switch (change) {
    case graph::Change::ToNpu:
        return QCoreApplication::translate("GraphStyle", "Moved to the NPU");
    case graph::Change::ToCpu:
        return QCoreApplication::translate("GraphStyle", "Moved off the NPU");
    case graph::Change::New:
        return QCoreApplication::translate("GraphStyle", "New");
    case graph::Change::None:
        break;
    }
    return {};
}

void paintReasons(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const ThemeColors &colors, double scale, TextCache &texts)
{
    if (node.notes.isEmpty())
        return;
    const auto color = colors.placement(node.placement);
    if (scale < 0.5) {
        const auto radius = std::min(5 / scale, 11.0);
        painter.setPen(QPen(colors.surface, 2));
        painter.setBrush(color);
        painter.drawEllipse(rect.topRight(), radius, radius);
        painter.setPen(colors.surface);
        texts.draw(painter, { rect.right() - radius, rect.top() - radius, 2 * radius, 2 * radius },
            Qt::AlignCenter, u"!"_s,
            { .pixels = std::max(1, qRound(radius * 1.5)), .isBold = true });
        return;
    }
    const int count
        = static_cast<int>(node.notes.size()); // lupdate does not see a cast as a number
    const auto text
        = QCoreApplication::translate("GraphStyle", "%n reason(s)", "badge on a node", count);
    const TextCache::Style style{ .pixels = 10, .isBold = true };
    QRectF pill({}, QSizeF(texts.widthOf(text, style) + 12, 15));
    pill.moveCenter({ rect.right() - pill.width() / 2 + 8, rect.top() });
    painter.setPen(QPen(colors.surface, 1.5));
    painter.setBrush(color);
    painter.drawRoundedRect(pill, 7.5, 7.5);
    painter.setPen(colors.isDark() ? colors.window : colors.surface);
    texts.draw(painter, pill, Qt::AlignCenter, text, style);
}

void paintChangeFrame(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const ThemeColors &colors, double width)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.text, width, Qt::DashLine));
    painter.drawPath(outline(node.placement, rect));
}

void paintChange(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const ThemeColors &colors, double scale)
{
    if (!isMarked(node))
        return;
    const auto unit = 1 / std::clamp(scale, 0.12, 1.0);
    if (isChanged(node))
        paintChangeFrame(painter, node, rect.adjusted(-4, -4, 4, 4), colors, 1.75 * unit);
    if (scale < 0.3) // the frame alone: letters would not be legible
        return;
    const auto text = changePlate(node);
    auto font = GraphMetrics::titleFont(std::min(10 * unit, 16.0));
    const QFontMetricsF metrics(font);
    QRectF pill({}, QSizeF(metrics.horizontalAdvance(text) + 12, metrics.height() + 2));
    pill.moveCenter({ rect.left() + pill.width() / 2 - 8, rect.top() });
    painter.setPen(QPen(colors.surface, 1.5));
    painter.setBrush(colors.text);
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    painter.setFont(font);
    painter.setPen(colors.surface);
    painter.drawText(pill, Qt::AlignCenter, text);
}

void paintBookmark(QPainter &painter, const QRectF &rect, const ThemeColors &colors, double scale)
{
    const auto unit = 1 / std::clamp(scale, 0.04, 1.0);
    QRectF ribbon({}, QSizeF(9, 15) * unit);
    ribbon.moveCenter({ rect.left(), rect.center().y() });
    painter.setPen(QPen(colors.surface, 1.5 * unit));
    painter.setBrush(colors.accent);
    painter.drawPolygon(QPolygonF({ ribbon.topLeft(), ribbon.topRight(), ribbon.bottomRight(),
        ribbon.center() + QPointF(0, 3 * unit), ribbon.bottomLeft() }));
}

} // namespace tosaic::views::style
