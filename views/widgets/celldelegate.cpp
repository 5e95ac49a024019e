// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/celldelegate.h"

#include "views/models/roles.h"
#include "views/widgets/elidedname.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <QTreeView>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int CellPadding = 8; // px, as in the header
constexpr int EdgePadding = 12; // px, as the titles above tables
constexpr int TreePadding = 3; // px behind the mark that opens a row
constexpr int IconSize = 16; // px
constexpr int IconGap = 6; // px

int leftPadding(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const auto *tree = qobject_cast<const QTreeView *>(option.widget);
    // treePosition() is -1 where it follows the first column.
    if (tree && tree->rootIsDecorated() && index.column() == std::max(0, tree->treePosition()))
        return TreePadding;
    const auto *table = qobject_cast<const QTableView *>(option.widget);
    const bool isEdge = table && table->horizontalHeader()->property("role") == u"table"_s
        && table->horizontalHeader()->visualIndex(index.column()) == 0;
    return isEdge ? EdgePadding : CellPadding;
}

} // namespace

void paintCellGround(QPainter &painter, QStyleOptionViewItem cell)
{
    cell.text.clear();
    cell.state &= ~QStyle::State_HasFocus;
    const auto *style = cell.widget ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, &painter, cell.widget);
}

QColor cellTextColor(const QStyleOptionViewItem &cell)
{
    const bool isSelected = cell.state.testFlag(QStyle::State_Selected);
    return cell.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
}

CellDelegate::CellDelegate(QObject *parent, int leastHeight)
    : QStyledItemDelegate(parent), m_leastHeight(leastHeight)
{
}

void CellDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (const auto icon = index.data(IconRole); icon.isValid()) {
        option->icon = QIcon::fromTheme(icon.toString());
        option->features |= QStyleOptionViewItem::HasDecoration;
    }
}

void CellDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    auto cell = option;
    initStyleOption(&cell, index);
    const auto icon = std::exchange(cell.icon, {});
    cell.features &= ~QStyleOptionViewItem::HasDecoration;
    paintCellGround(*painter, cell);
    auto area = cell.rect.adjusted(leftPadding(cell, index), 0, -CellPadding, 0);
    if (!icon.isNull()) {
        icon.paint(
            painter, QRect(area.left(), area.center().y() - IconSize / 2, IconSize, IconSize));
        area.setLeft(area.left() + IconSize + IconGap);
    }
    painter->save();
    painter->setFont(cell.font);
    painter->setPen(cellTextColor(cell));
    // What is cut in the middle are names.
    const auto text = cell.textElideMode == Qt::ElideMiddle
        ? elidedName(cell.text, cell.fontMetrics, area.width())
        : cell.fontMetrics.elidedText(cell.text, cell.textElideMode, area.width());
    painter->drawText(area, static_cast<int>(cell.displayAlignment), text);
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const bool hasIcon = index.data(Qt::DecorationRole).isValid() || index.data(IconRole).isValid();
    const auto icon = hasIcon ? IconGap : 0;
    const auto size = QStyledItemDelegate::sizeHint(option, index)
        + QSize(leftPadding(option, index) + CellPadding + icon, 0);
    return size.expandedTo({ 0, m_leastHeight });
}

} // namespace tosaic::views
