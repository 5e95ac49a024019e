// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Two traces of an FVP against each other: totals first, then operators, by inference.
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::cli::comparetracestests {
namespace {

const auto TracedFixture = u"mobilenet_v2-u55-128"_s;

/// `slower`: every time stamp by this much.
QString traceFile(int inferences, double slower = 1, const QString &fixture = TracedFixture)
{
    std::vector<profile::PointerRead> reads;
    const auto samples = test::fixtureJoins();
    for (const auto &sample : samples) {
        if (sample.name.section(u'/', 0, 0) != fixture)
            continue;
        const auto &facts = sample.streams.front();
        auto made = test::generateTrace(test::rowsOf(facts), facts.stream.get(),
            { .seed = 5, .inferences = inferences, .startTs = 0 });
        for (auto &read : made.reads)
            read.ts = static_cast<decltype(read.ts)>(double(read.ts) * slower);
        reads.insert(reads.end(), made.reads.begin(), made.reads.end());
    }
    QFile file(test::temporaryDir() + u"/trace.json"_s);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(test::traceJson(reads));
    return file.fileName();
}

test::Outcome compared(const QStringList &arguments)
{
    return test::outcomeOf(compareCommand(), arguments);
}

const QStringList OfProgram{ u"--program"_s, test::fixturePath(TracedFixture), u"--operators"_s,
    u"--fail-above"_s, u"5"_s };

} // namespace

TEST(CompareTraces, TheSameIsTheSame)
{
    const auto trace = traceFile(1);
    const auto outcome = compared(QStringList{ trace, traceFile(1), u"--json"_s } + OfProgram);
    ASSERT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    EXPECT_EQ(json[u"verdict"_s], u"same"_s);
    EXPECT_GT(json[u"operators"_s].toArray().size(), 40);
    for (const auto &one : json[u"operators"_s].toArray())
        EXPECT_EQ(one[u"verdict"_s], u"same"_s);
}

/// One picture, the first trace joined to the program and the other below it on the same axis.
TEST(CompareTraces, AReportHasThemOnOneAxis)
{
    const auto path = test::temporaryDir() + u"/traces.html"_s;
    const auto first = traceFile(2);
    const auto second = traceFile(2, 1.085);
    const QStringList arguments{ test::fixturePath(TracedFixture), u"--trace"_s, first,
        u"--trace"_s, second, u"-o"_s, path };
    const auto outcome
        = test::outcomeOf(reportCommand(), arguments + QStringList{ u"--inference"_s, u"2"_s });
    ASSERT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto html = QString::fromUtf8(file.readAll());
    EXPECT_TRUE(html.contains(u", aligned with "_s));
    EXPECT_EQ(test::outcomeOf(reportCommand(), arguments + QStringList{ u"--inference"_s, u"0"_s })
                  .exitCode,
        Usage);
}

TEST(CompareTraces, ASlowerOneFailsWithItsOperators)
{
    const auto outcome
        = compared(QStringList{ traceFile(1), traceFile(1, 1.085), u"--json"_s } + OfProgram);
    EXPECT_EQ(outcome.exitCode, BadInput);
    const auto json = outcome.json();
    EXPECT_EQ(json[u"verdict"_s], u"worse"_s);
    EXPECT_TRUE(json[u"sentence"_s].toString().contains(u"worse"_s));
    EXPECT_EQ(json[u"gate"_s][u"passed"_s], false);
    int worse = 0;
    for (const auto &one : json[u"operators"_s].toArray())
        worse += one[u"verdict"_s] == u"worse"_s ? 1 : 0;
    EXPECT_GT(worse, 40);
    // What is not judged is not passed over: without a program there is still the total.
    const auto totals
        = compared({ traceFile(1), traceFile(1, 1.085), u"--fail-above"_s, u"5"_s, u"--json"_s });
    EXPECT_EQ(totals.exitCode, BadInput);
    EXPECT_TRUE(totals.json().value(u"operators"_s).toArray().isEmpty());
}

/// Operators that nobody could look at are not passed over, even if the totals agree.
TEST(CompareTraces, OperatorsWithoutAProgramAreAbsent)
{
    const QStringList judged{ traceFile(1), traceFile(1), u"--operators"_s, u"--fail-above"_s,
        u"5"_s };
    const auto outcome = compared(judged + QStringList{ u"--json"_s });
    EXPECT_EQ(outcome.exitCode, BadInput);
    EXPECT_TRUE(outcome.err.contains(u"--program"_s)) << outcome.err.toStdString();
    const QJsonValue gate = outcome.json().value(u"gate"_s);
    EXPECT_EQ(gate[u"passed"_s], false);
    EXPECT_TRUE(gate[u"absent"_s].toArray().contains(u"operators"_s));
    EXPECT_FALSE(gate[u"judged"_s].toArray().isEmpty()) << "the total was";
    EXPECT_TRUE(
        compared(judged + QStringList{ u"--format"_s, u"junit"_s }).out.contains(u"<failure"_s));
}

TEST(CompareTraces, ThreeInferencesAgainstOneAreOneInferenceEach)
{
    const auto outcome
        = compared(QStringList{ traceFile(1), traceFile(3), u"--json"_s } + OfProgram);
    const auto json = outcome.json();
    for (const auto &one : json[u"counters"_s].toArray()) {
        if (one[u"name"_s] == u"NPU cycles of an inference"_s) {
            EXPECT_EQ(one[u"newRepeats"_s].toArray().size(), 3);
            EXPECT_LT(std::abs(one[u"percent"_s].toDouble()), 30) << "not three times as much";
        }
    }
    for (const auto &one : json[u"operators"_s].toArray()) {
        EXPECT_EQ(one[u"newRepeats"_s].toArray().size(), 3) << "each inference is a repeat";
        EXPECT_NE(one[u"significance"_s], u"significant"_s) << "1 and 3 tell nothing for certain";
    }
}

/// Of the trace alone and beside its program; operators do not add up to it.
TEST(CompareTraces, AnInferenceTakesTheSameWithAndWithoutItsProgram)
{
    const auto trace = traceFile(3);
    const auto cyclesOf = [](const QStringList &arguments) {
        const auto told = test::outcomeOf(
            findingsCommand(), arguments + QStringList{ u"--json"_s, u"--no-advice"_s });
        for (const auto &finding : told.json()[u"findings"_s].toArray()) {
            if (finding[u"kind"_s] == u"totals"_s)
                return finding[u"evidence"_s][0].toObject();
        }
        return QJsonObject();
    };
    const auto alone = cyclesOf({ trace });
    const auto joined = cyclesOf({ test::fixturePath(TracedFixture), u"--trace"_s, trace });
    EXPECT_GT(alone[u"value"_s].toDouble(), 0);
    for (const auto &key : { u"key"_s, u"value"_s, u"origin"_s, u"includes"_s })
        EXPECT_EQ(joined[key], alone[key]) << key.toStdString();
}

TEST(CompareTraces, ATraceOfAnotherProgramIsRefused)
{
    const auto foreign = traceFile(1, 1, u"transformer_block-u55-128"_s);
    const auto outcome = compared(QStringList{ traceFile(1), foreign } + OfProgram);
    EXPECT_EQ(outcome.exitCode, BadInput);
    EXPECT_TRUE(outcome.err.contains(u"format.unsupported"_s)) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.out.isEmpty()) << outcome.out.toStdString();
    const auto judged
        = compared(QStringList{ traceFile(1), foreign, u"--format"_s, u"junit"_s } + OfProgram);
    EXPECT_TRUE(judged.out.contains(u"<failure"_s)) << "a report that says so, not an empty one";

    const auto findings = test::outcomeOf(findingsCommand(),
        { test::fixturePath(TracedFixture), u"--trace"_s, foreign, u"--json"_s, u"--no-advice"_s });
    EXPECT_TRUE(findings.out.contains(u"doubt.foreign"_s)) << findings.out.toStdString();
    const auto beside = test::outcomeOf(
        findingsCommand(), { test::fixturePath(TracedFixture), foreign, u"--no-advice"_s });
    EXPECT_TRUE(beside.out.contains(u"It ran another program than"_s)) << beside.out.toStdString();
    const auto own = test::outcomeOf(
        findingsCommand(), { test::fixturePath(TracedFixture), traceFile(1), u"--no-advice"_s });
    EXPECT_FALSE(own.out.contains(u"another program"_s)) << own.out.toStdString();
}

