// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/report/reportcontroller.h"
#include "app/shell/window/docks.h"
#include "core/graph/graphbuilder.h"
#include "profiler/session/graphcosts.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/compare/comparepage.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphview.h"
#include "views/jobs/jobspanel.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

// The whole loop with the real compilers, through the window.
namespace tosaic::test::looptests {

using shell::Mode;

namespace {

constexpr int CompileTime = 400'000; // ms at most, on a slow machine

QString model(const QString &name)
{
    return sourcePath(u"tests/fixtures/models/"_s) + name;
}

QString readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

class Loop : public WindowTest
{
protected:
    void SetUp() override
    {
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: the compilers are not here";
        ASSERT_TRUE(window->compile().tools().environment())
            << window->compile().tools().sentence().toStdString();
        settings->set(Setting<QString>{ "compile/outputFolder", {} }, dir + u"/out"_s);
    }
    /// With the mouse, from the menu of the tool bar.
    void chooseTarget(const QString &target)
    {
        auto *menu = find<QToolButton>(u"targetChip"_s)->menu();
        menu->popup(window->mapToGlobal(QPoint(100, 100)));
        ASSERT_TRUE(QTest::qWaitFor([menu] { return menu->isVisible(); }));
        for (auto *action : menu->actions()) {
            if (action->text() == target)
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        }
    }
    /// Vela's cycles lie on operators of the model, or on rows that are none; to the cycle.
    void expectEveryCycle(const compiled::CompileResult &result)
    {
        const auto &profile = session->profile();
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return !profile.isLoading() && profile.table(); }, 60'000));
        const auto graph = graph::buildResultGraph(result);
        const auto &table = *profile.table();
        const auto costs = costsOf(graph, *profile.subject(), table);
        double sum = 0;
        for (size_t i = 0; i < graph.nodes.size(); ++i) {
            const auto &cost = costs.nodes[i];
            sum += cost.cycles.value_or(0);
            if (graph.nodes[i].placement == graph::Placement::Npu) {
                EXPECT_TRUE(cost.cycles || cost.in) << graph.nodes[i].name.toStdString();
            }
        }
        for (const auto extra : costs.extra)
            sum += table.operations[extra].cycles()->value;
        EXPECT_EQ(sum, result.summary.cyclesTotal);
    }
    views::GraphPage &graph() { return window->pages().graph(); }
    const graph::Node *nodeInGraph(const QString &name)
    {
        const auto &scene = *graph().view()->graphScene();
        const auto target = scene.targetOf(model::EntityRef::node(name));
        return target.node < 0 ? nullptr : &scene.graph().nodes[static_cast<size_t>(target.node)];
    }
    /// With the mouse: the menu of a node, and what is to be clicked in it, one menu after another.
    void chooseInGraph(const QString &name, const QStringList &actions)
    {
        auto *view = graph().view();
        const auto &scene = *view->graphScene();
        const auto target = scene.targetOf(model::EntityRef::node(name));
        ASSERT_GE(target.node, 0) << name.toStdString();
        view->reveal(target);
        QRectF before;
        ASSERT_TRUE(QTest::qWaitFor([&] { // the camera moves
            QTest::qWait(30);
            const auto now = view->visibleScene();
            return now == std::exchange(before, now);
        }));
        const auto place = view->mapFromScene(scene.rectOf(target).center());
        QContextMenuEvent event(
            QContextMenuEvent::Mouse, place, view->viewport()->mapToGlobal(place));
        QApplication::sendEvent(view->viewport(), &event);
        auto *menu = graph().findChild<QMenu *>(u"graphMenu"_s);
        for (const auto &wanted : actions) {
            ASSERT_TRUE(menu);
            ASSERT_TRUE(QTest::qWaitFor([menu] { return menu->isVisible(); }));
            const auto list = menu->actions();
            const auto action = std::ranges::find_if(list, [&](const QAction *candidate) {
                return candidate->objectName() == wanted
                    || (candidate->menu() && candidate->menu()->objectName() == wanted);
            });
            ASSERT_NE(action, list.end()) << wanted.toStdString();
            auto *inner = (*action)->menu();
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(*action).center());
            menu = inner;
        }
    }
    void compileAndWait()
    {
        QSignalSpy spy(&window->compile().runner(), &shell::CompileRunner::finished);
        key(Qt::Key_B);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !spy.isEmpty(); }, CompileTime));
        EXPECT_TRUE(waitForIdle());
    }
};

