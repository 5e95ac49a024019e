// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/runspagefixture.h"
#include "tests/support/samples.h"
#include "views/runs/mergedrunpage.h"
#include "views/widgets/datatable.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::mergedruntests {
namespace {

std::shared_ptr<const profile::Run> runOf(
    std::vector<profile::Counter> counters, const QString &label = {})
{
    return std::make_shared<const profile::Run>(profile::Run{ .family = profile::LogFamily::Mlek,
        .status = profile::RunStatus::Complete,
        .npu = profile::LogNpu{ .product = u"U55"_s, .macs = 128 },
        .profiles = { { .label = label, .counters = std::move(counters) } } });
}

profile::Counter cycles(const QString &name, quint64 value)
{
    return { name, value, u"cycles"_s };
}

class MergedRunTest : public RunsPageFixture
{
protected:
    void addRepeats()
    {
        int number = 0;
        for (const quint64 value : { 1000U, 1010U, 990U, 1005U, 4000U })
            runs.add({ .name = u"repeat-%1.log"_s.arg(++number),
                .run = runOf(
                    { cycles(u"NPU_ACTIVE"_s, value - 100), cycles(u"CYCLE_COUNTER"_s, value) }) });
        runs.add({ .name = u"macs.log"_s,
            .run = runOf({ cycles(u"MAC_ACTIVE"_s, 450), cycles(u"CYCLE_COUNTER"_s, 1000) }) });
    }
    template <typename T>
    T *find(const QString &name)
    {
        return findIn<T>(*page->findChild<MergedRunPage *>(), name);
    }
};

TEST_F(MergedRunTest, ShowsSpreadAndMetricsOverRuns)
{
    addRepeats();
    page->showMerged({ 0, 1, 2, 3, 4, 5 });
    ASSERT_TRUE(find<DataTable>(u"repeatsTable"_s)->isVisible());
    const auto tsv = find<DataTable>(u"repeatsTable"_s)->selectionAsTsv();
    EXPECT_TRUE(tsv.contains(u"NPU_ACTIVE\t\t905\tcycles\t5\t")) << tsv.toStdString();
    EXPECT_TRUE(tsv.contains(u"3,900")) << "the outlier: " << tsv.toStdString();
    EXPECT_TRUE(tsv.contains(u"5 of 6"));
    const auto metrics = find<DataTable>(u"metricsTable"_s)->selectionAsTsv();
    EXPECT_TRUE(metrics.contains(u"MAC_ACTIVE / A\t450 / 905"))
        << "a metric over counters of different runs: " << metrics.toStdString();
    EXPECT_TRUE(find<QLabel>(u"mergedTitle"_s)->text().contains(u"6 run"));
    EXPECT_TRUE(find<QLabel>(u"mergedNotes"_s)->text().contains(u"origin"));
}

TEST_F(MergedRunTest, ConditionsThatDifferStopIt)
{
    runs.add({ .name = u"a.log"_s,
        .run = runOf({ cycles(u"CYCLE_COUNTER"_s, 1) }),
        .origin = Origin::Fvp });
    runs.add({ .name = u"b.log"_s,
        .run = runOf({ cycles(u"CYCLE_COUNTER"_s, 2) }),
        .origin = Origin::Board });
    page->showMerged({ 0, 1 });
    EXPECT_FALSE(find<DataTable>(u"repeatsTable"_s)->isVisible());
    const auto said = find<QLabel>(u"errorText"_s)->text();
    EXPECT_TRUE(said.contains(u"a.log") && said.contains(u"b.log") && said.contains(u"board"))
        << said.toStdString();
    runs.setOrigin(1, Origin::Fvp);
    EXPECT_TRUE(find<DataTable>(u"repeatsTable"_s)->isVisible()) << "stated otherwise, it merges";
}

TEST_F(MergedRunTest, MeasurementsOfOtherThingsDoNotMerge)
{
    runs.add({ .name = u"a.log"_s, .run = runOf({ cycles(u"CYCLE_COUNTER"_s, 1) }, u"kws"_s) });
    runs.add({ .name = u"b.log"_s, .run = runOf({ cycles(u"CYCLE_COUNTER"_s, 2) }, u"vww"_s) });
    page->showMerged({ 0, 1 });
    const auto said = find<QLabel>(u"errorText"_s)->text();
    EXPECT_TRUE(said.contains(u"kws") && said.contains(u"vww")) << said.toStdString();
}

TEST_F(MergedRunTest, FastAndTimedSimulationDoNotMerge)
{
    runs.add({ .name = u"a.log"_s, .run = runOf({ cycles(u"CYCLE_COUNTER"_s, 1) }) });
    runs.add({ .name = u"b.log"_s,
        .run = runOf({ cycles(u"CYCLE_COUNTER"_s, 2) }),
        .conditions = { .mode = u"fast"_s } });
    page->showMerged({ 0, 1 });
    EXPECT_TRUE(find<QLabel>(u"errorText"_s)->text().contains(u"fast"));
}

TEST_F(MergedRunTest, FollowsTheListAndLeadsBack)
{
    addRepeats();
    page->showMerged({ 0, 1, 2 });
    runs.remove(0);
    EXPECT_TRUE(find<QLabel>(u"mergedTitle"_s)->text().contains(u"2 run"));
    QTest::mouseClick(find<QPushButton>(u"closeMergedButton"_s), Qt::LeftButton);
    EXPECT_FALSE(find<QLabel>(u"mergedTitle"_s)->isVisible());
    page->showMerged({ 0, 1 });
    runs.setCurrentIndex(2);
    EXPECT_FALSE(find<QLabel>(u"mergedTitle"_s)->isVisible()) << "another run was chosen";
}

TEST_F(MergedRunTest, RendersRepeats)
{
    const auto target = qEnvironmentVariable("TOSAIC_SCREENSHOTS", test::temporaryDir());
    QDir().mkpath(target);
    addRepeats();
    page->showMerged({ 0, 1, 2, 3, 4, 5 });
    for (const auto mode : { ThemeMode::Light, ThemeMode::Dark }) {
        theme.apply(*qApp, mode);
        for (const auto &size : { QSize(1280, 800), QSize(900, 560) }) {
            page->resize(size);
            for (const auto tab : { 0, 1 }) {
                find<QTabWidget>(u"mergedTabs"_s)->setCurrentIndex(tab);
                QCoreApplication::processEvents();
                EXPECT_TRUE(
                    page->grab().save(u"%1/merged-%2-%3-%4.png"_s.arg(target)
                                          .arg(tab)
                                          .arg(mode == ThemeMode::Dark ? u"dark"_s : u"light"_s)
                                          .arg(size.width())));
            }
        }
    }
}

} // namespace
} // namespace tosaic::views::mergedruntests
