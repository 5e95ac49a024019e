// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What commands judge, in the forms that systems for continuous integration read: whole by the
// required parts of their schemas, and of one mind with the exit code.
#include "app/cli/frame/commands.h"
#include "app/cli/frame/judgement.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace tosaic::test::judgementtests {

namespace {

struct JudgedCall
{
    cli::Command command;
    QStringList arguments;
    int exitCode;
};

QString fileWith(const QString &name, const QByteArray &bytes)
{
    QFile file(temporaryDir() + u'/' + name);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return file.fileName();
}

QByteArray consoleWith(int cycles, const QByteArray &event)
{
    QByteArray text;
    for (const auto &line : QByteArrayList{ "NPU Inferences : 1",
             "Ethos-U PMU report:", "ethosu_pmu_cycle_cntr : " + QByteArray::number(cycles),
             "ethosu_pmu_cntr0 : 800", "Ethos-U PMU Events:[" + event + "]" })
        text += "I [executorch:arm_perf_monitor.cpp:168] " + line + '\n';
    return text + "I [executorch:arm_executor_runner.cpp:900] Program complete, exiting.\n";
}

QString workspaceWithRuns()
{
    const auto path = temporaryDir() + u"/w.tosaic"_s;
    const auto import = [&](const QString &name, const QByteArray &text) {
        EXPECT_EQ(outcomeOf(cli::importCommand(),
                      { fileWith(name, text), u"--workspace"_s, path, u"--origin"_s, u"board"_s })
                      .exitCode,
            cli::Fine);
    };
    import(u"a.log"_s, consoleWith(1000, "ETHOSU_PMU_NPU_ACTIVE"));
    import(u"b.log"_s, consoleWith(1200, "ETHOSU_PMU_NPU_ACTIVE"));
    import(u"c.log"_s, consoleWith(1000, "ETHOSU_PMU_NPU_IDLE"));
    return path;
}

std::vector<JudgedCall> judgedCalls()
{
    const auto small = fixturePath(u"mobilenet_v2-u55-128"_s);
    const auto split = fixturePath(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto program = small + u"/mobilenet_v2.pte"_s;
    const QStringList limit{ u"--fail-above"_s, u"5"_s };
    const QStringList in{ u"--workspace"_s, workspaceWithRuns() };
    const auto good = fileWith(u"good.json"_s, R"({"target":"ethos-u55-128"})");
    const auto bad
        = fileWith(u"bad.json"_s, R"({"target":"ethos-u55-128","memoryMode":"Nowhere","x":1})");
    const auto compare = cli::compareCommand();
    using namespace cli;
    return { { inspectCommand(), { program, u"--check"_s }, Fine },
        { inspectCommand(), { program, u"--check"_s, u"--runtime"_s, u"host"_s }, Fine },
        { inspectCommand(), { u"/nowhere.pte"_s, u"--check"_s }, BadInput },
        { specCommand(), { u"check"_s, good }, Fine },
        { specCommand(), { u"check"_s, bad }, BadInput },
        { specCommand(), { u"check"_s, u"/nowhere.json"_s }, BadInput },
        { diffCommand(), { small, split }, Fine },
        { diffCommand(), QStringList{ small, small } + limit, Fine },
        { diffCommand(), QStringList{ fixturePath(u"softmax-cpu"_s), small } + limit, BadInput },
        { diffCommand(), { small, u"/nowhere"_s }, BadInput },
        { compare, QStringList{ u"1"_s, u"2"_s } + in, Fine },
        { compare, QStringList{ u"1"_s, u"1"_s } + in + limit, Fine },
        { compare, QStringList{ u"1"_s, u"2"_s } + in + limit, BadInput },
        { compare, QStringList{ u"1"_s, u"3"_s } + in + limit, BadInput },
        { budgetCommand(), { small, u"--board"_s, u"corstone-300"_s }, Fine },
        { budgetCommand(), { small, u"--board"_s, u"/nowhere"_s }, Usage } };
}

Outcome answerOf(const JudgedCall &call, const QString &format)
{
    return outcomeOf(call.command, call.arguments + QStringList{ u"--format"_s, format });
}

/// Counts of <testcase> and <failure>; checks what the schemas of JUnit's reports ask for.
std::pair<int, int> casesIn(const QString &text)
{
    QXmlStreamReader xml(text);
    int cases = 0;
    int failures = 0;
    QStringList order;
    const auto expectAttributes = [&](std::initializer_list<QLatin1StringView> names) {
        for (const auto name : names)
            EXPECT_TRUE(xml.attributes().hasAttribute(name)) << name.data();
    };
    int stated = -1;
    int statedFailures = -1;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto name = xml.name().toString();
        if (name == "testsuite"_L1) {
            expectAttributes({ "id"_L1, "package"_L1, "name"_L1, "timestamp"_L1, "hostname"_L1,
                "tests"_L1, "failures"_L1, "errors"_L1, "time"_L1 });
            stated = xml.attributes().value("tests"_L1).toInt();
            statedFailures = xml.attributes().value("failures"_L1).toInt();
        } else if (name == "testcase"_L1) {
            expectAttributes({ "name"_L1, "classname"_L1, "time"_L1 });
            ++cases;
        } else if (name == "failure"_L1) {
            expectAttributes({ "message"_L1, "type"_L1 });
            ++failures;
        }
        if (name != "testcase"_L1 && name != "failure"_L1 && name != "property"_L1)
            order << name;
    }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString() << text.toStdString();
    EXPECT_EQ(order,
        (QStringList{
            u"testsuites"_s, u"testsuite"_s, u"properties"_s, u"system-out"_s, u"system-err"_s }));
    EXPECT_EQ(stated, cases);
    EXPECT_EQ(statedFailures, failures);
    return { cases, failures };
}

int errorsIn(const QJsonObject &sarif)
{
    EXPECT_EQ(sarif[u"version"_s], u"2.1.0"_s);
    EXPECT_EQ(sarif[u"runs"_s].toArray().size(), 1);
    const auto run = sarif[u"runs"_s][0];
    const auto driver = run[u"tool"_s][u"driver"_s];
    EXPECT_FALSE(driver[u"name"_s].toString().isEmpty());
    EXPECT_TRUE(run[u"results"_s].isArray());
    int errors = 0;
    for (const auto &result : run[u"results"_s].toArray()) {
        EXPECT_FALSE(result[u"message"_s][u"text"_s].toString().isEmpty());
        EXPECT_EQ(driver[u"rules"_s][result[u"ruleIndex"_s].toInt()][u"id"_s], result[u"ruleId"_s]);
        const auto place = result[u"locations"_s][0][u"physicalLocation"_s];
        EXPECT_FALSE(place[u"artifactLocation"_s][u"uri"_s].toString().isEmpty());
        const auto level = result[u"level"_s].toString();
        EXPECT_TRUE(level == u"error"_s || level == u"warning"_s || level == u"note"_s);
        errors += level == u"error"_s ? 1 : 0;
    }
    return errors;
}

} // namespace

