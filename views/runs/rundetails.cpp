// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/rundetails.h"

#include "profiler/store/counternames.h"
#include "views/runs/countercharts.h"
#include "views/runs/countersmodel.h"
#include "views/runs/metricspanel.h"
#include "views/runs/repeatsview.h"
#include "views/runs/runconsole.h"
#include "views/runs/runwords.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int NameRoom = 170; // px that the name of a counter needs at least

/// Columns as wide as what is in them now: values that change in place do not tell the header.
void refit(DataTable &table)
{
    auto *header = table.horizontalHeader();
    for (int column = 0; column < header->count(); ++column)
        header->setSectionResizeMode(column, header->sectionResizeMode(column));
}

} // namespace

RunDetails::RunDetails(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_noCounters(new QLabel(this)),
      m_nameCounters(new QPushButton(tr("Name the counters…"), this)),
      m_counters(new CountersModel(this)), m_facts(new FactsModel(this)),
      m_errors(new ColumnModel(
          columnsOf<profile::LogError>({
              { u"line"_s, tr("Line"), &profile::LogError::line },
              { u"code"_s, tr("Code"), &profile::LogError::code, { .mayBeEmpty = true } },
              { u"text"_s, tr("Text"), &profile::LogError::text },
          }),
          this))
{
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(u"detailsSplitter"_s);
    splitter->addWidget(makeUpper(theme));
    splitter->addWidget(makeLower(theme));
    // A run has a handful of counters and dozens of metrics.
    splitter->setStretchFactor(0, 4);
    splitter->setStretchFactor(1, 5);
    splitter->setSizes({ 310, 390 });
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    auto *layout = makeColumn(this, {}, -1);
    m_noCounters->setObjectName(u"noCounters"_s);
    m_noCounters->setProperty("role", u"muted"_s);
    m_noCounters->setMargin(10);
    m_noCounters->setIndent(6);
    layout->setSpacing(0);
    layout->addWidget(m_noCounters);
    m_nameCounters->setObjectName(u"nameCountersButton"_s);
    m_nameCounters->setToolTip(tr("The log does not say which events these counters counted."));
    m_nameCounters->hide();
    connect(m_nameCounters, &QPushButton::clicked, this, &RunDetails::nameCountersRequested);
    auto *naming = new QHBoxLayout;
    naming->setContentsMargins(12, 8, 12, 8);
    naming->addWidget(m_nameCounters);
    naming->addStretch(1);
    layout->addLayout(naming);
    layout->addWidget(splitter, 1);
}

DataTable *RunDetails::makeTable(
    const QString &name, const QString &title, QAbstractItemModel *model)
{
    auto *table = new DataTable(name, title, this);
    table->setSortedModel(model);
    auto *header = table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    return table;
}

QWidget *RunDetails::makeUpper(const Theme &theme)
{
    m_upper = new QSplitter(Qt::Horizontal, this);
    m_upper->setObjectName(u"countersSplitter"_s);
    m_table = makeTable(u"countersTable"_s, tr("Counters"), m_counters);
    auto *header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(m_table->columnOf(u"counter"), QHeaderView::Stretch);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_charts = new CounterCharts(theme, this);
    m_table->viewport()->installEventFilter(this);
    m_upper->addWidget(m_table);
    m_upper->addWidget(m_charts);
    m_upper->setStretchFactor(0, 1);
    m_upper->setStretchFactor(1, 1);
    m_upper->setSizes({ 630, 400 });
    m_upper->setChildrenCollapsible(false);
    m_upper->setHandleWidth(1);

    connect(m_table, &DataTable::currentSourceRowChanged, this, [this](int row) {
        if (row < 0 || m_isFollowing)
            return;
        const auto counter = m_counters->rows()[static_cast<size_t>(row)].counter.name;
        m_charts->setSelected(counter);
        showLine(counter);
        Q_EMIT counterChosen(counter);
    });
    connect(m_table, &DataTable::sourceRowActivated, this, [this](int row) {
        showLine(m_counters->rows()[static_cast<size_t>(row)].counter.name);
        m_tabs->setCurrentWidget(m_console);
    });
    connect(m_charts, &CounterCharts::counterClicked, this, [this](const QString &counter) {
        showCounter(counter);
        Q_EMIT counterChosen(counter);
    });
    return m_upper;
}

QWidget *RunDetails::makeLower(const Theme &theme)
{
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(u"runTabs"_s);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("What else the log says"));
    m_factsTable = makeTable(u"factsTable"_s, tr("What the log says"), m_facts);
    m_errorsTable = makeTable(u"errorsTable"_s, tr("Errors in the log"), m_errors);
    m_metrics = new MetricsPanel(this);
    m_repeats = new RepeatsView(theme, this);
    m_tabs->addTab(m_factsTable, tr("Log"));
    m_tabs->addTab(m_metrics, tr("Metrics"));
    m_tabs->addTab(m_repeats, tr("Repeats"));
    m_tabs->addTab(m_errorsTable, tr("Errors"));
    m_console = new RunConsole(theme, this);
    connect(m_console, &RunConsole::familiesChanged, this, &RunDetails::familiesChanged);
    m_tabs->addTab(m_console, tr("Console"));
    m_tabs->setTabToolTip(
        m_tabs->indexOf(m_console), tr("What was printed; Enter on a counter shows its line"));
    connect(m_tabs, &QTabWidget::currentChanged, this, [this](int tab) {
        if (!m_isChoosingTab)
            m_chosenTab = tab;
    });
    connect(m_metrics, &MetricsPanel::productStated, this, &RunDetails::productStated);
    connect(m_metrics, &MetricsPanel::npuMacsStated, this, &RunDetails::npuMacsStated);
    connect(m_metrics, &MetricsPanel::modelMacsStated, this, &RunDetails::modelMacsStated);
    return m_tabs;
}

