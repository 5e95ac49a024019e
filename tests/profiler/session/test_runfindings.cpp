// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/findings.h"
#include "profiler/session/programfacts.h"
#include "profiler/store/runfromvalues.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::runfindingstests {

namespace {

/// 1000 active cycles of a U55 in Ethos_U55_High_End_Embedded: its SRAM port moves 8 bytes a cycle,
/// its flash port one.
profile::MeasuredRun runWith(const std::vector<profile::Counter> &counters)
{
    profile::Run run{ .family = profile::LogFamily::Mlek, .status = profile::RunStatus::Complete };
    run.npu = profile::LogNpu{ .product = u"U55"_s };
    run.profiles = { { .label = u"Inference"_s, .counters = counters } };
    return { .name = u"a.log"_s,
        .run = std::make_shared<const profile::Run>(std::move(run)),
        .origin = Origin::Board };
}

std::vector<profile::Counter> counters()
{
    return { { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 200, u"beats"_s },
        { u"AXI0_WR_DATA_BEAT_WRITTEN"_s, 100, u"beats"_s },
        { u"AXI1_RD_DATA_BEAT_RECEIVED"_s, 50, u"beats"_s }, { u"NPU_ACTIVE"_s, 1000, u"cycles"_s },
        { u"CYCLE_COUNTER"_s, 1000, u"cycles"_s } };
}

profile::ProgramFacts program()
{
    compiled::CompileResult compiled;
    compiled.spec = compiled.resolvedSpec = { .target = u"ethos-u55-128"_s,
        .systemConfig = u"Ethos_U55_High_End_Embedded"_s,
        .memoryMode = u"Shared_Sram"_s };
    return programFactsOf(compiled);
}

std::vector<FindingEvidence> portsOf(
    const profile::MeasuredRun &run, const profile::ProgramFacts *program)
{
    const auto findings = findingsOf(run, program);
    const auto ports = std::ranges::find(findings, Finding::Kind::Ports, &Finding::kind);
    return ports == findings.end() ? std::vector<FindingEvidence>() : ports->evidence;
}

} // namespace

TEST(RunFindings, PortsAreSharesOfWhatTheSystemConfigurationLetsThemMove)
{
    const auto facts = program();
    const auto ports = portsOf(runWith(counters()), &facts);
    ASSERT_EQ(ports.size(), 2U);
    EXPECT_EQ(ports[0].key, u"AXI0 (Sram)"_s);
    EXPECT_NEAR(ports[0].value.toDouble(), 0.3, 1e-9) << "300 beats in 1000 cycles";
    EXPECT_EQ(ports[1].key, u"AXI1 (OffChipFlash)"_s);
    EXPECT_NEAR(ports[1].value.toDouble(), 0.4, 1e-9) << "50 beats at an eighth of the clock";
    for (const auto &port : ports) {
        EXPECT_EQ(port.unit, u"share"_s);
        EXPECT_EQ(port.origin, Origin::Board);
    }
}

/// Vela's time is its cycles at the clock: nothing of the processor is in it.
TEST(RunFindings, AnEstimatedTimeIsThatOfTheNpuAlone)
{
    const std::vector<workspace::RunValue> values{
        { .kind = u"time"_s, .name = u"time"_s, .unit = u"ns"_s, .value = 5595 }
    };
    const profile::MeasuredRun run{ .name = u"summary.csv"_s,
        .run = std::make_shared<const profile::Run>(profile::runFromValues(values)),
        .origin = Origin::Estimate,
        .values = values };
    const auto findings = findingsOf(run);
    ASSERT_FALSE(findings.empty());
    ASSERT_EQ(findings.front().evidence.size(), 1U);
    EXPECT_EQ(findings.front().evidence.front().key, u"inferenceTime"_s);
    EXPECT_EQ(findings.front().evidence.front().includes, u"npu-model"_s);
}

