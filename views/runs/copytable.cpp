// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/copytable.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace tosaic::views {

namespace {

constexpr int CellPadding = 8; // px, as in the header

/// Cells as far from their borders as the titles above them.
class CellDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        auto cell = option;
        initStyleOption(&cell, index);
        const auto text = std::exchange(cell.text, {});
        cell.state &= ~QStyle::State_HasFocus; // rows are selected, not cells
        const auto *style = cell.widget ? cell.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
        const bool isSelected = cell.state.testFlag(QStyle::State_Selected);
        const auto area = cell.rect.adjusted(CellPadding, 0, -CellPadding, 0);
        painter->save();
        painter->setFont(cell.font);
        painter->setPen(
            cell.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
        painter->drawText(area, static_cast<int>(cell.displayAlignment),
            cell.fontMetrics.elidedText(text, cell.textElideMode, area.width()));
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(2 * CellPadding, 0);
    }
};

} // namespace

CopyTable::CopyTable(QWidget *parent) : QTableView(parent)
{
    setItemDelegate(new CellDelegate(this));
    setSelectionBehavior(SelectRows);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(NoFrame);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 12);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(48);

    auto *copyAction = new QAction(tr("Copy as table"), this);
    copyAction->setObjectName(QStringLiteral("copyAction"));
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    connect(copyAction, &QAction::triggered, this, &CopyTable::copy);
    addAction(copyAction);
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

QString CopyTable::selectionAsTsv() const
{
    const auto columns = model()->columnCount();
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < columns; ++column)
        cells.append(model()->headerData(column, Qt::Horizontal).toString());
    lines.append(cells.join(u'\t'));
    auto selected = selectionModel()->selectedRows();
    std::ranges::sort(selected, {}, &QModelIndex::row);
    const auto count = selected.isEmpty() ? model()->rowCount() : static_cast<int>(selected.size());
    for (int i = 0; i < count; ++i) {
        const auto row = selected.isEmpty() ? i : selected[i].row();
        cells.clear();
        for (int column = 0; column < columns; ++column)
            cells.append(model()->index(row, column).data().toString().replace(u'\t', u' '));
        lines.append(cells.join(u'\t'));
    }
    return lines.join(u'\n');
}

void CopyTable::copy() const
{
    QApplication::clipboard()->setText(selectionAsTsv());
}

} // namespace tosaic::views
