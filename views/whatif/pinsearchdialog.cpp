// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/pinsearchdialog.h"

#include "core/base/units.h"
#include "views/models/pinwords.h"
#include "views/whatif/paretochart.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using pinsearch::GoalKind;

namespace {

constexpr int LargestKiB = 1 << 20;
constexpr int MostCompiles = 64;
constexpr int Bytes = 1024; // of a KiB
constexpr int LongestPins = 160; // characters below the chart; the table's tip has them all

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(PinSearch)
};

Columns<PinRow> pinColumns()
{
    return columnsOf<PinRow>({
        { u"front"_s, Words::tr("Best"),
            [](const PinRow &row) { return row.isOnFront ? u"★"_s : QString(); },
            { .about = Words::tr("★ nothing else that was compiled is better in cycles, SRAM, "
                                 "tensors across and operators on the CPU"),
                .mayBeEmpty = true } },
        { u"pins"_s, Words::tr("On the CPU"), &PinRow::pins,
            { .tip = [](const PinRow &row) { return row.pins; } } },
        { u"memoryMode"_s, Words::tr("Memory mode"), &PinRow::memoryMode },
        { u"total"_s, Words::tr("Cycles in all"),
            [](const PinRow &row) { return row.numbers.totalCycles(); },
            { .about
                = Words::tr("NPU (estimate of Vela) and CPU (assumed), one after the other") } },
        { u"cycles"_s, Words::tr("NPU (est)"),
            [](const PinRow &row) { return row.numbers.cycles; } },
        { u"cpuCycles"_s, Words::tr("CPU (assumed)"),
            [](const PinRow &row) { return row.numbers.cpuCycles; },
            { .about = Words::tr("No tool estimates kernels of the CPU: 4 cycles for each MAC and "
                                 "2 for each byte written are assumed") } },
        { u"sram"_s, Words::tr("SRAM (est)"),
            [](const PinRow &row) { return row.numbers.sramBytes; },
            { .unit = column_unit::Bytes } },
        { u"boundaries"_s, Words::tr("Tensors across"),
            [](const PinRow &row) { return row.numbers.boundaries; } },
        { u"cpuOperators"_s, Words::tr("CPU operators"),
            [](const PinRow &row) { return row.numbers.cpuOperators; } },
    });
}

PinRow rowOf(const pinsearch::SearchResult &result, std::size_t index, bool isOnFront)
{
    const auto &found = result.found[index];
    const auto pins = pinTexts(found.row.cell.spec.keepOnCpu);
    return { index, isOnFront, pins.isEmpty() ? Words::tr("no pins") : pins.join(u", "_s),
        found.row.cell.spec.memoryMode.value_or(Words::tr("default")), found.numbers };
}

} // namespace

PinSearchDialog::PinSearchDialog(const Theme &theme, QWidget *parent) : QDialog(parent)
{
    setObjectName(u"pinSearch"_s);
    setWindowTitle(tr("Find better pins"));
    resize(932, 560);
    auto *intro
        = wrapped(named(new QLabel(tr("Tries which operators had better stay on the CPU, and which "
                                      "memory mode. What is listed was compiled."),
                            this),
            u"pinSearchIntro"_s));
    m_status = selectable(wrapped(named(new QLabel(this), u"pinSearchStatus"_s)));
    m_progress
        = named(new QProgressBar(this), u"pinSearchProgress"_s, tr("Progress of the search"));
    makeColumn(this,
        { intro, makeGoal(), m_progress, m_status, { makePictures(theme), 1 }, makeDetails() }, 8,
        { 12, 12, 12, 12 });
    connectParts();
    setView({});
}

