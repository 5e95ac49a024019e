// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/datatable.h"

#include "core/base/exactvalue.h"
#include "views/models/columnmodel.h"
#include "views/widgets/celldelegate.h"
#include "views/widgets/searchline.h"
#include "views/widgets/tableactions.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int FindWidth = 260; // px
constexpr int LeastExported = 2; // rows: the click that opens the menu selects one

/// Sorts, and shows what has all words and is let through.
class TableRows : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QStringList &words)
    {
        m_words = words;
        invalidateFilter();
    }
    void setIsShown(std::function<bool(int row)> isShown)
    {
        m_isShown = std::move(isShown);
        invalidateFilter();
    }

protected:
    /// What is not known stands behind all else, whichever way one sorts.
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override
    {
        const bool isKnown = left.data(ValueRole).isValid();
        if (isKnown != right.data(ValueRole).isValid())
            return isKnown == (sortOrder() == Qt::AscendingOrder);
        return QSortFilterProxyModel::lessThan(left, right);
    }
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override
    {
        if (m_isShown && !m_isShown(row))
            return false;
        const auto has = [&](const QString &word) {
            for (int column = 0; column < sourceModel()->columnCount(parent); ++column) {
                const auto cell = sourceModel()->index(row, column, parent);
                if (cell.data().toString().contains(word, Qt::CaseInsensitive))
                    return true;
            }
            return false;
        };
        return std::ranges::all_of(m_words, has);
    }

private:
    QStringList m_words;
    std::function<bool(int)> m_isShown;
};

TableRows *rowsOf(const QTableView &table)
{
    return static_cast<TableRows *>(qobject_cast<QSortFilterProxyModel *>(table.model()));
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

    addCopyAndExport(
        *this, [this] { copy(); }, [this] { return asCsv(); });
    // Ctrl+F comes from the window, which asks the page before the table.
    addTableAction(
        *this, u"filterAction"_s, u"search"_s, tr("Filter\u2026"), {}, [this] { find(); });
    installEventFilter(this);
    connect(this, &QTableView::activated, this, [this](const QModelIndex &index) {
        const int row = sourceRow(index);
        if (row < 0)
            return;
        Q_EMIT sourceRowActivated(row);
        if (const auto entity = entityAt(row); !entity.isEmpty())
            Q_EMIT entityActivated(entity);
    });
}

void DataTable::setSortedModel(QAbstractItemModel *source)
{
    auto *proxy = new TableRows(this);
    proxy->setSortRole(SortRole);
    proxy->setSortCaseSensitivity(Qt::CaseInsensitive);
    proxy->setSortLocaleAware(true);
    proxy->setSourceModel(source);
    setModel(proxy);
    setSortingEnabled(true);
    horizontalHeader()->setSortIndicatorClearable(true);
    sortByColumn(-1, Qt::AscendingOrder); // the model's own order
    // Not what is current: a view that gets the focus makes its first row current by itself.
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        const auto count = static_cast<int>(selectionModel()->selectedRows().size());
        nameExport(*this, count < LeastExported ? 0 : count);
        const auto &rows = selectionModel()->selection();
        if (m_isFollowing || rows.size() != 1 || rows.first().height() != 1)
            return;
        const int row = sourceRow(rows.first().topLeft());
        Q_EMIT currentSourceRowChanged(row);
        if (const auto entity = entityAt(row); !entity.isEmpty())
            Q_EMIT entityChosen(entity);
    });
}

void DataTable::setFilter(const QString &text)
{
    rowsOf(*this)->setWords(text.split(u' ', Qt::SkipEmptyParts));
}

void DataTable::setRowFilter(std::function<bool(int row)> isShown)
{
    rowsOf(*this)->setIsShown(std::move(isShown));
}

void DataTable::find()
{
    if (!m_find) {
        m_find = new SearchLine(tr("Filter the rows"), this);
        m_find->setObjectName(u"tableFilter"_s);
        m_find->setTarget(this);
        m_find->installEventFilter(this);
        connect(m_find, &QLineEdit::textChanged, this, &DataTable::setFilter);
    }
    placeFind();
    m_find->show();
    m_find->raise();
    m_find->setFocus(Qt::ShortcutFocusReason);
}

bool DataTable::eventFilter(QObject *watched, QEvent *event)
{
    // Where the shortcut does not reach the table, the base class would copy one cell.
    if (watched == this && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        copy();
        return true;
    }
    if (watched == m_find && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        m_find->clear();
        m_find->hide();
        setFocus(Qt::ShortcutFocusReason);
        return true;
    }
    return QTableView::eventFilter(watched, event);
}

void DataTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    if (m_find)
        placeFind();
}

