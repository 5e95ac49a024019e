// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/imports/runimport.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/pmutrace.h"
#include "tests/columns.h"
#include "tests/profiler/consolegenerator.h"
#include "tests/profiler/runspagefixture.h"
#include "tests/support/samples.h"
#include "views/models/runnames.h"
#include "views/runs/barchart.h"
#include "views/runs/countercharts.h"
#include "views/runs/counterline.h"
#include "views/runs/countersmodel.h"
#include "views/runs/runconsole.h"
#include "views/widgets/datatable.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::runspagetests {
namespace {

using model::EntityRef;

std::shared_ptr<const profile::Run> runOf(const test::GeneratedConsole &console)
{
    auto run = profile::parseConsole(test::generateConsole(console));
    EXPECT_TRUE(run.has_value());
    return std::make_shared<const profile::Run>(std::move(*run));
}

test::GeneratedConsole u85Console()
{
    test::GeneratedProfile profile{ .inferences = 1,
        .cpuDelegate = 70'000,
        .cpuInference = 90'000,
        .cpuWait = 60'000,
        .npuCycles = 1'000'000 };
    const std::vector<quint64> values{ 123'456, 23'456, 54'321, 4'321, 10'000, 600'000, 400'000 };
    const auto names = test::runnerEvents(u"U85"_s);
    for (size_t i = 0; i < names.size(); ++i)
        profile.counters.emplace_back(names[i], values[i]);
    auto second = profile;
    second.npuCycles = 2'000'000;
    return { .pteBytes = 4096, .profiles = { profile, second }, .outputs = { { 0.5, 1.5 } } };
}

class RunsPageTest : public RunsPageFixture
{
protected:
    void addGenerated(const QString &name = u"generated.log"_s)
    {
        runs.add({ .name = name, .run = runOf(u85Console()) });
        QCoreApplication::processEvents();
    }
    void clickRow(const QString &counter)
    {
        auto *table = find<DataTable>(u"countersTable"_s);
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const auto index = table->model()->index(row, 0);
            if (index.data().toString() != counter)
                continue;
            QTest::mouseClick(
                table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
            return;
        }
        FAIL() << "no row " << counter.toStdString();
    }
};

TEST_F(RunsPageTest, IsEmptyWithTheOneActionThatFillsIt)
{
    QSignalSpy spy(page.get(), &RunsPage::openRequested);
    auto *button = find<QPushButton>(u"emptyAction"_s);
    ASSERT_TRUE(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(spy.count(), 1);
}

TEST_F(RunsPageTest, ShowsCountersWithUnitShareAndBytes)
{
    addGenerated();
    auto *table = find<DataTable>(u"countersTable"_s);
    const auto tsv = table->selectionAsTsv();
    EXPECT_TRUE(tsv.contains(u"SRAM_RD_DATA_BEAT_RECEIVED\t123,456\tbeats")
        || tsv.contains(u"SRAM_RD_DATA_BEAT_RECEIVED\t123456\tbeats"))
        << tsv.toStdString();
    EXPECT_EQ(table->model()->headerData(table->columnOf(u"share"), Qt::Horizontal).toString(),
        u"Share of cycle counter"_s);
    EXPECT_TRUE(tsv.contains(u"MAC_ACTIVE")) << tsv.toStdString();
    EXPECT_TRUE(tsv.contains(u"\tShare of cycle counter (%)\t")) << tsv.toStdString();
    EXPECT_TRUE(tsv.contains(u"\t60\t")) << tsv.toStdString();
    EXPECT_TRUE(tsv.contains(u"1.88 MiB")) << "123456 beats of 16 bytes: " << tsv.toStdString();
    EXPECT_TRUE(tsv.contains(u"Not stated"));
}

TEST_F(RunsPageTest, SumsOfSeveralInferencesAreCalledSo)
{
    auto console = u85Console();
    for (auto &profile : console.profiles)
        profile.inferences = 10;
    runs.add({ .name = u"ten.log"_s, .run = runOf(console) });
    QCoreApplication::processEvents();
    auto *table = find<DataTable>(u"countersTable"_s);
    const auto ofOne = table->columnOf(u"ofOne");
    const auto title = [table](int column) {
        return table->model()->headerData(column, Qt::Horizontal).toString();
    };
    EXPECT_EQ(title(table->columnOf(u"value")), counterValueTitle(10));
    EXPECT_TRUE(counterValueTitle(10).startsWith(u"Sum of 10"_s));
    EXPECT_EQ(title(ofOne), u"Of one inference"_s);
    EXPECT_FALSE(table->isColumnHidden(ofOne));
    const auto row = table->model()->match(
        table->model()->index(0, 0), Qt::DisplayRole, u"SRAM_RD_DATA_BEAT_RECEIVED"_s);
    ASSERT_EQ(row.size(), 1);
    EXPECT_EQ(row.front().siblingAtColumn(ofOne).data().toString(), u"12,345.6"_s);
    addGenerated();
    QCoreApplication::processEvents();
    EXPECT_EQ(title(table->columnOf(u"value")), u"Value"_s);
    EXPECT_TRUE(table->isColumnHidden(ofOne)) << "the value says it";
}

TEST_F(RunsPageTest, AClickOnARowSelectsTheCounterAndItsBar)
{
    addGenerated();
    clickRow(u"EXT_RD_DATA_BEAT_RECEIVED"_s);
    EXPECT_EQ(selection.current(), EntityRef::counter(0, u"EXT_RD_DATA_BEAT_RECEIVED"_s));
    auto *charts = find<CounterCharts>(u"counterCharts"_s);
    EXPECT_NE(charts->chartOf(u"EXT_RD_DATA_BEAT_RECEIVED"_s), nullptr);
}

TEST_F(RunsPageTest, AClickOnABarSelectsItsRow)
{
    addGenerated();
    auto *charts = find<CounterCharts>(u"counterCharts"_s);
    auto *chart = charts->chartOf(u"SRAM_WR_DATA_BEAT_WRITTEN"_s);
    ASSERT_NE(chart, nullptr);
    charts->ensureWidgetVisible(chart);
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, {},
        chart->barRect(u"SRAM_WR_DATA_BEAT_WRITTEN"_s).center());
    EXPECT_EQ(selection.current(), EntityRef::counter(0, u"SRAM_WR_DATA_BEAT_WRITTEN"_s));
    const auto current = find<DataTable>(u"countersTable"_s)->currentIndex();
    EXPECT_EQ(current.siblingAtColumn(0).data().toString(), u"SRAM_WR_DATA_BEAT_WRITTEN"_s);
}

TEST_F(RunsPageTest, FollowsASelectionMadeElsewhere)
{
    addGenerated();
    selection.select(EntityRef::counter(0, u"NPU_IDLE"_s));
    auto *table = find<DataTable>(u"countersTable"_s);
    EXPECT_EQ(table->currentIndex().siblingAtColumn(0).data().toString(), u"NPU_IDLE"_s);
    selection.clear();
    EXPECT_FALSE(table->currentIndex().isValid());
}

TEST_F(RunsPageTest, ACounterLeadsToItsLineOfTheConsole)
{
    const auto text = test::generateConsole(u85Console());
    runs.add({ .name = u"generated.log"_s,
        .run = runOf(u85Console()),
        .console = ByteSource::fromBytes(text) });
    QCoreApplication::processEvents();
    auto *console = find<RunConsole>(u"runConsole"_s);
    const auto counter = runs.runs()[0].run->profiles[0].counters[0];
    ASSERT_FALSE(counter.isDerived);
    const auto lines = text.split('\n');
    find<QTabWidget>(u"runTabs"_s)->setCurrentWidget(console);
    clickRow(counter.name);
    const auto first = console->markedLine();
    ASSERT_GT(first, 0) << find<QLabel>(u"runConsoleNote"_s)->text().toStdString();
    EXPECT_TRUE(lines[first - 1].contains(QByteArray::number(counter.value)));
    EXPECT_TRUE(find<QLabel>(u"runConsoleNote"_s)->text().contains(QString::number(first)));
    find<QTabWidget>(u"runTabs"_s)->setCurrentIndex(0);
    auto *table = find<DataTable>(u"countersTable"_s);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
    EXPECT_EQ(find<QTabWidget>(u"runTabs"_s)->currentWidget(), console) << "one step";
    // The second measurement counted the same: its line is another one.
    auto *combo = find<QComboBox>(u"profileCombo"_s);
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    clickRow(counter.name);
    EXPECT_GT(console->markedLine(), first);
}

TEST(CounterLine, IsTheOneWithNameAndValue)
{
    const QStringList lines{ u"NPU ACTIVE cycles: 500"_s, u"total 413814"_s,
        u"INFO - NPU ACTIVE cycles: 413,814"_s, u"NPU IDLE cycles: 12"_s,
        u"INFO - NPU ACTIVE cycles: 413814"_s, u"all: 1413814 414172"_s };
    const profile::Counter active{ .name = u"NPU_ACTIVE"_s, .value = 413'814 };
    const profile::Run run{ .profiles
        = { { .counters = { active } }, { .counters = { active } } } };
    const auto lineOf = [&](size_t measurement, const profile::Counter &counter) {
        const auto found = counterLine(lines, run, measurement, counter);
        return found ? found->line : -1;
    };
    EXPECT_EQ(lineOf(0, active), 2);
    EXPECT_EQ(lineOf(1, active), 4) << "the second time";
    EXPECT_EQ(lineOf(0, { .name = u"CYCLE_COUNTER"_s, .value = 414'172 }), 5);
    EXPECT_FALSE(
        counterLine(lines, run, 0, { .name = u"CYCLE_COUNTER"_s, .value = 414'172 })->isNamed);
    EXPECT_EQ(lineOf(0, { .name = u"OTHER"_s, .value = 12 }), -1) << "too small to be told";
    EXPECT_EQ(lineOf(0, { .name = u"NPU_ACTIVE"_s, .value = 413'814, .isDerived = true }), -1);
}

TEST_F(RunsPageTest, WithoutItsConsoleARunSaysSo)
{
    addGenerated();
    find<QTabWidget>(u"runTabs"_s)->setCurrentIndex(4);
    EXPECT_TRUE(find<QLabel>(u"runConsoleNote"_s)->text().contains(u"not at hand"));
}

TEST_F(RunsPageTest, MetricsStayWhenTheRunChangesAndHaveRoom)
{
    addGenerated();
    auto *tabs = find<QTabWidget>(u"runTabs"_s);
    tabs->setCurrentIndex(1);
    addGenerated(u"another.log"_s);
    EXPECT_EQ(tabs->currentIndex(), 1);
    auto *table = find<DataTable>(u"metricsTable"_s);
    EXPECT_GE(table->viewport()->height() / table->rowHeight(0), 10);
}

TEST_F(RunsPageTest, CopiesSelectedRowsAsTsv)
{
    addGenerated();
    clickRow(u"NPU_IDLE"_s);
    auto *table = find<DataTable>(u"countersTable"_s);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    const auto lines = QApplication::clipboard()->text().split(u'\n');
    ASSERT_EQ(lines.size(), 2);
    EXPECT_TRUE(lines[0].startsWith(u"Counter\tValue\tUnit"));
    EXPECT_TRUE(lines[1].startsWith(u"NPU_IDLE\t"));
}

TEST_F(RunsPageTest, ChangesTheMeasurement)
{
    addGenerated();
    auto *combo = find<QComboBox>(u"profileCombo"_s);
    ASSERT_TRUE(combo->isVisible());
    ASSERT_EQ(combo->count(), 2);
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    EXPECT_TRUE(find<DataTable>(u"countersTable"_s)->selectionAsTsv().contains(u"\t30\t"));
    clickRow(u"NPU_IDLE"_s);
    EXPECT_EQ(selection.current().index, 1);
}

TEST_F(RunsPageTest, OriginAndClockAreStatedByTheUser)
{
    addGenerated();
    auto *origin = find<QComboBox>(u"originCombo"_s);
    origin->setFocus();
    QTest::keyClick(origin, Qt::Key_Down);
    EXPECT_EQ(runs.current()->origin, Origin::Fvp);
    auto *clock = find<QDoubleSpinBox>(u"clockSpin"_s);
    clock->setFocus();
    clock->selectAll();
    QTest::keyClicks(clock, u"500"_s);
    QTest::keyClick(clock, Qt::Key_Return);
    EXPECT_EQ(runs.current()->clockHz, 500'000'000U);
    const auto tsv = find<DataTable>(u"countersTable"_s)->selectionAsTsv();
    EXPECT_TRUE(tsv.contains(u"2.00 ms")) << tsv.toStdString();
    EXPECT_TRUE(tsv.contains(u"FVP"));
}

std::shared_ptr<model::Program> programOfSize(qsizetype bytes)
{
    auto program = std::make_shared<model::Program>();
    program->source = ByteSource::fromBytes(QByteArray(bytes, 'x'), u"mv2.pte"_s);
    program->methods.resize(1);
    program->methods[0].plannedBuffers = { 0 };
    return program;
}

TEST_F(RunsPageTest, SaysWhyARunBelongsAndAttachesIt)
{
    addGenerated();
    ModelDocument document;
    document.set(u"/models/mv2.pte"_s, programOfSize(4096), nullptr);
    page->setModel(&document);
    auto *relation = find<QLabel>(u"modelRelation"_s);
    EXPECT_TRUE(relation->text().startsWith(u"Belongs to mv2.pte"));
    EXPECT_TRUE(runs.current()->modelSha256.isEmpty()) << "never joined silently";
    QTest::mouseClick(find<QPushButton>(u"attachButton"_s), Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !runs.current()->modelSha256.isEmpty(); }));
    EXPECT_EQ(runs.current()->modelSha256, sha256Hex(QByteArray(4096, 'x')));
    EXPECT_TRUE(relation->text().startsWith(u"Attached"));
    QTest::mouseClick(find<QPushButton>(u"attachButton"_s), Qt::LeftButton);
    EXPECT_TRUE(runs.current()->modelSha256.isEmpty());
}

TEST_F(RunsPageTest, SaysThatARunDoesNotBelong)
{
    addGenerated();
    ModelDocument document;
    document.set(u"/models/other.pte"_s, programOfSize(4095), nullptr);
    page->setModel(&document);
    EXPECT_TRUE(find<QLabel>(u"modelRelation"_s)->text().contains(u"Does not belong to other.pte"));
    page->setModel(nullptr);
}

TEST_F(RunsPageTest, ALiveRunGoesOnWithoutLosingThePlace)
{
    addGenerated();
    auto *combo = find<QComboBox>(u"profileCombo"_s);
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    clickRow(u"NPU_IDLE"_s);
    auto *table = find<DataTable>(u"countersTable"_s);
    auto *tabs = find<QTabWidget>(u"runTabs"_s);
    tabs->setCurrentIndex(1);
    auto *chart = find<CounterCharts>(u"counterCharts"_s)->chartOf(u"NPU_IDLE"_s);
    QSignalSpy resets(table->model(), &QAbstractItemModel::modelReset);
    auto console = u85Console();
    console.profiles.push_back(console.profiles.back());
    console.profiles[1].counters[0].second = 777'000;
    runs.update(0, { .name = u"generated.log"_s, .run = runOf(console), .isLive = true });
    EXPECT_EQ(combo->count(), 3);
    EXPECT_EQ(combo->currentIndex(), 1) << "the measurement stays";
    EXPECT_EQ(resets.count(), 0);
    EXPECT_EQ(table->currentIndex().siblingAtColumn(0).data().toString(), u"NPU_IDLE"_s);
    EXPECT_EQ(tabs->currentIndex(), 1);
    EXPECT_EQ(find<CounterCharts>(u"counterCharts"_s)->chartOf(u"NPU_IDLE"_s), chart)
        << "the same chart with other numbers";
    const auto tsv = [table] {
        table->clearSelection();
        return table->selectionAsTsv();
    }();
    EXPECT_TRUE(tsv.contains(u"777000")) << tsv.toStdString();
}

TEST_F(RunsPageTest, ALiveRunWithoutCountersSaysSo)
{
    runs.add({ .name = u"live"_s, .run = std::make_shared<const profile::Run>(), .isLive = true });
    EXPECT_TRUE(find<QLabel>(u"noCounters"_s)->text().contains(u"goes on"));
    runs.update(0, { .name = u"live"_s, .run = runOf(u85Console()), .isLive = true });
    EXPECT_FALSE(find<QLabel>(u"noCounters"_s)->isVisible());
    EXPECT_EQ(find<DataTable>(u"countersTable"_s)->model()->rowCount(), 8);
}

TEST_F(RunsPageTest, LeadsFromATraceToTheTimeline)
{
    auto trace = std::make_shared<profile::PmuTrace>();
    trace->queueReads = { { 10, 1 }, { 20, 2 } };
    trace->isComplete = true;
    runs.add({ .name = u"trace.json.gz"_s,
        .origin = Origin::Fvp,
        .kind = u"pmu-trace"_s,
        .trace = trace });
    QSignalSpy spy(page.get(), &RunsPage::tabRequested);
    auto *lead = find<QPushButton>(u"otherRunLead"_s);
    ASSERT_TRUE(lead->isVisible());
    QTest::mouseClick(lead, Qt::LeftButton);
    ASSERT_EQ(spy.count(), 1);
    EXPECT_EQ(spy.front().front().toString(), u"timeline"_s);
    EXPECT_TRUE(find<DataTable>(u"otherFactsTable"_s)
                    ->selectionAsTsv()
                    .contains(u"Reads of the command stream\t2"));
    EXPECT_TRUE(find<QLabel>(u"runDetails"_s)->text().contains(u"2 read"));
    EXPECT_FALSE(find<QPushButton>(u"attachButton"_s)->isVisible());
}

TEST_F(RunsPageTest, ShowsTheNumbersOfARunThatIsOnlyStored)
{
    runs.add({ .name = u"old.etdp"_s,
        .kind = u"etdump"_s,
        .values = { { .kind = u"operator"_s, .name = u"aten::add.out"_s, .value = 1234 } } });
    const auto tsv = find<DataTable>(u"otherValuesTable"_s)->selectionAsTsv();
    EXPECT_TRUE(tsv.contains(u"aten::add.out")) << tsv.toStdString();
    EXPECT_TRUE(tsv.contains(u"Not known")) << "the unit: " << tsv.toStdString();
    QSignalSpy spy(page.get(), &RunsPage::tabRequested);
    QTest::mouseClick(find<QPushButton>(u"otherRunLead"_s), Qt::LeftButton);
    EXPECT_EQ(spy.front().front().toString(), u"kernels"_s);
    addGenerated();
    EXPECT_TRUE(find<DataTable>(u"countersTable"_s)->isVisible()) << "a console again";
}

TEST_F(RunsPageTest, MetricsSayWhatTheyLackAndTakeWhatIsStated)
{
    addGenerated();
    auto *tabs = find<QTabWidget>(u"runTabs"_s);
    tabs->setCurrentIndex(1);
    auto *table = find<DataTable>(u"metricsTable"_s);
    auto tsv = table->selectionAsTsv();
    // ExecuTorch's cycle counter stands still while the NPU is idle: the idle cycles are beside it.
    EXPECT_TRUE(tsv.contains(u"\tshare\tNot stated\tA / W\t1000000 / 1010000"))
        << tsv.toStdString();
    const auto utilisation = [&] {
        const auto lines = table->selectionAsTsv().split(u'\n');
        const auto found = std::ranges::find_if(
            lines, [](const QString &line) { return line.startsWith(u"MAC utilisation"); });
        return found == lines.end() ? QString() : *found;
    };
    EXPECT_TRUE(utilisation().contains(u"Not known: M (model MACs) and P (MACs per cycle)"))
        << utilisation().toStdString();
    auto *npu = find<QComboBox>(u"npuMacsCombo"_s);
    npu->setFocus();
    npu->setCurrentIndex(npu->findData(256U));
    Q_EMIT npu->activated(npu->currentIndex());
    auto *model = find<QDoubleSpinBox>(u"modelMacsSpin"_s);
    model->setFocus();
    model->selectAll();
    QTest::keyClicks(model, u"128000000"_s);
    QTest::keyClick(model, Qt::Key_Return);
    EXPECT_EQ(runs.current()->conditions.macs, 256U);
    EXPECT_EQ(runs.current()->conditions.modelMacs, 128'000'000U);
    EXPECT_TRUE(utilisation().contains(u"128000000 x 1 / (256 x 1000000)"))
        << utilisation().toStdString();
    EXPECT_TRUE(utilisation().contains(u"\t0.5\t")) << utilisation().toStdString();
    EXPECT_TRUE(find<QLabel>(u"metricSources"_s)->text().contains(u"as stated"));
}

/// What no counter accounts for is not drawn as idle, nor as anything else that was counted.
TEST_F(RunsPageTest, CyclesThatNothingCountedHaveAPieceOfTheirOwn)
{
    profile::Profile measured{ .label = u"Inference"_s };
    measured.counters = { { profile::CycleCounterName, 10'000, u"cycles"_s, false },
        { u"NPU_ACTIVE"_s, 5'000, u"cycles"_s, false }, { u"NPU_IDLE"_s, 10, u"cycles"_s, false } };
    profile::Run run{ .family = profile::LogFamily::Mlek };
    run.profiles = { measured };
    runs.add({ .name = u"partly.log"_s, .run = std::make_shared<const profile::Run>(run) });
    QCoreApplication::processEvents();
    const auto pieces = find<BarChart>(u"shareChart"_s)->data().rows.at(0).pieces;
    ASSERT_EQ(pieces.size(), 3U);
    EXPECT_EQ(pieces[2].counter, QString());
    EXPECT_NEAR(pieces[2].value, 0.499, 1e-9);
    EXPECT_TRUE(pieces[2].toolTip.startsWith(u"Not counted"_s));
    // Where the counters account for everything there is none.
    run.profiles[0].counters[2].value = 5'000;
    runs.add({ .name = u"whole.log"_s, .run = std::make_shared<const profile::Run>(run) });
    QCoreApplication::processEvents();
    EXPECT_EQ(find<BarChart>(u"shareChart"_s)->data().rows.at(0).pieces.size(), 2U);
}

/// A log of ML-EK names no NPU; the target under which it was imported does.
TEST_F(RunsPageTest, TheStatedTargetTellsTheBytesOfABeat)
{
    profile::Profile measured{ .label = u"Inference"_s };
    measured.counters = { { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 100, u"beats"_s, false } };
    profile::Run run{ .family = profile::LogFamily::Mlek };
    run.profiles = { measured };
    runs.add({ .name = u"a.log"_s, .run = std::make_shared<const profile::Run>(run) });
    QCoreApplication::processEvents();
    auto *table = find<DataTable>(u"countersTable"_s);
    const auto bytes = [table] {
        return table->model()->index(0, test::column<CountersModel>(u"equals")).data().toString();
    };
    EXPECT_EQ(bytes(), u"Not known"_s);
    auto stated = runs.runs()[0];
    stated.conditions.target = u"ethos-u55-128"_s;
    runs.update(0, std::move(stated));
    EXPECT_EQ(bytes(), formatBytes(800));
}

TEST_F(RunsPageTest, FastModeIsSaidBesideTheNumbers)
{
    addGenerated();
    EXPECT_FALSE(find<QLabel>(u"noCounters"_s)->isVisible());
    auto run = runs.runs()[0];
    run.conditions.mode = u"fast"_s;
    run.conditions.target = u"ethos-u85-256"_s;
    run.status = u"failed"_s;
    runs.update(0, std::move(run));
    EXPECT_TRUE(find<QLabel>(u"noCounters"_s)->isVisible());
    EXPECT_TRUE(find<QLabel>(u"noCounters"_s)->text().contains(u"timing is not valid"));
    EXPECT_TRUE(find<QLabel>(u"runDetails"_s)->text().contains(u"Fast mode"));
    const auto &facts = *find<DataTable>(u"factsTable"_s)->model();
    QStringList texts;
    for (int row = 0; row < facts.rowCount(); ++row)
        texts << facts.index(row, 0).data().toString() + u'='
                + facts.index(row, 1).data().toString();
    EXPECT_TRUE(texts.contains(u"Run=Failed"_s)) << texts.join(u'\n').toStdString();
    EXPECT_TRUE(texts.contains(u"Target=ethos-u85-256"_s));
    EXPECT_TRUE(texts.contains(u"Mode=Fast: timing is not valid"_s));
}

TEST_F(RunsPageTest, ThatCountersAreSumsIsSaid)
{
    profile::Profile measured{ .inferences = 10 };
    measured.counters = { { u"MAC_ACTIVE"_s, 100, u"cycles"_s, false } };
    profile::Run console{ .family = profile::LogFamily::ExecutorchRunner };
    console.profiles = { measured };
    const auto add = [this](const QString &name, const profile::Run &run) {
        runs.add({ .name = name, .run = std::make_shared<const profile::Run>(run) });
        QCoreApplication::processEvents();
        return find<QLabel>(u"chartNote"_s)->text();
    };
    EXPECT_TRUE(add(u"sums.log"_s, console).contains(u"sums over 10 inference"));
    console.profiles[0].inferences = 1;
    EXPECT_TRUE(add(u"one.log"_s, console).isEmpty());
    console.profiles[0].inferences = 10;
    console.family = profile::LogFamily::Mlek; // it prints means
    EXPECT_TRUE(add(u"means.log"_s, console).isEmpty());
}

TEST_F(RunsPageTest, CpuCyclesOfAnFvpAreSaidToBeInaccurate)
{
    const auto isSaid = [this] {
        const auto &facts = *find<DataTable>(u"factsTable"_s)->model();
        for (int row = 0; row < facts.rowCount(); ++row) {
            if (facts.index(row, 1).data().toString() == u"Not accurate on an FVP"_s)
                return true;
        }
        return false;
    };
    profile::Profile measured{ .label = u"Inference"_s };
    measured.cpuCycles.inference = 900;
    profile::Run console{ .family = profile::LogFamily::ExecutorchRunner };
    console.profiles = { measured };
    runs.add({ .name = u"a.log"_s, .run = std::make_shared<const profile::Run>(console) });
    QCoreApplication::processEvents();
    EXPECT_FALSE(isSaid());
    auto run = runs.runs()[0];
    run.origin = Origin::Fvp;
    runs.update(0, std::move(run));
    EXPECT_TRUE(isSaid());
}

TEST_F(RunsPageTest, RepeatsOfALogShowTheirSpread)
{
    addGenerated();
    const auto tsv = find<DataTable>(u"repeatsTable"_s)->selectionAsTsv();
    EXPECT_TRUE(tsv.contains(u"CYCLE_COUNTER\t\t1500000\tcycles")) << tsv.toStdString();
    EXPECT_TRUE(tsv.contains(u"2 of 2"));
}

TEST_F(RunsPageTest, EveryControlHasANameForScreenReaders)
{
    addGenerated();
    for (auto *widget : page->findChildren<QWidget *>()) {
        if (widget->focusPolicy() & Qt::TabFocus && widget->isVisible()
            && !widget->objectName().startsWith(u"qt_")
            && QByteArrayView(widget->metaObject()->className()) != "QWidget") {
            const auto *button = qobject_cast<QAbstractButton *>(widget);
            const bool isNamed
                = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
            EXPECT_TRUE(isNamed || qobject_cast<QTabWidget *>(widget->parentWidget()))
                << widget->metaObject()->className() << " " << widget->objectName().toStdString();
        }
    }
}

/// Real logs in both themes and at two sizes. TOSAIC_SCREENSHOTS names a folder to look at them.
TEST_F(RunsPageTest, RendersRealLogs)
{
    TOSAIC_NEED_SAMPLES();
    const auto target = qEnvironmentVariable("TOSAIC_SCREENSHOTS", test::temporaryDir());
    QDir().mkpath(target);
    const auto logs = test::samplesDir() + u"/logs/"_s;
    for (const auto &name :
        { u"07-et-alif-mv2-zephyr-4.4.log"_s, u"14-mlek-npu-config-mismatch.log"_s,
            u"17-zephyr-tflm-pmu-bare.log"_s, u"08-mlek-u55-kws.log"_s,
            u"01-et-u85-mv2-pmu-report.log"_s, u"20-renesas-mera-mv2-ten-runs.log"_s }) {
        auto run = profile::readRunFile(logs + name);
        ASSERT_TRUE(run.has_value());
        runs.add(std::move(*run));
    }
    addGenerated();
    for (const auto mode : { ThemeMode::Light, ThemeMode::Dark }) {
        theme.apply(*qApp, mode);
        for (const auto &size : { QSize(1280, 800), QSize(900, 560) }) {
            page->resize(size);
            for (int i = 0; i < static_cast<int>(runs.runs().size()); ++i) {
                runs.setCurrentIndex(i);
                if (i > 2)
                    selection.select(EntityRef::counter(
                        0, i == 6 ? u"EXT_RD_DATA_BEAT_RECEIVED"_s : u"NPU_IDLE"_s));
                find<QTabWidget>(u"runTabs"_s)->setCurrentIndex(i == 5 ? 2 : i == 6 ? 1 : 0);
                QCoreApplication::processEvents();
                const auto picture = page->grab();
                EXPECT_EQ(picture.size(), size);
                EXPECT_TRUE(picture.save(u"%1/runs-%2-%3-%4.png"_s.arg(target)
                                             .arg(i)
                                             .arg(mode == ThemeMode::Dark ? u"dark"_s : u"light"_s)
                                             .arg(size.width())));
            }
        }
    }
}

} // namespace
} // namespace tosaic::views::runspagetests