void RunDetails::set(const profile::MeasuredRun &named, int profile, const RunContext &context)
{
    const auto &run = *named.run;
    const auto *current = profile >= 0 && profile < static_cast<int>(run.profiles.size())
        ? &run.profiles[static_cast<size_t>(profile)]
        : nullptr;
    const QScopedValueRollback following(m_isFollowing, true);
    const profile::Profile empty;
    const auto &shown = current ? *current : empty;
    m_upper->setVisible(!shown.counters.empty());
    const bool isFast = isFastMode(named) && !shown.counters.empty();
    m_noCounters->setVisible(shown.counters.empty() || isFast);
    m_noCounters->setText(isFast ? tr("Simulated in fast mode: the timing is not valid, so neither "
                                      "cycles nor shares nor bandwidths measure anything.")
            : current            ? tr("This measurement holds no NPU counters.")
            : named.isLive       ? tr("The run goes on. It has not printed counters yet.")
                                 : tr("This log holds no measurements."));
    m_nameCounters->setVisible(!profile::unnamedCounters(run).isEmpty());
    m_counters->set(shown, profile, context.values);
    m_charts->set(shown, context.values);
    auto facts = recordingFacts(named);
    std::ranges::move(logFacts(run, current), std::back_inserter(facts));
    m_facts->set(std::move(facts));
    m_metrics->set(shown, context);
    m_errors->set(run.errors);
    m_run = named.run;
    m_profile = profile;
    m_console->set(named);
    showRepeats(named, current);
    fitCounters();
    refit(*m_factsTable);
    refit(*m_errorsTable);
    m_tabs->setTabText(1, tr("Metrics (%1 of %2)").arg(m_metrics->known()).arg(m_metrics->total()));
    m_tabs->setTabText(3, tr("Errors (%1)").arg(m_errors->rowCount()));
}

/// Measurements with the label of the one that is shown, and times of each inference.
void RunDetails::showRepeats(const profile::MeasuredRun &run, const profile::Profile *current)
{
    auto measured = profile::measurementsOf(run);
    const auto label = current ? current->label : QString();
    std::erase_if(
        measured, [&](const profile::Measurement &one) { return one.profile.label != label; });
    const auto record = profile::mergeRuns(measured);
    size_t values = record ? measured.size() : 0;
    const std::vector<profile::MergedCounter> none;
    const auto &others = record ? record->others : none;
    for (const auto &other : others)
        values = std::max(values, other.values.size());
    const bool areRepeats = values > 1;
    m_tabs->setTabText(2, areRepeats ? tr("Repeats (%1)").arg(values) : tr("Repeats"));
    if (!areRepeats) {
        m_repeats->setMessage(tr("One measurement has no spread. Select several runs of the same "
                                 "thing in the list and merge them to see it."));
        return;
    }
    QStringList names;
    for (const auto &one : measured)
        names.append(one.name);
    m_repeats->set(*record, names);
}

/// Where it is narrow, columns that can be spared go out of sight, so that no number is cut.
void RunDetails::fitCounters()
{
    const int Spared[] = { m_table->columnOf(u"origin"), m_table->columnOf(u"equals"),
        m_table->columnOf(u"share"), m_table->columnOf(u"unit") };
    const auto *header = m_table->horizontalHeader();
    const auto widthOf = [&](int column) {
        return std::max(static_cast<const QAbstractItemView *>(m_table)->sizeHintForColumn(column),
            header->sectionSizeHint(column));
    };
    for (const auto column : Spared)
        m_table->setHasRoom(column, true); // what is hidden has no width to go by
    m_table->setColumnHidden(m_table->columnOf(u"ofOne"), !m_counters->areSums());
    int needed = NameRoom;
    for (int column = 1; column < header->count(); ++column)
        needed += m_table->isColumnHidden(column) ? 0 : widthOf(column);
    for (const auto column : Spared) {
        const auto isTooMuch = needed > m_table->viewport()->width();
        needed -= isTooMuch ? widthOf(column) : 0;
        m_table->setHasRoom(column, !isTooMuch);
    }
    refit(*m_table);
}

bool RunDetails::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitCounters();
    return QWidget::eventFilter(watched, event);
}

void RunDetails::showMostImportantTab(const profile::Run &run)
{
    const bool isFailed = run.status == profile::RunStatus::Failed && !run.errors.empty();
    const QScopedValueRollback choosing(m_isChoosingTab, true);
    m_tabs->setCurrentIndex(isFailed ? 3 : m_chosenTab);
}

/// The line that it was read from.
void RunDetails::showLine(const QString &counter)
{
    const bool isThere = m_run && m_profile >= 0;
    const auto measurement = static_cast<size_t>(std::max(m_profile, 0));
    m_console->showCounter(
        measurement, isThere ? m_run->profiles[measurement].counter(counter) : nullptr);
}

void RunDetails::showCounter(const QString &counter)
{
    const QScopedValueRollback following(m_isFollowing, true);
    showLine(counter);
    const auto row = m_counters->rowOf(counter);
    m_charts->setSelected(row < 0 ? QString() : counter);
    m_table->setCurrentSourceRow(row);
}

} // namespace tosaic::views
