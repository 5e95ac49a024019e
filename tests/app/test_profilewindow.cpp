// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/pages.h"
#include "core/graph/nodedata.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/session/graphcosts.h"
#include "tests/app/windowfixture.h"
#include "tests/profiler/gzipped.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/support/oldcompile.h"
#include "views/findings/findingspanel.h"
#include "views/graph/graphexport.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphscene.h"
#include "views/graph/graphview.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QImageReader>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profilewindowtests {
namespace {

using shell::Mode;

class ProfileWindow : public test::WindowTest
{
protected:
    QString traceOf(const QString &sampleName)
    {
        const auto samples = test::fixtureJoins();
        const auto *sample = test::joinNamed(samples, sampleName);
        const auto &facts = sample->streams.front();
        const auto made = test::generateTrace(
            test::rowsOf(facts), facts.stream.get(), { .inferences = 2, .standsAtDmaWaits = true });
        const auto path = dir + u"/trace.json.gz"_s;
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(test::gzipped(test::traceJson(made.reads)));
        return path;
    }
    std::shared_ptr<const ProfileSubject> subject() const { return session->profile().subject(); }
    bool waitForOrigin(std::optional<Origin> origin)
    {
        return QTest::qWaitFor(
            [&] {
                return !session->profile().isLoading() && subject()
                    && (subject()->table ? subject()->table->origin : std::nullopt) == origin;
            },
            30'000);
    }
    /// Kept where TOSAIC_PICTURES says, for people to look at.
    void keepPicture(const QString &name)
    {
        const auto folder = qEnvironmentVariable("TOSAIC_PICTURES");
        if (!folder.isEmpty())
            window->grab().save(folder + u'/' + name + u".png"_s);
    }
    bool hasProblem(const QString &id) const
    {
        const auto problems = session->problems().all();
        return std::ranges::any_of(
            problems, [&](const views::Problem &problem) { return problem.diagnostic.id == id; });
    }
    QString program() const
    {
        return test::fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s);
    }
};

TEST_F(ProfileWindow, FindingsStandFirstAndLeadToTheirEvidence)
{
    open(program());
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    auto &panel = *window->findChild<views::FindingsPanel *>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.text().contains(u"NPU cycles"); }, 10'000));
    EXPECT_TRUE(panel.isVisible());
    const auto costliest
        = std::ranges::find(panel.findings(), Finding::Kind::Costliest, &Finding::kind);
    ASSERT_NE(costliest, panel.findings().end());
    Q_EMIT panel.operatorRequested(costliest->operators.front().operations);
    const auto chosen = session->selection().current();
    const auto operations = subject()->operationsOf(chosen);
    EXPECT_TRUE(std::ranges::find(operations, costliest->operators.front().operations.front())
        != operations.end());
    QTest::mouseClick(panel.findChild<QToolButton *>(u"findingsFold"_s), Qt::LeftButton);
    Q_EMIT panel.pageRequested(views::EvidencePage::Memory);
    EXPECT_TRUE(window->findChild<QWidget *>(u"memoryPage"_s)->isVisible());
    Q_EMIT panel.pageRequested(views::EvidencePage::Operators);
    for (const auto *one : window->findChildren<views::FindingsPanel *>())
        EXPECT_TRUE(one->isFolded()) << "above the runs as above the graph";
    restart();
    auto *page = window->pages().page(Mode::Model);
    EXPECT_TRUE(page->findChild<views::FindingsPanel *>()->isFolded()) << "it is remembered";
}