/// In the corner where rows are least read.
void DataTable::placeFind()
{
    const auto area = viewport()->geometry();
    const QSize size(std::min(FindWidth, area.width()), m_find->sizeHint().height());
    m_find->setGeometry({ area.bottomRight() - QPoint(size.width(), size.height()), size });
}

int DataTable::columnOf(QStringView key) const
{
    return views::columnOf(*model(), key);
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

void DataTable::hideEmptyColumns()
{
    const auto &rows = *rowsOf(*this)->sourceModel();
    for (int column = 0; column < rows.columnCount(); ++column) {
        bool isEmpty = true;
        for (int row = 0; row < rows.rowCount() && isEmpty; ++row)
            isEmpty = !rows.index(row, column).data(ValueRole).isValid();
        setColumnHidden(column, isEmpty);
    }
}

void DataTable::fitHeight(int mostRows)
{
    const int rows = std::min(model()->rowCount(), mostRows);
    setFixedHeight(horizontalHeader()->sizeHint().height()
        + rows * verticalHeader()->defaultSectionSize() + 2 * frameWidth() + 2);
    setVisible(rows > 0);
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
    return rowsOf(*this)->mapToSource(index).row();
}

model::EntityRef DataTable::entityAt(int row) const
{
    return rowsOf(*this)->sourceModel()->index(row, 0).data(EntityRole).value<model::EntityRef>();
}

int DataTable::currentSourceRow() const
{
    return sourceRow(currentIndex());
}

void DataTable::setCurrentSourceRow(int row)
{
    const QScopedValueRollback following(m_isFollowing, true);
    const auto *proxy = rowsOf(*this);
    const auto index
        = row < 0 ? QModelIndex() : proxy->mapFromSource(proxy->sourceModel()->index(row, 0));
    if (!index.isValid()) {
        clearSelection();
        setCurrentIndex({});
        return;
    }
    setCurrentIndex(index);
    scrollTo(index);
}

void DataTable::setCurrentEntity(const model::EntityRef &entity)
{
    int found = -1;
    for (int row = 0; row < rowsOf(*this)->sourceModel()->rowCount() && found < 0; ++row) {
        if (!entity.isEmpty() && entityAt(row) == entity)
            found = row;
    }
    setCurrentSourceRow(found);
}

/// The shown columns as they stand, of the selected rows, or of all where fewer are selected.
Table DataTable::selection(int leastSelected) const
{
    Table table;
    QList<int> columns;
    std::vector<ColumnHead> heads;
    for (int visual = 0; visual < model()->columnCount(); ++visual) {
        const auto column = horizontalHeader()->logicalIndex(visual);
        if (isColumnHidden(column) && !m_withoutRoom.contains(column))
            continue;
        columns.append(column);
        heads.push_back({ .title = model()->headerData(column, Qt::Horizontal).toString(),
            .unit = model()->index(0, column).data(UnitRole).toString() });
        const auto raw = model()->headerData(column, Qt::Horizontal, ValueRole).toString();
        const bool isShare = heads.back().unit == column_unit::Share;
        table.columns.push_back({ {},
            isShare             ? exactTitle(heads.back())
                : raw.isEmpty() ? heads.back().title
                                : raw });
    }
    auto selected = selectionModel()->selectedRows();
    if (selected.size() < leastSelected)
        selected.clear();
    std::ranges::sort(selected, {}, &QModelIndex::row);
    const auto count = selected.isEmpty() ? model()->rowCount() : static_cast<int>(selected.size());
    for (int i = 0; i < count; ++i) {
        auto &cells = table.rows.emplace_back();
        for (qsizetype c = 0; c < columns.size(); ++c) {
            const auto index
                = model()->index(selected.isEmpty() ? i : selected[i].row(), columns[c]);
            cells.push_back(
                { exactValue(heads[size_t(c)], index.data(ValueRole)), index.data().toString() });
        }
    }
    return table;
}

QString DataTable::selectionAsTsv() const
{
    const auto table = selection(1);
    const auto plain = [](QString text) { return text.replace(u'\t', u' ').replace(u'\n', u' '); };
    QStringList cells;
    for (const auto &column : table.columns)
        cells << plain(column.title);
    QStringList lines{ cells.join(u'\t') };
    for (const auto &row : table.rows) {
        cells.clear();
        for (const auto &cell : row)
            cells << plain(cell.value.isValid() ? cell.value.toString() : cell.text);
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

void DataTable::copy() const
{
    QApplication::clipboard()->setText(selectionAsTsv());
}

QByteArray DataTable::asCsv() const
{
    auto table = selection(LeastExported);
    for (auto &row : table.rows) {
        for (auto &cell : row) {
            if (!cell.value.isValid() && cell.text != notKnownText())
                cell.value = cell.text;
        }
    }
    return tableCsv(table);
}

} // namespace tosaic::views
