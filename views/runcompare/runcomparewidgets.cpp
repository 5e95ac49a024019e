// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/runcomparepage.h"

#include "views/runcompare/differencebar.h"
#include "views/runcompare/runchangemodel.h"
#include "views/runcompare/runside.h"
#include "views/runcompare/waterfallpane.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/iconbutton.h"
#include "views/widgets/scrolled.h"
#include "views/widgets/searchline.h"
#include "views/widgets/statestack.h"
#include "views/widgets/wrappedlabel.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int Margin = 12; // px
constexpr int Spacing = 8; // px
constexpr double DefaultLimit = 5; // percent

} // namespace

QWidget *RunComparePage::createSides(QWidget *parent)
{
    auto *bar = new QWidget(parent);
    m_old = new RunSide(m_runs, u"oldSide"_s, tr("Old"), bar);
    m_new = new RunSide(m_runs, u"newSide"_s, tr("New"), bar);
    auto *swap = new QToolButton(bar);
    swap->setObjectName(u"swapSides"_s);
    swap->setText(u"\u21C4"_s);
    swap->setToolTip(tr("Swap old and new"));
    swap->setAccessibleName(swap->toolTip());
    swap->setAutoRaise(true);
    connect(swap, &QToolButton::clicked, this, &RunComparePage::swapSides);
    makeFlow(bar, { m_old, swap, m_new }, Spacing);
    for (auto *side : { m_old, m_new })
        connect(side, &RunSide::changed, this, &RunComparePage::refresh);
    return bar;
}

QWidget *RunComparePage::createLimit(QWidget *parent)
{
    auto *bar = new QWidget(parent);
    auto *choices = new QWidget(bar);
    auto *answer = new QWidget(bar);
    auto *label = new QLabel(tr("&Fail above"), bar);
    m_limit = new QDoubleSpinBox(bar);
    m_limit->setObjectName(u"limit"_s);
    m_limit->setAccessibleName(tr("Largest growth that is allowed, percent"));
    m_limit->setRange(0, 1000);
    m_limit->setDecimals(1);
    m_limit->setSuffix(tr(" %"));
    m_limit->setValue(DefaultLimit);
    m_limit->setToolTip(tr("As tosaic-cli compare --fail-above: a build fails if a counter gets "
                           "worse by more"));
    label->setBuddy(m_limit);
    auto *leastLabel = new QLabel(tr("&Nothing below"), bar);
    m_leastEffect = new QDoubleSpinBox(bar);
    m_leastEffect->setObjectName(u"leastEffect"_s);
    m_leastEffect->setAccessibleName(tr("Smallest difference that counts, percent"));
    m_leastEffect->setRange(0, DefaultLimit);
    m_leastEffect->setDecimals(1);
    m_leastEffect->setSuffix(tr(" %"));
    m_leastEffect->setKeyboardTracking(false); // each value is a comparison
    m_leastEffect->setToolTip(tr("As tosaic-cli compare --least-effect: what differs by less is "
                                 "the same, however certain it is"));
    leastLabel->setBuddy(m_leastEffect);
    connect(m_limit, &QDoubleSpinBox::valueChanged, m_leastEffect, &QDoubleSpinBox::setMaximum);
    connect(m_leastEffect, &QDoubleSpinBox::valueChanged, this, &RunComparePage::refresh);
    m_judgesOperators = new QCheckBox(tr("&operators too"), bar);
    m_judgesOperators->setObjectName(u"judgesOperators"_s);
    m_judgesOperators->setToolTip(tr("As --operators on the command line"));
    m_verdict = new ElidedLabel(bar);
    m_verdict->setObjectName(u"limitVerdict"_s);
    m_filter = new SearchLine(tr("Filter names"), bar);
    m_filter->setObjectName(u"compareFilter"_s);
    m_filter->setMaximumWidth(220);
    auto *copy = iconButton(bar, u"copyTable"_s, u"edit-copy"_s, tr("Copy the table as TSV"));
    connect(copy, &QToolButton::clicked, this, [this] {
        if (const auto *table = qobject_cast<DataTable *>(m_tabs->currentWidget()))
            table->copy();
    });
    connect(m_limit, &QDoubleSpinBox::valueChanged, this, &RunComparePage::showLimit);
    connect(m_judgesOperators, &QCheckBox::toggled, this, &RunComparePage::showLimit);
    makeRow(choices, { label, m_limit, leastLabel, m_leastEffect, m_judgesOperators }, Spacing);
    makeRow(answer, { { m_verdict, 1 }, m_filter, copy }, Spacing);
    makeFlow(bar, { choices, answer }, Spacing);
    return bar;
}

DataTable *RunComparePage::createTable(
    const QString &name, const QString &title, QAbstractItemModel *model)
{
    auto *table = new DataTable(name, title, this);
    table->setSortedModel(model);
    table->setItemDelegate(new DataDelegate(m_theme, table));
    table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table->setAlternatingRowColors(true);
    connect(m_filter, &QLineEdit::textChanged, table, &DataTable::setFilter);
    return table;
}

QWidget *RunComparePage::createTabs(QWidget *parent)
{
    m_tabs = new QTabWidget(parent);
    m_tabs->setObjectName(u"compareTabs"_s);
    m_tabs->setAccessibleName(tr("What changed"));
    m_tabs->setDocumentMode(true);
    m_counterTable = createTable(u"counterChanges"_s, tr("Counters"), m_counters);
    m_operatorTable = createTable(u"operatorChanges"_s, tr("Operators"), m_changes);
    m_waterfall = new WaterfallPane(m_theme, m_tabs);
    m_conditionTable = createTable(u"conditionChanges"_s, tr("Conditions"), m_conditions);
    for (auto *widget : std::initializer_list<QWidget *>{
             m_counterTable, m_operatorTable, m_waterfall, m_conditionTable })
        m_tabs->addTab(widget, {});
    m_filter->setTarget(m_tabs);
    return m_tabs;
}

QWidget *RunComparePage::createContent()
{
    auto *page = new QWidget;
    auto *layout = makeColumn(page, {}, Spacing, { 0, Spacing, 0, 0 });
    auto *head = new QVBoxLayout;
    head->setContentsMargins(Margin, 0, Margin, 0);
    head->setSpacing(Spacing);
    head->addWidget(createSides(page));
    layout->addLayout(head);

    auto *body = new QWidget;
    auto *column = makeColumn(body, {}, Spacing);
    auto *facts = new QVBoxLayout;
    facts->setContentsMargins(Margin, 0, Margin, 0);
    facts->setSpacing(Spacing);
    m_outcome = selectable(wrapped(named(new WrappedLabel(body), u"outcome"_s, {}, u"title"_s)),
        Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    facts->addWidget(m_outcome);
    m_tracedNote
        = selectable(wrapped(named(new WrappedLabel(body), u"tracedNote"_s, {}, u"muted"_s)),
            Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_tracedNote->hide();
    facts->addWidget(m_tracedNote);
    m_differences = new DifferenceBar(body);
    connect(m_differences, &DifferenceBar::conditionsRequested, this,
        [this] { m_tabs->setCurrentWidget(m_conditionTable); });
    facts->addWidget(m_differences);
    facts->addWidget(createLimit(body));
    column->addLayout(facts);
    column->addWidget(createTabs(body), 1);
    m_results = new StateStack(scrolled(body), page);
    m_results->setObjectName(u"compareResults"_s);
    layout->addWidget(m_results, 1);
    return page;
}

} // namespace tosaic::views