TEST_F(ProfileWindow, ACompileGivesEstimatesByItselfAndATraceReplacesThem)
{
    open(program());
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    EXPECT_FALSE(hasProblem(u"profile.unmatched"_s))
        << "of estimates nobody is told what is folded";
    auto *metric = find<QComboBox>(u"graphMetric"_s);
    const auto placeOf = [metric](views::GraphMetric wanted) {
        return metric->findData(static_cast<int>(wanted));
    };
    EXPECT_LT(placeOf(views::GraphMetric::Deviation), 0) << "none without a measurement";
    auto &graph = window->pages().graph();
    graph.enter(model::EntityRef::delegate(0, 0));
    ASSERT_TRUE(waitForIdle());
    const auto cycles = placeOf(views::GraphMetric::Cycles);
    ASSERT_GE(cycles, 0);
    metric->setCurrentIndex(cycles);
    Q_EMIT metric->activated(cycles);
    EXPECT_EQ(graph.shownMetric(), views::GraphMetric::Cycles);
    const auto &overlay = graph.view()->graphScene()->overlay();
    ASSERT_TRUE(overlay.isShown());
    EXPECT_GT(overlay.known, 30U);
    EXPECT_EQ(overlay.origin, Origin::Estimate);
    keepPicture(u"graph-cycles"_s);
    open(traceOf(u"mobilenet_v2-u55-128/partition0"_s));
    EXPECT_EQ(window->modes().current(), Mode::Runs);
    ASSERT_TRUE(session->model().program()) << "the model stays open";
    ASSERT_TRUE(session->runs().current());
    EXPECT_EQ(session->runs().current()->kind, u"pmu-trace"_s);
    EXPECT_EQ(session->runs().current()->origin, Origin::Fvp);
    ASSERT_TRUE(waitForOrigin(Origin::Fvp));
    EXPECT_EQ(subject()->table->inferences.size(), 2U);
    EXPECT_FALSE(subject()->slices.empty());
    EXPECT_TRUE(subject()->timeline);
    EXPECT_GE(placeOf(views::GraphMetric::Deviation), 0);
    EXPECT_EQ(overlay.origin, Origin::Fvp) << "the colours follow the measurement";
    session->runs().remove(session->runs().currentIndex());
    EXPECT_TRUE(waitForOrigin(Origin::Estimate));
}

TEST_F(ProfileWindow, EveryOperatorOfTheModelTakesItsColour)
{
    open(program());
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    auto &graph = window->pages().graph();
    graph.setLevel(views::GraphLevel::Operators);
    ASSERT_TRUE(waitForIdle());
    graph.setMetric(views::GraphMetric::Cycles);
    EXPECT_FALSE(find<QWidget>(u"graphMissing"_s)->isVisible());
    const auto &scene = *graph.view()->graphScene();
    ASSERT_EQ(scene.overlay().nodes.size(), scene.graph().nodes.size());
    for (size_t i = 0; i < scene.graph().nodes.size(); ++i) {
        if (scene.graph().nodes[i].placement == graph::Placement::Npu) {
            EXPECT_TRUE(scene.overlay().nodes[i]) << scene.graph().nodes[i].name.toStdString();
        }
    }
}

TEST_F(ProfileWindow, CyclesAreFoundWhateverTheColoursTheLocaleAndTheGroups)
{
    open(program());
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    auto &graph = window->pages().graph();
    graph.setLevel(views::GraphLevel::Operators);
    ASSERT_TRUE(waitForIdle());
    graph.expandAll();
    ASSERT_TRUE(waitForIdle());
    const auto costs = costsOf(graph.shownGraph(), *subject(), *session->profile().table());
    const auto expected = static_cast<int>(std::ranges::count_if(
        costs.nodes, [](const NodeCost &cost) { return cost.cycles.value_or(0) > 10000; }));
    ASSERT_GT(expected, 3);
    ASSERT_LT(expected, static_cast<int>(costs.nodes.size()));
    const auto before = QLocale();
    QLocale::setDefault(QLocale(QLocale::German)); // 12.345 is not twelve
    ASSERT_EQ(graph.shownMetric(), views::GraphMetric::Placement);
    EXPECT_EQ(graph.find(u"cycles>10000"_s), expected);
    graph.setMetric(views::GraphMetric::Share);
    EXPECT_EQ(graph.find(u"cycles>10000"_s), expected);
    graph.collapseAll();
    ASSERT_TRUE(waitForIdle());
    ASSERT_LT(graph.shownGraph().nodes.size(), 20U);
    EXPECT_EQ(graph.find(u"cycles>10000"_s), expected);
    EXPECT_GT(graph.find(u"kind:conv dtype:int8"_s), 20);
    QLocale::setDefault(before);
}

