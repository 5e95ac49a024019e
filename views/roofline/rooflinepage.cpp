// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/rooflinepage.h"

#include "profiler/analysis/knownfacts.h"
#include "views/roofline/rooflinebar.h"
#include "views/roofline/rooflinechart.h"
#include "views/roofline/rooflinemodel.h"
#include "views/roofline/roofwords.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// The first measurement of the current run that has counters; absent if it has none.
std::optional<RoofRun> roofRunOf(const profile::MeasuredRun *named)
{
    if (!named || !named->run)
        return std::nullopt;
    const auto &profiles = named->run->profiles;
    const auto counted = std::ranges::find_if(
        profiles, [](const profile::Profile &each) { return !each.counters.empty(); });
    if (counted == profiles.end())
        return std::nullopt;
    return RoofRun{ .name = named->name,
        .profile = *counted,
        .context = profile::knownFactsOf(*named).values,
        .isAttached = !named->modelSha256.isEmpty() };
}

} // namespace

class RooflinePage::Private
{
public:
    Private(RooflinePage &owner, ProfileDocument &profileDocument, RunsDocument &runsDocument,
        SelectionContext &context, const Theme &theme)
        : page(owner), document(profileDocument), runs(runsDocument), selection(context),
          bar(new RooflineBar(&owner)), chart(new RooflineChart(theme, &owner)),
          legend(new FlowLegend(theme, u"rooflineLegend"_s, &owner)),
          model(new RooflineModel(&owner)), gaps(new RooflineGapsModel(&owner))
    {
        build(theme);
        connectAll();
    }

    void build(const Theme &theme);
    QWidget *makePicture();
    QWidget *makeTables(const Theme &theme);
    void connectAll();
    void show();
    void showData();
    void showStates();
    void choose(size_t row, bool isActivated = false);
    void highlight(const std::vector<size_t> &rows);
    void follow(const model::EntityRef &entity);
    std::vector<size_t> rowsOf(const std::vector<size_t> &operations) const;

    RooflinePage &page;
    ProfileDocument &document;
    RunsDocument &runs;
    SelectionContext &selection;
    RoofData data;
    bool isUpdate = false; ///< a run went on: the tab that is looked at stays
    QString assumed; ///< system configuration chosen by the user
    RooflineBar *bar;
    RooflineChart *chart;
    FlowLegend *legend;
    RooflineModel *model;
    RooflineGapsModel *gaps;
    QLabel *message = nullptr;
    QStackedWidget *picture = nullptr;
    DataTable *table = nullptr;
    DataTable *gapTable = nullptr;
    QTabWidget *tabs = nullptr;
    StateStack *states = nullptr;
};

QWidget *RooflinePage::Private::makePicture()
{
    auto *left = new QWidget(&page);
    left->setAutoFillBackground(true);
    left->setBackgroundRole(QPalette::Base);
    message = named(new QLabel(left), u"rooflineMessage"_s);
    message->setAlignment(Qt::AlignCenter);
    message->setWordWrap(true);
    message->setMargin(32);
    message->setProperty("role", u"muted"_s);
    picture = new QStackedWidget(left);
    picture->addWidget(chart);
    picture->addWidget(message);
    auto *layout = makeColumn(left, {}, 0, { 0, 0, 0, 4 });
    layout->addWidget(picture, 1);
    layout->addWidget(legend);
    return left;
}

