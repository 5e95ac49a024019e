// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/cycledivision.h"
#include "profiler/analysis/formulas.h"
#include "profiler/analysis/statednpu.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/modelmatch.h"
#include "profiler/session/runsdocument.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QSignalSpy>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::profile::analysistests {
namespace {

Profile mlekProfile()
{
    return { .label = u"Inference"_s,
        .counters = { { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 132130, u"beats"_s },
            { u"NPU_ACTIVE"_s, 413814, u"cycles"_s }, { u"NPU_IDLE"_s, 358, u"cycles"_s, true },
            { u"CYCLE_COUNTER"_s, 414172, u"cycles"_s } } };
}

double sumOf(const std::vector<CyclePart> &parts)
{
    return std::accumulate(parts.begin(), parts.end(), 0.0,
        [](double sum, const CyclePart &part) { return sum + part.share; });
}

TEST(CycleDivision, PartsAddUpAndAreThoseOfTheMetrics)
{
    const auto profile = mlekProfile();
    const auto parts = cycleDivision(profile, {});
    ASSERT_EQ(parts.size(), 2U);
    const auto metrics = computeMetrics(profile, {});
    EXPECT_EQ(parts[0].share, findMetric(metrics, u"npu.active-share"_s)->value);
    EXPECT_EQ(parts[1].share, findMetric(metrics, u"npu.idle-share"_s)->value);
    EXPECT_DOUBLE_EQ(sumOf(parts), 1);
}

TEST(CycleDivision, WhatNobodyCountedIsNotIdle)
{
    const Profile profile{ .counters
        = { { u"CYCLE_COUNTER"_s, 1000, u"cycles"_s }, { u"NPU_ACTIVE"_s, 300, u"cycles"_s },
            { u"MAC_ACTIVE"_s, 100, u"cycles"_s }, { u"NPU_IDLE"_s, 100, u"cycles"_s } } };
    const auto parts = cycleDivision(profile, {});
    ASSERT_EQ(parts.size(), 4U);
    EXPECT_DOUBLE_EQ(sumOf(parts), 1);
    EXPECT_EQ(parts[0].kind, CyclePart::Kind::WithMac);
    EXPECT_DOUBLE_EQ(parts[2].share, 0.1);
    EXPECT_EQ(parts[3].kind, CyclePart::Kind::NotCounted);
    EXPECT_DOUBLE_EQ(parts[3].share, 0.6);
}

TEST(CycleDivision, NothingIsMadeOfCountersThatContradictOrOverflowed)
{
    const Profile profile{ .counters
        = { { u"NPU_ACTIVE"_s, 500, u"cycles"_s }, { u"NPU_IDLE"_s, 400, u"cycles"_s },
            { u"CYCLE_COUNTER"_s, 300, u"cycles"_s } } };
    EXPECT_TRUE(cycleDivision(profile, {}).empty());
    EXPECT_TRUE(cycleDivision({}, {}).empty());
    EXPECT_TRUE(cycleDivision(mlekProfile(), { .overflowed = { u"CYCLE_COUNTER"_s } }).empty());
}

TEST(ShareOfCycles, IsNotMadeOfAnOverflowedCounter)
{
    const auto profile = mlekProfile();
    const auto &active = profile.counters[1];
    EXPECT_TRUE(shareOfCycles(profile, active, {}));
    EXPECT_FALSE(shareOfCycles(profile, active, { .overflowed = { u"NPU_ACTIVE"_s } }));
    EXPECT_FALSE(shareOfCycles(profile, active, { .overflowed = { u"CYCLE_COUNTER"_s } }));
}

/// ML-EK computes its idle cycles of the total and the active ones.
TEST(CycleDivision, WhatIsComputedOfAnOverflowedCounterIsNoBasisEither)
{
    const auto profile = mlekProfile();
    const MetricContext context{ .overflowed = { u"NPU_ACTIVE"_s } };
    EXPECT_TRUE(cycleDivision(profile, context).empty());
    const auto metrics = computeMetrics(profile, context);
    EXPECT_FALSE(findMetric(metrics, u"npu.active-share"_s)->value);
    EXPECT_FALSE(findMetric(metrics, u"npu.idle-share"_s)->value);
    EXPECT_FALSE(shareOfCycles(profile, profile.counters[2], context));
}

TEST(StatedNpu, OnlyTargetsThatThereAre)
{
    EXPECT_EQ(statedNpu(u"ethos-u55-128"_s), (StatedNpu{ u"U55"_s, 128 }));
    EXPECT_EQ(statedNpu(u"ethos-u85"_s), (StatedNpu{ u"U85"_s, {} }));
    EXPECT_EQ(statedNpu(u"ethos-u65-128"_s), StatedNpu());
    EXPECT_EQ(statedNpu(u"x86_64"_s), StatedNpu());
    EXPECT_FALSE(targetProblem(u"ethos-u99-1"_s).isEmpty());
    EXPECT_FALSE(targetProblem(u"ethos-u65-128"_s).isEmpty());
    EXPECT_TRUE(targetProblem(u"x86_64"_s).isEmpty());
    EXPECT_FALSE(hasNpuOf(7));
    EXPECT_TRUE(hasNpuOf(128));
    EXPECT_FALSE(hasNpuOf(128, u"U65"_s));
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
    const auto run = profile::readRunFile(path);
    ASSERT_FALSE(run.has_value());
    EXPECT_EQ(run.error().code, ErrorCode::FormatUnknown);
    EXPECT_EQ(run.error().location.file, path);
    EXPECT_EQ(profile::readRunFile(path + u".missing"_s).error().code, ErrorCode::IoOpen);
}

} // namespace
} // namespace tosaic::profile::analysistests