TEST_F(ProfileWindow, TheGraphIsExportedAsItIsShown)
{
    open(program());
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    auto &graph = window->pages().graph();
    graph.setLevel(views::GraphLevel::Operators);
    ASSERT_TRUE(waitForIdle());
    graph.setMetric(views::GraphMetric::Cycles);
    const auto drawing = graph.drawing();
    ASSERT_TRUE(drawing && drawing->overlay.isShown());
    const auto size = views::pixelsOf(drawing->graph, drawing->layout, drawing->overlay);
    QTemporaryDir folder;
    const auto save = [&](const QString &action, const QString &name, const QString &file) {
        window->actions().action(action)->trigger();
        QFileDialog *dialog = nullptr; // two graphs may be laid out still
        EXPECT_TRUE(QTest::qWaitFor(
            [&] { return (dialog = window->findChild<QFileDialog *>(name)); }, 30'000));
        const auto filters = dialog ? dialog->nameFilters() : QStringList();
        const auto path = folder.filePath(file);
        if (dialog) {
            Q_EMIT dialog->fileSelected(path);
            dialog->close();
        }
        EXPECT_TRUE(waitForIdle());
        QFile written(path);
        EXPECT_TRUE(written.open(QIODevice::ReadOnly)) << path.toStdString();
        return std::pair(written.readAll(), filters);
    };
    const auto picture = [&](const QString &file) {
        return save(u"model.exportPicture"_s, u"exportDialog"_s, file);
    };
    const auto [png, filters] = picture(u"a.png"_s);
    EXPECT_TRUE(filters.join(u' ').contains(QLocale().toString(size.width())))
        << "the size is said before";
    QImageReader::setAllocationLimit(0);
    EXPECT_EQ(QImage::fromData(png).size(), size) << "the columns of the screen";
    EXPECT_TRUE(picture(u"a.svg"_s).first.contains("Cycles")) << "the scale stands below";
    EXPECT_TRUE(picture(u"a.pdf"_s).first.startsWith("%PDF"));
    EXPECT_TRUE(picture(u"a.dot"_s).first.contains("fillcolor"));
    const auto json = QJsonDocument::fromJson(picture(u"a.json"_s).first).object();
    EXPECT_GT(json[u"cyclesSum"_s].toDouble(), 1000);
    const auto data = graph::readNodeData(
        save(u"model.exportNodeData"_s, u"exportNodeDataDialog"_s, u"b.json"_s).first);
    ASSERT_TRUE(data);
    EXPECT_GT(data->results.size(), 20);
    const auto dialogs = [&] { return window->findChildren<QFileDialog *>(u"exportDialog"_s); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialogs().isEmpty(); }));
    window->actions().action(u"model.twoGraphs"_s)->trigger();
    for (int i = 0; i < 3; ++i)
        window->actions().action(u"model.exportPicture"_s)->trigger();
    EXPECT_TRUE(dialogs().isEmpty()) << "there is nothing to export yet";
    ASSERT_TRUE(QTest::qWaitFor([&] { return !dialogs().isEmpty(); }, 30'000));
    window->actions().action(u"model.exportPicture"_s)->trigger();
    QTest::qWait(300);
    ASSERT_EQ(dialogs().size(), 1) << "pressed again while the graphs are laid out";
    dialogs().constFirst()->close();
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialogs().isEmpty(); }));
    const auto *sentence = find<QLabel>(u"differenceSentence"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return sentence->text().contains(u"matched"_s); }, 30'000))
        << sentence->text().toStdString();
    const auto two = QJsonDocument::fromJson(picture(u"two.json"_s).first).object();
    EXPECT_TRUE(two.contains(u"diff"_s)) << "what is in front is taken along";
    EXPECT_TRUE(picture(u"two.svg"_s).first.contains("<svg"));
}

TEST_F(ProfileWindow, WhereNothingHasCyclesTheGraphSaysWhyAndLeadsToThem)
{
    open(test::compileWithoutOrigins(u"mobilenet_v2-u55-128"_s) + u"/mobilenet_v2.pte"_s);
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    auto &graph = window->pages().graph();
    graph.setLevel(views::GraphLevel::Operators);
    ASSERT_TRUE(waitForIdle());
    auto *missing = find<QWidget>(u"graphMissing"_s);
    EXPECT_FALSE(missing->isVisible());
    graph.setMetric(views::GraphMetric::Cycles);
    EXPECT_TRUE(missing->isVisible());
    EXPECT_TRUE(find<QLabel>(u"graphMissingSentence"_s)->text().contains(u"Compile again"_s));
    keepPicture(u"graph-missing"_s);
    auto *action = find<QPushButton>(u"graphMissingAction"_s);
    EXPECT_TRUE(action->isVisible());
    action->click();
    ASSERT_TRUE(waitForIdle());
    EXPECT_EQ(graph.level(), views::GraphLevel::NpuOperations);
    EXPECT_TRUE(graph.view()->graphScene()->overlay().isShown());
    EXPECT_FALSE(missing->isVisible());
    graph.leave();
    ASSERT_TRUE(waitForIdle());
    EXPECT_TRUE(missing->isVisible());
    graph.setMetric(views::GraphMetric::Placement);
    EXPECT_FALSE(missing->isVisible());
}

