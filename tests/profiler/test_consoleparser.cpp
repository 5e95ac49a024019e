// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"
#include "tests/profiler/consolegenerator.h"

#include <gtest/gtest.h>

#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace tosaic::profile::consoleparsertests {
namespace {

using test::GeneratedConsole;
using test::GeneratedProfile;
using test::NamesPlace;
using test::RunnerAge;

GeneratedProfile randomProfile(QRandomGenerator &random, const QString &product)
{
    const auto number = [&random] { return random.bounded(1'000'000U); };
    GeneratedProfile profile{ .inferences = 1 + random.bounded(9U),
        .delegations = 1 + random.bounded(9U),
        .cpuDelegate = number(),
        .cpuInference = number(),
        .cpuWait = number(),
        .npuCycles = number() };
    for (const auto &name : test::runnerEvents(product))
        profile.counters.emplace_back(name, random.bounded(4) == 0 ? 0 : number());
    return profile;
}

GeneratedConsole randomConsole(QRandomGenerator &random, RunnerAge age, NamesPlace names)
{
    GeneratedConsole console{ .age = age,
        .names = names,
        .pteBytes = random.bounded(10'000'000U),
        .plannedBuffers = { random.bounded(100'000U), random.bounded(100'000U) },
        .methodUsed = random.bounded(1'000'000U),
        .outputs = { { 0.25, -1.5, 3 }, { 7 } },
        .lineEnd = random.bounded(2) ? "\n" : "\r\n" };
    const auto product = random.bounded(2) ? u"U55"_s : u"U85"_s;
    for (quint32 i = 0, count = 1 + random.bounded(3U); i < count; ++i)
        console.profiles.push_back(randomProfile(random, product));
    return console;
}

Run runOf(const QByteArray &text)
{
    auto run = parseConsole(text);
    EXPECT_TRUE(run.has_value());
    return run ? std::move(*run) : Run{};
}

QJsonObject jsonOf(const QByteArray &text)
{
    const auto run = parseConsole(text);
    return run ? runToJson(*run) : QJsonObject{ { u"error"_s, codeText(run.error().code) } };
}

struct Variant
{
    RunnerAge age;
    NamesPlace names;
};

class GeneratedConsoles : public testing::TestWithParam<Variant>
{
};

void expectSame(const GeneratedProfile &written, const Profile &read, const Variant &variant)
{
    EXPECT_EQ(read.inferences, written.inferences);
    const bool hasDelegations = variant.age == RunnerAge::Current;
    EXPECT_EQ(read.delegations, hasDelegations ? std::optional(written.delegations) : std::nullopt);
    EXPECT_EQ(read.cpuCycles.inference, written.cpuInference);
    EXPECT_EQ(read.cpuCycles.operators, written.cpuDelegate);
    EXPECT_EQ(read.cpuCycles.waitForNpu, written.cpuWait);
    EXPECT_EQ(read.cpuCycles.byOperator.at(u"ethos-u"_s), written.cpuDelegate);
    ASSERT_EQ(read.counters.size(), written.counters.size() + 1);
    EXPECT_EQ(read.counters[0].name, u"CYCLE_COUNTER"_s);
    EXPECT_EQ(read.counters[0].value, written.npuCycles);
    for (size_t i = 0; i < written.counters.size(); ++i) {
        const auto isNamed = variant.names != NamesPlace::Absent;
        EXPECT_EQ(
            read.counters[i + 1].name, isNamed ? written.counters[i].first : u"cntr%1"_s.arg(i));
        EXPECT_EQ(read.counters[i + 1].value, written.counters[i].second);
        EXPECT_EQ(read.counters[i + 1].unit.isEmpty(), !isNamed);
    }
}

TEST_P(GeneratedConsoles, AreReadAsTheyWereWritten)
{
    QRandomGenerator random(7);
    for (int round = 0; round < 20; ++round) {
        const auto console = randomConsole(random, GetParam().age, GetParam().names);
        const auto run = runOf(generateConsole(console));
        EXPECT_EQ(run.family, LogFamily::ExecutorchRunner);
        EXPECT_EQ(run.status, RunStatus::Complete);
        ASSERT_EQ(run.profiles.size(), console.profiles.size());
        for (size_t i = 0; i < run.profiles.size(); ++i)
            expectSame(console.profiles[i], run.profiles[i], GetParam());
        ASSERT_TRUE(run.model);
        EXPECT_EQ(run.model->pteBytes, console.pteBytes);
        EXPECT_EQ(run.memory.plannedBytes, console.plannedBuffers[0] + console.plannedBuffers[1]);
        EXPECT_EQ(run.memory.methodAllocator->used, console.methodUsed);
        ASSERT_EQ(run.outputs.size(), 2U);
        EXPECT_EQ(run.outputs[0].values, console.outputs[0]);
        EXPECT_TRUE(run.errors.empty());
    }
}

TEST_P(GeneratedConsoles, AreTheSameAtAnyCuts)
{
    QRandomGenerator random(11);
    for (int round = 0; round < 10; ++round) {
        const auto text = generateConsole(randomConsole(random, GetParam().age, GetParam().names));
        ConsoleParser parser;
        for (qsizetype at = 0; at < text.size();) {
            const auto size = std::min<qsizetype>(text.size() - at, random.bounded(90));
            parser.feed(QByteArrayView(text).sliced(at, size));
            at += size;
        }
        const auto run = parser.finish();
        ASSERT_TRUE(run.has_value());
        EXPECT_EQ(runToJson(*run), jsonOf(text));
    }
}

TEST_P(GeneratedConsoles, TruncatedAnywhereInventNothing)
{
    QRandomGenerator random(13);
    auto console = randomConsole(random, GetParam().age, GetParam().names);
    console.profiles.resize(1);
    const auto text = generateConsole(console);
    const auto whole = runOf(text).profiles[0];
    // Every third length, of each form others; every one with TOSAIC_FULL_MATRIX.
    const bool isFull = qEnvironmentVariableIsSet("TOSAIC_FULL_MATRIX");
    const auto first = isFull ? 0 : (qsizetype(GetParam().age) + qsizetype(GetParam().names)) % 3;
    for (qsizetype size = first; size < text.size(); size += isFull ? 1 : 3) {
        const auto run = parseConsole(text.first(size));
        if (!run || run->profiles.empty())
            continue;
        const auto &profile = run->profiles[0];
        for (size_t i = 0; i < profile.counters.size(); ++i)
            ASSERT_EQ(profile.counters[i].value, whole.counters[i].value)
                << text.first(size).right(80).toStdString();
        ASSERT_TRUE(!profile.cpuCycles.inference
            || profile.cpuCycles.inference == whole.cpuCycles.inference);
        ASSERT_TRUE(!profile.inferences || profile.inferences == whole.inferences);
    }
}

INSTANTIATE_TEST_SUITE_P(AllForms, GeneratedConsoles,
    testing::Values(Variant{ RunnerAge::Current, NamesPlace::After },
        Variant{ RunnerAge::Current, NamesPlace::Before },
        Variant{ RunnerAge::Current, NamesPlace::Absent },
        Variant{ RunnerAge::Tagged2024, NamesPlace::After },
        Variant{ RunnerAge::Tagged2024, NamesPlace::Absent },
        Variant{ RunnerAge::Printf2024, NamesPlace::After },
        Variant{ RunnerAge::Printf2024, NamesPlace::Before }));

TEST(ConsoleParser, RefusesTextThatIsNoLog)
{
    for (const QByteArrayView text : { "", "hello\nworld\n",
             "\x7f"
             "ELF\x01\x02\x03\x04\x05\x06" }) {
        const auto run = parseConsole(text);
        ASSERT_FALSE(run.has_value());
        EXPECT_EQ(run.error().code, ErrorCode::FormatUnknown);
    }
}

TEST(ConsoleParser, AFailedExecutionIsAnErrorWithCodeAndLine)
{
    const auto text = test::generateConsole({ .failsToExecute = true });
    const auto run = runOf(text);
    EXPECT_EQ(run.status, RunStatus::Failed);
    ASSERT_EQ(run.errors.size(), 1U);
    EXPECT_EQ(run.errors[0].code, u"0x12"_s);
    EXPECT_EQ(run.errors[0].line, static_cast<quint64>(text.count('\n')));
    EXPECT_EQ(run.errors[0].text, u"Execution of method forward failed with status 0x12"_s);
}

TEST(ConsoleParser, LooksThroughTerminalControls)
{
    const QByteArray plain = "INFO - Profile for Inference:\nINFO - NPU ACTIVE: 12 cycles\n"
                             "INFO - NPU TOTAL: 15 cycles\n";
    auto coloured = plain;
    coloured.replace("INFO", "\x1b[0;32mINFO\x1b[0m").replace("\n", "\r\r\n");
    auto written = plain;
    written.replace("INFO", "^[[0;32mINFO^[[0m").replace("\n", "^M\n");
    written.prepend("<NUL>");
    QByteArray wide("\xff\xfe", 2);
    for (const char c : plain) {
        wide.append(c);
        wide.append('\0');
    }
    for (const auto &text : { coloured, written, wide })
        EXPECT_EQ(jsonOf(text), jsonOf(plain)) << text.toStdString();
    EXPECT_EQ(runOf(plain).profiles[0].counter(u"NPU_ACTIVE"_s)->value, 12U);
}

TEST(ConsoleParser, ThreadsThatCutIntoEachOtherAreToldApart)
{
    const auto run = runOf("sender 0: Sending inference. job=0x205d340, name=kws\n"
                           "runner 0: Received inference job. job=0x205d340\n"
                           "sender 0: Serunner 0: Sending inference response. job=0x205d340\n"
                           "nding inference. job=0x205d38c, name=kws\n"
                           "sender 0: Received job response. job=0x205d340, status=0\n"
                           "sender 1: Sending inference. job=0x205db94, name=runner 0: Received "
                           "inference job. job=0x205d38c\nvww\n"
                           "sender 0: Received job response. job=0x205d38c, status=0\n");
    EXPECT_EQ(run.family, LogFamily::Zephyr);
    EXPECT_EQ(run.status, RunStatus::Complete);
    EXPECT_EQ(run.inferences, 2U);
    ASSERT_EQ(run.jobs.size(), 3U);
    EXPECT_EQ(run.jobs[1].name, u"kws"_s);
    EXPECT_EQ(run.jobs[1].status, 0);
    EXPECT_EQ(run.jobs[2].name, u"vww"_s);
    EXPECT_FALSE(run.jobs[2].status);
}

TEST(ConsoleParser, ReadsTheDriversConfiguration)
{
    const auto run = runOf(
        "I: Optimizer config. product=2, cmd_stream_version=1, macs_per_cc=8, num_axi_ext=1\n"
        "I: Optimizer config. arch version=2.0.0\n"
        "I: Ethos-U config. product=2, cmd_stream_version=1, macs_per_cc=8, num_axi_ext=1\n"
        "I: Ethos-U. arch version=2.0.0\n"
        "I: handle_command_stream: cmd_stream=0x80026a30, cms_length 1029\n"
        "E: NPU status=0x00008004, qread=12, cmd_end_reached=0 (ethosu_device_u85.c:90)\n");
    EXPECT_EQ(run.family, LogFamily::CoreSoftware);
    EXPECT_EQ(run.status, RunStatus::Failed);
    EXPECT_EQ(run.npu->product, u"U85"_s);
    EXPECT_EQ(run.npu->macs, 256U);
    EXPECT_EQ(run.npu->commandStreamVersion, 1U);
    EXPECT_EQ(run.model->commandStreamWords, 1029U);
    EXPECT_EQ(run.model->compiledFor->archVersion, u"2.0.0"_s);
    ASSERT_EQ(run.errors.size(), 1U);
    EXPECT_EQ(run.errors[0].line, 6U);
}

TEST(ConsoleParser, WhatIsNoNumberIsAbsent)
{
    const auto run = runOf("Ethos-U PMU report:\nethosu_pmu_cycle_cntr : lu\n"
                           "ethosu_pmu_cntrzd : 5\nethosu_pmu_cntrzd : llu\nethosu_pmu_cntrzd : 0\n"
                           "Ethos-U PMU Events:[ETHOSU_PMU_NPU_ACTIVE, ETHOSU_PMU_MAC_ACTIVE, "
                           "ETHOSU_PMU_NPU_IDLE, ETHOSU_PMU_WD_ACT");
    ASSERT_EQ(run.profiles.size(), 1U);
    ASSERT_EQ(run.profiles[0].counters.size(), 2U);
    EXPECT_EQ(run.profiles[0].counter(u"NPU_ACTIVE"_s)->value, 5U);
    EXPECT_EQ(run.profiles[0].counter(u"NPU_IDLE"_s)->value, 0U);
}

TEST(ConsoleParser, LayersBelongToTheProfileBehindThem)
{
    const auto run = runOf("INFO - PROF: layer, cycles, macs\nINFO - PROF: 0, 100, 7\n"
                           "INFO - PROF: 1, 200, 8\nINFO - PROF: 2, 300, 9\n"
                           "INFO - Profile for Inference:\nINFO - NPU TOTAL: 600 cycles\n");
    ASSERT_EQ(run.profiles.size(), 1U);
    ASSERT_TRUE(run.profiles[0].layers);
    EXPECT_EQ(run.profiles[0].layers->columns,
        (std::vector<QString>{ u"layer"_s, u"cycles"_s, u"macs"_s }));
    EXPECT_EQ(run.profiles[0].layers->rows[2], (std::vector<qint64>{ 2, 300, 9 }));
}

TEST(ConsoleParser, ADamagedEtdumpIsADiagnostic)
{
    const auto run = runOf(test::generateConsole({ .etdump = "no ETDump, but bytes" }));
    EXPECT_FALSE(run.etdump);
    ASSERT_EQ(run.diagnostics.size(), 1U);
    EXPECT_EQ(run.diagnostics[0].id, u"etdump.damaged"_s);
}

TEST(ConsoleParser, ABlockThatBeginsBecauseALineRepeatsKeepsItsLabel)
{
    const QByteArray pair = "INFO - NPU ACTIVE cycles: 1\nINFO - NPU TOTAL cycles: 2\n";
    const auto named = runOf("INFO - Profile for Inference:\n" + pair + pair);
    ASSERT_EQ(named.profiles.size(), 2U);
    EXPECT_EQ(named.profiles[0].label, u"Inference"_s);
    EXPECT_EQ(named.profiles[1].label, u"Inference"_s);
    const auto slots = runOf(
        "INFO - Profile for Inference:\n" + QByteArray("ethosu_pmu_cntr0 : 5\n").repeated(100));
    ASSERT_EQ(slots.profiles.size(), 100U);
    EXPECT_EQ(slots.profiles.back().label, u"Inference"_s);
}

TEST(ConsoleParser, ALabelOutlivesTheBlockItComesFrom)
{
    for (const auto count : { 1000, 10'500 }) { // moves, and the limit that overwrites the last
        const auto run = runOf("INFO - Profile for Inference:\n"
            + QByteArray("INFO - NPU ACTIVE cycles: 1\n").repeated(count));
        ASSERT_EQ(run.profiles.size(), std::min<size_t>(size_t(count), 10'000));
        for (const auto &profile : run.profiles)
            ASSERT_EQ(profile.label, u"Inference"_s);
    }
}

} // namespace
} // namespace tosaic::profile::consoleparsertests