TEST(JudgementForms, AreWholeAndOfOneMindWithTheExitCode)
{
    for (const auto &call : judgedCalls()) {
        SCOPED_TRACE((call.command.name + u' ' + call.arguments.join(u' ')).toStdString());
        const auto plain = outcomeOf(call.command, call.arguments);
        EXPECT_EQ(plain.exitCode, call.exitCode) << plain.err.toStdString();
        const auto junit = answerOf(call, u"junit"_s);
        const auto sarif = answerOf(call, u"sarif"_s);
        const auto markdown = answerOf(call, u"markdown"_s);
        for (const auto &one : { junit, sarif, markdown })
            EXPECT_EQ(one.exitCode, call.exitCode) << one.err.toStdString();
        if (call.exitCode == cli::Usage)
            continue;
        const auto [cases, failures] = casesIn(junit.out);
        EXPECT_GT(cases, 0);
        EXPECT_EQ(failures > 0, call.exitCode != cli::Fine) << junit.out.toStdString();
        EXPECT_EQ(errorsIn(sarif.json()), failures);
        EXPECT_TRUE(markdown.out.startsWith(u"**"_s)) << markdown.out.toStdString();
        EXPECT_EQ(markdown.out.contains(u"\n- "_s), failures > 0) << markdown.out.toStdString();
    }
}