TEST_F(ProfileWindow, OfSeveralDelegatesTheColoursAreSideBySide)
{
    open(test::compileWithoutOrigins(u"two_partitions-u55-128"_s) + u"/two_partitions.pte"_s);
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    auto &graph = window->pages().graph();
    graph.setLevel(views::GraphLevel::Operators);
    ASSERT_TRUE(waitForIdle());
    graph.setMetric(views::GraphMetric::Share);
    find<QPushButton>(u"graphMissingAction"_s)->click();
    ASSERT_TRUE(waitForIdle());
    EXPECT_EQ(graph.level(), views::GraphLevel::Runtime);
    EXPECT_EQ(graph.view()->graphScene()->overlay().known, 2U);
}

TEST_F(ProfileWindow, ATraceAloneSaysWhatItLacksAndADatabaseJoinsIt)
{
    open(traceOf(u"mobilenet_v2-u55-128/partition0"_s));
    EXPECT_EQ(window->modes().current(), Mode::Runs);
    ASSERT_TRUE(waitForOrigin(std::nullopt));
    EXPECT_FALSE(subject()->table);
    EXPECT_TRUE(subject()->timeline);
    EXPECT_TRUE(hasProblem(u"profile.trace-alone"_s));
    EXPECT_TRUE(session->model().description()) << "what the file says about itself";
    drop({ test::fixturePath(u"mobilenet_v2-u55-128/partition0/debug.xml"_s) });
    ASSERT_TRUE(waitForOrigin(Origin::Fvp));
    EXPECT_FALSE(hasProblem(u"profile.trace-alone"_s));
}

TEST_F(ProfileWindow, ADatabaseDroppedOnAProgramJoinsIt)
{
    const auto alone = dir + u"/alone.pte"_s;
    ASSERT_TRUE(QFile::copy(program(), alone));
    open(alone);
    ASSERT_TRUE(waitForOrigin(std::nullopt));
    drop({ test::fixturePath(u"mobilenet_v2-u55-128/partition0/debug.xml"_s) });
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    EXPECT_TRUE(session->model().program()) << "the program stays open";
    drop({ test::fixturePath(u"add-u55-128/partition0/debug.xml"_s) });
    EXPECT_TRUE(QTest::qWaitFor([&] { return hasProblem(u"profile.database-other"_s); }, 30'000));
}

TEST_F(ProfileWindow, ATraceOfAnotherProgramIsAProblem)
{
    open(program());
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    open(traceOf(u"transformer_block-u55-128/partition0"_s));
    EXPECT_TRUE(QTest::qWaitFor([&] { return hasProblem(u"profile.trace-other"_s); }, 30'000));
    EXPECT_EQ(subject()->table->origin, Origin::Estimate);
}

TEST_F(ProfileWindow, TheActionOpensTraces)
{
    open(program());
    const auto trace = traceOf(u"mobilenet_v2-u55-128/partition0"_s);
    trigger(u"run.trace"_s);
    chooseFile(u"traceDialog"_s, trace);
    EXPECT_TRUE(waitForOrigin(Origin::Fvp));
}

TEST_F(ProfileWindow, ARangeNarrowsTheTable)
{
    open(program());
    open(traceOf(u"mobilenet_v2-u55-128/partition0"_s));
    ASSERT_TRUE(waitForOrigin(Origin::Fvp));
    const auto &first = subject()->table->inferences.front();
    session->profile().setRange(std::pair(first.firstTs, first.lastTs));
    EXPECT_EQ(session->profile().table()->inferences.size(), 1U);
}

} // namespace
} // namespace tosaic::profilewindowtests