QWidget *PinSearchDialog::makeGoal()
{
    auto *line = new QWidget(this);
    m_goal = named(new QComboBox(line), u"pinSearchGoal"_s, tr("Goal"));
    m_goal->addItem(tr("Fewest cycles, NPU and CPU"), int(GoalKind::Cycles));
    m_goal->addItem(tr("SRAM below"), int(GoalKind::Sram));
    m_goal->addItem(tr("Fewest tensors across"), int(GoalKind::Boundaries));
    m_goal->addItem(tr("CPU operators below"), int(GoalKind::Cpu));
    m_limit = named(new QSpinBox(line), u"pinSearchLimit"_s, tr("Limit"));
    m_compiles = named(new QSpinBox(line), u"pinSearchCompiles"_s, tr("Compiles at most"));
    m_compiles->setRange(1, MostCompiles);
    m_compiles->setValue(pinsearch::SearchRequest{}.compiles);
    m_compiles->setToolTip(tr("Previews are quick, compiles are not: so many of the best previews "
                              "are compiled"));
    m_run = makeButton(line, u"pinSearchRun"_s, tr("&Search"));
    m_run->setDefault(true);
    auto *goalLabel = new QLabel(tr("&Goal"), line);
    goalLabel->setBuddy(m_goal);
    auto *compilesLabel = new QLabel(tr("&Compiles at most"), line);
    compilesLabel->setBuddy(m_compiles);
    makeRow(line,
        { goalLabel, m_goal, m_limit, space(12), compilesLabel, m_compiles, stretch(1), m_run });
    return line;
}

QWidget *PinSearchDialog::makePictures(const Theme &theme)
{
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    m_model = new ColumnModel<PinRow>(pinColumns(), this);
    m_table = new DataTable(u"pinSearchTable"_s, tr("Pins that were compiled"), splitter);
    m_table->setSortedModel(m_model);
    m_table->setItemDelegate(new DataDelegate(theme, m_table));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setMinimumHeight(5 * m_table->verticalHeader()->defaultSectionSize());
    const int widths[] = { 44, 176, 104, 96, 80, 108, 88, 104, 104 };
    for (int column = 0; column < int(std::size(widths)); ++column)
        m_table->setColumnWidth(column, widths[column]);
    m_chart = new ParetoChart(theme, splitter);
    m_chart->setSteps(false); // the front is one over four numbers
    splitter->addWidget(m_table);
    splitter->addWidget(m_chart);
    splitter->setSizes({ 200, 240 });
    return splitter;
}

QWidget *PinSearchDialog::makeDetails()
{
    auto *line = new QWidget(this);
    m_details = selectable(wrapped(named(new QLabel(line), u"pinSearchDetails"_s)));
    m_details->setMinimumHeight(2 * fontMetrics().lineSpacing() + 4);
    m_use = makeButton(line, u"pinSearchUse"_s, tr("&Use these pins"));
    m_use->setToolTip(tr("Takes pins and memory mode into the spec; undo takes them back"));
    makeRow(line, { { m_details, 1 }, m_use });
    return line;
}

void PinSearchDialog::connectParts()
{
    const auto fit = [this] {
        const auto kind = goal().kind;
        m_limit->setVisible(kind == GoalKind::Sram || kind == GoalKind::Cpu);
        m_limit->setRange(1, kind == GoalKind::Sram ? LargestKiB : 9999);
        m_limit->setSuffix(kind == GoalKind::Sram ? u" KiB"_s : QString());
        m_limit->setValue(kind == GoalKind::Sram ? 256 : 1);
    };
    connect(m_goal, &QComboBox::currentIndexChanged, this, fit);
    fit();
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_view.isRunning)
            Q_EMIT cancelRequested();
        else
            Q_EMIT searchRequested(goal(), m_compiles->value());
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        if (const auto found = currentFound(); found >= 0) {
            m_chart->setCurrent(std::size_t(found));
            showDetails(std::size_t(found));
        }
        m_use->setEnabled(currentFound() >= 0);
    });
    connect(m_table, &DataTable::sourceRowActivated, this, &PinSearchDialog::use);
    connect(m_chart, &ParetoChart::chosen, this, &PinSearchDialog::choose);
    connect(m_chart, &ParetoChart::activated, this, [this](int found) {
        choose(found);
        use();
    });
    connect(m_use, &QPushButton::clicked, this, &PinSearchDialog::use);
}

pinsearch::Goal PinSearchDialog::goal() const
{
    const auto kind = static_cast<GoalKind>(m_goal->currentData().toInt());
    const double limit = m_limit->value();
    return { kind, kind == GoalKind::Sram ? limit * Bytes : kind == GoalKind::Cpu ? limit : 0 };
}

