// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QStyledItemDelegate>

namespace tosaic::views {

/// Paints what models say in raw roles: the placement as a word with its colour and shape, in a
/// narrow view the shape alone; the origin of a number as a small tag, sizes and counts
/// right-aligned in muted text.
class BadgeDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit BadgeDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const Theme &m_theme;
};

/// The shape that goes with a placement, as in the legend: rounded box, square box, hexagon,
/// hatched box, circle.
void paintPlacementMark(
    QPainter &painter, const QRectF &box, graph::Placement placement, const ThemeColors &colors);

} // namespace tosaic::views