QWidget *RooflinePage::Private::makeTables(const Theme &theme)
{
    table
        = new DataTable(u"rooflineTable"_s, RooflinePage::tr("Operations under the roofs"), &page);
    table->setSortedModel(model);
    table->setTextElideMode(Qt::ElideMiddle);
    table->horizontalHeader()->setStretchLastSection(false);
    // The rows are in the order of their cycles, so these stand beside the name.
    table->horizontalHeader()->moveSection(table->columnOf(u"cycles"), 1);
    gapTable
        = new DataTable(u"rooflineGaps"_s, RooflinePage::tr("Operations without a place"), &page);
    gapTable->setSortedModel(gaps);
    gapTable->setItemDelegate(new DataDelegate(theme, gapTable)); // cuts names in their middle
    tabs = named(new QTabWidget(&page), u"rooflineTabs"_s);
    tabs->setDocumentMode(true);
    tabs->setAccessibleName(RooflinePage::tr("Roofline as tables"));
    tabs->addTab(table, {});
    tabs->addTab(gapTable, {});
    tabs->setMinimumWidth(268);
    return tabs;
}

void RooflinePage::Private::build(const Theme &theme)
{
    auto *splitter = named(new QSplitter(Qt::Horizontal, &page), u"rooflineSplitter"_s);
    splitter->addWidget(makePicture());
    splitter->addWidget(makeTables(theme));
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({ 600, 400 });
    keepSides(*splitter);
    auto *content = new QWidget(&page);
    auto *contentLayout = makeColumn(content, {}, 0);
    contentLayout->addWidget(bar);
    contentLayout->addWidget(splitter, 1);
    states = named(new StateStack(content, &page), u"rooflineStates"_s);
    fillWith(&page, states);
}

void RooflinePage::Private::connectAll()
{
    connect(states, &StateStack::actionTriggered, &page, &RooflinePage::openRequested);
    connect(&document, &ProfileDocument::changed, &page, [this] { show(); });
    connect(&document, &ProfileDocument::rangeChanged, &page, [this] { showData(); });
    connect(&runs, &RunsDocument::currentChanged, &page, [this] { showData(); });
    connect(&runs, &RunsDocument::runChanged, &page, [this](int index) {
        const QScopedValueRollback following(isUpdate, true);
        if (index == runs.currentIndex())
            showData();
    });
    connect(bar, &RooflineBar::streamChosen, &page, [this] { showData(); });
    connect(bar, &RooflineBar::systemChosen, &page, [this](const QString &name) {
        assumed = name;
        showData();
    });
    connect(chart, &RooflineChart::clicked, &page, [this](size_t row) { choose(row); });
    connect(chart, &RooflineChart::activated, &page, [this](size_t row) { choose(row, true); });
    const auto rowIn
        = [](const auto *of, int at) { return of->rows()[static_cast<size_t>(at)].row; };
    connect(table, &DataTable::currentSourceRowChanged, &page,
        [this, rowIn](int at) { choose(rowIn(model, at)); });
    connect(table, &DataTable::sourceRowActivated, &page,
        [this, rowIn](int at) { choose(rowIn(model, at), true); });
    connect(gapTable, &DataTable::currentSourceRowChanged, &page,
        [this, rowIn](int at) { choose(rowIn(gaps, at)); });
    connect(&selection, &SelectionContext::changed, &page,
        [this](const model::EntityRef &entity, const QObject *origin) {
            if (origin != &page)
                follow(entity);
        });
}

/// Another subject.
void RooflinePage::Private::show()
{
    const auto subject = document.subject();
    bar->setStreams(subject.get());
    showStates();
    showData();
}

void RooflinePage::Private::showStates()
{
    const auto subject = document.subject();
    if (subject && subject->table && !subject->streams.empty())
        states->showContent();
    else if (document.isLoading())
        states->showLoading(RooflinePage::tr("Putting operators and their times together…"));
    else
        states->showEmpty({ .iconName = u"office-chart-line"_s,
            .title = RooflinePage::tr("No operators to place yet"),
            .text = RooflinePage::tr(
                "Compile a model, or open a folder that a compile left behind: every operator is "
                "shown under the roofs of its NPU and memories. A trace of the FVP adds measured "
                "cycles; without one they are Vela's estimate."),
            .actionText = RooflinePage::tr("Open a compile…") });
}

