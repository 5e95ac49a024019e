// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/metriccolours.h"
#include "views/operations/operationtree.h"

#include <QWidget>

namespace tosaic::views {

class HoverLabel;

/// Modules as nested rectangles, their area the cycles, their colour a metric. A double click or
/// Enter goes into a module, Backspace out.
class TreemapView : public QWidget
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

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void rowSelected(size_t row);
    void rowActivated(size_t row);
    void rootChanged(int node);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void arrange();
    int tileAt(const QPointF &position) const; ///< into m_tiles, the innermost; -1: none
    int tileOf(int node) const; ///< that shows it; -1: none
    void chooseTile(int tile);
    void openTile(int tile);
    void goOut();
    void walk(int dx, int dy);
    std::optional<size_t> rowOf(int node) const; ///< of a group: its costliest
    bool isFaded(const TreeNode &node) const;
    void paintTile(QPainter &painter, const Tile &tile) const;
    void paintGroup(QPainter &painter, const Tile &tile) const;
    void paintTexts(QPainter &painter, const Tile &tile, const QColor &colour) const;
    void paintOutline(QPainter &painter, const QRectF &area) const;
    QString firstLine(const TreeNode &node, const QFontMetrics &metrics, double width) const;
    QString secondLine(const TreeNode &node) const;

    const Theme &m_theme;
    OperationsDataPtr m_data;
    OperationTree m_tree;
    std::vector<bool> m_isShown; ///< of each row
    std::vector<Tile> m_tiles;
    MetricScale m_scale;
    TileMetric m_metric = TileMetric::Utilisation;
    int m_root = 0;
    int m_hovered = -1; ///< tile
    std::vector<size_t> m_selected; ///< rows
    HoverLabel *m_card;
};

} // namespace tosaic::views