/// No compiler anywhere: the state a newcomer is in.
class NoTools : public WindowTest
{
protected:
    void SetUp() override
    {
        settings->set(Setting<QString>{ "tools/python", {} }, dir + u"/no/python"_s);
        restart();
    }
};

} // namespace

class LoopForTarget : public Loop, public testing::WithParamInterface<QString>
{
};

/// The matrix has the other targets; TOSAIC_FULL_MATRIX takes another family through the loop.
QStringList loopTargets()
{
    QStringList targets{ u"ethos-u55-128"_s };
    if (qEnvironmentVariableIsSet("TOSAIC_FULL_MATRIX"))
        targets.append(u"ethos-u85-256"_s);
    return targets;
}

INSTANTIATE_TEST_SUITE_P(MobileNetV2, LoopForTarget, testing::ValuesIn(loopTargets()),
    [](const auto &test) { return test.param.mid(6).replace(u'-', u'_').toStdString(); });

TEST_P(LoopForTarget, FromModelToReport)
{
    open(model(u"mobilenet_v2.py"_s));
    clickNotice(0); // trust this file
    chooseTarget(GetParam());
    ASSERT_EQ(session->spec().spec().target, GetParam());
    compileAndWait();
    ASSERT_TRUE(session->model().program())
        << session->jobs().records().back().log.join(u'\n').toStdString();
    ASSERT_EQ(session->results().results().size(), 1U);
    ASSERT_TRUE(session->model().compileResult());
    EXPECT_EQ(session->model().compileResult()->partitions.size(), 1U);
    EXPECT_EQ(window->modes().current(), Mode::Model) << "the result opens by itself";

    const auto result = session->model().compileResult();
    expectEveryCycle(*result);
    const auto node = std::find_if(result->nodes.begin(), result->nodes.end(), [](const auto &n) {
        return n.module == u"features.1.conv.1"_s && n.target.contains(u"convolution"_s);
    });
    ASSERT_NE(node, result->nodes.end());
    session->selection().select(model::EntityRef::node(node->name));
    ASSERT_TRUE(waitForIdle());
    chooseInGraph(node->name, { u"graphMenuKeep"_s, u"keepThis"_s });
    ASSERT_EQ(window->notices().current(), u"compile.keep"_s);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return session->preview().result() != nullptr; }, CompileTime));
    const auto preview = session->preview().result();
    ASSERT_EQ(preview->partitions.size(), 2U) << "known before anything is lowered";
    const auto labels = window->notices().findChildren<QLabel *>();
    EXPECT_TRUE(std::ranges::any_of(labels,
        [](const QLabel *label) { return label->text().contains(u"Preview: 2 partition"_s); }));
    const auto isOffered = [this] { return window->notices().current() == u"compile.keep"_s; };
    session->spec().undo();
    EXPECT_TRUE(QTest::qWaitFor([&] { return !isOffered() && !session->preview().result(); }));
    session->spec().redo();
    ASSERT_TRUE(QTest::qWaitFor(isOffered)) << "the offer comes back";
    const auto isDrawn = [&] { return graph().isPreviewShown() && nodeInGraph(node->name); };
    ASSERT_TRUE(QTest::qWaitFor(isDrawn, CompileTime));
    EXPECT_TRUE(QTest::qWaitFor([&] {
        const auto *pinned = nodeInGraph(node->name);
        return pinned && pinned->isPinned && pinned->placement == graph::Placement::Cpu;
    })) << "drawn before it is compiled";
    ASSERT_TRUE(waitForIdle());
    QSignalSpy spy(&window->compile().runner(), &shell::CompileRunner::finished);
    chooseInGraph(node->name, { u"graphMenuCompile"_s });
    ASSERT_TRUE(QTest::qWaitFor([&] { return !spy.isEmpty(); }, CompileTime));
    EXPECT_TRUE(waitForIdle());
    EXPECT_EQ(window->modes().current(), Mode::Compare) << "old and new appear by themselves";
    auto *compare = static_cast<views::ComparePage *>(window->pages().page(Mode::Compare));
    ASSERT_TRUE(compare->comparison());
    EXPECT_EQ(compare->comparison()->metric(analysis::Metric::Partitions).oldValue, 1);
    EXPECT_EQ(compare->comparison()->metric(analysis::Metric::Partitions).newValue, 2)
        << "the split that ExecuTorch reports";
    EXPECT_EQ(compare->comparison()->metric(analysis::Metric::CpuOperators).newValue, 1);
    const auto &cycles = compare->comparison()->metric(analysis::Metric::CyclesTotal);
    EXPECT_TRUE(cycles.oldValue && cycles.newValue && cycles.oldValue != cycles.newValue)
        << "what the pin costs by the estimate";
    const auto compiled = session->model().compileResult();
    ASSERT_EQ(compiled->partitions.size(), preview->partitions.size());
    for (size_t i = 0; i < compiled->partitions.size(); ++i)
        EXPECT_EQ(compiled->partitions[i].operators, preview->partitions[i].operators);

    trigger(u"run.import"_s);
    chooseFile(u"openDialog"_s, writeConsole(dir));
    ASSERT_EQ(session->runs().runs().size(), 1U);

    const auto path = dir + u"/report.html"_s;
    trigger(u"report.save"_s);
    chooseFile(u"reportDialog"_s, path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(path); }, 60'000));
    const auto html = readAll(path);
    for (const auto &part :
        { u"mobilenet_v2"_s, GetParam(), node->name, u"<svg"_s, u"console.log"_s, u"5920305"_s })
        EXPECT_TRUE(html.contains(part)) << part.toStdString();
}

