// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace tosaic::test::diffcommandtests {

namespace {

Outcome diff(const QString &oldSide, const QString &newSide, const QStringList &more = {})
{
    return outcomeOf(
        cli::diffCommand(), QStringList{ fixturePath(oldSide), fixturePath(newSide) } + more);
}

} // namespace

TEST(DiffCommand, SaysWhatMovedAndWhy)
{
    const auto outcome
        = diff(u"mobilenet_v2-u55-128"_s, u"mobilenet_v2-u55-128-conv_on_cpu"_s, { u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    const auto moves = json["moves"_L1].toArray();
    ASSERT_EQ(moves.size(), 1);
    EXPECT_EQ(moves[0]["old"_L1].toString(), u"npu"_s);
    EXPECT_EQ(moves[0]["new"_L1].toString(), u"cpu"_s);
    EXPECT_FALSE(moves[0]["reasons"_L1].toArray().isEmpty());
    EXPECT_EQ(json["partitions"_L1].toArray().size(), 2);
    // Other TOSA with other names: module paths and order say which is which.
    EXPECT_GE(json["matchedCosts"_L1].toInt(-1), 81) << "of 83, one of which is on the CPU now";
    int byContent = 0;
    for (const auto &one : json["operators"_L1].toArray()) {
        EXPECT_EQ(one.toObject().contains("match"_L1),
            !one["cycles"_L1]["verdict"_L1].toString().startsWith(u"only"_s));
        byContent += one["match"_L1] == u"content"_s;
    }
    EXPECT_GE(byContent, 81);
    EXPECT_FALSE(json["kinds"_L1].toArray().isEmpty());
    EXPECT_FALSE(json["spec"_L1].toArray().isEmpty());
    const auto text = diff(u"mobilenet_v2-u55-128"_s, u"mobilenet_v2-u55-128-conv_on_cpu"_s).out;
    EXPECT_TRUE(text.contains(u"operators on the CPU are in no estimate"_s)) << text.toStdString();
}

TEST(DiffCommand, NamesCompilersOfOtherVersions)
{
    const auto folder = temporaryDir() + u"/newer"_s;
    ASSERT_TRUE(QDir().mkpath(folder));
    QFile file(fixturePath(u"add-u55-128/result.json"_s));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    QFile made(folder + u"/result.json"_s);
    ASSERT_TRUE(made.open(QIODevice::WriteOnly));
    made.write(file.readAll().replace("\"vela\": \"5.1.0\"", "\"vela\": \"5.2.0\""));
    made.close();
    const auto asked = [&](const QStringList &more) {
        return outcomeOf(
            cli::diffCommand(), QStringList{ fixturePath(u"add-u55-128"_s), folder } + more);
    };
    EXPECT_TRUE(asked({}).out.contains(u"Compilers: Vela 5.1.0 → 5.2.0."_s))
        << qPrintable(asked({}).out);
    const auto tools = asked({ u"--json"_s }).json()["tools"_L1].toArray();
    ASSERT_EQ(tools.size(), 1);
    EXPECT_EQ(tools[0]["new"_L1], u"5.2.0"_s);
}

TEST(DiffCommand, SaysOneSentenceAndOneVerdict)
{
    const auto mobileNet = u"mobilenet_v2-u55-128"_s;
    const auto same = diff(mobileNet, mobileNet, { u"--json"_s, u"--fail-above"_s, u"0"_s });
    EXPECT_EQ(same.exitCode, cli::Fine);
    EXPECT_EQ(same.json()["verdict"_L1], u"same"_s);
    EXPECT_TRUE(same.json()["gate"_L1]["passed"_L1].toBool());
    EXPECT_EQ(
        same.json()["matchedCosts"_L1].toInteger(), same.json()["operators"_L1].toArray().size());
    const auto pinned = diff(mobileNet, u"mobilenet_v2-u55-128-conv_on_cpu"_s,
        { u"--json"_s, u"--fail-above"_s, u"0"_s });
    EXPECT_EQ(pinned.exitCode, cli::BadInput);
    EXPECT_EQ(pinned.json()["verdict"_L1], u"worse"_s);
    EXPECT_FALSE(pinned.json()["gate"_L1]["passed"_L1].toBool(true));
    EXPECT_EQ(pinned.json()["gate"_L1]["judged"_L1].toArray().size(), 1);
    EXPECT_FALSE(pinned.json()["sentence"_L1].toString().isEmpty());
    // Less flash for more SRAM is neither better nor worse.
    EXPECT_EQ(
        diff(u"add-u55-128"_s, u"add-u55-128-sram_only"_s, { u"--json"_s }).json()["verdict"_L1],
        u"mixed"_s);
    // Nothing passes that cannot be judged.
    const auto failed
        = diff(mobileNet, u"failed-shape"_s, { u"--json"_s, u"--fail-above"_s, u"5"_s });
    EXPECT_EQ(failed.exitCode, cli::BadInput);
    EXPECT_EQ(failed.json()["verdict"_L1], u"not-comparable"_s);
    EXPECT_EQ(failed.json()["gate"_L1]["absent"_L1].toArray().size(), 1);
}

TEST(DiffCommand, MemoriesAndOperatorsOfOneLowering)
{
    const auto json
        = diff(u"two_partitions-u55-128"_s, u"two_partitions-u65-256-shared"_s, { u"--json"_s })
              .json();
    const auto metrics = json["metrics"_L1].toObject();
    const auto cycles = metrics["cyclesTotal"_L1].toObject();
    // The clocks differ, so that cycles do not compare: 500 MHz and 1 GHz.
    const auto time = metrics["inferenceTimeSeconds"_L1].toObject();
    EXPECT_NEAR(time["old"_L1].toDouble(), cycles["old"_L1].toDouble() / 500e6, 1e-6);
    EXPECT_NEAR(time["new"_L1].toDouble(), cycles["new"_L1].toDouble() / 1e9, 1e-6);
    double oldSum = 0;
    double newSum = 0;
    for (const auto &one : json["operators"_L1].toArray()) {
        oldSum += one["cycles"_L1]["old"_L1].toDouble();
        newSum += one["cycles"_L1]["new"_L1].toDouble();
    }
    EXPECT_EQ(oldSum, cycles["old"_L1].toDouble());
    EXPECT_EQ(newSum, cycles["new"_L1].toDouble());
    EXPECT_GT(json["matchedCosts"_L1].toInt(), 0);
    const auto sram = json["memories"_L1]["Sram"_L1]["usedBytes"_L1].toObject();
    EXPECT_EQ(sram["old"_L1], metrics["sramBytes"_L1]["old"_L1]);
}

TEST(DiffCommand, AProgramStandsForTheCompileThatMadeIt)
{
    const auto outcome = diff(u"add-u55-128/add.pte"_s, u"add-u55-128-sram_only/add.pte"_s);
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.out.contains(u"Shared_Sram → Sram_Only"_s)) << outcome.out.toStdString();
}

TEST(DiffCommand, FailsWhenCyclesGrowTooMuch)
{
    const auto slow = u"two_partitions-u55-128"_s;
    const auto fast = u"two_partitions-u65-256-shared"_s;
    EXPECT_EQ(diff(slow, fast, { u"--fail-above"_s, u"0"_s }).exitCode, cli::Fine);
    EXPECT_EQ(diff(fast, slow, { u"--fail-above"_s, u"5"_s }).exitCode, cli::BadInput);
    EXPECT_EQ(diff(fast, slow, { u"--fail-above"_s, u"500"_s }).exitCode, cli::Fine);
    for (const auto *odd : { "much", "nan" })
        EXPECT_EQ(
            diff(fast, slow, { u"--fail-above"_s, QString::fromLatin1(odd) }).exitCode, cli::Usage)
            << odd;
    const auto unknown = diff(u"add-u55-128"_s, u"softmax-cpu"_s, { u"--fail-above"_s, u"5"_s });
    EXPECT_EQ(unknown.exitCode, cli::BadInput);
    EXPECT_TRUE(unknown.err.contains(u"diff.not-known"_s));
}

TEST(DiffCommand, ACompileThatFailedIsNotBetter)
{
    const auto folder = temporaryDir();
    QFile file(folder + u"/result.json"_s);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"({"formatVersion":1,"status":"failed","spec":{"target":"ethos-u55-128"}})");
    file.close();
    const auto outcome = outcomeOf(cli::diffCommand(), { fixturePath(u"add-u55-128"_s), folder });
    EXPECT_TRUE(outcome.err.contains(u"diff.not-succeeded"_s)) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.out.contains(u"The cycles of one side are not known"_s))
        << outcome.out.toStdString();
    EXPECT_FALSE(outcome.out.contains(u"better"_s)) << outcome.out.toStdString();
}

