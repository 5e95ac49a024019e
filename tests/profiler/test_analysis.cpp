// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/metrics.h"
#include "profiler/analysis/runsections.h"
#include "profiler/session/modelmatch.h"
#include "profiler/session/runsdocument.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QSignalSpy>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {
namespace {

using Kind = Metric::Kind;

Profile mlekProfile()
{
    return { .label = u"Inference"_s,
        .counters = { { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 132130, u"beats"_s },
            { u"NPU_ACTIVE"_s, 413814, u"cycles"_s }, { u"NPU_IDLE"_s, 358, u"cycles"_s, true },
            { u"CYCLE_COUNTER"_s, 414172, u"cycles"_s } } };
}

const Metric *find(const std::vector<Metric> &metrics, Kind kind)
{
    const auto it = std::ranges::find(metrics, kind, &Metric::kind);
    return it == metrics.end() ? nullptr : &*it;
}

TEST(Metrics, SharesOfTheCycleCounterAddUp)
{
    const auto metrics = metricsOf(mlekProfile(), {});
    ASSERT_NE(find(metrics, Kind::ActiveShare), nullptr);
    EXPECT_DOUBLE_EQ(
        find(metrics, Kind::ActiveShare)->value + find(metrics, Kind::IdleShare)->value, 1.0);
}

TEST(Metrics, BytesOnlyWhereTheBusWidthIsKnown)
{
    EXPECT_EQ(find(metricsOf(mlekProfile(), {}), Kind::PortBytes), nullptr);
    const auto u55 = metricsOf(mlekProfile(), { .product = u"U55"_s });
    ASSERT_NE(find(u55, Kind::PortBytes), nullptr);
    EXPECT_DOUBLE_EQ(find(u55, Kind::PortBytes)->value, 132130.0 * 8);
    EXPECT_TRUE(find(u55, Kind::PortBytes)->formula.contains(u"132130 beats x 8"));
    const auto u65 = metricsOf(mlekProfile(), { .product = u"U65"_s });
    EXPECT_DOUBLE_EQ(find(u65, Kind::PortBytes)->value, 132130.0 * 16);
}

TEST(Metrics, MacUtilisationNeedsTheModelsMacs)
{
    const MetricContext known{ .product = u"U55"_s, .npuMacs = 128, .modelMacs = 26'484'096 };
    const auto metrics = metricsOf(mlekProfile(), known);
    ASSERT_NE(find(metrics, Kind::MacUtilisation), nullptr);
    EXPECT_NEAR(
        find(metrics, Kind::MacUtilisation)->value, 26'484'096.0 / (128.0 * 413'814), 1e-12);
    EXPECT_EQ(find(metricsOf(mlekProfile(), { .npuMacs = 128 }), Kind::MacUtilisation), nullptr);
}

TEST(Metrics, SumsAreDividedByTheInferencesOfTheProfile)
{
    auto profile = mlekProfile();
    profile.inferences = 4;
    const MetricContext sums{ .clockHz = 500'000'000, .areSums = true };
    const auto metrics = metricsOf(profile, sums);
    EXPECT_DOUBLE_EQ(find(metrics, Kind::CyclesPerInference)->value, 414172.0 / 4);
    EXPECT_DOUBLE_EQ(find(metrics, Kind::TimePerInference)->value, 414172.0 / 4 / 5e8);
    EXPECT_EQ(find(metricsOf(profile, {}), Kind::CyclesPerInference), nullptr);
}

TEST(Metrics, NothingIsMadeOfCountersThatContradict)
{
    const Profile profile{ .counters
        = { { u"NPU_ACTIVE"_s, 500, u"cycles"_s }, { u"NPU_IDLE"_s, 400, u"cycles"_s },
            { u"CYCLE_COUNTER"_s, 300, u"cycles"_s } } };
    EXPECT_TRUE(metricsOf(profile, {}).empty());
    EXPECT_TRUE(metricsOf({}, {}).empty());
}

TEST(RunSections, HoldCountersFormulasAndErrors)
{
    profile::Run run{ .family = LogFamily::Mlek, .status = RunStatus::Complete };
    run.npu = LogNpu{ .product = u"U55"_s };
    run.profiles = { mlekProfile() };
    run.errors = { { .line = 7, .text = u"Invoke failed."_s } };
    const auto sections = runSections({ { .name = u"kws.log"_s, .run = &run } });
    ASSERT_EQ(sections.size(), 1U);
    QStringList texts;
    for (const auto &block : sections[0].blocks) {
        if (const auto *table = std::get_if<report::Table>(&block)) {
            for (const auto &row : table->rows)
                texts += row;
        } else if (const auto *list = std::get_if<report::FactList>(&block)) {
            for (const auto &fact : list->facts)
                texts += fact.value;
        }
    }
    EXPECT_TRUE(texts.contains(u"AXI0_RD_DATA_BEAT_RECEIVED"_s));
    EXPECT_TRUE(texts.contains(u"132130 beats x 8 bytes per beat (U55)"_s));
    EXPECT_TRUE(texts.contains(u"Invoke failed."_s));
    EXPECT_TRUE(texts.contains(u"origin not stated"_s));
}

std::shared_ptr<model::Program> program()
{
    auto made = std::make_shared<model::Program>();
    made->source = ByteSource::fromBytes(QByteArray(2208, 'x'));
    made->methods.resize(1);
    made->methods[0].plannedBuffers = { 0, 64 };
    return made;
}

TEST(ModelMatch, TellsWhatIsEqualAndWhatDiffers)
{
    profile::Run run;
    EXPECT_EQ(matchModel(run, *program()).verdict, ModelMatch::NotKnown);
    run.model = LogModel{ .methodCount = 1 };
    run.memory.plannedBytes = 64;
    EXPECT_EQ(matchModel(run, *program()).verdict, ModelMatch::NotKnown)
        << "many files plan 64 bytes";
    run.model->pteBytes = 2208;
    EXPECT_EQ(matchModel(run, *program()).verdict, ModelMatch::Belongs);
    run.memory.plannedBytes = 65;
    EXPECT_EQ(matchModel(run, *program()).verdict, ModelMatch::Differs);
}

TEST(RunsDocument, KeepsTheCurrentRunWhenOthersAreRemoved)
{
    RunsDocument document;
    QSignalSpy spy(&document, &RunsDocument::currentChanged);
    const auto run = std::make_shared<const profile::Run>();
    for (const auto &name : { u"a"_s, u"b"_s, u"c"_s })
        document.add({ .name = name, .run = run });
    EXPECT_EQ(document.current()->name, u"c"_s);
    document.setCurrentIndex(1);
    document.remove(0);
    EXPECT_EQ(document.current()->name, u"b"_s);
    document.remove(0);
    EXPECT_EQ(document.current()->name, u"c"_s);
    document.remove(0);
    EXPECT_EQ(document.current(), nullptr);
    EXPECT_EQ(document.currentIndex(), -1);
}

TEST(LoadRun, SaysWhichFileIsNoLog)
{
    const auto path = test::temporaryDir() + u"/notes.txt"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("shopping list\n");
    file.close();
    const auto run = loadRun(path);
    ASSERT_FALSE(run.has_value());
    EXPECT_EQ(run.error().code, ErrorCode::FormatUnknown);
    EXPECT_EQ(run.error().location.file, path);
    EXPECT_EQ(loadRun(path + u".missing"_s).error().code, ErrorCode::IoOpen);
}

} // namespace
} // namespace tosaic::profile
