// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/treemapview.h"

#include "views/canvas/hoverlabel.h"
#include "views/operations/operationwords.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double Margin = 8; // px around the picture
constexpr double NearestShare = 1.0 / 32; // of the picture that may fill the view

} // namespace

TreemapView::TreemapView(const Theme &theme, QWidget *parent)
    : Canvas(theme, u"operationTreemap"_s, u"treemapCard"_s, parent)
{
    setAccessibleName(tr("Cycles of modules as a treemap"));
    setMinimumSize(260, 160);
}

void TreemapView::setData(OperationsDataPtr operations, const std::vector<size_t> &shown)
{
    const bool isSame = operations == m_data;
    m_data = std::move(operations);
    m_isShown.assign(m_data ? m_data->rows.size() : 0, false);
    for (const auto row : shown)
        m_isShown[row] = true;
    hideCard();
    if (isSame)
        return refresh();
    QStringList names;
    if (!m_tree.nodes.empty()) {
        for (const auto node : m_tree.pathOf(m_root))
            names.append(m_tree.at(node).name);
    }
    m_tree = m_data ? treeOf(*m_data) : OperationTree();
    m_root = m_tree.nodes.empty() ? 0 : m_tree.groupOf(names);
    setMetric(m_metric);
    Canvas::fit();
    arrange();
    Q_EMIT rootChanged(m_root);
}

void TreemapView::setMetric(TileMetric metric)
{
    m_metric = metric;
    m_scale = m_data ? scaleOf(m_tree, metric, m_data->subject->npuMacs) : MetricScale();
    refresh();
}

QRectF TreemapView::plot() const
{
    return QRectF(viewport()->rect()).adjusted(Margin, 4, -Margin, -Margin);
}

void TreemapView::arrange()
{
    setAcross(0, 1, NearestShare);
    setUpright(0, 1, NearestShare);
}

/// The whole picture is laid out as large as it is zoomed, so that more of it can be read.
void TreemapView::windowMoved()
{
    m_tiles.clear();
    if (hasPicture())
        m_tiles
            = layoutTiles(m_tree, m_root, QRectF(QPointF(xOf(0), yOf(0)), QPointF(xOf(1), yOf(1))));
}

/// Out of the module too, where all of it is seen.
void TreemapView::fit()
{
    if (isAll())
        setRoot(0);
    Canvas::fit();
}

void TreemapView::setRoot(int node)
{
    if (node < 0 || node >= static_cast<int>(m_tree.nodes.size()) || node == m_root
        || !m_tree.at(node).isGroup())
        return;
    m_root = node;
    leave();
    Canvas::fit();
    arrange();
    Q_EMIT rootChanged(node);
}

void TreemapView::setSelected(const std::vector<size_t> &rows)
{
    m_selected = rows;
    setAccessibleDescription({});
    if (!rows.empty() && m_data) {
        const auto &row = m_data->rows[rows.front()];
        setAccessibleDescription(tr("%1, %2 cycles").arg(row.name, rowCyclesText(row)));
        if (const auto leaf = m_tree.leafOf(rows.front()); leaf >= 0) {
            auto root = m_root;
            while (root > 0 && m_tree.childToward(root, leaf) < 0)
                root = m_tree.at(root).parent;
            setRoot(root);
        }
    }
    viewport()->update();
}

int TreemapView::itemAt(const QPointF &position) const
{
    for (size_t i = m_tiles.size(); i-- > 0;) {
        if (m_tiles[i].area.contains(position))
            return static_cast<int>(i);
    }
    return -1;
}

int TreemapView::currentItem() const
{
    const auto leaf = m_selected.empty() ? -1 : m_tree.leafOf(m_selected.front());
    return leaf < 0 ? -1 : tileOf(leaf);
}

int TreemapView::tileOf(int node) const
{
    for (; node >= 0; node = m_tree.at(node).parent) {
        const auto found = std::ranges::find(m_tiles, node, &Tile::node);
        if (found != m_tiles.end())
            return static_cast<int>(found - m_tiles.begin());
    }
    return -1;
}

QRectF TreemapView::tileRect(int node) const
{
    const auto tile = tileOf(node);
    return tile < 0 ? QRectF() : m_tiles[static_cast<size_t>(tile)].area;
}