TEST(DiffCommand, SaysWhatCrossesBetweenCpuAndNpu)
{
    const auto metrics
        = diff(u"mobilenet_v2-u55-128"_s, u"mobilenet_v2-u55-128-conv_on_cpu"_s, { u"--json"_s })
              .json()["metrics"_L1]
              .toObject();
    const auto bytes = metrics["boundaryBytes"_L1].toObject();
    EXPECT_GT(bytes["old"_L1].toDouble(), 0);
    EXPECT_GT(bytes["new"_L1].toDouble(), bytes["old"_L1].toDouble()) << "an island of the CPU";
    EXPECT_EQ(bytes["verdict"_L1], u"worse"_s);
    EXPECT_GT(
        metrics["conversions"_L1]["new"_L1].toInt(), metrics["conversions"_L1]["old"_L1].toInt());
    EXPECT_FALSE(diff(u"add-u55-128"_s, u"failed-shape"_s, { u"--json"_s })
                     .json()["metrics"_L1]["boundaryBytes"_L1]
                     .toObject()
                     .contains("new"_L1))
        << "a compile that failed crosses nothing that is known";
}

TEST(DiffCommand, SeveralCompilesAreColumns)
{
    const QStringList sides{ fixturePath(u"add-u55-128"_s), fixturePath(u"add-u55-128-sram_only"_s),
        fixturePath(u"add-u65-256"_s) };
    const auto json = outcomeOf(cli::diffCommand(), sides + QStringList{ u"--json"_s }).json();
    EXPECT_EQ(json["base"_L1], sides[0]);
    const auto all = json["comparisons"_L1].toArray();
    ASSERT_EQ(all.size(), 2);
    for (int i = 0; i < 2; ++i) {
        auto one = all[i].toObject();
        EXPECT_EQ(one.take("side"_L1).toString(), sides[i + 1]);
        EXPECT_EQ(
            one, outcomeOf(cli::diffCommand(), { sides[0], sides[i + 1], u"--json"_s }).json())
            << "as of the two alone";
    }
    EXPECT_EQ(json["verdict"_L1], u"mixed"_s);
    const auto text = outcomeOf(cli::diffCommand(), sides, { 0 }).out;
    const auto line = text.section(u'\n', 0, 0);
    for (const auto &side : sides)
        EXPECT_TRUE(line.contains(QFileInfo(side).fileName())) << text.toStdString();
    const auto gate = outcomeOf(
        cli::diffCommand(), sides + QStringList{ u"--fail-above"_s, u"0"_s, u"--json"_s });
    EXPECT_EQ(gate.exitCode, cli::BadInput) << "one of them is enough";
    EXPECT_FALSE(gate.json()["gate"_L1]["passed"_L1].toBool(true));
    const auto junit = outcomeOf(cli::diffCommand(),
        sides + QStringList{ u"--fail-above"_s, u"0"_s, u"--format"_s, u"junit"_s });
    EXPECT_TRUE(junit.out.contains(u"<failure"_s)) << junit.out.toStdString();
}

