// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFileInfo>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::cli::partitioncommandtests {
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
    const auto refusals = json[u"refusals"_s].toArray();
    ASSERT_EQ(refusals.size(), 2) << "the same, over the model";
    EXPECT_EQ(refusals[0][u"operators"_s].toArray(), QJsonArray{ u"aten_sort_default"_s });
    EXPECT_FALSE(refusals[0][u"hint"_s].toString().isEmpty());
    EXPECT_FALSE(refusals[0].toObject().contains(u"remedy"_s)) << "no spec gives sort to the NPU";
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

TEST(PartitionCommand, TellsAPinOnceAndCountsInWords)
{
    const auto pinned = test::fixturePath(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto text = partition({ pinned }).out;
    EXPECT_TRUE(text.contains(u"Kept on the CPU by the spec"_s));
    EXPECT_FALSE(text.contains(u"DontPartitionName"_s)) << "the same said twice";
    const auto whole = partition({ test::fixturePath(u"add-u65-256"_s) }).out;
    EXPECT_TRUE(whole.contains(u": 1 partition, "_s)) << whole.toStdString();
}

TEST(PartitionCommand, SaysHowItIsMisused)
{
    EXPECT_EQ(partition({}).exitCode, Usage);
    EXPECT_EQ(partition({ Compiled, u"--pin"_s, u"node:x"_s }).exitCode, Usage);
    EXPECT_EQ(partition({ Compiled, u"--preview"_s }).exitCode, Usage) << "it is no preview";
    EXPECT_EQ(partition({ Model, u"--preview"_s, u"--search"_s, u"cycles"_s }).exitCode, Usage);
    EXPECT_EQ(partition({ Compiled + u"/two_partitions.pte"_s }).exitCode, Usage);
    const auto wrong = partition({ Model, u"--trust"_s, u"--pin"_s, u"colour:red"_s });
    EXPECT_EQ(wrong.exitCode, Usage);
    for (const auto &form : { u"module:PATH"_s, u"line:FILE.py:N"_s, u"island:N"_s })
        EXPECT_TRUE(wrong.err.contains(form)) << wrong.err.toStdString();
    EXPECT_EQ(partition({ Compiled, u"--search"_s, u"cycles"_s }).exitCode, Usage);
    for (const auto &search : { QStringList{ u"--search"_s, u"speed"_s },
             { u"--search"_s, u"cycles"_s, u"--budget"_s, u"0"_s },
             { u"--search"_s, u"cycles"_s, u"--cpu-cost"_s, u"4"_s } })
        EXPECT_EQ(partition(QStringList{ Model, u"--trust"_s } + search).exitCode, Usage)
            << search.join(u' ').toStdString();
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
    const auto refused = partition({ Model, u"--preview"_s, u"--json"_s });
    EXPECT_EQ(refused.exitCode, Usage);
    EXPECT_TRUE(refused.err.contains(u"trust.needed"_s));
    EXPECT_FALSE(refused.json().contains("boundaryTotals"_L1)) << "nothing was cut";
}

TEST_F(PartitionPreview, SearchesForPinsAndSaysWhatCameNearest)
{
    const auto outcome = partition({ Model, u"--trust"_s, u"--search"_s, u"sram<100"_s,
        u"--budget"_s, u"2"_s, u"-o"_s, test::temporaryDir(), u"--json"_s });
    EXPECT_EQ(outcome.exitCode, BadInput) << "nothing needs so little";
    const auto json = outcome.json();
    EXPECT_FALSE(json[u"met"_s].toBool());
    EXPECT_EQ(json[u"searched"_s][u"compiles"_s].toInt(), 2);
    const auto front = json[u"front"_s].toArray();
    ASSERT_FALSE(front.isEmpty());
    EXPECT_TRUE(front[0][u"cycles"_s].isDouble());
    EXPECT_TRUE(front[0][u"sramBytes"_s].isDouble());
    EXPECT_TRUE(front[0][u"boundaries"_s].isDouble());
    EXPECT_TRUE(front[0][u"pins"_s].isArray());
    EXPECT_TRUE(QFileInfo::exists(front[0][u"folder"_s].toString() + u"/result.json"_s));
    EXPECT_EQ(json[u"assumed"_s][u"cpuCyclesPerMac"_s].toDouble(), 4);
}

TEST_F(PartitionPreview, AsksThePartitionerWithThePins)
{
    const auto outcome = partition({ Model, u"--preview"_s, u"--trust"_s, u"--target"_s,
        u"ethos-u65-256"_s, u"--pin"_s, u"node:aten_relu_default"_s, u"--pin"_s, u"module:befroe"_s,
        u"--pin"_s, u"island:0"_s, u"--json"_s });
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
    const auto pins = json[u"pins"_s].toArray();
    ASSERT_EQ(pins.size(), 3);
    EXPECT_EQ(pins[0][u"pin"_s].toString(), u"node:aten_relu_default"_s);
    EXPECT_EQ(pins[0][u"operators"_s].toArray(), QJsonArray{ u"aten_relu_default"_s });
    EXPECT_EQ(pins[1][u"operators"_s].toArray(), QJsonArray{ u"aten_convolution_default_1"_s })
        << "the island that the relu leaves";
    EXPECT_EQ(pins[2][u"likely"_s].toString(), u"before"_s);
}

} // namespace
} // namespace tosaic::cli::partitioncommandtests