/// Nobody timed it, but the clock is known.
TEST(RunFindings, CyclesAtAKnownClockAreATime)
{
    auto measured = runWith(counters());
    const auto totals = [&] { return findingsOf(measured).front().evidence; };
    EXPECT_EQ(totals().size(), 1U);
    measured.clockHz = 500'000;
    ASSERT_EQ(totals().size(), 2U);
    EXPECT_EQ(totals()[1].key, u"inferenceTime"_s);
    EXPECT_EQ(totals()[1].unit, u"s"_s);
    EXPECT_DOUBLE_EQ(totals()[1].value.toDouble(), 2e-3) << "1000 cycles";
    EXPECT_EQ(totals()[1].includes, u"npu-counter"_s);
}

TEST(RunFindings, SumsOfAnUnknownNumberAreNotThoseOfOneInference)
{
    auto measured = runWith(counters());
    auto run = *measured.run;
    run.family = profile::LogFamily::ExecutorchRunner;
    const auto totalsOf = [&] {
        measured.run = std::make_shared<const profile::Run>(run);
        return findingsOf(measured);
    };
    run.profiles.front().inferences.reset();
    const auto unknown = totalsOf();
    EXPECT_EQ(std::ranges::count(unknown, Finding::Kind::Totals, &Finding::kind), 0);
    EXPECT_EQ(std::ranges::count(unknown, Finding::Doubt::SumsNotKnown, &Finding::doubt), 1);
    run.profiles.front().inferences = 10;
    const auto known = totalsOf();
    EXPECT_EQ(std::ranges::count(known, Finding::Kind::Totals, &Finding::kind), 1);
    EXPECT_EQ(std::ranges::count(known, Finding::Doubt::SumsNotKnown, &Finding::doubt), 0);
}

TEST(RunFindings, PortsSayWhatWasNotCounted)
{
    const auto facts = program();
    auto some = counters();
    some.erase(some.begin() + 1);
    const auto ports = portsOf(runWith(some), &facts);
    ASSERT_EQ(ports.size(), 2U);
    EXPECT_EQ(ports[0].key, u"AXI0 (Sram), read"_s) << "writes were not counted";
}

/// A log that prints the size of another file was attached to the wrong program.
TEST(RunFindings, ARunOfAnotherProgramThanItsOwnIsDoubted)
{
    auto facts = program();
    facts.name = u"kws.pte"_s;
    facts.marks.fileBytes = 90'272;
    auto measured = runWith(counters());
    auto log = *measured.run;
    log.model = profile::LogModel{ .pteBytes = 50'000 };
    measured.run = std::make_shared<const profile::Run>(log);
    const auto findings = findingsOf(measured, &facts);
    const auto doubt = std::ranges::find(findings, Finding::Doubt::OtherProgram, &Finding::doubt);
    ASSERT_NE(doubt, findings.end());
    EXPECT_EQ(doubt->evidence.front().value, u"kws.pte"_s);
    for (const auto &port : portsOf(measured, &facts))
        EXPECT_EQ(port.unit, u"beats/cycle"_s) << "its ports are not this program's";
}

TEST(RunFindings, WithoutTheProgramPortsAreBeatsACycle)
{
    const auto ports = portsOf(runWith(counters()), nullptr);
    ASSERT_FALSE(ports.empty());
    for (const auto &port : ports)
        EXPECT_EQ(port.unit, u"beats/cycle"_s);
}

TEST(RunFindings, AreOfAMeasurementWhereARunHasSeveral)
{
    const auto measurementsOf = [](const std::vector<QString> &labels) {
        profile::Run run{ .status = profile::RunStatus::Complete };
        for (const auto &label : labels)
            run.profiles.push_back({ .label = label, .timeNs = 2'000'000 });
        QStringList told;
        for (const auto &finding :
            findingsOf({ .run = std::make_shared<const profile::Run>(std::move(run)) })) {
            if (finding.kind == Finding::Kind::Totals)
                told << finding.measurement;
        }
        return told;
    };
    EXPECT_EQ(measurementsOf({ u"one"_s, u"two"_s }), (QStringList{ u"one"_s, u"two"_s }));
    EXPECT_EQ(measurementsOf({ u"one"_s }), QStringList{ QString() });
}

} // namespace tosaic::test::runfindingstests
