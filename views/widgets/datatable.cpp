// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/datatable.h"

#include "views/models/roles.h"
#include "views/widgets/celldelegate.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString copyText(const QVariant &raw, const QVariant &shown)
{
    auto text = raw.isValid() ? raw.toString() : shown.toString();
    return text.replace(u'\t', u' ').replace(u'\n', u' ');
}

} // namespace

DataTable::DataTable(const QString &name, const QString &title, QWidget *parent)
    : QTableView(parent)
{
    setObjectName(name);
    setAccessibleName(title);
    setItemDelegate(new CellDelegate(this));
    setSelectionBehavior(SelectRows);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(NoFrame);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    horizontalHeader()->setProperty("role", u"table"_s);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(48);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);

    auto *copyAction = new QAction(QIcon::fromTheme(u"edit-copy"_s), tr("Copy as table"), this);
    copyAction->setObjectName(u"copyAction"_s);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    connect(copyAction, &QAction::triggered, this, &DataTable::copy);
    addAction(copyAction);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(this, &QTableView::activated, this, [this](const QModelIndex &index) {
        if (const int row = sourceRow(index); row >= 0)
            Q_EMIT sourceRowActivated(row);
    });
}

void DataTable::setSortedModel(QAbstractItemModel *source)
{
    auto *proxy = new QSortFilterProxyModel(this);
    proxy->setSortRole(SortRole);
    proxy->setSortCaseSensitivity(Qt::CaseInsensitive);
    proxy->setSortLocaleAware(true);
    proxy->setFilterKeyColumn(-1);
    proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    proxy->setSourceModel(source);
    setModel(proxy);
    setSortingEnabled(true);
    horizontalHeader()->setSortIndicatorClearable(true);
    sortByColumn(-1, Qt::AscendingOrder); // the model's own order
    // Not what is current: a view that gets the focus makes its first row current by itself.
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        const auto &rows = selectionModel()->selection();
        if (!m_isFollowing && rows.size() == 1 && rows.first().height() == 1)
            Q_EMIT currentSourceRowChanged(sourceRow(rows.first().topLeft()));
    });
}

void DataTable::setFilter(const QString &text)
{
    if (auto *proxy = qobject_cast<QSortFilterProxyModel *>(model()))
        proxy->setFilterFixedString(text);
}

void DataTable::fitColumns(int largest)
{
    horizontalHeader()->setResizeContentsPrecision(100); // rows looked at
    resizeColumnsToContents();
    for (int column = 0; column < horizontalHeader()->count(); ++column) {
        if (columnWidth(column) > largest)
            setColumnWidth(column, largest);
    }
}

void DataTable::setHasRoom(int column, bool hasRoom)
{
    setColumnHidden(column, !hasRoom);
    if (hasRoom)
        m_withoutRoom.remove(column);
    else
        m_withoutRoom.insert(column);
}

int DataTable::sourceRow(const QModelIndex &index) const
{
    const auto *proxy = qobject_cast<const QSortFilterProxyModel *>(model());
    return proxy ? proxy->mapToSource(index).row() : index.row();
}

int DataTable::currentSourceRow() const
{
    return sourceRow(currentIndex());
}

void DataTable::setCurrentSourceRow(int row)
{
    const QScopedValueRollback following(m_isFollowing, true);
    const auto *proxy = qobject_cast<const QSortFilterProxyModel *>(model());
    const auto index = !proxy ? model()->index(row, 0)
        : row < 0             ? QModelIndex()
                              : proxy->mapFromSource(proxy->sourceModel()->index(row, 0));
    if (!index.isValid()) {
        clearSelection();
        setCurrentIndex({});
        return;
    }
    setCurrentIndex(index);
    scrollTo(index);
}

QString DataTable::selectionAsTsv() const
{
    QList<int> columns; // as they stand
    for (int visual = 0; visual < model()->columnCount(); ++visual) {
        const auto column = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(column) || m_withoutRoom.contains(column))
            columns.append(column);
    }
    QStringList lines;
    QStringList cells;
    for (const auto column : columns)
        cells.append(copyText(model()->headerData(column, Qt::Horizontal, ValueRole),
            model()->headerData(column, Qt::Horizontal)));
    lines.append(cells.join(u'\t'));
    auto selected = selectionModel()->selectedRows();
    std::ranges::sort(selected, {}, &QModelIndex::row);
    const auto count = selected.isEmpty() ? model()->rowCount() : static_cast<int>(selected.size());
    for (int i = 0; i < count; ++i) {
        const auto row = selected.isEmpty() ? i : selected[i].row();
        cells.clear();
        for (const auto column : columns) {
            const auto index = model()->index(row, column);
            cells.append(copyText(index.data(ValueRole), index.data()));
        }
        lines.append(cells.join(u'\t'));
    }
    return lines.join(u'\n');
}

void DataTable::copy() const
{
    QApplication::clipboard()->setText(selectionAsTsv());
}

} // namespace tosaic::views
