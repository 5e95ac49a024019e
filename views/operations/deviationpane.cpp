// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/deviationpane.h"

#include "views/operations/deviationmodel.h"
#include "views/operations/operationwords.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/wrappedlabel.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int WidestName = 150; // px
constexpr int WaterfallWidth = 144; // px
using profile::DeviationPair;

bool canCompare(const OperationsData &operations, DeviationPair pair)
{
    const auto &totals = operations.totals;
    switch (pair) {
    case DeviationPair::FvpToEstimate:
        return totals.fvp && totals.estimate;
    case DeviationPair::BoardToEstimate:
        return totals.board && totals.estimate;
    case DeviationPair::BoardToFvp:
        return totals.board && totals.fvp;
    }
    return false;
}

} // namespace

DeviationPane::DeviationPane(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_pair(new QComboBox(this)), m_sentence(new WrappedLabel(this)),
      m_note(new WrappedLabel(this)), m_model(new DeviationModel(this)),
      m_table(new DataTable(u"deviationTable"_s, tr("Deviations, the largest first"), this))
{
    setObjectName(u"deviationPane"_s);
    m_pair->setObjectName(u"deviationPair"_s);
    m_pair->setAccessibleName(tr("What is compared"));
    m_sentence->setObjectName(u"deviationSentence"_s);
    m_sentence->setContentsMargins(12, 0, 12, 6);
    m_note->setObjectName(u"deviationNote"_s);
    m_note->setProperty("role", u"muted"_s);
    m_note->setContentsMargins(12, 2, 12, 6);
    m_table->setSortedModel(m_model);
    m_table->setItemDelegate(new DataDelegate(theme, m_table));
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(12, 6, 12, 6);
    bar->addWidget(m_pair);
    bar->addStretch();
    auto *column = makeColumn(this, {}, 0);
    column->addLayout(bar);
    column->addWidget(m_sentence);
    column->addWidget(m_table, 1);
    column->addWidget(m_note);
    for (const auto pair :
        { DeviationPair::FvpToEstimate, DeviationPair::BoardToEstimate, DeviationPair::BoardToFvp })
        m_pair->addItem(pairWord(pair), int(pair));
    connect(m_pair, &QComboBox::activated, this,
        [this] { Q_EMIT pairChosen(static_cast<DeviationPair>(m_pair->currentData().toInt())); });
    const auto rowAt
        = [this](int row) { return m_model->rows()[static_cast<size_t>(row)].deviation.row; };
    connect(m_table, &DataTable::currentSourceRowChanged, this,
        [this, rowAt](int row) { Q_EMIT rowSelected(rowAt(row)); });
    connect(m_table, &DataTable::sourceRowActivated, this,
        [this, rowAt](int row) { Q_EMIT rowActivated(rowAt(row)); });
    setFocusProxy(m_table);
}

void DeviationPane::fillPairs(const OperationsData &operations)
{
    const QSignalBlocker blocker(m_pair);
    m_pair->setCurrentIndex(m_pair->findData(int(operations.options.pair)));
    int possible = 0;
    for (const auto pair :
        { DeviationPair::FvpToEstimate, DeviationPair::BoardToEstimate, DeviationPair::BoardToFvp })
        possible += canCompare(operations, pair) ? 1 : 0;
    m_pair->setEnabled(possible > 1);
    m_pair->setToolTip(
        possible > 1 ? tr("What is compared") : tr("There are no other numbers to compare"));
}

void DeviationPane::showSentence(const OperationsData &operations)
{
    const auto &ranking = operations.ranking;
    const auto pair = operations.options.pair;
    if (operations.options.isRange && pair != DeviationPair::FvpToEstimate) {
        m_sentence->setText(
            tr("A range of time is chosen: the board's cycles are of the whole run."));
    } else if (!canCompare(operations, pair)) {
        m_sentence->setText(pair == DeviationPair::FvpToEstimate
                ? tr(
                    "There is nothing to compare yet: run on the FVP with a trace, then the cycles "
                    "stand here beside Vela's estimate.")
                : tr("There is nothing to compare yet: no cycles were measured on a board."));
    } else if (ranking.ranked.empty()) {
        m_sentence->setText(tr("No row has both numbers."));
    } else {
        double reference = 0;
        for (const auto &deviation : ranking.ranked)
            reference += referenceOf(operations.rows[deviation.row], pair).value_or(0);
        const auto relative
            = reference > 0 ? std::optional(ranking.difference / reference) : std::nullopt;
        m_sentence->setText(
            tr("%1: %2 cycles in all (%3)", "pair, difference, relative")
                .arg(pairWord(pair), differenceText(ranking.difference), deviationText(relative)));
    }
    const auto left = static_cast<int>(ranking.incomparable.size());
    m_note->setVisible(left > 0 && !ranking.ranked.empty());
    m_note->setText(
        tr("%n row(s) have only one of the two numbers and are not ranked.", nullptr, left));
}

void DeviationPane::setData(const OperationsDataPtr &operations, const std::vector<size_t> &shown)
{
    if (!operations)
        return;
    // What is missing is said in the middle of the room.
    const bool isRanked = !operations->ranking.ranked.empty();
    m_table->setVisible(isRanked);
    m_sentence->setAlignment(isRanked ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter);
    m_sentence->setSizePolicy(
        QSizePolicy::Preferred, isRanked ? QSizePolicy::Preferred : QSizePolicy::Expanding);
    const bool wasEmpty = m_model->rowCount() == 0;
    m_model->set(operations, shown);
    fillPairs(*operations);
    showSentence(*operations);
    if (wasEmpty && m_model->rowCount() > 0)
        m_table->fitColumns(WidestName);
    m_table->setColumnWidth(m_table->columnOf(u"waterfall"), WaterfallWidth);
}

void DeviationPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    // While it was not seen it had no height to scroll in.
    QMetaObject::invokeMethod(
        this, [this] { m_table->scrollTo(m_table->currentIndex(), DataTable::PositionAtCenter); },
        Qt::QueuedConnection);
}

void DeviationPane::setSelected(const std::vector<size_t> &rows)
{
    int found = -1;
    for (size_t i = 0; i < rows.size() && found < 0; ++i)
        found = m_model->rowOf(rows[i]);
    m_table->setCurrentSourceRow(found);
}

} // namespace tosaic::views