TEST_F(Loop, ThePartitionsArePreviewedBeforeTheFirstCompile)
{
    open(model(u"two_partitions.py"_s));
    clickNotice(1); // decide later
    trigger(u"compile.preview"_s);
    EXPECT_EQ(window->modes().current(), Mode::Partition);
    ASSERT_TRUE(QTest::qWaitFor([this] { return !window->notices().current().isEmpty(); }));
    clickNotice(0); // trust this file: what was asked for goes on
    EXPECT_TRUE(QTest::qWaitFor([this] {
        const auto running = session->jobs().running();
        return std::ranges::any_of(running, [](const JobRecord *job) {
            return job->title.startsWith(u"Preview the partitions"_s);
        });
    })) << "it is seen, and can be cancelled";
    const auto answered = [this] { return session->preview().result() != nullptr; };
    ASSERT_TRUE(QTest::qWaitFor(answered, CompileTime));
    EXPECT_EQ(session->preview().result()->partitions.size(), 2U);
    EXPECT_EQ(window->notices().current(), QString()) << "nothing is pinned yet";
    EXPECT_TRUE(find<QWidget>(u"partitionPage"_s)->isVisible());
    session->spec().keepOnCpu({ .nodes = { u"aten_convolution_default_1"_s } });
    const auto isOffered = [this] {
        return window->notices().current() == u"compile.keep"_s
            && find<QLabel>(u"noticeText"_s)->text().contains(u"nothing is compiled yet"_s);
    };
    ASSERT_TRUE(QTest::qWaitFor(isOffered, CompileTime));
    EXPECT_FALSE(session->model().program());
    session->spec().undo();
    EXPECT_TRUE(QTest::qWaitFor([this] { return window->notices().current().isEmpty(); }));
    EXPECT_TRUE(QTest::qWaitFor(
        [this] { return session->preview().result()->spec.keepOnCpu.isEmpty(); }, CompileTime));
}

