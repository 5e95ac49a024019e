// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationtable.h"

#include "views/operations/operationtablemodel.h"
#include "views/widgets/datadelegate.h"

#include <QAbstractProxyModel>
#include <QHeaderView>
#include <QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int WidestColumn = 148; // px
constexpr int WidestOperator = 220; // px; names of one kind differ at their end
constexpr int WidestCycles = 128; // px; "in <leader>" is cut

}

OperationTable::OperationTable(const Theme &theme, QWidget *parent)
    : DataTable(u"operationTable"_s, tr("Cycles of operators"), parent),
      m_model(new OperationTableModel(this))
{
    setSortedModel(m_model);
    setItemDelegate(new DataDelegate(theme, this));
    horizontalHeader()->setStretchLastSection(false);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this,
        &OperationTable::showHeaderMenu);
    const auto rowAt = [this](int row) { return m_model->rows()[static_cast<size_t>(row)]; };
    connect(this, &DataTable::currentSourceRowChanged, this,
        [this, rowAt](int row) { Q_EMIT rowSelected(rowAt(row)); });
    connect(this, &DataTable::sourceRowActivated, this,
        [this, rowAt](int row) { Q_EMIT rowActivated(rowAt(row)); });
}

void OperationTable::setData(const OperationsDataPtr &operations, const std::vector<size_t> &shown)
{
    m_model->set(operations, shown);
    showColumns();
    if (!m_isFitted && !shown.empty()) {
        fitColumns(WidestColumn);
        const auto name = columnOf(u"name");
        const auto cycles = columnOf(u"cycles");
        setColumnWidth(name, std::min(WidestOperator, sizeHintForColumn(name) + 16));
        setColumnWidth(cycles, std::min(WidestCycles, columnWidth(cycles)));
        m_isFitted = true;
    }
}

void OperationTable::showColumns()
{
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const bool isAlways = column == columnOf(u"name") || column == columnOf(u"cycles");
        const auto wanted = m_wanted.constFind(column);
        const bool isShown
            = isAlways || (wanted != m_wanted.constEnd() ? *wanted : m_model->isKnown(column));
        setColumnHidden(column, !isShown);
        // Hidden when the others were fitted.
        if (isShown && columnWidth(column) < horizontalHeader()->minimumSectionSize())
            resizeColumnToContents(column);
    }
}

void OperationTable::setColumnWanted(int column, bool isWanted)
{
    m_wanted[column] = isWanted;
    showColumns();
    if (isWanted)
        setColumnWidth(column, std::min(WidestColumn, sizeHintForColumn(column) + 16));
}

void OperationTable::showHeaderMenu(const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setObjectName(u"operationColumns"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (column == columnOf(u"name"))
            continue;
        auto *action = menu->addAction(
            m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setEnabled(column != columnOf(u"cycles"));
        connect(action, &QAction::toggled, this,
            [this, column](bool isWanted) { setColumnWanted(column, isWanted); });
    }
    menu->popup(horizontalHeader()->viewport()->mapToGlobal(position));
}

void OperationTable::setSelected(const std::vector<size_t> &rows)
{
    std::vector<int> places;
    for (const auto row : rows) {
        if (const auto place = m_model->rowOf(row); place >= 0)
            places.push_back(place);
    }
    setCurrentSourceRow(places.empty() ? -1 : places.front());
    const auto *proxy = qobject_cast<const QAbstractProxyModel *>(model());
    for (size_t i = 1; i < places.size(); ++i) {
        selectionModel()->select(proxy->mapFromSource(m_model->index(places[i], 0)),
            QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
}

} // namespace tosaic::views
