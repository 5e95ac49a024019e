// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/comparepage.h"

#include "views/compare/changechart.h"
#include "views/compare/comparemodels.h"
#include "views/compare/compilecolumns.h"
#include "views/compare/costchanges.h"
#include "views/compare/resulttitles.h"
#include "views/widgets/building.h"
#include "views/widgets/changewords.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/matchwords.h"
#include "views/widgets/statestack.h"
#include "views/widgets/wrappedlabel.h"

#include <QComboBox>
#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int Spacing = 8;
constexpr int PlacementWidth = 88; // px

} // namespace

ComparePage::ComparePage(
    ResultsDocument &results, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_results(results), m_selection(selection), m_theme(theme)
{
    setObjectName(u"comparePage"_s);
    setAccessibleName(tr("Comparison of two compiles"));
    m_metrics = new ChangeModel(tr("Metric"), false, this);
    m_moves = new MoveModel(this);
    m_partitions = new PartitionChangeModel(this);
    m_stack = new StateStack(createContent(), this);
    fillWith(this, m_stack);
    connectTables();
    connect(m_stack, &StateStack::actionTriggered, this, &ComparePage::compileRequested);
    connect(&m_results, &ResultsDocument::changed, this, &ComparePage::refresh);
    connect(&m_results, &ResultsDocument::comparisonChanged, this, &ComparePage::refresh);
    connect(&m_selection, &SelectionContext::changed, this, &ComparePage::followSelection);
    refresh();
}

ComparePage::~ComparePage() = default;

QComboBox *ComparePage::createPicker(
    QWidget *parent, const QString &name, const QString &accessibleName)
{
    auto *picker = new QComboBox(parent);
    picker->setObjectName(name);
    picker->setAccessibleName(accessibleName);
    picker->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    picker->setMinimumContentsLength(12);
    picker->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(picker, &QComboBox::activated, this, &ComparePage::onPicked);
    return picker;
}

QWidget *ComparePage::createPickers(QWidget *parent)
{
    auto *bar = new QWidget(parent);
    auto *row = makeRow(bar, {}, Spacing);
    m_oldPicker = createPicker(bar, u"oldPicker"_s, tr("Old result"));
    m_newPicker = createPicker(bar, u"newPicker"_s, tr("New result"));
    auto *swap = new QToolButton(bar);
    swap->setObjectName(u"swapSides"_s);
    swap->setText(u"⇄"_s);
    swap->setToolTip(tr("Swap old and new"));
    swap->setAccessibleName(swap->toolTip());
    swap->setAutoRaise(true);
    connect(swap, &QToolButton::clicked, this,
        [this] { m_results.compare(m_results.newSide(), m_results.oldSide()); });
    auto *oldLabel = new QLabel(tr("&Old"), bar);
    oldLabel->setBuddy(m_oldPicker);
    auto *newLabel = new QLabel(tr("&New"), bar);
    newLabel->setBuddy(m_newPicker);
    row->addWidget(oldLabel);
    row->addWidget(m_oldPicker, 1);
    row->addWidget(swap);
    row->addWidget(newLabel);
    row->addWidget(m_newPicker, 1);
    auto *graphs = new QPushButton(tr("Show both &graphs"), bar);
    graphs->setObjectName(u"showGraphs"_s);
    graphs->setToolTip(tr("Both models side by side, node by node"));
    connect(graphs, &QPushButton::clicked, this, &ComparePage::graphsRequested);
    row->addWidget(graphs);
    return bar;
}

DataTable *ComparePage::createTable(
    QVBoxLayout *layout, const QString &title, const QString &name, QAbstractItemModel *model)
{
    auto *parent = layout->parentWidget();
    auto *heading = makeText(parent, name + u"Title"_s, u"section"_s);
    heading->setText(title);
    layout->addSpacing(Spacing);
    layout->addWidget(heading);
    auto *table = new DataTable(name, title, parent);
    table->setSortedModel(model);
    table->setItemDelegate(new DataDelegate(m_theme, table));
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setAlternatingRowColors(true);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    layout->addWidget(table);
    return table;
}

void ComparePage::createSections(QVBoxLayout *layout)
{
    auto *parent = layout->parentWidget();
    m_metricTable = createTable(layout, tr("Metrics"), u"metricTable"_s, m_metrics);
    m_metricTable->horizontalHeader()->setSectionResizeMode(
        m_metricTable->columnOf(u"name"), QHeaderView::ResizeToContents);
    layout->addWidget(new CompileColumns(m_results, m_theme, parent));

    auto *chartTitle = makeText(parent, u"chartTitle"_s, u"section"_s);
    chartTitle->setText(tr("Estimated cycles by partition; operators on the CPU are not in it"));
    layout->addSpacing(Spacing);
    layout->addWidget(chartTitle);
    auto *card = new QFrame(parent);
    card->setProperty("role", u"card"_s);
    auto *cardLayout = makeColumn(card, {}, -1);
    m_chart = new ChangeChart(m_theme, card);
    cardLayout->addWidget(m_chart);
    layout->addWidget(card);

    m_moveTable = createTable(layout, tr("Operators that moved"), u"moveTable"_s, m_moves);
    m_moveTitle = parent->findChild<QLabel *>(u"moveTableTitle"_s);
    auto *header = m_moveTable->horizontalHeader();
    for (const auto *key : { u"old", u"new" }) {
        header->setSectionResizeMode(m_moveTable->columnOf(key), QHeaderView::Fixed);
        header->resizeSection(m_moveTable->columnOf(key), PlacementWidth);
    }
    for (const auto *key : { u"name", u"module" })
        header->setSectionResizeMode(m_moveTable->columnOf(key), QHeaderView::ResizeToContents);
    m_noMoves = makeText(parent, u"noMoves"_s, u"muted"_s);
    layout->addWidget(m_noMoves);

    m_partitionTable = createTable(layout, tr("Partitions; cycles and SRAM are estimates (est)"),
        u"comparedPartitions"_s, m_partitions);
    for (int column = m_partitionTable->columnOf(u"oldOperators");
         column < m_partitions->columnCount(); ++column)
        m_partitionTable->horizontalHeader()->setSectionResizeMode(
            column, QHeaderView::ResizeToContents);
    m_matches = selectable(wrapped(named(new WrappedLabel(parent), u"matches"_s, {}, u"muted"_s)),
        Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout->addWidget(m_matches);
    layout->addSpacing(Spacing);
    m_costs = new CostChanges(m_theme, parent);
    layout->addWidget(m_costs);
    layout->addStretch();
}

QWidget *ComparePage::createContent()
{
    m_scroll = new QScrollArea;
    m_scroll->setObjectName(u"compareScroll"_s);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    setFocusProxy(m_scroll);
    auto *page = new QWidget(m_scroll);
    auto *layout = makeColumn(page, {}, Spacing, { 16, 12, 16, 16 });
    layout->addWidget(createPickers(page));
    m_outcome = selectable(wrapped(named(new WrappedLabel(page), u"outcome"_s, {}, u"title"_s)),
        Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_specSentence
        = selectable(wrapped(named(new WrappedLabel(page), u"specSentence"_s, {}, u"muted"_s)),
            Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout->addSpacing(Spacing);
    layout->addWidget(m_outcome);
    layout->addWidget(m_specSentence);
    createSections(layout);
    m_scroll->setWidget(page);
    return m_scroll;
}

void ComparePage::connectTables()
{
    for (const auto *table : { m_moveTable, m_partitionTable }) {
        connect(table, &DataTable::entityChosen, this,
            [this](const model::EntityRef &entity) { m_selection.select(entity, this); });
        connect(table, &DataTable::entityActivated, &m_selection, &SelectionContext::activated);
    }
    connect(m_chart, &ChangeChart::partitionSelected, this,
        [this](int partition) { m_selection.select(model::EntityRef::partition(partition)); });
}

void ComparePage::fillPickers()
{
    const auto model = onlyModelOf(m_results.results());
    for (auto *picker : { m_oldPicker, m_newPicker }) {
        const auto side = picker == m_oldPicker ? m_results.oldSide() : m_results.newSide();
        const QSignalBlocker blocker(picker);
        picker->clear();
        int number = 0;
        for (const auto &result : m_results.results()) {
            ++number;
            if (result->status != compiled::Status::Succeeded)
                continue;
            picker->addItem(resultTitle(number, *result, model), number - 1);
            picker->setItemData(picker->count() - 1, result->folder, Qt::ToolTipRole);
            if (result == side)
                picker->setCurrentIndex(picker->count() - 1);
        }
        picker->setToolTip(picker->currentText());
    }
}

void ComparePage::onPicked()
{
    const auto chosen = [this](const QComboBox *picker) {
        return m_results.results().at(static_cast<size_t>(picker->currentData().toInt()));
    };
    m_results.compare(chosen(m_oldPicker), chosen(m_newPicker));
}

void ComparePage::showEmpty()
{
    const bool hasOne = m_results.newSide() || m_results.oldSide();
    m_comparison.reset();
    m_stack->showEmpty({ .iconName = u"vcs-diff"_s,
        .title = hasOne ? tr("One compile so far") : tr("Nothing to compare yet"),
        .text
        = tr("Compile twice, with a change of the spec in between: the old and the new result "
             "then stand side by side here, with what you won and lost."),
        .actionText
        = hasOne ? tr("Change the spec and compile again") : tr("Go to the compile spec") });
}

void ComparePage::showComparison(
    const ResultsDocument::Item &oldSide, const ResultsDocument::Item &newSide)
{
    const auto &oldResult = *oldSide;
    const auto &newResult = *newSide;
    m_comparison = analysis::compareResults(oldResult, newResult);
    m_outcome->setText(outcomeSentence(*m_comparison));
    m_specSentence->setText(causeSentence(*m_comparison));
    m_metrics->set(metricRows(m_comparison->metrics));
    m_chart->set(*m_comparison, oldResult, newResult);
    m_moves->set(m_comparison->moves);
    m_partitions->set(*m_comparison, oldResult, newResult);
    m_costs->compare(oldSide, newSide);

    const auto moved = static_cast<int>(m_comparison->moves.size());
    m_moveTitle->setText(
        moved > 0 ? tr("%n operator(s) moved", nullptr, moved) : tr("Operators that moved"));
    const auto matched = static_cast<int>(m_comparison->matchedOperators);
    m_noMoves->setText(matched > 0
            ? tr("None: all %n operators stayed where they were.", nullptr, matched)
            : tr("Not known: the two results share no operator."));
    m_noMoves->setVisible(moved == 0);

    const auto matches = matchSentences(*m_comparison);
    m_matches->setText(matches.join(u'\n'));
    m_matches->setVisible(!matches.isEmpty());
    for (auto *table : { m_metricTable, m_moveTable, m_partitionTable })
        table->fitHeight(MostCompareRows);
    m_stack->showContent();
}

void ComparePage::refresh()
{
    fillPickers();
    const auto oldSide = m_results.oldSide();
    const auto newSide = m_results.newSide();
    if (oldSide && newSide)
        showComparison(oldSide, newSide);
    else
        showEmpty();
    if (std::pair(oldSide, newSide) == m_shown)
        return;
    m_shown = { oldSide, newSide };
    m_isNew = true;
    if (isVisible())
        showOutcome();
}

/// It stands at the top. After the layout, which may have moved what has the focus into view.
void ComparePage::showOutcome()
{
    if (std::exchange(m_isNew, false))
        QTimer::singleShot(0, m_scroll, [this] { m_scroll->verticalScrollBar()->setValue(0); });
}

void ComparePage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    showOutcome();
}

void ComparePage::followSelection(const model::EntityRef &entity, const QObject *origin)
{
    m_chart->setSelected(entity.kind == model::EntityRef::Kind::Partition ? entity.index : -1);
    if (origin == this)
        return;
    m_moveTable->setCurrentEntity(entity);
    m_partitionTable->setCurrentEntity(entity);
}

} // namespace tosaic::views
