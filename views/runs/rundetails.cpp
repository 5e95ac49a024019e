// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/rundetails.h"

#include "views/runs/countercharts.h"
#include "views/runs/countersmodel.h"
#include "views/runs/runwords.h"
#include "views/runs/texttablemodel.h"
#include "views/widgets/datatable.h"

#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <QScopedValueRollback>

using namespace Qt::StringLiterals;

namespace tosaic::views {

RunDetails::RunDetails(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_noCounters(new QLabel(this)), m_counters(new CountersModel(this)),
      m_facts(new TextTableModel({ tr("Fact"), tr("Value") }, { false, false }, this)),
      m_derived(
          new TextTableModel({ tr("Derived value"), tr("Value"), tr("Origin"), tr("Formula") },
              { false, true, false, false }, this)),
      m_errors(
          new TextTableModel({ tr("Line"), tr("Code"), tr("Text") }, { true, false, false }, this))
{
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(u"detailsSplitter"_s);
    m_upper = makeUpper(theme);
    splitter->addWidget(m_upper);
    splitter->addWidget(makeLower());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({ 420, 280 });
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_noCounters->setObjectName(u"noCounters"_s);
    m_noCounters->setProperty("role", u"muted"_s);
    m_noCounters->setContentsMargins(16, 10, 16, 10);
    layout->setSpacing(0);
    layout->addWidget(m_noCounters);
    layout->addWidget(splitter, 1);
}

DataTable *RunDetails::makeTable(
    const QString &name, const QString &title, QAbstractItemModel *model)
{
    auto *table = new DataTable(name, title, this);
    table->setModel(model);
    auto *header = table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    return table;
}

QWidget *RunDetails::makeUpper(const Theme &theme)
{
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(u"countersSplitter"_s);
    m_table = makeTable(u"countersTable"_s, tr("Counters"), m_counters);
    auto *header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(CountersModel::NameColumn, QHeaderView::Stretch);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_charts = new CounterCharts(theme, this);
    splitter->addWidget(m_table);
    splitter->addWidget(m_charts);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({ 630, 400 });
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &current) {
            if (!current.isValid() || m_isFollowing)
                return;
            const auto counter
                = m_counters->rows()[static_cast<size_t>(current.row())].counter.name;
            m_charts->setSelected(counter);
            Q_EMIT counterChosen(counter);
        });
    connect(m_charts, &CounterCharts::counterClicked, this, [this](const QString &counter) {
        showCounter(counter);
        Q_EMIT counterChosen(counter);
    });
    return splitter;
}

QWidget *RunDetails::makeLower()
{
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(u"runTabs"_s);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("What else the log says"));
    m_tabs->addTab(makeTable(u"factsTable"_s, tr("What the log says"), m_facts), tr("Log"));
    m_tabs->addTab(
        makeTable(u"derivedTable"_s, tr("Derived values"), m_derived), tr("Derived values"));
    m_tabs->addTab(makeTable(u"errorsTable"_s, tr("Errors in the log"), m_errors), tr("Errors"));
    return m_tabs;
}

void RunDetails::set(const profile::Run &run, int profile, const profile::MetricContext &context)
{
    const auto *current = profile >= 0 && profile < static_cast<int>(run.profiles.size())
        ? &run.profiles[static_cast<size_t>(profile)]
        : nullptr;
    const QScopedValueRollback following(m_isFollowing, true);
    const profile::Profile empty;
    const auto &shown = current ? *current : empty;
    m_upper->setVisible(!shown.counters.empty());
    m_noCounters->setVisible(shown.counters.empty());
    m_noCounters->setText(current ? tr("This measurement holds no NPU counters.")
                                  : tr("This log holds no measurements."));
    m_counters->set(shown, profile, context);
    m_charts->set(shown, context);
    m_facts->set(logFacts(run, current));
    m_derived->set(derivedRows(profile::metricsOf(shown, context)));
    m_errors->set(errorRows(run));
    m_tabs->setTabText(1, tr("Derived values (%1)").arg(m_derived->rowCount()));
    m_tabs->setTabText(2, tr("Errors (%1)").arg(m_errors->rowCount()));
}

void RunDetails::showMostImportantTab(const profile::Run &run)
{
    m_tabs->setCurrentIndex(
        run.status == profile::RunStatus::Failed && !run.errors.empty() ? 2 : 0);
}

void RunDetails::showCounter(const QString &counter)
{
    const QScopedValueRollback following(m_isFollowing, true);
    const auto row = m_counters->rowOf(counter);
    m_charts->setSelected(row < 0 ? QString() : counter);
    if (row < 0) {
        m_table->selectionModel()->clear();
        return;
    }
    const auto index = m_counters->index(row, 0);
    m_table->selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(index);
}

} // namespace tosaic::views