std::optional<size_t> TreemapView::rowOf(int node) const
{
    while (m_tree.at(node).isGroup() && !m_tree.at(node).children.empty())
        node = m_tree.at(node).children.front();
    return m_tree.at(node).row;
}

void TreemapView::choose(int tile)
{
    if (tile < 0)
        return;
    if (const auto row = rowOf(m_tiles[static_cast<size_t>(tile)].node)) {
        m_selected = { *row };
        setSelected(m_selected);
        Q_EMIT rowSelected(*row);
    }
}

/// Into the module below the root that it lies in; what lies in none is activated.
void TreemapView::activate(int tile)
{
    const auto node = m_tiles[static_cast<size_t>(tile)].node;
    const auto child = m_tree.childToward(m_root, node);
    if (child >= 0 && m_tree.at(child).isGroup())
        setRoot(child);
    else if (const auto row = m_tree.at(node).row)
        Q_EMIT rowActivated(*row);
}

void TreemapView::goOut()
{
    if (m_root > 0)
        setRoot(m_tree.at(m_root).parent);
}

/// Tiles that are not open.
std::vector<int> TreemapView::itemsAlong(Qt::Orientation) const
{
    std::vector<int> leaves;
    for (size_t i = 0; i < m_tiles.size(); ++i) {
        if (!m_tiles[i].isOpen())
            leaves.push_back(static_cast<int>(i));
    }
    return leaves;
}

/// To the nearest tile in that direction, among those that are not open.
void TreemapView::walk(int dx, int dy)
{
    const auto current = currentItem();
    if (current < 0)
        return walkToEnd(false);
    const auto from = m_tiles[static_cast<size_t>(current)].area;
    int best = -1;
    auto nearest = std::numeric_limits<double>::max();
    for (size_t i = 0; i < m_tiles.size(); ++i) {
        if (m_tiles[i].isOpen() || static_cast<int>(i) == current)
            continue;
        const auto way = m_tiles[i].area.center() - from.center();
        const auto ahead = way.x() * dx + way.y() * dy;
        const auto aside = std::abs(way.x() * dy) + std::abs(way.y() * dx);
        if (ahead > 1 && ahead + 2 * aside < nearest) {
            nearest = ahead + 2 * aside;
            best = static_cast<int>(i);
        }
    }
    choose(best);
    if (best >= 0)
        reveal(m_tiles[static_cast<size_t>(best)].area);
}

QString TreemapView::cardOf(int node) const
{
    const auto &at = m_tree.at(node);
    const auto muted = colors().mutedText.name();
    if (at.row)
        return views::cardText(*m_data, m_data->rows[*at.row], muted);
    QStringList names;
    for (const auto part : m_tree.pathOf(node))
        names.append(m_tree.at(part).name);
    auto html
        = u"<div style='font-weight:600'>%1</div>"_s.arg(names.join(u" › "_s).toHtmlEscaped());
    const auto line = [&html, &muted](const QString &text) {
        html += u"<div style='color:%1'>%2</div>"_s.arg(muted, text.toHtmlEscaped());
    };
    line(tr("%n row(s)", nullptr, static_cast<int>(at.leaves)));
    line(tr("%1 cycles %2", "cycles, origin")
             .arg(cyclesText(at.cycles), m_data->origin ? originTag(*m_data->origin) : QString()));
    if (m_tree.at(0).cycles > 0)
        line(tr("%1 of all cycles").arg(shareText(at.cycles / m_tree.at(0).cycles)));
    if (const auto value = tileValue(at, m_metric, m_data->subject->npuMacs))
        line(tr("%1: %2", "metric, value")
                 .arg(metricWord(m_metric), metricValueText(m_metric, *value)));
    line(tr("Double click goes in"));
    return html;
}

QString TreemapView::cardAt(const QPointF &position) const
{
    const auto tile = itemAt(position);
    return tile < 0 ? QString() : cardOf(m_tiles[static_cast<size_t>(tile)].node);
}

void TreemapView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::BackButton)
        goOut();
    Canvas::mousePressEvent(event);
}

bool TreemapView::takeKey(const QKeyEvent &event)
{
    if (event.key() == Qt::Key_Backspace)
        goOut();
    return event.key() == Qt::Key_Backspace;
}

} // namespace tosaic::views
