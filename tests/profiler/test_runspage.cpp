// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"
#include "tests/profiler/consolegenerator.h"
#include "tests/support/samples.h"
#include "views/runs/barchart.h"
#include "views/runs/countercharts.h"
#include "views/runs/runspage.h"
#include "views/widgets/datatable.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views {
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

class RunsPageTest : public testing::Test
{
protected:
    void SetUp() override
    {
        theme.apply(*qApp, ThemeMode::Light);
        page = std::make_unique<RunsPage>(runs, selection, theme);
        page->resize(1280, 800);
        page->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(page.get()));
    }

    void addGenerated(const QString &name = u"generated.log"_s)
    {
        runs.add({ .name = name, .run = runOf(u85Console()) });
        QCoreApplication::processEvents();
    }
    template <typename T>
    T *find(const QString &name)
    {
        auto *widget = page->findChild<T *>(name);
        EXPECT_NE(widget, nullptr) << name.toStdString();
        return widget;
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

    Theme theme;
    RunsDocument runs;
    SelectionContext selection;
    std::unique_ptr<RunsPage> page;
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
    EXPECT_TRUE(tsv.contains(u"MAC_ACTIVE")) << tsv.toStdString();
    EXPECT_TRUE(tsv.contains(u"60.0 %"));
    EXPECT_TRUE(tsv.contains(u"1.88 MiB")) << "123456 beats of 16 bytes: " << tsv.toStdString();
    EXPECT_TRUE(tsv.contains(u"Not stated"));
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
    EXPECT_TRUE(find<DataTable>(u"countersTable"_s)->selectionAsTsv().contains(u"30.0 %"));
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

TEST_F(RunsPageTest, RemovesARunWithTheKeyboard)
{
    addGenerated(u"a.log"_s);
    addGenerated(u"b.log"_s);
    auto *list = find<QListView>(u"runList"_s);
    EXPECT_EQ(list->currentIndex().row(), 1);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Up);
    EXPECT_EQ(runs.currentIndex(), 0);
    QTest::keyClick(list, Qt::Key_Delete);
    ASSERT_EQ(runs.runs().size(), 1U);
    EXPECT_EQ(runs.current()->name, u"b.log"_s);
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
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const auto target = qEnvironmentVariable("TOSAIC_SCREENSHOTS", test::temporaryDir());
    QDir().mkpath(target);
    const auto logs = test::samplesDir() + u"/logs/"_s;
    for (const auto &name : { u"07-et-alif-mv2-zephyr-4.4.log"_s,
             u"14-mlek-npu-config-mismatch.log"_s, u"17-zephyr-tflm-pmu-bare.log"_s,
             u"08-mlek-u55-kws.log"_s, u"01-et-u85-mv2-pmu-report.log"_s }) {
        auto run = loadRun(logs + name);
        ASSERT_TRUE(run.has_value());
        runs.add(std::move(*run));
    }
    addGenerated();
    for (const auto mode : { ThemeMode::Light, ThemeMode::Dark }) {
        theme.apply(*qApp, mode);
        for (const auto &size : { QSize(1280, 800), QSize(2560, 1440) }) {
            page->resize(size);
            for (int i = 0; i < static_cast<int>(runs.runs().size()); ++i) {
                runs.setCurrentIndex(i);
                if (i > 2)
                    selection.select(EntityRef::counter(
                        0, i == 5 ? u"EXT_RD_DATA_BEAT_RECEIVED"_s : u"NPU_IDLE"_s));
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
    QLocale::setDefault(QLocale::c());
}

} // namespace
} // namespace tosaic::views
