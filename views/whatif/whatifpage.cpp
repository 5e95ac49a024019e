// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/whatifpage.h"

#include "views/whatif/heatdelegate.h"
#include "views/whatif/modeheader.h"
#include "views/whatif/paretochart.h"
#include "views/whatif/whatifmodel.h"
#include "views/whatif/whatifwords.h"
#include "views/widgets/layouts.h"
#include "views/widgets/scrolled.h"
#include "views/widgets/statestack.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QStyle>
#include <QTableView>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using sweep::CellStatus;
using sweep::Metric;

WhatIfPage::WhatIfPage(const Theme &theme, QWidget *parent) : QWidget(parent)
{
    auto *content = new QWidget(this);
    auto *layout = columnIn(content);
    layout->addWidget(makeBar());
    layout->addWidget(makePictures(theme), 1);
    layout->addWidget(makeDetails());
    m_states = new StateStack(scrolled(content), this);
    m_states->setObjectName(u"whatIfStates"_s);
    fillWith(this, m_states);
    connect(m_states, &StateStack::actionTriggered, this, [this] {
        if (!m_view.hasInput)
            Q_EMIT openRequested();
        else if (!m_view.hasTools)
            Q_EMIT toolsWanted();
        else
            Q_EMIT sweepRequested();
    });
    connectPictures();
    showState();
}

QWidget *WhatIfPage::makeBar()
{
    auto *bar = barIn(this);
    m_run = new QPushButton(bar);
    m_run->setObjectName(u"whatIfRun"_s);
    m_metric = new QComboBox(bar);
    m_metric->setObjectName(u"whatIfMetric"_s);
    m_metric->setAccessibleName(tr("Number in the cells"));
    for (const auto metric :
        { Metric::Cycles, Metric::Time, Metric::Sram, Metric::Flash, Metric::Dram })
        m_metric->addItem(WhatIfWords::metricName(metric), static_cast<int>(metric));
    auto *metricLabel = new QLabel(tr("&Show"), bar);
    metricLabel->setBuddy(m_metric);
    m_systems = new QComboBox(bar);
    m_systems->setObjectName(u"whatIfSystems"_s);
    m_systems->setAccessibleName(tr("System configs of the grid"));
    m_systems->addItem(tr("Default of each target"));
    m_systems->addItem(tr("All of each family"));
    m_systems->setToolTip(tr("The system config says the clock and the memories' speed. More of "
                             "them take more time to estimate."));
    auto *systemsLabel = new QLabel(tr("S&ystem configs"), bar);
    systemsLabel->setBuddy(m_systems);
    m_progress = new QProgressBar(bar);
    m_progress->setObjectName(u"whatIfProgress"_s);
    m_progress->setAccessibleName(tr("Cells that are done"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(140);
    m_status = new QLabel(bar);
    m_status->setObjectName(u"whatIfStatus"_s);
    m_status->setProperty("role", u"muted"_s);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    auto *row = rowIn(bar, { 16, 6, 16, 6 }, 8);
    row->addWidget(m_run);
    row->addWidget(systemsLabel);
    row->addWidget(m_systems);
    row->addWidget(metricLabel);
    row->addWidget(m_metric);
    row->addWidget(m_progress);
    row->addWidget(m_status, 1);
    return bar;
}

QWidget *WhatIfPage::makePictures(const Theme &theme)
{
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(u"whatIfSplitter"_s);
    keepSides(*splitter);
    m_table = new QTableView(splitter);
    m_table->setObjectName(u"whatIfTable"_s);
    m_table->setAccessibleName(tr("Heat table of targets and memory modes"));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setMouseTracking(true);
    m_table->setTabKeyNavigation(false);
    m_table->setItemDelegate(new HeatDelegate(theme, m_table));
    m_table->setHorizontalHeader(new ModeHeader(m_table));
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setMinimumSectionSize(90);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_model = new WhatIfModel(theme, m_table);
    m_table->setModel(m_model);
    const int fewRows = 6 * m_table->verticalHeader()->defaultSectionSize();
    m_table->setMinimumHeight(fewRows);
    m_chart = new ParetoChart(theme, splitter);
    const int smallChart = 10 * fontMetrics().height();
    m_chart->setMinimumHeight(smallChart);
    splitter->addWidget(m_table);
    splitter->addWidget(m_chart);
    splitter->setSizes({ 320, 220 });
    // Takes what there is, and is scrolled below that.
    splitter->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    splitter->setMinimumHeight(fewRows + smallChart);
    return splitter;
}

QWidget *WhatIfPage::makeDetails()
{
    auto *line = new QFrame(this);
    m_details = new QLabel(line);
    m_details->setObjectName(u"whatIfDetails"_s);
    m_details->setTextFormat(Qt::PlainText);
    m_details->setWordWrap(true);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // Two lines at least, so that nothing jumps when the pointer moves on.
    m_details->setMinimumHeight(2 * fontMetrics().lineSpacing() + 4);
    m_use = new QPushButton(tr("&Use this spec"), line);
    m_use->setObjectName(u"whatIfUse"_s);
    m_use->setToolTip(tr("Take target, system config and memory mode of the chosen cell into the "
                         "spec; undo takes them back"));
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(16, 6, 16, 6);
    row->addWidget(m_details, 1);
    row->addWidget(m_use);
    return line;
}

void WhatIfPage::connectPictures()
{
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_view.isRunning)
            Q_EMIT cancelRequested();
        else
            Q_EMIT sweepRequested();
    });
    connect(m_metric, &QComboBox::currentIndexChanged, this, [this] {
        const auto metric = static_cast<Metric>(m_metric->currentData().toInt());
        m_model->setMetric(metric);
        // Memory is the other axis.
        m_chart->setMetric(metric == Metric::Cycles ? Metric::Cycles : Metric::Time);
    });
    m_chart->setMetric(Metric::Cycles);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &index) {
            choose(index.isValid() ? index.data(WhatIfModel::CellRole).toInt() : -1);
        });
    connect(m_table, &QTableView::entered, this,
        [this](const QModelIndex &index) { hover(index.data(WhatIfModel::CellRole).toInt()); });
    connect(m_table, &QTableView::activated, this,
        [this](const QModelIndex &index) { use(index.data(WhatIfModel::CellRole).toInt()); });
    m_table->viewport()->installEventFilter(this);
    connect(m_chart, &ParetoChart::hovered, this, &WhatIfPage::hover);
    connect(m_chart, &ParetoChart::chosen, this, &WhatIfPage::choose);
    connect(m_chart, &ParetoChart::activated, this, &WhatIfPage::use);
    connect(m_use, &QPushButton::clicked, this, [this] { use(m_current); });
}