void RooflinePage::Private::showData()
{
    const auto subject = document.subject();
    const auto current = document.table();
    if (!subject || !current || subject->streams.empty())
        return;
    const auto stream = bar->stream();
    data = roofDataOf(*subject, *current, stream, assumed, roofRunOf(runs.current()));
    bar->setSystem(data, assumableSystems(*subject, stream), document.range());
    model->set(data);
    gaps->set(data);
    chart->setData(data);
    legend->setEntries(RooflineChart::legendOf(data));
    legend->setVisible(data.hasRoofs());
    picture->setCurrentWidget(data.hasRoofs() ? static_cast<QWidget *>(chart) : message);
    message->setText(!data.hasStream
            ? RooflinePage::tr("The command stream of this partition is not at hand, so how many "
                               "bytes its operators move is not known. Open the compile's folder "
                               "or the .pte it made.")
            : RooflinePage::tr("The system configuration of this compile is not known, so there "
                               "are no roofs. Choose one above; it is then marked as assumed."));
    tabs->setTabText(0, RooflinePage::tr("Operations (%1)").arg(model->rowCount()));
    tabs->setTabText(1, RooflinePage::tr("Without a place (%1)").arg(gaps->rowCount()));
    if (!isUpdate) {
        table->fitColumns(160);
        gapTable->fitColumns(260);
        if (model->rowCount() == 0 || gaps->rowCount() == 0)
            tabs->setCurrentIndex(model->rowCount() == 0 && gaps->rowCount() > 0 ? 1 : 0);
    }
    follow(selection.current());
}

void RooflinePage::Private::choose(size_t row, bool isActivated)
{
    highlight({ row });
    const auto &entity = data.rows[row].entity;
    if (entity.isEmpty())
        return;
    selection.select(entity, &page);
    if (isActivated)
        Q_EMIT selection.activated(entity);
}

void RooflinePage::Private::highlight(const std::vector<size_t> &rows)
{
    chart->setSelected(rows);
    const auto inTable = rows.empty() ? -1 : model->rowOf(rows.front());
    table->setCurrentSourceRow(inTable);
    const auto &items = gaps->rows();
    const auto gap
        = rows.empty() ? items.end() : std::ranges::find(items, rows.front(), &RooflineItem::row);
    gapTable->setCurrentSourceRow(gap == items.end() ? -1 : static_cast<int>(gap - items.begin()));
    if (!rows.empty() && !isUpdate)
        tabs->setCurrentIndex(inTable >= 0 ? 0 : 1);
}

std::vector<size_t> RooflinePage::Private::rowsOf(const std::vector<size_t> &operations) const
{
    std::vector<size_t> rows;
    for (size_t i = 0; i < data.rows.size(); ++i) {
        if (std::ranges::find(operations, data.rows[i].operation) != operations.end())
            rows.push_back(i);
    }
    // Those in the picture first: they say most.
    std::ranges::stable_partition(
        rows, [this](size_t row) { return data.rows[row].point.has_value(); });
    return rows;
}

void RooflinePage::Private::follow(const model::EntityRef &entity)
{
    const auto subject = document.subject();
    if (!subject || entity.isEmpty()) {
        highlight({});
        return;
    }
    const auto operations = subject->operationsOf(entity);
    if (rowsOf(operations).empty() && !operations.empty() && subject->table) {
        const auto stream = subject->table->operations[operations.front()].stream;
        if (stream >= 0 && stream != bar->stream() && bar->chooseStream(stream))
            return; // shows the other stream, and follows there
    }
    highlight(rowsOf(operations));
}

RooflinePage::RooflinePage(ProfileDocument &profile, RunsDocument &runs,
    SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), d(std::make_unique<Private>(*this, profile, runs, selection, theme))
{
    setObjectName(u"rooflinePage"_s);
    setAccessibleName(tr("Roofline"));
    d->show();
}

RooflinePage::~RooflinePage() = default;

} // namespace tosaic::views
