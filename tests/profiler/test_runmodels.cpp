// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/pmutrace.h"
#include "tests/columns.h"
#include "views/models/factrows.h"
#include "views/runs/countersmodel.h"
#include "views/runs/metricsmodel.h"
#include "views/runs/repeatsmodel.h"
#include "views/runs/runlistmodel.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views::runmodelstests {
namespace {

/// The tester warns in the category "qt.modeltest"; here a warning fails the test.
class RunModels : public testing::Test
{
protected:
    void SetUp() override { m_before = qInstallMessageHandler(handle); }
    void TearDown() override { qInstallMessageHandler(m_before); }

    static void handle(QtMsgType, const QMessageLogContext &context, const QString &text)
    {
        if (QByteArrayView(context.category) == "qt.modeltest")
            ADD_FAILURE() << text.toStdString();
    }
    static constexpr auto Mode = QAbstractItemModelTester::FailureReportingMode::Warning;

private:
    QtMessageHandler m_before = nullptr;
};

TEST_F(RunModels, TheListFollowsItsDocument)
{
    RunsDocument document;
    RunListModel model(document);
    const QAbstractItemModelTester tester(&model, Mode);
    const auto run = std::make_shared<const profile::Run>();
    document.add({ .name = u"a"_s, .run = run });
    document.add({ .name = u"b"_s, .run = run });
    ASSERT_EQ(model.rowCount(), 2);
    document.setOrigin(1, Origin::Board);
    EXPECT_EQ(model.index(1).data(OriginRole).toString(), u"board"_s);
    model.setOldRuns({ 1 });
    document.add({ .name = u"c"_s, .run = std::make_shared<const profile::Run>() });
    EXPECT_EQ(model.oldRuns(), QList<int>{ 1 });
    document.remove(0);
    EXPECT_EQ(model.index(0).data().toString(), u"b"_s);
    EXPECT_EQ(model.oldRuns(), QList<int>{ 0 }) << "the mark goes with the run";
    document.clear();
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(RunModels, ACounterThatOverflowedIsMarkedAndUsedForNothing)
{
    CountersModel model;
    const profile::Profile profile{ .counters
        = { { u"NPU_ACTIVE"_s, 0, u"cycles"_s }, { u"CYCLE_COUNTER"_s, 10'000, u"cycles"_s },
            { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 5, u"beats"_s } } };
    profile::MetricContext context{ .product = u"U55"_s, .clockHz = 500'000'000 };
    context.overflowed = { u"NPU_ACTIVE"_s, u"AXI0_RD_DATA_BEAT_RECEIVED"_s };
    model.set(profile, 0, context);
    for (const int row : { 0, 2 }) {
        const auto at = [&](int column) { return model.index(row, column); };
        EXPECT_EQ(at(test::column<CountersModel>(u"share")).data().toString(), u"–"_s);
        EXPECT_EQ(at(test::column<CountersModel>(u"equals")).data().toString(), u"Not usable"_s);
        EXPECT_TRUE(at(0).data(Qt::ToolTipRole).toString().contains(u"overflowed"_s));
    }
    EXPECT_NE(
        model.index(1, test::column<CountersModel>(u"equals")).data().toString(), u"Not usable"_s);
}

TEST_F(RunModels, CountersKeepRawValuesAndUnits)
{
    CountersModel model;
    const QAbstractItemModelTester tester(&model, Mode);
    model.set({ .counters = { { u"cntr0"_s, 0, {} }, { u"CYCLE_COUNTER"_s, 9, u"cycles"_s } } }, 3,
        { .origin = Origin::Fvp });
    const auto value = model.index(0, test::column<CountersModel>(u"value"));
    EXPECT_EQ(value.data().toString(), u"0"_s) << "a printed 0 is 0";
    EXPECT_EQ(
        model.index(0, test::column<CountersModel>(u"unit")).data().toString(), u"Not known"_s);
    EXPECT_EQ(value.data(OriginRole).toString(), u"FVP"_s);
    EXPECT_EQ(
        value.data(EntityRole).value<model::EntityRef>(), model::EntityRef::counter(3, u"cntr0"_s));
    EXPECT_EQ(model.rowOf(u"CYCLE_COUNTER"_s), 1);
    model.clear();
    EXPECT_EQ(model.rowOf(u"CYCLE_COUNTER"_s), -1);
}

TEST_F(RunModels, ARunIsRenamedInPlace)
{
    RunsDocument document;
    RunListModel model(document);
    const QAbstractItemModelTester tester(&model, Mode);
    document.add({ .name = u"a"_s, .run = std::make_shared<const profile::Run>(), .isLive = true });
    EXPECT_TRUE(model.index(0).data(RunListModel::LiveRole).toBool());
    EXPECT_EQ(model.index(0).data(RunListModel::KindRole).toString(), u"Console"_s);
    EXPECT_FALSE(model.setData(model.index(0), u"  "_s, Qt::EditRole)) << "a run has a name";
    EXPECT_TRUE(model.setData(model.index(0), u" baseline "_s, Qt::EditRole));
    EXPECT_EQ(document.runs()[0].name, u"baseline"_s);
}

TEST_F(RunModels, RunsOfOtherKindsAreListed)
{
    RunsDocument document;
    RunListModel model(document);
    const QAbstractItemModelTester tester(&model, Mode);
    auto trace = std::make_shared<profile::PmuTrace>();
    trace->queueReads.resize(3);
    document.add({ .name = u"t"_s, .kind = u"pmu-trace"_s, .trace = trace });
    document.add({ .name = u"e"_s, .kind = u"etdump"_s });
    EXPECT_TRUE(model.index(0).data(RunListModel::DetailRole).toString().contains(u"3 read"));
    EXPECT_EQ(model.index(0).data(RunListModel::StatusRole).toInt(),
        static_cast<int>(profile::RunStatus::Truncated));
    EXPECT_FALSE(model.index(1).data(RunListModel::StatusRole).isValid()) << "nothing says it";
    EXPECT_EQ(model.index(1).data(RunListModel::KindRole).toString(), u"ETDump"_s);
}

TEST_F(RunModels, CountersStayWhereTheyAreWhenTheirValuesChange)
{
    CountersModel model;
    const QAbstractItemModelTester tester(&model, Mode);
    const profile::Counter idle{ u"NPU_IDLE"_s, 1, u"cycles"_s };
    const profile::Counter total{ u"CYCLE_COUNTER"_s, 10, u"cycles"_s };
    model.set({ .counters = { idle, total } }, 0, {});
    const QPersistentModelIndex place = model.index(1, 1);
    auto more = total;
    more.value = 20;
    model.set({ .counters = { idle, more, { u"MAC_ACTIVE"_s, 3, u"cycles"_s } } }, 0, {});
    ASSERT_TRUE(place.isValid());
    EXPECT_EQ(place.data().toString(), u"20"_s);
    EXPECT_EQ(model.rowCount(), 3);
    model.set({ .counters = { idle } }, 0, {});
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_FALSE(place.isValid());
}

TEST_F(RunModels, MetricsStandInGroupsWithFormulaAndReason)
{
    MetricsModel model;
    const QAbstractItemModelTester tester(&model, Mode);
    const profile::Profile profile{ .counters
        = { { u"NPU_ACTIVE"_s, 90, u"cycles"_s }, { u"CYCLE_COUNTER"_s, 100, u"cycles"_s },
            { u"WD_STALLED_BY_WS"_s, 5, u"cycles"_s }, { u"WD_ACTIVE"_s, 50, u"cycles"_s } } };
    model.set(profile::computeMetrics(profile, { .origin = Origin::Fvp }));
    EXPECT_TRUE(std::ranges::is_sorted(model.rows(), {}, [](const profile::ComputedMetric &metric) {
        return std::ranges::find(profile::MetricGroups, profile::groupOf(metric))
            - std::begin(profile::MetricGroups);
    }));
    for (int row = 0; row < model.rowCount(); ++row)
        EXPECT_EQ(model.index(row, test::column<MetricsModel>(u"group")).data().toString(),
            QLatin1StringView(
                profile::groupName(profile::groupOf(model.rows()[static_cast<size_t>(row)]))));
    const auto rowOf = [&](const QString &id) {
        const auto found = model.match(model.index(0, 0), IdRole, id, 1, Qt::MatchExactly);
        EXPECT_EQ(found.size(), 1) << id.toStdString();
        return found.isEmpty() ? 0 : found.front().row();
    };
    const auto active = rowOf(u"npu.active-share"_s);
    EXPECT_EQ(
        model.index(active, test::column<MetricsModel>(u"value")).data(ValueRole).toDouble(), 0.9);
    EXPECT_EQ(model.index(active, test::column<MetricsModel>(u"numbers")).data().toString(),
        u"90 / 100"_s);
    EXPECT_EQ(
        model.index(active, test::column<MetricsModel>(u"origin")).data().toString(), u"FVP"_s);
    const auto time = model.index(rowOf(u"npu.time"_s), test::column<MetricsModel>(u"value"));
    EXPECT_EQ(time.data().toString(), u"Not known"_s);
    EXPECT_FALSE(time.data(ValueRole).isValid());
    EXPECT_EQ(time.siblingAtColumn(test::column<MetricsModel>(u"inputs")).data().toString(),
        u"f (clock) is not known"_s);
    EXPECT_EQ(
        profile::groupOf(model.rows()[static_cast<size_t>(rowOf(u"stall:WD_STALLED_BY_WS"_s))]),
        profile::MetricGroup::Weights);
    EXPECT_EQ(model.known() + 0,
        static_cast<int>(std::ranges::count_if(model.rows(),
            [](const profile::ComputedMetric &metric) { return metric.value.has_value(); })));
    model.set({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(RunModels, RepeatsTellSpreadOutliersAndRuns)
{
    RepeatsModel model;
    const QAbstractItemModelTester tester(&model, Mode);
    std::vector<profile::Measurement> runs;
    for (const quint64 value : { 100U, 102U, 98U, 101U, 500U })
        runs.push_back({ .name = u"run %1"_s.arg(value),
            .profile = { .counters = { { u"NPU_ACTIVE"_s, value, u"cycles"_s } } } });
    runs.push_back(
        { .name = u"other"_s, .profile = { .counters = { { u"MAC_ACTIVE"_s, 7, u"cycles"_s } } } });
    QStringList names;
    for (const auto &run : runs)
        names.append(run.name);
    const auto record = profile::mergeRuns(runs);
    ASSERT_TRUE(record.has_value());
    model.set(*record, names);
    ASSERT_EQ(model.rowCount(), 2) << "more events than one run counted";
    const auto active = model.rowOf(u"NPU_ACTIVE"_s);
    EXPECT_EQ(
        model.index(active, test::column<RepeatsModel>(u"median")).data().toString(), u"101"_s);
    EXPECT_EQ(
        model.index(active, test::column<RepeatsModel>(u"outliers")).data().toString(), u"500"_s);
    EXPECT_EQ(
        model.index(active, test::column<RepeatsModel>(u"runs")).data().toString(), u"5 of 6"_s);
    EXPECT_TRUE(model.index(active, test::column<RepeatsModel>(u"values"))
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(u"run 500: 500"));
    EXPECT_EQ(model.index(model.rowOf(u"MAC_ACTIVE"_s), test::column<RepeatsModel>(u"deviation"))
                  .data()
                  .toString(),
        u"–"_s)
        << "one value has no spread";
}

TEST_F(RunModels, TextsAreShownAsTheyAre)
{
    FactsModel model;
    const QAbstractItemModelTester tester(&model, Mode);
    model.set({ { u"Status"_s, u"Invoke failed."_s }, { u"Target"_s, {} } });
    EXPECT_EQ(model.index(0, 1).data().toString(), u"Invoke failed."_s);
    EXPECT_EQ(model.index(1, 1).data().toString(), u"Not known"_s);
    EXPECT_EQ(model.rowCount(), 2);
}

} // namespace
} // namespace tosaic::views::runmodelstests