TEST(JudgementForms, SayTheSentenceAndTheTable)
{
    const auto small = fixturePath(u"mobilenet_v2-u55-128"_s);
    const auto split = fixturePath(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto text
        = outcomeOf(cli::diffCommand(), { small, split, u"--format"_s, u"markdown"_s }).out;
    const auto sentence
        = outcomeOf(cli::diffCommand(), { small, split, u"--json"_s }).json().value(u"sentence"_s);
    EXPECT_TRUE(text.section(u'\n', 0, 0).contains(sentence.toString().left(20)));
    EXPECT_TRUE(text.endsWith(u"|\n\n"_s)) << "what follows is no row of the table";
    EXPECT_TRUE(text.contains(u"| what | old | new | change | verdict |\n| --- | ---: | ---: |"_s))
        << text.toStdString();
}

TEST(JudgementForms, NamesStayText)
{
    const cli::Judgement judged{ u"inspect"_s, u"a b/<x>.pte"_s,
        u"<script>alert(1)</script> **|** &amp; \x1b[2J"_s,
        { { cli::Check::Outcome::Failed, u"a.b"_s, u"\"]]>|<b>\x07\n# no title"_s,
            { .line = 3, .entity = u"name & \"name\""_s } } },
        {} };
    const auto [cases, failures]
        = casesIn(QString::fromUtf8(written(judged, cli::JudgementFormat::Junit)));
    EXPECT_EQ(cases, 1);
    EXPECT_EQ(failures, 1);
    const auto sarif
        = QJsonDocument::fromJson(written(judged, cli::JudgementFormat::Sarif)).object();
    EXPECT_EQ(errorsIn(sarif), 1);
    const auto place = sarif[u"runs"_s][0][u"results"_s][0][u"locations"_s][0];
    EXPECT_EQ(
        place[u"physicalLocation"_s][u"artifactLocation"_s][u"uri"_s], u"a%20b/%3Cx%3E.pte"_s);
    EXPECT_EQ(place[u"physicalLocation"_s][u"region"_s][u"startLine"_s], 3);
    const auto markdown = QString::fromUtf8(written(judged, cli::JudgementFormat::Markdown));
    EXPECT_FALSE(markdown.contains(u"<script"_s) && !markdown.contains(u"\\<script"_s));
    EXPECT_FALSE(markdown.contains(u'\x1b'));
    EXPECT_FALSE(markdown.contains(u"\n# "_s));
}

TEST(JudgementForms, AreOneFormAtATime)
{
    const auto small = fixturePath(u"mobilenet_v2-u55-128"_s);
    const QStringList sides{ small, small };
    EXPECT_EQ(
        outcomeOf(cli::diffCommand(), sides + QStringList{ u"--format"_s, u"xml"_s }).exitCode,
        cli::Usage);
    EXPECT_EQ(
        outcomeOf(cli::diffCommand(), sides + QStringList{ u"--format"_s, u"junit"_s, u"--json"_s })
            .exitCode,
        cli::Usage);
    EXPECT_EQ(
        outcomeOf(cli::inspectCommand(), { small, u"--format"_s, u"junit"_s }).exitCode, cli::Usage)
        << "only what is checked";
    EXPECT_EQ(outcomeOf(cli::specCommand(), { u"rules"_s, u"--format"_s, u"junit"_s }).exitCode,
        cli::Usage);
}

} // namespace tosaic::test::judgementtests
