// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/whatifpage.h"

#include "views/whatif/axesdialog.h"
#include "views/whatif/enginedialog.h"
#include "views/whatif/modelsdialog.h"
#include "views/whatif/parallelchart.h"
#include "views/whatif/paretochart.h"
#include "views/whatif/whatifmodel.h"
#include "views/whatif/whatifwords.h"
#include "views/widgets/building.h"
#include "views/widgets/gridtable.h"
#include "views/widgets/scrolled.h"
#include "views/widgets/theme.h"
#include "views/widgets/velaquestion.h"

#include <QComboBox>
#include <QHeaderView>
#include <QPainter>
#include <QProgressBar>
#include <QSplitter>
#include <QStyle>
#include <QStyleOptionHeader>
#include <QStyledItemDelegate>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Names of memory modes, cut in the middle where they have no room: they differ at both ends.
class ModeHeader : public QHeaderView
{
public:
    explicit ModeHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
    {
        setProperty("role", QStringLiteral("table"));
        setSectionsClickable(true); // chooses the column, as the header of a table does
        setHighlightSections(true);
    }

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int section) const override
    {
        constexpr int Padding = 20; // px of the style's on both sides
        QHeaderView::initStyleOptionForIndex(option, section);
        option->text = option->fontMetrics.elidedText(
            option->text, Qt::ElideMiddle, sectionSize(section) - Padding);
    }
};

/// Cells whose colour is their value: what is chosen gets an outline, never another hue.
class HeatDelegate : public QStyledItemDelegate
{
public:
    HeatDelegate(const Theme &theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme)
    {
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;

private:
    const Theme &m_theme;
};

void HeatDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    painter->fillRect(option.rect, m_theme.colors().surface);
    painter->fillRect(option.rect, index.data(Qt::BackgroundRole).value<QBrush>());
    auto font = option.font;
    font.setBold(index.data(Qt::FontRole).value<QFont>().bold());
    painter->setFont(font);
    painter->setPen(index.data(Qt::ForegroundRole).value<QBrush>().color());
    const auto area = option.rect.adjusted(8, 0, -8, 0);
    painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter,
        QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, area.width()));
    if (option.state & QStyle::State_Selected) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_theme.colors().accent, 4));
        painter->drawRect(QRectF(option.rect).adjusted(2, 2, -3, -3));
        painter->setPen(QPen(m_theme.colors().text, 2));
        painter->drawRect(QRectF(option.rect).adjusted(1, 1, -2, -2));
    }
    painter->restore();
}

/// A field and what it is called; they stay together where a row is broken.
QWidget *labelled(const QString &text, QWidget *field)
{
    auto *pair = new QWidget(field->parentWidget());
    auto *label = new QLabel(text, pair);
    label->setBuddy(field);
    makeRow(pair, { label, field }, 8);
    return pair;
}

} // namespace

using sweep::CellStatus;
using sweep::Metric;

