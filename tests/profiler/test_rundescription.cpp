// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/rundescription.h"
#include "tests/profiler/consolegenerator.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::profile::rundescriptiontests {
namespace {

std::vector<DescriptionSection> sectionsOf(const QByteArray &text)
{
    const auto run = parseConsole(text);
    EXPECT_TRUE(run.has_value());
    return run ? describeRun(*run) : std::vector<DescriptionSection>{};
}

QString fact(
    const std::vector<DescriptionSection> &sections, const QString &title, const QString &label)
{
    for (const auto &section : sections) {
        for (const auto &one : section.facts) {
            if (section.title == title && one.label == label)
                return one.value;
        }
    }
    return u"absent"_s;
}

const DescriptionTable *table(const std::vector<DescriptionSection> &sections, const QString &title)
{
    for (const auto &section : sections) {
        if (section.title == title)
            return &section.table;
    }
    return nullptr;
}

TEST(RunDescription, ShowsARunnersConsole)
{
    test::GeneratedProfile profile{ .inferences = 1,
        .delegations = 2,
        .cpuDelegate = 10,
        .cpuInference = 1,
        .cpuWait = 8,
        .npuCycles = 1'234'567 };
    profile.counters.emplace_back(u"NPU_ACTIVE"_s, 7);
    const auto sections = sectionsOf(test::generateConsole({ .pteBytes = 4096,
        .plannedBuffers = { 1000 },
        .methodUsed = 500,
        .profiles = { profile },
        .outputs = { { 0.25, -1.5 } } }));
    EXPECT_EQ(fact(sections, u"Console"_s, u"Family"_s), u"executorch-runner"_s);
    EXPECT_EQ(fact(sections, u"Console"_s, u"Status"_s), u"complete"_s);
    EXPECT_EQ(fact(sections, u"Console"_s, u"Inferences"_s), u"1 inference"_s);
    EXPECT_EQ(fact(sections, u"Model"_s, u"Program size"_s), u"4,096 bytes (4 KiB)"_s);
    EXPECT_EQ(fact(sections, u"Memory"_s, u"Planned buffers"_s), u"1,000 bytes"_s);
    EXPECT_TRUE(fact(sections, u"Memory"_s, u"Method allocator"_s).startsWith(u"500 bytes used"_s));
    const auto measurement = u"Measurement 1"_s;
    EXPECT_EQ(fact(sections, measurement, u"Measured over"_s), u"1 inference"_s);
    EXPECT_EQ(fact(sections, measurement, u"CPU, inference"_s),
        u"1 cycle (whole inference, waits for the NPU included)"_s);
    EXPECT_EQ(fact(sections, measurement, u"CPU, waiting for the NPU"_s),
        u"8 cycles (between begin and end of the NPU)"_s);
    EXPECT_EQ(fact(sections, measurement, u"CPU by operator"_s), u"ethos-u 10 cycles"_s);
    const auto *counters = table(sections, measurement);
    ASSERT_TRUE(counters);
    ASSERT_EQ(counters->rows.size(), 2U);
    EXPECT_EQ(counters->rows[0],
        (QStringList{ u"CYCLE_COUNTER"_s, u"1,234,567"_s, u"cycles"_s, u"counted"_s }));
    const auto *outputs = table(sections, u"Outputs"_s);
    ASSERT_TRUE(outputs);
    EXPECT_EQ(outputs->rows[0], (QStringList{ u"0"_s, u"2"_s, u"2"_s, u"0.25, -1.5"_s }));
}

TEST(RunDescription, MarksComputedCountersAndMeans)
{
    const auto sections = sectionsOf("INFO - Profile for Inference:\nINFO - NPU IDLE: 3 cycles\n"
                                     "ERROR - something broke\n"
                                     "Inference Run #1, inference time: 68.75ms\n"
                                     "Inference Run #2, inference time: 68.990001ms\n"
                                     "Average inference time: 68.87ms over 2 runs\n");
    const auto *counters = table(sections, u"Measurement 1: Inference"_s);
    ASSERT_TRUE(counters);
    EXPECT_EQ(counters->rows[0].last(), u"computed"_s);
    EXPECT_EQ(
        fact(sections, u"Measurement 2"_s, u"Time of one inference"_s), u"68.87 ms, mean of 2"_s);
    EXPECT_EQ(
        fact(sections, u"Measurement 2"_s, u"Single inferences"_s), u"68.75 ms, 68.990001 ms"_s);
    const auto *errors = table(sections, u"Errors in the log"_s);
    ASSERT_TRUE(errors);
    EXPECT_EQ(errors->rows[0], (QStringList{ u"3"_s, {}, u"something broke"_s }));
}

TEST(RunDescription, SaysWhetherValuesAreSums)
{
    const auto sections = sectionsOf(
        test::generateConsole({ .profiles = { { .inferences = 3, .npuCycles = 9 } } }));
    EXPECT_EQ(fact(sections, u"Measurement 1"_s, u"Counters are"_s), u"sums over all inferences"_s);
    EXPECT_EQ(fact(sections, u"Measurement 1"_s, u"Measured over"_s), u"3 inferences"_s);
}

TEST(RunDescription, SaysWhatTheConsoleDoesNotTell)
{
    const auto sections = sectionsOf("Arch: v1.1.0\nDriver: v0.16.0\n");
    EXPECT_EQ(fact(sections, u"NPU"_s, u"Product"_s), u"Not known"_s);
    EXPECT_EQ(fact(sections, u"NPU"_s, u"MACs per cycle"_s), u"Not known"_s);
    EXPECT_EQ(fact(sections, u"NPU"_s, u"Driver version"_s), u"0.16.0"_s);
    EXPECT_EQ(fact(sections, u"Console"_s, u"Inferences"_s), u"absent"_s);
    EXPECT_EQ(table(sections, u"Memory"_s), nullptr);
}

} // namespace
} // namespace tosaic::profile::rundescriptiontests
