// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/unmatchedpanel.h"

#include "profiler/join/unmatchedwords.h"
#include "views/widgets/building.h"
#include "views/widgets/changewords.h"
#include "views/widgets/datatable.h"
#include "views/widgets/iconbutton.h"

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
        rows.push_back({ profile::unmatchedSentence(unmatched), unmatched.count, unmatched.cycles,
            profile::unmatchedExamples(*operations.table, unmatched) });
    }
    if (const auto unplaced = operations.totals.boardUnplaced; unplaced > 0) {
        rows.push_back({ UnmatchedPanel::tr("%n row(s) of the board fit no operator, or several",
                             nullptr, static_cast<int>(unplaced)),
            unplaced, std::nullopt, {} });
    }
    return rows;
}

Columns<UnmatchedRow> unmatchedColumns()
{
    return columnsOf<UnmatchedRow>({
        { u"what"_s, UnmatchedPanel::tr("What"), [](auto &row) { return QVariant(row.count); },
            { .text = &UnmatchedRow::text, .isOrder = true } },
        { u"cycles"_s, UnmatchedPanel::tr("Cycles concerned"), &UnmatchedRow::cycles },
        { u"examples"_s, UnmatchedPanel::tr("The first of them"), &UnmatchedRow::examples,
            { .about = UnmatchedPanel::tr(
                  "Names of operators, ids of the debug database, offsets in the "
                  "command stream, or numbers of reads, as the text says"),
                .mayBeEmpty = true } },
    });
}

UnmatchedPanel::UnmatchedPanel(QWidget *parent)
    : QFrame(parent), m_model(new ColumnModel(unmatchedColumns(), this)),
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
    auto *column = makeColumn(this, {}, 0);
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
