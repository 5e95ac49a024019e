// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TreemapView that paints.
#include "views/canvas/painting.h"
#include "views/operations/operationwords.h"
#include "views/operations/treemapview.h"
#include "views/widgets/colormap.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int TextPadding = 5; // px
constexpr int LeastText = 30; // px; a narrower text says nothing
constexpr float FadedOpacity = 0.22F;

/// Whole words where there is room, else cut with dots, else nothing; never half a letter.
QString fitting(const QFontMetrics &metrics, const QString &text, double width)
{
    const auto room = static_cast<int>(width);
    if (metrics.horizontalAdvance(text) <= room)
        return text;
    return room < LeastText ? QString() : metrics.elidedText(text, Qt::ElideMiddle, room);
}

} // namespace

bool TreemapView::isFaded(const TreeNode &node) const
{
    if (node.row)
        return !m_isShown[*node.row];
    return std::ranges::all_of(
        node.children, [this](int child) { return isFaded(m_tree.at(child)); });
}

/// The name if it fits, else the kind: it says more than half a name.
QString TreemapView::firstLine(
    const TreeNode &node, const QFontMetrics &metrics, double width) const
{
    QStringList texts{ node.name };
    const bool isInKind = node.row && node.parent >= 0
        && m_tree.at(node.parent).name == m_data->rows[*node.row].kind;
    if (node.row && !isInKind)
        texts.append(m_data->rows[*node.row].kind);
    if (!node.context.isEmpty()) {
        for (auto &text : texts) {
            text = text == node.context || text.isEmpty()
                ? node.context
                : tr("%1 · %2", "module, operator").arg(node.context, text);
        }
        texts.append(node.context);
    }
    texts.removeAll(QString());
    for (const auto &text : texts) {
        if (metrics.horizontalAdvance(text) <= width)
            return text;
    }
    return texts.isEmpty() ? QString() : fitting(metrics, texts.last(), width);
}

QString TreemapView::secondLine(const TreeNode &node) const
{
    const auto all = m_tree.at(0).cycles;
    const auto share = all > 0 ? shareText(node.cycles / all) : QString();
    const auto value = tileValue(node, m_metric, m_data->subject->npuMacs);
    if (!value)
        return share;
    return tr("%1 · %2", "share, value of the metric")
        .arg(share, metricValueText(m_metric, *value));
}

void TreemapView::paintTexts(QPainter &painter, const Tile &tile, const QColor &colour) const
{
    const auto &node = m_tree.at(tile.node);
    const auto area = tile.area.adjusted(TextPadding, 3, -TextPadding, -3);
    const auto metrics = painter.fontMetrics();
    const double height = metrics.height();
    if (area.height() < height)
        return;
    const auto name = firstLine(node, metrics, area.width());
    painter.setPen(colour);
    painter.drawText(QRectF(area.topLeft(), QSizeF(area.width(), height)),
        Qt::AlignLeft | Qt::AlignVCenter, name);
    if (name.isEmpty() || area.height() < 2 * height)
        return;
    const auto second = secondLine(node);
    // Half a number would be a wrong one.
    const auto share = second.section(u" · "_s, 0, 0);
    const auto shown = metrics.horizontalAdvance(second) <= area.width() ? second
        : metrics.horizontalAdvance(share) <= area.width()               ? share
                                                                         : QString();
    painter.drawText(QRectF(area.left(), area.top() + height, area.width(), height),
        Qt::AlignLeft | Qt::AlignVCenter, shown);
}

void TreemapView::paintGroup(QPainter &painter, const Tile &tile) const
{
    const auto &colors = this->colors();
    const auto &node = m_tree.at(tile.node);
    painter.setPen(QPen(colors.border, 1));
    painter.setBrush(tile.depth % 2 == 0 ? colors.sunken : colors.window);
    painter.drawRect(tile.area.adjusted(0.5, 0.5, -0.5, -0.5));
    const auto title = tile.title.adjusted(TextPadding, 0, -TextPadding, 0);
    const auto all = m_tree.at(0).cycles;
    const auto share = all > 0 ? shareText(node.cycles / all) : QString();
    const auto metrics = painter.fontMetrics();
    const auto room = metrics.horizontalAdvance(share) + 8.0;
    const auto name = fitting(metrics, node.name, title.width() - room);
    painter.setPen(colors.text);
    const auto alone = fitting(metrics, node.name, title.width());
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, name.isEmpty() ? alone : name);
    if (name.isEmpty())
        return;
    painter.setPen(colors.mutedText);
    painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter, share);
}

void TreemapView::paintTile(QPainter &painter, const Tile &tile) const
{
    const auto &colors = this->colors();
    const auto &node = m_tree.at(tile.node);
    const auto area = tile.area.adjusted(0.5, 0.5, -0.5, -0.5);
    if (area.width() <= 0 || area.height() <= 0)
        return;
    painter.setOpacity(isFaded(node) ? FadedOpacity : 1.0F);
    auto text = colors.text;
    if (const auto value = tileValue(node, m_metric, m_data->subject->npuMacs)) {
        const auto colour = m_scale.colourOf(*value, colors);
        painter.fillRect(area, colour);
        text = readableOn(colour);
    } else {
        paintUnknown(painter, area, colors);
    }
    painter.setPen(QPen(colors.surface, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area);
    paintTexts(painter, tile, text);
    painter.setOpacity(1);
}

void TreemapView::paint(QPainter &painter)
{
    auto small = font();
    small.setPixelSize(std::max(10, QFontInfo(font()).pixelSize() - 1));
    painter.setFont(small);
    for (const auto &tile : m_tiles) {
        if (!tile.area.intersects(viewport()->rect()))
            continue;
        if (tile.isOpen())
            paintGroup(painter, tile);
        else
            paintTile(painter, tile);
    }
}

void TreemapView::paintOver(QPainter &painter)
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (hoveredItem() >= 0 && hoveredItem() < static_cast<int>(m_tiles.size())) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colors().text, 1));
        painter.drawRect(itemRect(hoveredItem()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    for (const auto row : m_selected) {
        const auto leaf = m_tree.leafOf(row);
        const auto tile = leaf < 0 ? -1 : tileOf(leaf);
        if (tile >= 0 && m_tree.childToward(m_root, leaf) >= 0)
            paintSelected(painter, itemRect(tile).adjusted(2, 2, -2, -2), colors());
    }
}

} // namespace tosaic::views
