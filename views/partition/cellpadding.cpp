// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/cellpadding.h"

#include <QApplication>
#include <QPainter>

namespace tosaic::views {

namespace {
constexpr int Padding = 5; // px, with the style's own 3 as much as the headings have
}

void CellPadding::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    // The row's background over the whole cell, the text inside it.
    auto panel = option;
    initStyleOption(&panel, index);
    const auto *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &panel, painter, option.widget);
    auto inner = option;
    inner.rect.adjust(Padding, 0, -Padding, 0);
    inner.state &= ~QStyle::State_HasFocus; // rows are selected, not cells
    QStyledItemDelegate::paint(painter, inner, index);
}

} // namespace tosaic::views
