// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/celldelegate.h"
#include "views/widgets/theme.h"

namespace tosaic::views {

/// Paints KernelsModel::SpreadRole as a line from the smallest to the largest value with a box
/// between the quartiles and a mark at the median; other cells as CellDelegate does, parts of a
/// delegate shifted to the right.
class SpreadDelegate : public CellDelegate
{
    Q_OBJECT
public:
    explicit SpreadDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const Theme &m_theme;
};

} // namespace tosaic::views
