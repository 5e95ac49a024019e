// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"
#include "views/operations/metriccolours.h"
#include "views/operations/operationtree.h"

namespace tosaic::views {

/// Modules as nested rectangles, their area the cycles, their colour a metric. A double click or
/// Enter goes into a module, Backspace out; arrows walk the tiles.
class TreemapView : public Canvas
{
    Q_OBJECT
public:
    explicit TreemapView(const Theme &theme, QWidget *parent = nullptr);

    /// `shown`: rows that the filter lets through; the others fade. Stays in the module it is in,
    /// if that is still there.
    void setData(OperationsDataPtr operations, const std::vector<size_t> &shown);
    void setMetric(TileMetric metric);
    const MetricScale &scale() const { return m_scale; }
    /// Rows of the data; goes out as far as needed to show the first. Does not emit.
    void setSelected(const std::vector<size_t> &rows);

    const OperationTree &tree() const { return m_tree; }
    /// The group that fills the view; 0: everything.
    int root() const { return m_root; }
    void setRoot(int node);

    /// The smallest tile of a node in the widget, or of the group that is painted in its place.
    QRectF tileRect(int node) const;
    const std::vector<Tile> &tiles() const { return m_tiles; }
    QString cardOf(int node) const;

    QSize sizeHint() const override { return { 520, 400 }; }
    void fit() override;

Q_SIGNALS:
    void rowSelected(size_t row);
    void rowActivated(size_t row);
    void rootChanged(int node);

protected:
    // An item is an index into the tiles.
    QRectF plot() const override;
    void arrange() override;
    void paint(QPainter &painter) override;
    void paintOver(QPainter &painter) override;
    bool hasPicture() const override { return !m_tree.nodes.empty(); }
    QString emptyText() const override
    {
        return m_data ? tr("No operator has cycles.") : QString();
    }
    int itemAt(const QPointF &position) const override; ///< the innermost
    int currentItem() const override;
    QRectF itemRect(int item) const override { return m_tiles[static_cast<size_t>(item)].area; }
    QString cardAt(const QPointF &position) const override;
    void choose(int item) override;
    void activate(int item) override;
    void walk(int dx, int dy) override;
    std::vector<int> itemsAlong(Qt::Orientation) const override;
    bool takeKey(const QKeyEvent &event) override;
    void windowMoved() override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    int tileOf(int node) const; ///< that shows it; -1: none
    void goOut();
    std::optional<size_t> rowOf(int node) const; ///< of a group: its costliest
    bool isFaded(const TreeNode &node) const;
    void paintTile(QPainter &painter, const Tile &tile) const;
    void paintGroup(QPainter &painter, const Tile &tile) const;
    void paintTexts(QPainter &painter, const Tile &tile, const QColor &colour) const;
    QString firstLine(const TreeNode &node, const QFontMetrics &metrics, double width) const;
    QString secondLine(const TreeNode &node) const;

    OperationsDataPtr m_data;
    OperationTree m_tree;
    std::vector<bool> m_isShown; ///< of each row
    std::vector<Tile> m_tiles;
    MetricScale m_scale;
    TileMetric m_metric = TileMetric::Utilisation;
    int m_root = 0;
    std::vector<size_t> m_selected; ///< rows
};

} // namespace tosaic::views
