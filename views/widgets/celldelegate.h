// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace tosaic::views {

inline constexpr int PanelRowHeight = 22; ///< px, of rows in side panels

/// Cells of a table or tree as far from their borders as the titles above them, with an icon
/// before the text where there is one. Rows are selected, not cells: no frame around one.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    /// `leastHeight`: px of a row whose font wants less.
    explicit CellDelegate(QObject *parent = nullptr, int leastHeight = 0);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    /// An icon besides where IconRole names one.
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    int m_leastHeight;
};

/// The ground of a cell, selected or not, without its text and without a frame around it.
void paintCellGround(QPainter &painter, QStyleOptionViewItem cell);

/// The colour of text on that ground.
QColor cellTextColor(const QStyleOptionViewItem &cell);

} // namespace tosaic::views
