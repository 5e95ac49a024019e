// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

Outcome here(const QStringList &arguments)
{
    return outcomeOf(cli::runCommand(), QStringList{ u"here"_s } + arguments);
}

const auto Softmax = u"softmax-u85-256/softmax.pte"_s;
const auto Transformer = u"transformer_block-u85-256/transformer_block.pte"_s;

} // namespace

TEST(RunHere, JudgesOutputs)
{
    const auto program = fixturePath(Transformer);
    const auto folder = temporaryDir();
    const auto first = here({ program, u"-o"_s, folder + u"/a"_s, u"--json"_s });
    ASSERT_EQ(first.exitCode, cli::Fine) << first.err.toStdString();
    auto json = first.json();
    EXPECT_EQ(json["verdict"_L1].toString(), u"not-judged"_s);
    const auto output = json["outputs"_L1].toArray()[0].toObject();
    EXPECT_EQ(output["dtype"_L1].toString(), u"float32"_s);
    EXPECT_EQ(output["index"_L1].toInt(-1), 0);
    EXPECT_EQ(output["shape"_L1].toArray().size(), 3);
    const auto file = output["file"_L1].toString();
    ASSERT_TRUE(QFile::exists(file));
    const auto delegate = json["delegates"_L1].toArray()[0].toObject();
    EXPECT_EQ(delegate["engine"_L1].toString(), u"npu-simulator"_s);
    EXPECT_EQ(delegate["kicks"_L1].toInt(), 71);
    EXPECT_TRUE(json["refused"_L1].toArray().isEmpty());
    EXPECT_TRUE(json["checks"_L1].toArray().isEmpty());

    const auto same = here({ program, u"--expect"_s, u"0="_s + file, u"--json"_s });
    EXPECT_EQ(same.exitCode, cli::Fine);
    EXPECT_EQ(same.json()["verdict"_L1].toString(), u"pass"_s);

    const auto other
        = here({ program, u"--seed"_s, u"8"_s, u"--expect"_s, u"0="_s + file, u"--json"_s });
    EXPECT_EQ(other.exitCode, cli::BadInput);
    json = other.json();
    EXPECT_EQ(json["verdict"_L1].toString(), u"fail"_s);
    const auto failure = json["failures"_L1].toArray()[0].toObject();
    EXPECT_EQ(failure["output"_L1].toInt(-1), 0);
    EXPECT_EQ(failure["elements"_L1].toInt(), 512);
    EXPECT_GT(failure["differing"_L1].toInt(), 0);
    EXPECT_GT(failure["maxAbs"_L1].toDouble(), 0);
    EXPECT_EQ(
        here({ program, u"--seed"_s, u"8"_s, u"--expect"_s, u"0="_s + file, u"--atol"_s, u"100"_s })
            .exitCode,
        cli::Fine);
}

TEST(RunHere, ReadsInputsFromFiles)
{
    const auto program = fixturePath(Softmax);
    const auto folder = temporaryDir();
    ASSERT_EQ(here({ program, u"-o"_s, folder }).exitCode, cli::Fine);
    // The result has the shape of the input: softmax of softmax.
    const auto again = here({ program, u"--input"_s, u"0="_s + folder + u"/output0.npy"_s });
    EXPECT_EQ(again.exitCode, cli::Fine) << again.err.toStdString();
    EXPECT_TRUE(again.out.contains(u"functional, no timing"_s));
    EXPECT_EQ(here({ program, u"--input"_s, u"1="_s + folder + u"/output0.npy"_s }).exitCode,
        cli::BadInput);
    EXPECT_EQ(
        here({ program, u"--input"_s, u"0="_s + folder + u"/no.npy"_s }).exitCode, cli::BadInput);
}

TEST(RunHere, AFileThatIsNoArrayIsBadInput)
{
    const auto program = fixturePath(Softmax);
    const auto wrong = u"0="_s + fixturePath(u"softmax-u85-256/partition0/console.txt"_s);
    EXPECT_EQ(here({ program, u"--input"_s, wrong }).exitCode, cli::BadInput);
    EXPECT_EQ(here({ program, u"--expect"_s, wrong }).exitCode, cli::BadInput);
}

TEST(RunHere, MisuseAndWhatCannotBeRun)
{
    EXPECT_EQ(here({}).exitCode, cli::Usage);
    const auto program = fixturePath(Softmax);
    EXPECT_EQ(here({ program, u"--input"_s, u"x.npy"_s }).exitCode, cli::Usage);
    EXPECT_EQ(here({ program, u"--expect"_s, u"a=x.npy"_s }).exitCode, cli::Usage);
    EXPECT_EQ(here({ program, u"--atol"_s, u"-1"_s }).exitCode, cli::Usage);
    EXPECT_EQ(here({ program, u"--seed"_s, u"-1"_s }).exitCode, cli::Usage);
    EXPECT_EQ(here({ u"/no/such.pte"_s }).exitCode, cli::BadInput);
    const auto network = here({ fixturePath(u"softmax-u85-256/partition0/partition.tosa"_s) });
    EXPECT_EQ(network.exitCode, cli::ToolFailed);
    EXPECT_TRUE(network.err.contains(u"format.unsupported"_s)) << network.err.toStdString();
}

} // namespace tosaic::test
