// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One selection, one range of time: whatever is clicked, every other view shows it.
#include "app/shell/frame/pages.h"
#include "app/shell/window/docks.h"
#include "tests/app/profilerfixture.h"
#include "tests/columns.h"
#include "views/arena/arenaview.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphscene.h"
#include "views/graph/graphview.h"
#include "views/models/roles.h"
#include "views/operations/barsview.h"
#include "views/operations/operationspage.h"
#include "views/operations/operationtable.h"
#include "views/operations/operationtablemodel.h"
#include "views/plots/plotspage.h"
#include "views/plots/plotview.h"
#include "views/roofline/rooflinechart.h"
#include "views/timeline/timelineview.h"
#include "views/widgets/datatable.h"

#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::test::profilerselectiontests {

namespace {

using model::EntityRef;
using shell::Mode;
using views::OperationTableModel;

/// The sample with its compile and a trace, in the window.
class ProfilerSelection : public ProfilerTest
{
protected:
    void SetUp() override
    {
        openProgramAndTrace();
        // Every view is there before something is selected.
        for (int tab = 1; tab <= 7; ++tab)
            showTab(tab);
        window->docks().raise(u"disassembly"_s);
        showTab(2);
        ASSERT_TRUE(waitFor(
            [this] { return timeline().data() && timeline().data()->subject == subject(); }));
        showTab(3);
        ASSERT_TRUE(waitFor([this] { return page().operations() && table().isVisible(); }));
    }

    views::TimelineView &timeline() { return *inRuns<views::TimelineView>(u"timelineView"_s); }
    views::OperationsPage &page() { return *inRuns<views::OperationsPage>(u"operationsPage"_s); }
    views::OperationTable &table() { return *page().findChild<views::OperationTable *>(); }
    views::RooflineChart &roofline() { return *inRuns<views::RooflineChart>(u"rooflineChart"_s); }
    views::GraphPage &graph() { return window->pages().graph(); }
    EntityRef inGraph()
    {
        const auto *scene = graph().view()->graphScene();
        return scene->entityOf(scene->selected());
    }
    EntityRef inTree(const QString &name)
    {
        const auto rows = find<QTreeView>(name)->selectionModel()->selectedRows();
        return rows.isEmpty() ? EntityRef()
                              : rows.first().data(views::EntityRole).value<EntityRef>();
    }
    /// A convolution with a measured time.
    size_t anyRow()
    {
        const auto &rows = page().operations()->rows;
        for (size_t i = rows.size() / 2; i < rows.size(); ++i) {
            if (rows[i].fvp && *rows[i].fvp > 0 && rows[i].kind.contains(u"Conv2D"_s)
                && !page().operations()->entityOf(rows[i]).isEmpty())
                return i;
        }
        ADD_FAILURE() << "no row can be selected";
        return 0;
    }
    /// The operator of the TOSA graph that a node of the model became.
    EntityRef tosaOf(const EntityRef &node)
    {
        const auto relatives = subject()->relativesOf(node);
        const auto found = std::ranges::find(
            relatives, EntityRef::Kind::Operator, [](const auto &one) { return one.kind; });
        EXPECT_NE(found, relatives.end()) << node.name.toStdString();
        return found == relatives.end() ? EntityRef() : *found;
    }
    int viewRow(size_t row)
    {
        for (int i = 0; i < table().model()->rowCount(); ++i) {
            if (cell(*table().model(), i, test::column<OperationTableModel>(u"name"))
                == page().operations()->rows[row].name)
                return i;
        }
        return -1;
    }
    QString selectedRowName()
    {
        const auto rows
            = table().selectionModel()->selectedRows(test::column<OperationTableModel>(u"name"));
        return rows.isEmpty() ? QString() : rows.first().data().toString();
    }
    bool isOfRow(qint64 operation, size_t row)
    {
        const auto &operations = page().operations()->rows[row].operations;
        return std::ranges::find(operations, static_cast<size_t>(operation)) != operations.end();
    }
    void expectSelectedEverywhere(size_t row, const EntityRef &entity);
};

void ProfilerSelection::expectSelectedEverywhere(size_t row, const EntityRef &entity)
{
    const auto &data = *page().operations();
    EXPECT_EQ(session->selection().current(), entity);
    EXPECT_EQ(selectedRowName(), data.rows[row].name);
    // Timeline: the slice is one of the operator's, and in view.
    const auto place = timeline().selected();
    ASSERT_TRUE(place);
    EXPECT_TRUE(isOfRow(timeline().data()->operation(*place), row));
    // Roofline: the halo, where the operator has a place under the roofs; else the table says why.
    EXPECT_FALSE(roofline().selected().empty());
    // Panels: outline, inspector, disassembly.
    const auto relatives = subject()->relativesOf(entity);
    const auto listed = inTree(u"outlineTree"_s);
    EXPECT_TRUE(listed == entity || std::ranges::find(relatives, listed) != relatives.end())
        << "the outline shows something else";
    if (entity.kind == EntityRef::Kind::Node) {
        constexpr QChar MayBreakHere(0x200B);
        EXPECT_EQ(find<QLabel>(u"inspectorSubtitle"_s)->text().remove(MayBreakHere), entity.name);
    } else {
        const auto &operators = subject()->streams.front().network->subgraphs.front().operators;
        const auto &chosen = operators.at(static_cast<size_t>(entity.index));
        EXPECT_EQ(find<QLabel>(u"inspectorTitle"_s)->text(), chosen.type);
        EXPECT_EQ(find<QLabel>(u"inspectorSubtitle"_s)->text(),
            chosen.name.isEmpty() ? u"Operator %1"_s.arg(entity.index) : chosen.name);
    }
    const auto command = inTree(u"disassemblyTree"_s);
    ASSERT_EQ(command.kind, EntityRef::Kind::NpuOperation);
    const auto operations = subject()->operationsOf(command);
    ASSERT_FALSE(operations.empty()) << "the stream's operation is none of the profile";
    EXPECT_TRUE(isOfRow(static_cast<qint64>(operations.front()), row));
    // Graph.
    window->show(Mode::Model);
    EXPECT_TRUE(waitFor([&] { return inGraph() == entity; }));
    showTab(3);
}

} // namespace