TEST(CompareTraces, AsksForWhatItNeeds)
{
    const auto trace = traceFile(1);
    EXPECT_EQ(compared({ trace }).exitCode, Usage);
    EXPECT_EQ(compared({ trace, trace, u"--old-program"_s, u"x"_s }).exitCode, Usage);
    EXPECT_EQ(compared({ trace, u"/nowhere.json"_s }).exitCode, BadInput);
    EXPECT_EQ(compared({ trace, trace, u"--least-effect"_s, u"-1"_s }).exitCode, Usage);
    EXPECT_EQ(
        compared({ trace, trace, u"--least-effect"_s, u"6"_s, u"--fail-above"_s, u"5"_s }).exitCode,
        Usage)
        << "what does not count cannot fail";
    const auto small
        = compared({ trace, traceFile(1, 1.01), u"--least-effect"_s, u"2"_s, u"--json"_s });
    EXPECT_EQ(small.json().value(u"verdict"_s), u"same"_s);
}

/// Traces say what an inference costs the NPU, and what that includes.
TEST(CompareTraces, FindingsOfATraceNameWhatItIncludes)
{
    const auto json = test::outcomeOf(findingsCommand(), { traceFile(3), u"--json"_s }).json();
    const auto first = json.value(u"findings"_s).toArray().at(0).toObject();
    EXPECT_EQ(first.value(u"kind"_s), u"totals"_s);
    const auto evidence = first.value(u"evidence"_s).toArray().at(0).toObject();
    EXPECT_EQ(evidence.value(u"includes"_s), u"npu-commands"_s);
    EXPECT_EQ(evidence.value(u"origin"_s), u"fvp"_s);
    EXPECT_FALSE(QString::fromUtf8(QJsonDocument(json).toJson()).contains(u"one-repeat"_s));
}

} // namespace tosaic::cli::comparetracestests