void PinSearchDialog::setView(const PinSearchView &view)
{
    const bool isOther = view.result != m_view.result;
    m_view = view;
    m_run->setText(view.isRunning ? tr("&Stop") : tr("&Search"));
    m_run->setEnabled(view.isRunning || view.obstacle.isEmpty());
    m_goal->setEnabled(!view.isRunning);
    m_limit->setEnabled(!view.isRunning);
    m_compiles->setEnabled(!view.isRunning);
    m_progress->setVisible(view.isRunning);
    m_progress->setRange(0, view.all);
    m_progress->setValue(view.done);
    m_status->setText(statusText());
    if (isOther || !view.result)
        showResult();
}

void PinSearchDialog::showResult()
{
    std::vector<PinRow> rows;
    auto picture = std::make_shared<sweep::SweepResult>();
    std::vector<std::optional<double>> totals;
    if (m_view.result) {
        const auto &result = *m_view.result;
        for (const auto i : result.front)
            rows.push_back(rowOf(result, i, true));
        for (std::size_t i = 0; i < result.found.size(); ++i) {
            if (std::ranges::find(result.front, i) == result.front.end())
                rows.push_back(rowOf(result, i, false));
            picture->cells.push_back(result.found[i].row);
            totals.push_back(result.found[i].numbers.totalCycles());
        }
    }
    const auto before = currentFound();
    m_model->set(std::move(rows));
    m_chart->setView({ .hasInput = true,
        .hasTools = true,
        .isRunning = m_view.isRunning,
        .result = picture,
        .current = m_view.current });
    m_chart->setTotals(
        tr("Cycles in all (NPU estimated, CPU assumed; less is better)"), std::move(totals));
    m_chart->setFront(m_view.result ? m_view.result->front : std::vector<std::size_t>());
    m_use->setEnabled(false);
    m_details->clear();
    if (m_view.result && !m_view.result->front.empty())
        choose(before >= 0 ? before : int(m_view.result->front.front()));
}

void PinSearchDialog::choose(int found)
{
    const auto &rows = m_model->rows();
    const auto row
        = std::ranges::find(rows, std::size_t(found), [](const PinRow &one) { return one.index; });
    if (row != rows.end())
        m_table->setCurrentSourceRow(int(row - rows.begin()));
}

int PinSearchDialog::currentFound() const
{
    const auto row = m_table->currentSourceRow();
    return row < 0 ? -1 : int(m_model->rows()[std::size_t(row)].index);
}

void PinSearchDialog::showDetails(std::size_t found)
{
    const auto row = rowOf(*m_view.result, found, false);
    const auto &numbers = row.numbers;
    const auto pins = row.pins.size() > LongestPins ? row.pins.left(LongestPins) + u'…' : row.pins;
    m_details->setText(tr("On the CPU: %1\n%2 in %3; %4")
                           .arg(pins, formatBytes(numbers.boundaryBytes),
                               tr("%n tensor(s) across", nullptr, int(numbers.boundaries)),
                               tr("%n conversion(s)", nullptr, int(numbers.conversions))));
}

void PinSearchDialog::use()
{
    if (const auto found = currentFound(); found >= 0)
        Q_EMIT useRequested(m_view.result->found[std::size_t(found)].row.cell.spec);
}

QString PinSearchDialog::statusText() const
{
    if (!m_view.obstacle.isEmpty() && !m_view.isRunning)
        return m_view.obstacle;
    if (m_view.isRunning)
        return tr("Searching: %1 of %2 previews and compiles so far; Esc stops and keeps what was "
                  "found.")
            .arg(m_view.done)
            .arg(m_view.all);
    if (!m_view.result)
        return tr("Nothing was searched yet.");
    const auto &result = *m_view.result;
    if (result.found.empty())
        return result.problems.empty() ? tr("Stopped before anything was compiled.")
                                       : tr("Nothing was found: %1").arg(result.problems[0].text);
    return tr("%1 Searched: %2, %3. Left out: %4, %5.")
        .arg(!result.isMet() ? tr("Nothing meets the goal; the first came nearest.")
                : result.request.goal.limit > 0 ? tr("The goal is met by the first.")
                                                : tr("The first is the best that was found."),
            tr("%n preview(s)", nullptr, result.previews),
            tr("%n compile(s)", nullptr, result.compiles),
            tr("%n preview(s)", nullptr, result.skippedPreviews),
            tr("%n compile(s)", nullptr, result.skippedCompiles));
}

void PinSearchDialog::reject()
{
    if (m_view.isRunning)
        Q_EMIT cancelRequested();
    else
        QDialog::reject();
}

} // namespace tosaic::views