TEST_F(ProfilerSelection, ARowOfTheOperatorsIsSelectedInEveryView)
{
    const auto row = anyRow();
    const auto entity = page().operations()->entityOf(page().operations()->rows[row]);
    clickRow(table(), viewRow(row), {}, test::column<OperationTableModel>(u"name"));
    expectSelectedEverywhere(row, entity);
    keepPicture(u"selected-operators"_s);
}

TEST_F(ProfilerSelection, AnOperatorOfTheGraphIsSelectedInEveryView)
{
    const auto row = anyRow();
    const auto entity = tosaOf(page().operations()->entityOf(page().operations()->rows[row]));
    auto *bars = page().findChild<views::BarsView *>();
    const auto before = bars->viewport()->grab().toImage();
    window->show(Mode::Model);
    auto *view = graph().view();
    auto *scene = view->graphScene();
    graph().enter(EntityRef::delegate(0, 0));
    ASSERT_TRUE(waitFor([&] { return graph().place().owner == EntityRef::delegate(0, 0); }));
    ASSERT_TRUE(waitForIdle());
    graph().showDelegateNetwork(true);
    ASSERT_TRUE(waitFor([&] { return !scene->targetOf(entity).isEmpty(); }))
        << "the graph does not show " << entity.name.toStdString();
    ASSERT_TRUE(waitForIdle());
    view->zoomTo(1);
    const auto rect = scene->rectOf(scene->targetOf(entity));
    view->centreOn(rect.center());
    QCoreApplication::processEvents();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->mapFromScene(rect.center()));
    ASSERT_EQ(session->selection().current(), entity);
    showTab(3);
    QCoreApplication::processEvents();
    EXPECT_NE(bars->viewport()->grab().toImage(), before) << "its bar is marked";
    expectSelectedEverywhere(row, entity);
}

TEST_F(ProfilerSelection, MemoryFollowsOperatorsAndItsBuffersLeadBackToThem)
{
    const auto entity = page().operations()->entityOf(page().operations()->rows[anyRow()]);
    window->show(Mode::Memory);
    const auto *arena = window->findChild<views::ArenaView *>();
    ASSERT_TRUE(waitFor([arena] { return arena->arena() != nullptr; }));
    session->selection().select(entity);
    const auto operation = subject()->inStream(entity);
    ASSERT_EQ(operation.kind, EntityRef::Kind::NpuOperation);
    EXPECT_EQ(arena->selectedStep(), operation.subIndex);
    const auto &buffers = session->model().streams().front()->dataflow.buffers;
    const auto made = std::ranges::find_if(buffers, [&](const npu::Buffer &buffer) {
        return !buffer.writers.empty() && buffer.writers.front() == quint32(operation.subIndex);
    });
    ASSERT_NE(made, buffers.end());
    session->selection().select(EntityRef::npuBuffer(
        session->model().streams().front()->owner(), int(made - buffers.begin())));
    EXPECT_GE(arena->selectedBuffer(), 0);
    window->show(Mode::Model);
    EXPECT_TRUE(waitFor([&] { return inGraph() == entity; }));
}

TEST_F(ProfilerSelection, ASliceOfTheTimelineIsSelectedInEveryView)
{
    const auto row = anyRow();
    showTab(2);
    const auto &places
        = timeline().data()->index->slicesOf(page().operations()->rows[row].operations.front());
    ASSERT_FALSE(places.empty());
    const auto place = places.front();
    timeline().zoomTo(timeline().data()->start(place), timeline().data()->end(place));
    timeline().showPlace(place);
    QCoreApplication::processEvents();
    QTest::mouseClick(
        timeline().viewport(), Qt::LeftButton, {}, timeline().sliceRect(place).center().toPoint());
    ASSERT_EQ(timeline().selected(), place);
    const auto entity = page().operations()->entityOf(page().operations()->rows[row]);
    expectSelectedEverywhere(row, entity);
}

