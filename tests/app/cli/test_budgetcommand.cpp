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
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::test::budgetcommandtests {

namespace {

Outcome budget(const QStringList &arguments)
{
    return outcomeOf(cli::budgetCommand(), arguments);
}

QString writtenAt(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return path;
}

const auto MobileNet = u"mobilenet_v2-u55-128"_s;

/// Boards from a folder of the test instead of those that come with the program.
class OwnBoards : public testing::Test
{
protected:
    void SetUp() override
    {
        const auto folder = temporaryDir() + u"/cliboards"_s;
        writtenAt(folder + u"/small.json"_s,
            R"({"formatVersion":1,"boards":[{"id":"small","name":"Small","memories":[)"
            R"({"name":"S","uses":["sram"],"bytes":100000},)"
            R"({"name":"F","uses":["flash"],"bytes":4000000},)"
            R"({"name":"D","uses":["dram"],"bytes":4000000}]}]})");
        qputenv("TOSAIC_BOARDS", folder.toUtf8());
    }
    void TearDown() override { qunsetenv("TOSAIC_BOARDS"); }
};

} // namespace

TEST(BudgetCommand, ListsTheBoards)
{
    const auto outcome = budget({ u"--list"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine);
    EXPECT_TRUE(outcome.out.contains(u"corstone-300"_s));
    EXPECT_TRUE(outcome.out.contains(u"not known"_s)) << "sizes without a source";
}

TEST(BudgetCommand, SaysThatAModelFits)
{
    const auto outcome = budget({ fixturePath(MobileNet), u"--board"_s, u"corstone-300"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.out.endsWith(u"fits\n"_s)) << outcome.out.toStdString();
    EXPECT_TRUE(outcome.out.contains(u"Shared_Sram"_s));
}

TEST_F(OwnBoards, OverIsExitCodeOneWithTheBytes)
{
    const auto outcome = budget({ fixturePath(MobileNet), u"--board"_s, u"Small"_s, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    const auto json = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    EXPECT_EQ(json[u"verdict"_s], u"over"_s);
    EXPECT_EQ(json[u"origin"_s], u"est"_s);
    const auto sram = json[u"memories"_s].toArray().first().toObject();
    EXPECT_EQ(sram[u"needBytes"_s], 149'488);
    EXPECT_EQ(sram[u"capacityBytes"_s], 100'000);
    EXPECT_EQ(sram[u"restBytes"_s], -49'488);
    EXPECT_EQ(sram[u"parts"_s].toArray().first().toObject()[u"kind"_s], u"scratch"_s);
    EXPECT_EQ(json[u"ports"_s].toArray().first().toObject()[u"bytesPerInference"_s], 1'937'924);
}

TEST_F(OwnBoards, AnotherSpecIsNotPretendedToBeKnown)
{
    const auto spec = writtenAt(temporaryDir() + u"/other.json"_s,
        R"({"target":"ethos-u55-128","memoryMode":"Sram_Only"})");
    // A program alone: no TOSA to estimate from.
    const auto program = temporaryDir() + u"/alone.pte"_s;
    ASSERT_TRUE(QFile::copy(fixturePath(MobileNet) + u"/mobilenet_v2.pte"_s, program));
    const auto outcome
        = budget({ program, u"--board"_s, u"small"_s, u"--spec"_s, spec, u"--json"_s });
    EXPECT_TRUE(outcome.err.contains(u"budget.not-estimated"_s));
    EXPECT_TRUE(outcome.err.contains(u"tosaic-cli compile MODEL --spec "_s + spec))
        << outcome.err.toStdString();
    const auto json = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    EXPECT_EQ(json[u"memoryMode"_s], u"Sram_Only"_s);
    const auto sram = json[u"memories"_s].toArray().first().toObject();
    EXPECT_FALSE(sram.contains(u"needBytes"_s)) << "not known is left out";
    EXPECT_FALSE(sram.contains(u"restBytes"_s));
    EXPECT_FALSE(outcome.out.contains(u"null"_s));
    EXPECT_EQ(sram[u"verdict"_s], u"unknown"_s);
}

TEST(BudgetCommand, AnotherSpecIsEstimatedFromTheKeptTosa)
{
    const auto spec = writtenAt(temporaryDir() + u"/other.json"_s,
        R"({"target":"ethos-u55-128","memoryMode":"Sram_Only"})");
    const QStringList asked{ fixturePath(u"add-u55-128"_s), u"--board"_s, u"corstone-300"_s,
        u"--spec"_s, spec, u"--json"_s };
    const auto without = budget(asked + QStringList{ u"--python"_s, u"/nowhere/python"_s });
    EXPECT_EQ(without.exitCode, cli::ToolFailed);
    EXPECT_TRUE(without.err.contains(u"tool.missing"_s)) << without.err.toStdString();
    EXPECT_TRUE(without.err.contains(u"budget.not-estimated"_s));
    if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no Vela";
    const auto needOf = [](const Outcome &outcome) -> QJsonValue {
        const auto json = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
        EXPECT_EQ(json[u"memoryMode"_s], u"Sram_Only"_s);
        return json[u"memories"_s].toArray().first().toObject()[u"needBytes"_s];
    };
    const auto estimated = budget(asked);
    EXPECT_EQ(estimated.exitCode, cli::Fine) << estimated.err.toStdString();
    EXPECT_FALSE(estimated.err.contains(u"budget.not-estimated"_s)) << estimated.err.toStdString();
    const auto compiled = budget(
        { fixturePath(u"add-u55-128-sram_only"_s), u"--board"_s, u"corstone-300"_s, u"--json"_s });
    EXPECT_TRUE(needOf(estimated).isDouble());
    EXPECT_EQ(needOf(estimated), needOf(compiled));
}

TEST(BudgetCommand, ABoardWithoutThatNpuIsNoFit)
{
    const auto asked
        = QStringList{ fixturePath(u"softmax-u85-256"_s), u"--board"_s, u"corstone-300"_s };
    const auto outcome = budget(asked + QStringList{ u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"budget.npu"_s)) << outcome.err.toStdString();
    EXPECT_NE(outcome.json()[u"verdict"_s], u"fits"_s);
    EXPECT_FALSE(budget(asked).out.endsWith(u"fits\n"_s));
    const auto markdown = budget(asked + QStringList{ u"--format"_s, u"markdown"_s }).out;
    EXPECT_TRUE(markdown.contains(u"cannot run on"_s)) << markdown.toStdString();
}

/// The keys are for programs; people read the words of the memory picture.
TEST_F(OwnBoards, MemoriesAndPartsHaveTheWordsOfTheWindow)
{
    const QStringList asked{ fixturePath(MobileNet), u"--board"_s, u"small"_s };
    for (const auto &form : { QStringList{}, QStringList{ u"--format"_s, u"markdown"_s } }) {
        const auto text = budget(asked + form).out;
        for (const auto &words : { u"On-chip SRAM"_s, u"Off-chip flash"_s, u"Planned buffers"_s,
                 u"Rest of the .pte"_s, u"over by 48.3 KiB"_s })
            EXPECT_TRUE(text.contains(words)) << words.toStdString() << text.toStdString();
        for (const auto &key : { u"plannedBuffers"_s, u"restOfFile"_s, u"external"_s })
            EXPECT_FALSE(text.contains(key)) << key.toStdString() << text.toStdString();
    }
    EXPECT_TRUE(budget(asked + QStringList{ u"--json"_s }).out.contains(u"\"plannedBuffers\""_s));
}

TEST(BudgetCommand, WithoutADelegateTheHeaderHasNoHoles)
{
    const auto program = temporaryDir() + u"/softmax.pte"_s; // without the compile beside it
    ASSERT_TRUE(QFile::copy(fixturePath(u"softmax-cpu/softmax.pte"_s), program));
    const auto outcome = budget({ program, u"--board"_s, u"corstone-300"_s });
    EXPECT_TRUE(outcome.out.startsWith(u"no Ethos-U delegate on "_s)) << outcome.out.toStdString();
    EXPECT_FALSE(outcome.err.contains(u"budget.npu"_s)) << outcome.err.toStdString();
}

TEST(BudgetCommand, SaysWhatIsWrong)
{
    EXPECT_EQ(budget({ fixturePath(MobileNet) }).exitCode, cli::Usage);
    EXPECT_EQ(budget({ u"--board"_s, u"corstone-300"_s }).exitCode, cli::Usage);
    const auto noBoard = budget({ fixturePath(MobileNet), u"--board"_s, u"nothing"_s });
    EXPECT_EQ(noBoard.exitCode, cli::Usage);
    EXPECT_TRUE(noBoard.err.contains(u"--list"_s));
    const auto noFile = budget({ u"/nowhere.pte"_s, u"--board"_s, u"corstone-300"_s });
    EXPECT_EQ(noFile.exitCode, cli::BadInput);
    EXPECT_TRUE(noFile.err.contains(u"io.open"_s));
}

} // namespace tosaic::test::budgetcommandtests