TEST(DiffCommand, WhatIsNoCompileIsNamed)
{
    const auto outcome = outcomeOf(
        cli::diffCommand(), { fixturePath(u"add-u55-128"_s), fixturePath(u"MANIFEST.json"_s) });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"MANIFEST.json"_s)) << outcome.err.toStdString();
    EXPECT_EQ(outcomeOf(cli::diffCommand(), { u"one"_s }).exitCode, cli::Usage);
}

TEST(DiffCommand, ProgramsWithoutTheirCompileAreComparedByWhatTheyTell)
{
    const QTemporaryDir folder;
    QStringList programs;
    for (const auto &name : { u"mobilenet_v2-u55-128"_s, u"mobilenet_v2-u55-128-conv_on_cpu"_s }) {
        programs << folder.filePath(name + u".pte"_s);
        ASSERT_TRUE(QFile::copy(fixturePath(name + u"/mobilenet_v2.pte"_s), programs.constLast()));
    }
    const auto outcome = outcomeOf(cli::diffCommand(), programs + QStringList{ u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.err.contains(u"diff.no-compile"_s)) << outcome.err.toStdString();
    const auto json = outcome.json();
    const auto whole
        = diff(u"mobilenet_v2-u55-128"_s, u"mobilenet_v2-u55-128-conv_on_cpu"_s, { u"--json"_s })
              .json();
    for (const auto &key : { u"pteBytes"_s, u"flashBytes"_s, u"partitions"_s })
        EXPECT_EQ(json["metrics"_L1][key], whole["metrics"_L1][key]) << key.toStdString();
    EXPECT_FALSE(json["metrics"_L1].toObject().contains("cyclesTotal"_L1));
    EXPECT_EQ(json["verdict"_L1].toString(), u"not-comparable"_s) << "nothing tells the speed";
    const auto told = json["program"_L1];
    EXPECT_EQ(told["delegates"_L1]["EthosUBackend"_L1]["old"_L1].toInt(), 1);
    EXPECT_EQ(told["delegates"_L1]["EthosUBackend"_L1]["new"_L1].toInt(), 2);
    EXPECT_EQ(told["kernels"_L1]["aten::convolution.out"_L1]["old"_L1].toInt(-1), 0);
    EXPECT_EQ(told["kernels"_L1]["aten::convolution.out"_L1]["new"_L1].toInt(), 1);
    EXPECT_GT(told["npuOperations"_L1]["CONV"_L1]["old"_L1].toInt(),
        told["npuOperations"_L1]["CONV"_L1]["new"_L1].toInt());
    EXPECT_GT(told["commandBytes"_L1]["old"_L1].toInt(), 1000);
    EXPECT_FALSE(whole.contains("program"_L1)) << "the compiles tell more";
    const auto text = outcomeOf(cli::diffCommand(), programs).out;
    EXPECT_TRUE(text.contains(u"CPU kernels aten::convolution.out: 0 -> 1"_s))
        << text.toStdString();
    const auto gate
        = outcomeOf(cli::diffCommand(), programs + QStringList{ u"--fail-above"_s, u"5"_s });
    EXPECT_EQ(gate.exitCode, cli::BadInput) << "nobody can tell";
}

} // namespace tosaic::test::diffcommandtests