TEST_F(Loop, ACompileEndsInTheTabThatItWasAskedForAndANetworkOpensWhatVelaMade)
{
    open(model(u"add.py"_s));
    clickNotice(0); // trust this file
    QSignalSpy aside(&window->compile().runner(), &shell::CompileRunner::finishedAside);
    key(Qt::Key_B);
    ASSERT_TRUE(QTest::qWaitFor([this] { return window->compile().runner().isRunning(); }));
    const auto shown = fixturePath(u"two_partitions-u55-128/two_partitions.pte"_s);
    window->open({ shown });
    ASSERT_TRUE(QTest::qWaitFor([&] { return session->model().path() == shown; }, 30'000));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !aside.isEmpty(); }, CompileTime));
    EXPECT_TRUE(waitForIdle());
    EXPECT_EQ(session->model().path(), shown) << "whoever reads another model goes on reading";
    trigger(u"view.previousModel"_s);
    EXPECT_TRUE(waitForIdle());
    ASSERT_EQ(session->results().results().size(), 1U);
    EXPECT_EQ(session->results().newSide()->sourceName, u"add.py"_s);

    const auto samples = samplesDir();
    if (samples.isEmpty())
        GTEST_SKIP() << "TOSAIC_SAMPLES is not set: there is no network to compile";
    const auto network = dir + u"/conv.tflite"_s;
    ASSERT_TRUE(QFile::copy(samples + u"/models/tflite/nxp_test_conv2d_int8.tflite"_s, network));
    open(network);
    compileAndWait();
    EXPECT_EQ(QFileInfo(session->model().path()).fileName(), u"conv_vela.tflite"_s)
        << session->model().path().toStdString();
    ASSERT_TRUE(session->model().network());
    EXPECT_EQ(session->results().results().size(), 1U);
}

TEST_F(Loop, CancelEndsTheCompileAndKeepsWhatIsOpen)
{
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    const auto before = session->model().program();
    open(model(u"mobilenet_v2.py"_s));
    clickNotice(0);
    QSignalSpy spy(&window->compile().runner(), &shell::CompileRunner::finished);
    window->compile().tools().search(); // as in the first seconds of the window
    key(Qt::Key_B);
    EXPECT_EQ(window->notices().current(), u"compile.tools"_s);
    EXPECT_EQ(session->problems().count(Severity::Error), 0) << "nobody knows yet that any lacks";
    ASSERT_TRUE(QTest::qWaitFor([this] { return window->compile().runner().isRunning(); }, 60'000));
    auto *panel = window->docks().dock(u"jobs"_s)->widget();
    ASSERT_TRUE(QTest::qWaitFor(
        [panel] { return panel->findChild<QPushButton *>(u"jobCancel"_s)->isVisible(); }));
    QTest::mouseClick(panel->findChild<QPushButton *>(u"jobCancel"_s), Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !spy.isEmpty(); }, 30'000));
    EXPECT_TRUE(waitForIdle());
    EXPECT_EQ(session->jobs().records().back().state, JobRecord::State::Cancelled);
    EXPECT_EQ(session->model().program(), before);
}

TEST_F(Loop, AnUnknownMemoryModeIsAProblemWithANextStep)
{
    open(model(u"add.py"_s));
    clickNotice(0);
    auto spec = session->spec().spec();
    spec.systemConfig = u"No_Such_Config"_s;
    session->spec().setSpec(spec);
    key(Qt::Key_B);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            return session->problems().count(Severity::Error) > 0 && session->jobs().isIdle();
        },
        CompileTime));
    EXPECT_FALSE(session->model().program());
    EXPECT_FALSE(window->notices().current().isEmpty());
}

TEST_F(NoTools, CompilingSaysWhatIsMissingAndOffersToMakeIt)
{
    open(model(u"add.py"_s));
    clickNotice(0);
    key(Qt::Key_B);
    ASSERT_EQ(window->notices().current(), u"compile.tools"_s);
    ASSERT_GT(session->problems().count(Severity::Error), 0);
    EXPECT_EQ(session->problems().all().front().diagnostic.id, u"tool.missing"_s);
    clickNotice(0);
    EXPECT_EQ(window->modes().current(), Mode::Spec) << "where an environment is made";
}

TEST_F(NoTools, AnEarlyCompileSaysWhatIsMissingWhenItIsKnown)
{
    open(model(u"add.py"_s));
    clickNotice(0);
    window->compile().tools().search();
    key(Qt::Key_B);
    EXPECT_EQ(session->problems().count(Severity::Error), 0);
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return session->problems().count(Severity::Error) > 0; }, 30'000));
    EXPECT_EQ(session->problems().all().front().diagnostic.id, u"tool.missing"_s);
    EXPECT_EQ(window->notices().current(), u"compile.tools"_s);
}

TEST_F(NoTools, HomeOffersToCreateAnEnvironment)
{
    window->show(Mode::Home);
    EXPECT_TRUE(find<QPushButton>(u"createEnvironment"_s)->isVisible());
}

} // namespace tosaic::test::looptests
