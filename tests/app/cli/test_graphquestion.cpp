// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::test::graphquestiontests {

namespace {

Outcome asked(const QStringList &question)
{
    return outcomeOf(
        cli::graphCommand(), QStringList{ fixturePath(u"mobilenet_v2-u55-128"_s) } + question);
}

QStringList namesOf(const QJsonObject &answer)
{
    QStringList names;
    for (const auto &row : answer["operators"_L1].toArray())
        names += row["name"_L1].toString();
    return names;
}

QJsonObject answerTo(const QStringList &question)
{
    const auto outcome = asked(question + QStringList{ u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    return outcome.json();
}

/// It is said where diagnostics go, what is printed stays a list, and a script sees it.
void expectNothing(const QStringList &question, const QString &why)
{
    const auto outcome = asked(question);
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.startsWith("info: graph.nothing-found: "_L1))
        << outcome.err.toStdString();
    EXPECT_TRUE(outcome.err.contains(why)) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.out.isEmpty()) << outcome.out.toStdString();
    const auto json = asked(question + QStringList{ u"--json"_s });
    EXPECT_EQ(json.exitCode, cli::BadInput);
    EXPECT_EQ(json.json()["count"_L1].toInt(-1), 0);
}

} // namespace

TEST(GraphQuestion, FindTakesTheQueryOfTheWindow)
{
    const auto all = answerTo({ u"--find"_s, u"kind:convolution dtype:int8"_s });
    EXPECT_EQ(all["question"_L1], u"find"_s);
    EXPECT_EQ(all["count"_L1].toInt(), all["operators"_L1].toArray().size());
    EXPECT_GT(all["count"_L1].toInt(), 10);
    const auto first = all["operators"_L1].toArray().first().toObject();
    EXPECT_EQ(first["placement"_L1], u"npu"_s);
    EXPECT_TRUE(first["tensor"_L1].toString().startsWith("int8 "_L1));
    const auto dear = answerTo({ u"--find"_s, u"kind:convolution cycles>10000"_s });
    EXPECT_GT(dear["count"_L1].toInt(), 0);
    EXPECT_LT(dear["count"_L1].toInt(), all["count"_L1].toInt());
    for (const auto &row : dear["operators"_L1].toArray()) {
        EXPECT_GT(row["cycles"_L1].toDouble(), 10000);
        EXPECT_EQ(row["cyclesOrigin"_L1], u"est"_s);
    }
    const auto table = asked({ u"--find"_s, u"kind:convolution cycles>10000"_s });
    EXPECT_TRUE(table.out.contains("Cycles (est)"_L1)) << table.out.toStdString();
    expectNothing({ u"--find"_s, u"no such thing"_s }, u"no operator fits 'no such thing'"_s);
}

/// Without its compile a partition is one node: what is known of it is said, not only how much.
TEST(GraphQuestion, APartitionWithoutItsCompileIsFoundByItsName)
{
    const auto folder = temporaryDir();
    const auto alone = folder + u"/alone.pte"_s;
    ASSERT_TRUE(
        QFile::copy(fixturePath(u"two_partitions-u55-128"_s) + u"/two_partitions.pte"_s, alone));
    const auto hits
        = outcomeOf(cli::graphCommand(), { alone, u"--find"_s, u"operations"_s, u"--json"_s })
              .json()
              .value(u"operators"_s)
              .toArray();
    ASSERT_EQ(hits.size(), 2);
    EXPECT_NE(hits[0][u"name"_s], hits[1][u"name"_s]);
    for (const auto &hit : hits) {
        EXPECT_TRUE(hit[u"name"_s].toString().startsWith(u"Partition "_s))
            << hit[u"name"_s].toString().toStdString();
        EXPECT_TRUE(hit[u"name"_s].toString().contains(u"Ethos-U55-128"_s));
        EXPECT_TRUE(hit[u"kind"_s].toString().contains(u"NPU operation"_s));
        EXPECT_FALSE(hit[u"tensor"_s].toString().isEmpty()) << "what they do";
    }
}

TEST(GraphQuestion, NeighboursAndWaysAreThoseOfTheData)
{
    const auto convolutions = namesOf(answerTo({ u"--find"_s, u"kind:convolution"_s }));
    ASSERT_GT(convolutions.size(), 3);
    const auto &first = convolutions.constFirst();
    const auto &last = convolutions.constLast();
    const auto way = namesOf(answerTo({ u"--from"_s, first, u"--to"_s, last }));
    ASSERT_GT(way.size(), 2);
    EXPECT_EQ(way.constFirst(), first);
    EXPECT_EQ(way.constLast(), last);
    EXPECT_TRUE(namesOf(answerTo({ u"--consumers"_s, first })).contains(way[1]));
    EXPECT_TRUE(namesOf(answerTo({ u"--producers"_s, last })).contains(way[way.size() - 2]));
    EXPECT_TRUE(namesOf(answerTo({ u"--ancestors"_s, last })).contains(first));
    EXPECT_TRUE(namesOf(answerTo({ u"--descendants"_s, first })).contains(last));
    expectNothing({ u"--from"_s, last, u"--to"_s, first }, u"no data flows from"_s);
}

TEST(GraphQuestion, WhatCannotBeAnsweredIsSaid)
{
    const auto fails = [](const QStringList &question, const QString &why) {
        const auto outcome = asked(question);
        EXPECT_EQ(outcome.exitCode, cli::Usage);
        EXPECT_TRUE(outcome.err.contains(why)) << outcome.err.toStdString();
        EXPECT_TRUE(outcome.out.isEmpty());
    };
    fails({ u"--find"_s, u"/(/"_s }, u"missing closing parenthesis"_s);
    fails({ u"--find"_s, u"cycles>many"_s }, u"not a number"_s);
    fails({ u"--find"_s, u" "_s }, u"needs something"_s);
    fails({ u"--producers"_s, u"nobody"_s }, u"no operator 'nobody'"_s);
    fails({ u"--producers"_s, u"conv"_s }, u"may be any of"_s);
    fails({ u"--from"_s, u"conv"_s }, u"--from and --to"_s);
    fails({ u"--find"_s, u"a"_s, u"--consumers"_s, u"b"_s }, u"one thing at a time"_s);
    fails({ u"--find"_s, u"a"_s, u"-o"_s, u"out.svg"_s }, u"neither -o"_s);
    fails({ u"--json"_s }, u"FILE and -o OUT"_s);
}

} // namespace tosaic::test::graphquestiontests
