// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/unmatchedpanel.h"

#include "views/models/roles.h"
#include "views/operations/operationwords.h"
#include "views/widgets/changewords.h"
#include "views/widgets/datatable.h"
#include "views/widgets/iconbutton.h"
#include "views/widgets/layouts.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int MostRows = 5; // more scroll
constexpr int WidestText = 620; // px

} // namespace

std::vector<UnmatchedRow> unmatchedRows(const OperationsData &operations)
{
    std::vector<UnmatchedRow> rows;
    for (const auto &unmatched : operations.table->unmatched) {
        rows.push_back({ unmatchedSentence(unmatched), unmatched.count, unmatched.cycles,
            examplesText(unmatched) });
    }
    if (const auto unplaced = operations.totals.boardUnplaced; unplaced > 0) {
        rows.push_back({ UnmatchedPanel::tr("%n row(s) of the board fit no operator, or several",
                             nullptr, static_cast<int>(unplaced)),
            unplaced, std::nullopt, {} });
    }
    return rows;
}

QVariant UnmatchedModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole) {
        return int((column == CyclesColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && column == ExamplesColumn)
        return tr("Ids of the debug database, offsets in the command stream, or numbers of reads, "
                  "as the text says");
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case TextColumn:
        return tr("What");
    case CyclesColumn:
        return tr("Cycles concerned");
    case ExamplesColumn:
        return tr("The first of them");
    default:
        return {};
    }
}

QVariant UnmatchedModel::cell(const UnmatchedRow &row, int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return int((column == CyclesColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    const bool isText = role == Qt::DisplayRole || role == Qt::ToolTipRole;
    switch (column) {
    case TextColumn:
        if (role == SortRole)
            return QVariant(row.count);
        return isText ? QVariant(row.text) : QVariant();
    case CyclesColumn:
        if (role == SortRole || role == ValueRole)
            return row.cycles ? QVariant(*row.cycles) : QVariant();
        return isText ? QVariant(countText(row.cycles)) : QVariant();
    case ExamplesColumn:
        return isText || role == SortRole ? QVariant(row.examples.isEmpty() ? u"–"_s : row.examples)
                                          : QVariant();
    default:
        return {};
    }
}

UnmatchedPanel::UnmatchedPanel(QWidget *parent)
    : QFrame(parent), m_model(new UnmatchedModel(this)),
      m_table(new DataTable(u"unmatchedTable"_s, tr("What could not be matched"), this))
{
    setObjectName(u"unmatchedPanel"_s);
    setAccessibleName(tr("What could not be matched"));
    setProperty("role", u"bar"_s);
    auto *title = new QLabel(tr("Not matched"), this);
    title->setProperty("role", u"section"_s);
    auto *close = iconButton(this, u"unmatchedClose"_s, u"window-close"_s, tr("Close"));
    connect(close, &QToolButton::clicked, this, &UnmatchedPanel::closeRequested);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(12, 4, 8, 4);
    row->addWidget(title);
    row->addStretch();
    row->addWidget(close);
    auto *column = columnIn(this);
    column->addLayout(row);
    column->addWidget(m_table);
    m_table->setSortedModel(m_model);
    setFocusProxy(m_table);
}

void UnmatchedPanel::setData(const OperationsData &operations)
{
    m_model->set(unmatchedRows(operations));
    m_table->fitColumns(WidestText);
    const auto rows = std::clamp(m_model->rowCount(), 1, MostRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + rows * m_table->verticalHeader()->defaultSectionSize() + 4);
}

void UnmatchedPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closeRequested();
    else
        QFrame::keyPressEvent(event);
}

} // namespace tosaic::views