TEST_F(ProfilerSelection, AMarkOfTheRooflineIsSelectedInEveryView)
{
    const auto row = anyRow();
    const auto entity = page().operations()->entityOf(page().operations()->rows[row]);
    showTab(4);
    auto *rows = inRuns<views::DataTable>(u"rooflineTable"_s);
    for (int i = 0; i < rows->model()->rowCount(); ++i) {
        clickRow(*rows, i, {}, 0);
        if (session->selection().current() == entity)
            break;
    }
    ASSERT_EQ(session->selection().current(), entity);
    EXPECT_EQ(roofline().selected().size(), 1U);
    showTab(3);
    expectSelectedEverywhere(row, entity);
}

TEST_F(ProfilerSelection, ARangeNarrowsEveryViewUntilItIsTakenAway)
{
    auto &view = timeline();
    const auto all = page().operations()->rows.size();
    const auto wholeCycles
        = std::accumulate(page().operations()->rows.begin(), page().operations()->rows.end(), 0.0,
            [](double sum, const auto &row) { return sum + row.fvp.value_or(0); });
    const auto roofs = inRuns<views::DataTable>(u"rooflineTable"_s)->model()->rowCount();
    auto *deviations = page().findChild<views::DataTable *>(u"deviationTable"_s);
    ASSERT_TRUE(deviations);
    const auto deviating = deviations->model()->rowCount();
    auto *plots = inRuns<views::PlotsPage>(u"plotsPage"_s);
    ASSERT_TRUE(waitFor([&] { return plots->plot().subject().source != nullptr; }));
    ASSERT_EQ(plots->plot().subject().axis, views::PlotAxis::NpuCycles);
    const auto wholePlot = plots->plot().range();
    // A tenth of the first inference, by the mouse.
    showTab(2);
    view.fit();
    const auto &first = subject()->table->inferences.front();
    const auto y = view.viewport()->height() / 2;
    const auto axis = view.axis();
    const auto length = static_cast<double>(first.lastTs - first.firstTs);
    const auto from = static_cast<int>(axis.xOf(double(first.firstTs) + 0.3 * length));
    const auto to = static_cast<int>(axis.xOf(double(first.firstTs) + 0.5 * length));
    drag(view, { from, y }, { to, y });
    const auto range = session->profile().range();
    ASSERT_TRUE(range);
    keepPicture(u"range-timeline"_s);
    // Operators: less, all of it inside, and a strip that says so.
    showTab(3);
    ASSERT_TRUE(waitFor([&] { return page().operations()->options.isRange; }));
    const auto &rows = page().operations()->rows;
    EXPECT_LT(rows.size(), all);
    EXPECT_GT(rows.size(), 1U);
    const auto inside = std::accumulate(rows.begin(), rows.end(), 0.0,
        [](double sum, const auto &row) { return sum + row.fvp.value_or(0); });
    EXPECT_LE(inside, double(range->second - range->first));
    EXPECT_LT(inside, wholeCycles);
    EXPECT_EQ(table().model()->rowCount(), static_cast<int>(rows.size()));
    auto *whole = page().findChild<QPushButton *>(u"wholeRun"_s);
    ASSERT_TRUE(whole && whole->isVisible());
    keepPicture(u"range-operators"_s);
    // Deviations and roofline.
    EXPECT_LT(deviations->model()->rowCount(), deviating);
    EXPECT_LT(inRuns<views::DataTable>(u"rooflineTable"_s)->model()->rowCount(), roofs);
    // Counters over time.
    showTab(5);
    EXPECT_NEAR(plots->plot().range().from, double(range->first), 1);
    EXPECT_NEAR(plots->plot().range().to, double(range->second), 1);
    auto *plotWhole = plots->findChild<QPushButton *>(u"plotWholeRun"_s);
    ASSERT_TRUE(plotWhole && plotWhole->isVisible());
    keepPicture(u"range-plots"_s);
    // Away with it, by the button of the operators.
    showTab(3);
    QTest::mouseClick(whole, Qt::LeftButton);
    EXPECT_FALSE(session->profile().range());
    ASSERT_TRUE(waitFor([&] { return page().operations()->rows.size() == all; }));
    EXPECT_FALSE(whole->isVisible());
    EXPECT_EQ(plots->plot().range(), wholePlot);
    EXPECT_EQ(deviations->model()->rowCount(), deviating);
    EXPECT_EQ(inRuns<views::DataTable>(u"rooflineTable"_s)->model()->rowCount(), roofs);
    // And by Esc, and by the button of the plots.
    showTab(2);
    drag(view, { from, y }, { to, y });
    ASSERT_TRUE(session->profile().range());
    view.setFocus();
    type(Qt::Key_Escape);
    EXPECT_FALSE(session->profile().range());
    drag(view, { from, y }, { to, y });
    showTab(5);
    QTest::mouseClick(plotWhole, Qt::LeftButton);
    EXPECT_FALSE(session->profile().range());
    EXPECT_FALSE(view.range());
}

} // namespace tosaic::test::profilerselectiontests
