// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The TOSA reference model of the pinned packages; without TOSAIC_PYTHON the cases are skipped.
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::test::referencecommandtests {

namespace {

const auto AddTosa = u"add-u55-128/partition0/partition.tosa"_s;

Outcome reference(const QString &tosa, const QString &folder, const QStringList &more = {})
{
    return outcomeOf(
        cli::referenceCommand(), QStringList{ tosa, u"-o"_s, folder, u"--json"_s } + more);
}

class ReferenceCommandTest : public testing::Test
{
protected:
    void SetUp() override
    {
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: no TOSA reference model";
    }
};

} // namespace

TEST_F(ReferenceCommandTest, SeededInputsGiveTheSameOutputsAgain)
{
    const auto folder = temporaryDir();
    const auto first = reference(fixturePath(AddTosa), folder + u"/a"_s);
    ASSERT_EQ(first.exitCode, cli::Fine) << first.err.toStdString();
    const auto output = first.json()["outputs"_L1].toArray()[0].toObject();
    const auto name = output["name"_L1].toString();
    const auto path = folder + u"/a/"_s + output["path"_L1].toString();
    EXPECT_TRUE(QFile::exists(path));

    const auto again
        = reference(fixturePath(AddTosa), folder + u"/b"_s, { u"--expect"_s, name + u'=' + path });
    EXPECT_EQ(again.exitCode, cli::Fine) << again.err.toStdString();
    EXPECT_TRUE(again.json()["comparisons"_L1].toArray()[0]["within"_L1].toBool());

    const auto other = reference(fixturePath(AddTosa), folder + u"/c"_s,
        { u"--seed"_s, u"7"_s, u"--expect"_s, name + u'=' + path });
    EXPECT_EQ(other.exitCode, cli::BadInput);
    EXPECT_TRUE(other.err.contains(u"reference.differs"_s));
    const auto tolerant = reference(fixturePath(AddTosa), folder + u"/d"_s,
        { u"--seed"_s, u"7"_s, u"--atol"_s, u"256"_s, u"--expect"_s, name + u'=' + path });
    EXPECT_EQ(tolerant.exitCode, cli::Fine) << tolerant.err.toStdString();
}

TEST_F(ReferenceCommandTest, WhatCannotBeComparedIsSaidAtTheExpectedFile)
{
    const auto folder = temporaryDir();
    const auto first = reference(fixturePath(AddTosa), folder + u"/a"_s);
    ASSERT_EQ(first.exitCode, cli::Fine) << first.err.toStdString();
    const auto output = first.json()["outputs"_L1].toArray()[0].toObject();
    const auto name = output["name"_L1].toString();
    QFile expected(folder + u"/short.npy"_s);
    ASSERT_TRUE(expected.open(QIODevice::WriteOnly));
    QByteArray header = "{'descr': '|i1', 'fortran_order': False, 'shape': (1,), }";
    header = header.leftJustified(117) + '\n';
    expected.write(QByteArray("\x93NUMPY\x01\x00\x76\x00", 10) + header + '\x05');
    expected.close();
    const auto outcome = reference(fixturePath(AddTosa), folder + u"/b"_s,
        { u"--expect"_s, name + u'=' + expected.fileName() });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"reference.size: "_s + expected.fileName()))
        << outcome.err.toStdString();
}

TEST_F(ReferenceCommandTest, AnAddAddsWhatItIsGiven)
{
    const auto folder = temporaryDir();
    const auto first = reference(fixturePath(AddTosa), folder + u"/a"_s);
    ASSERT_EQ(first.exitCode, cli::Fine);
    const auto inputs = first.json()["inputs"_L1].toArray();
    ASSERT_FALSE(inputs.isEmpty());
    const auto name = inputs[0]["name"_L1].toString();
    const auto file = folder + u"/a/"_s + inputs[0]["path"_L1].toString();
    const auto given
        = reference(fixturePath(AddTosa), folder + u"/b"_s, { u"--input"_s, name + u'=' + file });
    EXPECT_EQ(given.json()["outputs"_L1].toArray()[0]["sha256"_L1],
        first.json()["outputs"_L1].toArray()[0]["sha256"_L1]);
}

TEST_F(ReferenceCommandTest, BadInputsAreNamedBeforeTheModelRuns)
{
    const auto folder = temporaryDir();
    const auto unknown = reference(
        fixturePath(AddTosa), folder, { u"--input"_s, u"nope="_s + fixturePath(AddTosa) });
    EXPECT_EQ(unknown.exitCode, cli::BadInput);
    EXPECT_TRUE(unknown.err.contains(u"reference.input-unknown"_s)) << unknown.err.toStdString();

    const auto truncated = folder + u"/cut.tosa"_s;
    QFile whole(fixturePath(AddTosa));
    ASSERT_TRUE(whole.open(QIODevice::ReadOnly));
    QFile cut(truncated);
    ASSERT_TRUE(cut.open(QIODevice::WriteOnly));
    cut.write(whole.read(whole.size() / 2));
    cut.close();
    const auto damaged = reference(truncated, folder + u"/x"_s);
    EXPECT_NE(damaged.exitCode, cli::Fine); // the model itself would die of it without a word
    EXPECT_FALSE(damaged.json()["problems"_L1].toArray().isEmpty());
}

TEST(ReferenceCommand, AnInterpreterThatIsNotThereIsSaidSo)
{
    const auto outcome
        = reference(fixturePath(AddTosa), temporaryDir(), { u"--python"_s, u"/nowhere/python"_s });
    EXPECT_EQ(outcome.exitCode, cli::ToolFailed);
    EXPECT_TRUE(outcome.err.contains(u"tool.missing"_s)) << outcome.err.toStdString();
    EXPECT_EQ(outcomeOf(cli::referenceCommand(), { u"x.tosa"_s }).exitCode, cli::Usage);
    EXPECT_EQ(outcomeOf(cli::referenceCommand(),
                  { u"x.tosa"_s, u"-o"_s, u"d"_s, u"--input"_s, u"noequals"_s })
                  .exitCode,
        cli::Usage);
    for (const auto *odd : { "-1", "nan", "inf" }) // nothing, or everything, would be within
        EXPECT_EQ(outcomeOf(cli::referenceCommand(),
                      { u"x.tosa"_s, u"-o"_s, u"d"_s, u"--atol"_s, QString::fromLatin1(odd) })
                      .exitCode,
            cli::Usage)
            << odd;
}

} // namespace tosaic::test::referencecommandtests