QStringList WhatIfPage::systemConfigs() const
{
    return m_systems->currentIndex() == 0 ? QStringList{ u"default"_s } : QStringList();
}

void WhatIfPage::setView(const WhatIfView &view)
{
    const bool isAnotherGrid = !view.result || !m_view.result
        || view.result->cells.size() != m_view.result->cells.size();
    m_view = view;
    m_model->setView(view);
    m_chart->setView(view);
    if (isAnotherGrid) {
        m_current = -1;
        m_hovered = -1;
    }
    markCurrent();
    showState();
    showDetails();
    if (isAnotherGrid && m_view.result)
        QTimer::singleShot(0, this, &WhatIfPage::showEditedSpec); // when the table has its size
}

/// Where most look first; of a long table its row may be far down.
void WhatIfPage::showEditedSpec()
{
    if (!m_view.result)
        return;
    if (const auto cell = cellOf(*m_view.result, m_view.current))
        m_table->scrollTo(m_model->indexOf(*cell), QAbstractItemView::PositionAtCenter);
}

void WhatIfPage::showState()
{
    const auto title = tr("What if it were another target or memory mode?");
    if (!m_view.hasInput)
        return m_states->showEmpty({ u"mode-compare"_s, title,
            tr("Every target and memory mode side by side, estimated by Vela, stands here for a "
               "model whose TOSA is kept: the result of a compile, or a .tosa or .tflite file."),
            tr("Open…") });
    if (!m_view.result && !m_view.hasTools)
        return m_states->showEmpty({ u"mode-compare"_s, title,
            tr("No Python environment with Vela was found."), tr("Compilers") });
    if (!m_view.result)
        return m_states->showEmpty({ u"mode-compare"_s, title,
            tr("Vela estimates every target and memory mode on the kept TOSA. Nothing is compiled "
               "and the spec stays as it is."),
            tr("Estimate the grid") });
    m_states->showContent();
    const auto &result = *m_view.result;
    const auto total = static_cast<int>(result.cells.size());
    m_progress->setVisible(m_view.isRunning);
    m_progress->setRange(0, std::max(total, 1));
    m_progress->setValue(total - static_cast<int>(result.count(CellStatus::Waiting)));
    m_run->setText(m_view.isRunning ? tr("Cancel") : tr("Estimate the grid"));
    m_run->setEnabled(m_view.isRunning || m_view.hasTools);
    m_systems->setEnabled(!m_view.isRunning);
    m_status->setText(WhatIfWords::statusText(m_view));
}

void WhatIfPage::choose(int cell)
{
    m_current = cell;
    m_hovered = -1;
    markCurrent();
    showDetails();
}

/// In both pictures.
void WhatIfPage::markCurrent()
{
    if (m_current < 0)
        return m_chart->setCurrent({});
    const auto cell = static_cast<std::size_t>(m_current);
    m_chart->setCurrent(cell);
    if (const auto index = m_model->indexOf(cell); index != m_table->currentIndex())
        m_table->setCurrentIndex(index);
}

bool WhatIfPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Leave)
        hover(-1);
    return QWidget::eventFilter(watched, event);
}

void WhatIfPage::hover(int cell)
{
    m_hovered = cell;
    showDetails();
}

void WhatIfPage::use(int cell)
{
    if (cell < 0 || !m_view.result)
        return;
    Q_EMIT useRequested(m_view.result->cells[static_cast<std::size_t>(cell)].cell.spec);
}

void WhatIfPage::showDetails()
{
    m_use->setEnabled(m_current >= 0);
    const auto shown = m_hovered >= 0 ? m_hovered : m_current;
    if (const auto chosen = m_table->currentIndex(); shown < 0 && chosen.isValid())
        return m_details->setText(chosen.data(Qt::ToolTipRole).toString());
    if (!m_view.result || shown < 0) {
        m_details->setText(
            tr("Point at a cell or a mark: what it changes in the spec stands here. "
               "★ marks the Pareto front: no other cell is faster and needs no more SRAM."));
        return;
    }
    const auto &row = m_view.result->cells[static_cast<std::size_t>(shown)];
    m_details->setText(WhatIfWords::differenceText(m_view.current, row.cell.spec) + u'\n'
        + WhatIfWords::numbersText(row));
}

} // namespace tosaic::views