WhatIfPage::WhatIfPage(const Theme &theme, QWidget *parent) : QWidget(parent)
{
    auto *content = new QWidget(this);
    makeColumn(content, { makeBar(), { makePictures(theme), 1 }, makeDetails() }, 0);
    m_states = named(new StateStack(scrolled(content), this), u"whatIfStates"_s);
    makeColumn(this, { m_states });
    connect(m_states, &StateStack::actionTriggered, this, [this] {
        if (m_view.isRunning)
            Q_EMIT cancelRequested();
        else if (!m_view.hasInput && !m_view.hasModel)
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
    auto *bar = new QFrame(this);
    bar->setProperty("role", u"bar"_s);
    m_run = named(new QPushButton(bar), u"whatIfRun"_s);
    m_metric = named(new QComboBox(bar), u"whatIfMetric"_s, tr("Number in the cells"));
    for (const auto metric :
        { Metric::Cycles, Metric::Time, Metric::Sram, Metric::Flash, Metric::Dram })
        m_metric->addItem(WhatIfWords::metricName(metric), static_cast<int>(metric));
    m_systems = named(new QComboBox(bar), u"whatIfSystems"_s, tr("System configs of the grid"));
    m_systems->addItem(tr("Default of each target"));
    m_systems->addItem(tr("All of each family"));
    m_systems->setToolTip(tr("The system config says the clock and the memories' speed. More of "
                             "them take more time to estimate."));
    m_compilers
        = named(new QComboBox(bar), u"whatIfCompilers"_s, tr("Compiler environments of the grid"));
    m_compilers->addItem(tr("The one in use"));
    m_compilers->addItem(tr("And the second"));
    m_compilers->addItem(tr("All versions here"));
    m_compilers->setToolTip(tr("What another version of Vela says stands in rows of its own. The "
                               "second environment is chosen where compilers are; of all that are "
                               "on this machine each version is taken once."));
    m_progress = named(new QProgressBar(bar), u"whatIfProgress"_s, tr("Cells that are done"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(140);
    m_status = wrapped(named(new QLabel(bar), u"whatIfStatus"_s, {}, u"muted"_s));
    makeColumn(bar,
        { makeFlow(nullptr,
              { m_run, labelled(tr("S&ystem configs"), m_systems),
                  labelled(tr("Compi&lers"), m_compilers), labelled(tr("&Show"), m_metric),
                  m_progress },
              8),
            m_status },
        4, { 16, 6, 16, 6 });
    return bar;
}

QWidget *WhatIfPage::makePictures(const Theme &theme)
{
    auto *splitter = named(new QSplitter(Qt::Vertical, this), u"whatIfSplitter"_s);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    m_table
        = new GridTable(u"whatIfTable"_s, tr("Heat table of targets and memory modes"), splitter);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setMouseTracking(true);
    m_table->setItemDelegate(new HeatDelegate(theme, m_table));
    m_table->setHorizontalHeader(new ModeHeader(m_table));
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setMinimumSectionSize(90);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    // Names of flags and pins leave room for the cells; the tooltip has them whole.
    m_table->verticalHeader()->setTextElideMode(Qt::ElideMiddle);
    m_table->verticalHeader()->setMaximumWidth(52 * fontMetrics().averageCharWidth());
    m_model = new WhatIfModel(theme, m_table);
    m_table->setModel(m_model);
    const int fewRows = 6 * m_table->verticalHeader()->defaultSectionSize();
    m_table->setMinimumHeight(fewRows);
    m_chart = new ParetoChart(theme, splitter);
    const int smallChart = 10 * fontMetrics().height();
    m_chart->setMinimumHeight(smallChart);
    m_parallel = new ParallelChart(theme, splitter);
    m_parallel->setMinimumHeight(smallChart);
    m_parallel->hide();
    auto *below = new QWidget(splitter);
    makeColumn(below, { makeChartBar(), { m_chart, 1 }, { m_parallel, 1 } }, 0);
    splitter->addWidget(m_table);
    splitter->addWidget(below);
    splitter->setSizes({ 320, 220 });
    // Takes what there is, and is scrolled below that.
    splitter->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    splitter->setMinimumHeight(fewRows + smallChart);
    return splitter;
}

/// What stands below the table, and taking the cells along.
QWidget *WhatIfPage::makeChartBar()
{
    auto *bar = new QFrame(this);
    m_picture = named(new QComboBox(bar), u"whatIfPicture"_s, tr("Picture of the cells"));
    m_picture->addItems({ tr("Pareto front"), tr("Parallel coordinates") });
    m_second = named(new QComboBox(bar), u"whatIfSecond"_s, tr("Number against which it is held"));
    for (const auto metric : { Metric::Sram, Metric::Flash, Metric::Dram })
        m_second->addItem(WhatIfWords::metricName(metric), static_cast<int>(metric));
    m_third = named(new QComboBox(bar), u"whatIfThird"_s, tr("One more number of the front"));
    m_third->addItem(tr("nothing else"), -1);
    for (const auto metric : { Metric::Sram, Metric::Flash, Metric::Dram })
        m_third->addItem(WhatIfWords::metricName(metric), static_cast<int>(metric));
    m_export = makeButton(bar, u"whatIfExport"_s, tr("&Export…"));
    m_export->setToolTip(tr("All cells with their numbers as CSV or JSON"));
    m_models = makeButton(bar, u"whatIfModels"_s, {});
    m_models->setToolTip(tr("Further models in the same grid: open ones and files"));
    m_axes = makeButton(bar, u"whatIfAxes"_s, {});
    m_axes->setToolTip(tr("Flags to Vela, sets of pins and other variants of the spec, each in "
                          "rows of its own"));
    m_engine = makeButton(bar, u"whatIfEngine"_s, {});
    m_engine->setToolTip(tr("Where the cells are computed: this machine, a Dask cluster, a queue"));
    makeFlow(bar,
        { m_picture, labelled(tr("A&gainst"), m_second), labelled(tr("a&nd"), m_third), m_axes,
            m_models, m_engine, m_export },
        8, { 16, 4, 16, 4 });
    return bar;
}

QWidget *WhatIfPage::makeDetails()
{
    auto *line = new QFrame(this);
    m_details = selectable(wrapped(named(new QLabel(line), u"whatIfDetails"_s)));
    // Two lines at least, so that nothing jumps when the pointer moves on.
    m_details->setMinimumHeight(2 * fontMetrics().lineSpacing() + 4);
    m_use = named(new QPushButton(tr("&Use this spec"), line), u"whatIfUse"_s);
    m_use->setToolTip(tr("Take target, system config and memory mode of the chosen cell into the "
                         "spec; undo takes them back"));
    m_compile = makeButton(line, u"whatIfCompile"_s, tr("&Compile for this cell"));
    m_compile->setToolTip(tr("Takes the cell into the spec and compiles the model: then the other "
                             "cells of this lowering can be estimated, too"));
    m_missing = makeButton(line, u"whatIfCompileMissing"_s, {});
    m_missing->setToolTip(tr("Compiles the model once for each lowering that cells need, beside "
                             "what is open, and estimates the grid with what they keep"));
    makeRow(line, { { m_details, 1 }, m_missing, m_compile, m_use }, -1, { 16, 6, 16, 6 });
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
        m_model->setMetric(static_cast<Metric>(m_metric->currentData().toInt()));
        showFront();
    });
    for (auto *number : { m_second, m_third })
        connect(number, &QComboBox::currentIndexChanged, this, &WhatIfPage::showFront);
    connect(m_picture, &QComboBox::currentIndexChanged, this, [this](int picture) {
        m_chart->setVisible(picture == 0);
        m_parallel->setVisible(picture == 1);
    });
    connect(m_export, &QPushButton::clicked, this, &WhatIfPage::exportRequested);
    connect(m_models, &QPushButton::clicked, this, &WhatIfPage::modelsWanted);
    connect(m_axes, &QPushButton::clicked, this, &WhatIfPage::axesWanted);
    connect(m_missing, &QPushButton::clicked, this, &WhatIfPage::compilesWanted);
    connect(m_engine, &QPushButton::clicked, this, &WhatIfPage::engineWanted);
    connect(m_compilers, &QComboBox::activated, this, [this] {
        if (compilers() != Compilers::WithSecond || m_view.hasSecond)
            return;
        m_compilers->setCurrentIndex(0);
        Q_EMIT toolsWanted();
    });
    showFront();
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
    connect(m_parallel, &ParallelChart::hovered, this, &WhatIfPage::hover);
    connect(m_parallel, &ParallelChart::chosen, this, &WhatIfPage::choose);
    connect(m_parallel, &ParallelChart::activated, this, &WhatIfPage::use);
    connect(m_use, &QPushButton::clicked, this, [this] { use(m_current); });
    connect(m_compile, &QPushButton::clicked, this, [this] {
        use(m_current);
        Q_EMIT compileRequested();
    });
}

QStringList WhatIfPage::systemConfigs() const
{
    return m_systems->currentIndex() == 0 ? QStringList{ u"default"_s } : QStringList();
}

WhatIfPage::Compilers WhatIfPage::compilers() const
{
    return static_cast<Compilers>(m_compilers->currentIndex());
}

/// Table and pictures mark the same front: memory against cycles if they are shown, else time.
void WhatIfPage::showFront()
{
    const auto shown = static_cast<Metric>(m_metric->currentData().toInt());
    const auto first = shown == Metric::Cycles ? Metric::Cycles : Metric::Time;
    const auto second = static_cast<Metric>(m_second->currentData().toInt());
    const auto chosen = m_third->currentData().toInt();
    std::optional<Metric> third;
    if (chosen >= 0 && static_cast<Metric>(chosen) != second)
        third = static_cast<Metric>(chosen);
    m_model->setFront(first, second, third);
    m_chart->setMetric(first);
    m_chart->setSecond(second);
    m_chart->setSteps(!third);
    markFront();
}

void WhatIfPage::markFront()
{
    m_chart->setFront(m_model->front());
    m_parallel->setFront(m_model->front());
}

void WhatIfPage::setView(const WhatIfView &view)
{
    const bool isAnotherGrid = !view.result || !m_view.result
        || view.result->cells.size() != m_view.result->cells.size();
    m_view = view;
    m_model->setView(view);
    m_chart->setView(view);
    m_parallel->setView(view);
    markFront();
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
    if (const auto cell = currentCell(m_view))
        m_table->scrollTo(m_model->indexOf(*cell), QAbstractItemView::PositionAtCenter);
}

void WhatIfPage::showState()
{
    const VelaQuestion question{ u"mode-compare"_s,
        tr("What if it were another target or memory mode?"),
        tr("Every target and memory mode side by side, estimated by Vela, stands here for a "
           "model whose TOSA is kept: the result of a compile, or a .tosa or .tflite file."),
        tr("Vela estimates every target and memory mode on the kept TOSA. Nothing is compiled "
           "and the spec stays as it is."),
        tr("Estimate the grid") };
    const auto empty = question.emptyState(
        m_view.hasInput || m_view.hasModel, m_view.hasTools, static_cast<bool>(m_view.result));
    if (empty && m_view.isRunning)
        return m_states->showEmpty({ question.iconName, question.title,
            tr("The grid is being prepared; the Jobs panel says how far that is."), tr("Cancel") });
    if (empty && !m_view.hasInput && m_view.hasModel && m_view.hasTools)
        return m_states->showEmpty({ question.iconName, question.title,
            tr("The model was not compiled yet. One compile for each lowering keeps its TOSA; on "
               "that Vela estimates every target and memory mode. The spec stays as it is."),
            tr("Compile and estimate") });
    if (empty)
        return m_states->showEmpty(*empty);
    m_states->showContent();
    const auto &result = *m_view.result;
    const auto total = static_cast<int>(result.cells.size());
    m_progress->setVisible(m_view.isRunning);
    m_progress->setRange(0, std::max(total, 1));
    m_progress->setValue(total - static_cast<int>(result.count(CellStatus::Waiting)));
    m_run->setText(m_view.isRunning ? tr("Cancel") : tr("Estimate the grid"));
    m_run->setEnabled(m_view.isRunning || m_view.hasTools);
    m_systems->setEnabled(!m_view.isRunning);
    m_compilers->setEnabled(!m_view.isRunning);
    m_export->setEnabled(!m_view.isRunning);
    m_axes->setEnabled(!m_view.isRunning);
    const auto axes = AxesDialog::axesText(m_view.axes, true);
    m_axes->setText(axes.isEmpty() ? tr("Flags, pins…") : tr("Flags, pins: %1").arg(axes));
    m_axes->setAccessibleName(tr("Flags and pins: %1").arg(AxesDialog::axesText(m_view.axes)));
    m_missing->setVisible(m_view.missingCompiles > 0 && !m_view.isRunning);
    m_missing->setText(tr("Make %n compile(s) that are missing", nullptr, m_view.missingCompiles));
    m_missing->setAccessibleName(m_missing->text());
    m_models->setEnabled(!m_view.isRunning);
    m_models->setText(tr("Models: %1").arg(ModelsDialog::modelsText(m_view.otherModels)));
    m_models->setAccessibleName(m_models->text());
    m_engine->setEnabled(!m_view.isRunning);
    m_engine->setText(tr("Runs on: %1").arg(EngineDialog::engineText(m_view.engine)));
    m_engine->setAccessibleName(m_engine->text());
    m_status->setText(WhatIfWords::statusText(m_view));
}

void WhatIfPage::choose(int cell)
{
    m_current = cell;
    m_hovered = -1;
    markCurrent();
    showDetails();
}

/// In table and pictures.
void WhatIfPage::markCurrent()
{
    if (m_current < 0) {
        m_chart->setCurrent({});
        return m_parallel->setCurrent({});
    }
    const auto cell = static_cast<std::size_t>(m_current);
    m_chart->setCurrent(cell);
    m_parallel->setCurrent(cell);
    if (const auto index = m_model->indexOf(cell); index != m_table->currentIndex())
        m_table->setCurrentIndex(index);
}

bool WhatIfPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Leave)
        hover(-1);
    return QWidget::eventFilter(watched, event);
}

void WhatIfPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    Q_EMIT shown();
}

void WhatIfPage::hover(int cell)
{
    m_hovered = cell;
    showDetails();
}

/// A spec belongs to its model.
bool WhatIfPage::isShown(int cell) const
{
    return cell >= 0 && m_view.result
        && m_view.isShown(m_view.result->cells[static_cast<std::size_t>(cell)].cell);
}

void WhatIfPage::use(int cell)
{
    if (!isShown(cell))
        return;
    Q_EMIT useRequested(m_view.result->cells[static_cast<std::size_t>(cell)].cell.spec);
}

bool WhatIfPage::needsCompile(int cell) const
{
    return isShown(cell)
        && m_view.result->cells[static_cast<std::size_t>(cell)].status
        == sweep::CellStatus::NeedsCompile;
}

void WhatIfPage::showDetails()
{
    m_use->setEnabled(isShown(m_current));
    m_compile->setVisible(needsCompile(m_current));
    const auto shown = m_hovered >= 0 ? m_hovered : m_current;
    if (const auto chosen = m_table->currentIndex(); shown < 0 && chosen.isValid())
        return m_details->setText(chosen.data(Qt::ToolTipRole).toString());
    if (!m_view.result || shown < 0) {
        m_details->setText(
            tr("Point at a cell or a mark: what it changes in the spec stands here. "
               "★ marks the Pareto front: no other cell is faster and needs no more memory."));
        return;
    }
    m_details->setText(WhatIfWords::aboutCell(m_view, static_cast<std::size_t>(shown)));
}

} // namespace tosaic::views
