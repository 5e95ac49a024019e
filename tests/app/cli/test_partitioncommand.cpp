// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::cli {
namespace {

const auto Compiled = test::fixturePath(u"two_partitions-u55-128"_s);
const auto Model = test::sourcePath(u"tests/fixtures/models/two_partitions.py"_s);

test::Outcome partition(const QStringList &arguments)
{
    return test::outcomeOf(partitionCommand(), arguments);
}

TEST(PartitionCommand, TellsWhatACompileDecided)
{
    const auto json = partition({ Compiled, u"--json"_s }).json();
    EXPECT_FALSE(json[u"preview"_s].toBool());
    EXPECT_EQ(json[u"partitions"_s].toArray().size(), 2);
    EXPECT_TRUE(
        json[u"partitions"_s][1][u"nodes"_s].toArray().contains(u"aten_convolution_default_1"_s));
    const auto cpu = json[u"cpu"_s].toArray();
    ASSERT_EQ(cpu.size(), 1);
    EXPECT_EQ(cpu[0][u"node"_s].toString(), u"aten_sort_default"_s);
    const auto reasons = cpu[0][u"reasons"_s].toArray();
    ASSERT_EQ(reasons.size(), 2) << "both checks that it fails";
    EXPECT_EQ(reasons[0][u"check"_s].toString(), u"BaseTOSASupportList"_s);
    EXPECT_EQ(reasons[1][u"check"_s].toString(), u"CheckArmQuantized"_s);
    EXPECT_FALSE(reasons[1][u"hint"_s].toString().isEmpty());
    const auto boundaries = json[u"boundaries"_s].toArray();
    ASSERT_EQ(boundaries.size(), 4);
    EXPECT_EQ(boundaries[0][u"from"_s].toString(), u"input"_s);
    EXPECT_EQ(boundaries[3][u"to"_s].toString(), u"output"_s);
    EXPECT_EQ(boundaries[1][u"conversions"_s][0][u"operator"_s].toString(),
        u"quantized_decomposed.dequantize_per_tensor.default"_s);
    EXPECT_EQ(json[u"boundaryTotals"_s][u"conversions"_s].toInt(), 4);
}

TEST(PartitionCommand, TellsItToPeopleToo)
{
    const auto text = partition({ Compiled }).out;
    EXPECT_TRUE(text.contains(u"2 partitions, 3 operators on the NPU, 1 on the CPU"_s));
    EXPECT_TRUE(text.contains(u"aten_sort_default"_s));
    EXPECT_TRUE(text.contains(u"-> "_s)) << "what helps";
    EXPECT_TRUE(text.contains(u"Boundary: 5.75 KiB in 4 tensors, 4 conversions"_s));
}

TEST(PartitionCommand, SaysHowItIsMisused)
{
    EXPECT_EQ(partition({}).exitCode, Usage);
    EXPECT_EQ(partition({ Compiled, u"--pin"_s, u"node:x"_s }).exitCode, Usage);
    EXPECT_EQ(partition({ Compiled + u"/two_partitions.pte"_s }).exitCode, Usage);
    const auto wrong = partition({ Model, u"--trust"_s, u"--pin"_s, u"colour:red"_s });
    EXPECT_EQ(wrong.exitCode, Usage);
    EXPECT_TRUE(wrong.err.contains(u"module:PATH"_s));
    EXPECT_EQ(partition({ test::temporaryDir() }).exitCode, BadInput) << "no compile";
}

/// The partitioner itself; without TOSAIC_PYTHON the cases are skipped.
class PartitionPreview : public testing::Test
{
protected:
    void SetUp() override
    {
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: the compilers are not here";
    }
};

TEST_F(PartitionPreview, RunsNoCodeWithoutTrust)
{
    const auto refused = partition({ Model, u"--json"_s });
    EXPECT_EQ(refused.exitCode, Usage);
    EXPECT_TRUE(refused.err.contains(u"trust.needed"_s));
}

TEST_F(PartitionPreview, AsksThePartitionerWithThePins)
{
    const auto outcome = partition({ Model, u"--trust"_s, u"--target"_s, u"ethos-u65-256"_s,
        u"--pin"_s, u"node:aten_relu_default"_s, u"--pin"_s, u"module:gone"_s, u"--json"_s });
    ASSERT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    EXPECT_TRUE(json[u"preview"_s].toBool());
    EXPECT_EQ(json[u"target"_s].toString(), u"ethos-u65-256"_s);
    const auto cpu = json[u"cpu"_s].toArray();
    const auto kept = std::ranges::find_if(
        cpu, [](const QJsonValue &row) { return row[u"node"_s] == u"aten_relu_default"_s; });
    ASSERT_NE(kept, cpu.end());
    EXPECT_EQ((*kept)[u"reasons"_s][0][u"check"_s].toString(), u"keepOnCpu"_s);
    EXPECT_TRUE(outcome.err.contains(u"override.unmatched"_s)) << "the pin that names nothing";
}

} // namespace
} // namespace tosaic::cli
