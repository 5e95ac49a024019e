// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/base/bytesource.h"
#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/profiler/consolegenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>

#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::test::findingscommandtests {

namespace {

Outcome findings(const QString &fixture, const QStringList &more = {})
{
    return outcomeOf(
        cli::findingsCommand(), QStringList{ fixturePath(fixture), u"--no-advice"_s } + more);
}

QJsonObject one(const QJsonObject &answer, const QString &kind)
{
    for (const auto &finding : answer[u"findings"_s].toArray()) {
        if (finding[u"kind"_s] == kind)
            return finding.toObject();
    }
    return {};
}

QJsonObject evidence(const QJsonObject &finding, const QString &key)
{
    for (const auto &one : finding[u"evidence"_s].toArray()) {
        if (one[u"key"_s] == key)
            return one.toObject();
    }
    return {};
}

} // namespace

TEST(FindingsCommand, AnswersWhereTheCyclesGo)
{
    const auto outcome = findings(u"mobilenet_v2-u55-128"_s, { u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto answer = outcome.json();
    const auto totals = one(answer, u"totals"_s);
    const auto cycles = evidence(totals, u"cyclesTotal"_s);
    EXPECT_EQ(cycles[u"value"_s].toInteger(), 902227);
    EXPECT_EQ(cycles[u"unit"_s], u"cycles"_s);
    EXPECT_EQ(cycles[u"origin"_s], u"estimate"_s);
    EXPECT_NEAR(evidence(totals, u"inferenceTime"_s)[u"value"_s].toDouble(), 902227 / 500e6, 1e-9);
    EXPECT_TRUE(totals[u"sentence"_s].toString().contains(formatCycles(902227)))
        << totals[u"sentence"_s].toString().toStdString();
    const auto pace = one(answer, u"pace"_s);
    double shares = 0;
    for (const auto &share : pace[u"evidence"_s].toArray())
        shares += share[u"value"_s].toDouble();
    EXPECT_NEAR(shares, 1, 1e-6) << "every operator has what sets its pace";
    const auto costliest = one(answer, u"costliest"_s);
    ASSERT_EQ(costliest[u"evidence"_s].toArray().size(), 5);
    EXPECT_EQ(costliest[u"evidence"_s][0][u"value"_s].toInteger(), 111632);
    const auto sram = evidence(one(answer, u"memory"_s), u"sram"_s);
    EXPECT_EQ(sram[u"value"_s].toInteger(), 149488);
    EXPECT_EQ(
        evidence(one(answer, u"processor"_s), u"npuOperators"_s)[u"value"_s].toInteger(), 101);
    EXPECT_EQ(one(answer, u"doubt.random-calibration"_s)[u"severity"_s], u"warning"_s);
    EXPECT_FALSE(one(answer, u"doubt.estimate-only"_s).isEmpty());
    EXPECT_TRUE(one(answer, u"doubt.processor-not-included"_s).isEmpty()) << "all is on the NPU";
}

TEST(FindingsCommand, SaysWhatTheNumbersLeaveOut)
{
    const auto answer = findings(u"mobilenet_v2-u55-128-conv_on_cpu"_s, { u"--json"_s }).json();
    EXPECT_FALSE(one(answer, u"doubt.processor-not-included"_s).isEmpty());
    EXPECT_EQ(evidence(one(answer, u"processor"_s), u"partitions"_s)[u"value"_s].toInteger(), 2);
}

/// A program without its compile: what the partitions were made from is in no file.
TEST(FindingsCommand, SaysWholeSentencesOfAProgramAlone)
{
    const auto copy = temporaryDir() + u"/alone.pte"_s;
    ASSERT_TRUE(
        QFile::copy(fixturePath(u"two_partitions-u55-128"_s) + u"/two_partitions.pte"_s, copy));
    const auto outcome = outcomeOf(cli::findingsCommand(), { copy, u"--json"_s, u"--no-advice"_s });
    const auto sentence = one(outcome.json(), u"processor"_s)[u"sentence"_s].toString();
    EXPECT_TRUE(sentence.startsWith(u"2 partition")) << sentence.toStdString();
    EXPECT_TRUE(sentence.contains(u"on the CPU"_s)) << sentence.toStdString();
}

TEST(FindingsCommand, TellsOperatorsOfTwoDelegatesApart)
{
    const auto costliest
        = one(findings(u"two_partitions-u55-128"_s, { u"--json"_s }).json(), u"costliest"_s);
    const auto rows = costliest[u"evidence"_s].toArray();
    std::set<QString> seen;
    for (const auto &row : rows)
        EXPECT_TRUE(seen.insert(row[u"key"_s].toString() + u'@'
                            + QString::number(row[u"partition"_s].toInt(-1)))
                        .second);
    const auto sentence = costliest[u"sentence"_s].toString();
    EXPECT_TRUE(sentence.contains(u"Delegate 0"_s) && sentence.contains(u"Delegate 1"_s))
        << sentence.toStdString();
    EXPECT_FALSE(one(
        findings(u"mobilenet_v2-u55-128"_s, { u"--json"_s }).json(), u"costliest"_s)[u"sentence"_s]
                     .toString()
                     .contains(u"delegate"_s, Qt::CaseInsensitive));
}

TEST(FindingsCommand, ReadsAtEightyColumns)
{
    const auto text = findings(u"mobilenet_v2-u55-128"_s).out;
    EXPECT_TRUE(
        text.contains(u"One inference takes %1 NPU cycles (est)"_s.arg(formatCycles(902227))))
        << text.toStdString();
    for (const auto &line : text.split(u'\n'))
        EXPECT_LE(line.size(), 120) << line.toStdString();
}

/// Every committed compile: sentences without holes, numbers that are the result's own.
TEST(FindingsCommand, SaysOfACompileThatFailedNothingElse)
{
    const auto json = findings(u"failed-shape"_s, { u"--json"_s }).json();
    const auto found = json[u"findings"_s].toArray();
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found[0][u"kind"_s].toString(), u"doubt.compile-failed"_s);
    EXPECT_EQ(found[0][u"severity"_s].toString(), u"error"_s);
    EXPECT_TRUE(found[0][u"sentence"_s].toString().startsWith(u"The compile failed: "_s));
}

TEST(FindingsCommand, HasNoEmptySentence)
{
    for (const auto &name : QDir(fixturePath({})).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const auto outcome = findings(name, { u"--json"_s });
        if (outcome.exitCode != cli::Fine)
            continue; // a compile that failed
        for (const auto &finding : outcome.json()[u"findings"_s].toArray()) {
            const auto sentence = finding[u"sentence"_s].toString();
            EXPECT_TRUE(sentence.endsWith(u'.') && sentence.size() > 8)
                << name.toStdString() << ": " << sentence.toStdString();
            EXPECT_FALSE(sentence.contains(u'%') && sentence.contains(u"%1"_s));
        }
    }
}

TEST(FindingsCommand, SaysWhenNothingIsKnown)
{
    const auto outcome = findings(u"softmax-cpu"_s, { u"--json"_s });
    EXPECT_TRUE(one(outcome.json(), u"totals"_s).isEmpty());
    EXPECT_EQ(outcomeOf(cli::findingsCommand(), {}).exitCode, cli::Usage);
}

namespace {

QString consoleFile(int cycles, int processor)
{
    QByteArray text;
    const auto add = [&](const QByteArray &line) {
        text += "I [executorch:arm_perf_monitor.cpp:168] " + line + '\n';
    };
    add("NPU Inferences : 1");
    add("Profiler report, CPU cycles per operator:");
    add("Operator(s) total: " + QByteArray::number(processor - 100) + " CPU cycles");
    add("Inference runtime: " + QByteArray::number(processor) + " CPU cycles total");
    add("Ethos-U PMU report:");
    add("ethosu_pmu_cycle_cntr : " + QByteArray::number(cycles));
    add("ethosu_pmu_cntr0 : " + QByteArray::number(cycles / 4));
    add("Ethos-U PMU Events:[ETHOSU_PMU_AXI0_RD_DATA_BEAT_RECEIVED]");
    text += "I [executorch:arm_executor_runner.cpp:900] Program complete, exiting.\n";
    QFile file(temporaryDir() + u"/run-%1.log"_s.arg(cycles));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    return file.fileName();
}

QJsonObject of(const QJsonObject &answer, const QString &kind, const QString &subject)
{
    for (const auto &finding : answer[u"findings"_s].toArray()) {
        if (finding[u"kind"_s] == kind && finding[u"subject"_s] == subject)
            return finding.toObject();
    }
    return {};
}

} // namespace

TEST(FindingsCommand, SaysOfARunWhatEachNumberIncludes)
{
    const auto log = consoleFile(1000, 5000);
    const auto answer
        = outcomeOf(cli::findingsCommand(), { log, u"--json"_s, u"--origin"_s, u"fvp"_s }).json();
    const auto totals = of(answer, u"totals"_s, u"run-1000.log"_s);
    EXPECT_EQ(evidence(totals, u"cyclesTotal"_s)[u"value"_s].toInteger(), 1000);
    EXPECT_EQ(evidence(totals, u"cyclesTotal"_s)[u"includes"_s], u"npu-counter"_s);
    EXPECT_EQ(evidence(totals, u"cyclesTotal"_s)[u"origin"_s], u"fvp"_s);
    EXPECT_EQ(evidence(totals, u"cpuCycles"_s)[u"value"_s].toInteger(), 5000);
    EXPECT_EQ(evidence(totals, u"cpuCycles"_s)[u"includes"_s], u"inference"_s);
    const auto ports = one(answer, u"ports"_s);
    EXPECT_NEAR(ports[u"evidence"_s][0][u"value"_s].toDouble(), 0.25, 1e-9);
    EXPECT_FALSE(one(answer, u"doubt.fvp-processor"_s).isEmpty()) << "5000 is no measurement";
    EXPECT_FALSE(one(answer, u"doubt.one-repeat"_s).isEmpty());
    EXPECT_TRUE(one(answer, u"doubt.origin-not-stated"_s).isEmpty());
    EXPECT_TRUE(answer[u"advice"_s].toArray().isEmpty());

    const auto unknown = outcomeOf(cli::findingsCommand(), { log, u"--json"_s }).json();
    EXPECT_FALSE(one(unknown, u"doubt.origin-not-stated"_s).isEmpty());
    EXPECT_TRUE(one(unknown, u"doubt.fvp-processor"_s).isEmpty()) << "nobody said it is one";
    EXPECT_EQ(
        outcomeOf(cli::findingsCommand(), { log, u"--origin"_s, u"moon"_s }).exitCode, cli::Usage);
}

/// What a partition costs at its edges is part of the answer.
TEST(FindingsCommand, SaysWhatCrossesBetweenCpuAndNpu)
{
    const auto answer = findings(u"mobilenet_v2-u55-128-conv_on_cpu"_s, { u"--json"_s }).json();
    const auto processor = one(answer, u"processor"_s);
    const auto bytes = evidence(processor, u"boundaryBytes"_s);
    EXPECT_GT(bytes[u"value"_s].toInteger(), 0);
    EXPECT_EQ(bytes[u"unit"_s], u"bytes"_s);
    EXPECT_GT(evidence(processor, u"boundaryConversions"_s)[u"value"_s].toInteger(), 0);
    const auto sentence = processor[u"sentence"_s].toString();
    EXPECT_TRUE(sentence.contains(u"cross between them"_s)) << sentence.toStdString();
    EXPECT_TRUE(sentence.contains(u"conversion"_s)) << sentence.toStdString();
}

TEST(FindingsCommand, PutsSeveralSideBySide)
{
    const QStringList all{ consoleFile(1000, 5000), consoleFile(2000, 6000),
        fixturePath(u"mobilenet_v2-u55-128"_s), u"--no-advice"_s };
    const auto answer = outcomeOf(cli::findingsCommand(), all + QStringList{ u"--json"_s }).json();
    EXPECT_EQ(evidence(of(answer, u"totals"_s, u"run-2000.log"_s), u"cyclesTotal"_s)[u"value"_s]
                  .toInteger(),
        2000);
    const auto compiled = of(answer, u"totals"_s, u"mobilenet_v2-u55-128"_s);
    EXPECT_EQ(evidence(compiled, u"cyclesTotal"_s)[u"includes"_s], u"npu-model"_s);
    EXPECT_TRUE(compiled[u"sentence"_s].toString().contains(u"uses 8.4 %"_s)
        || compiled[u"sentence"_s].toString().contains(u"of the MACs"_s))
        << "the same sentence as alone";
    const auto text = outcomeOf(cli::findingsCommand(), all, { 120 }).out;
    EXPECT_TRUE(text.section(u'\n', 0, 0).contains(u"includes"_s)) << text.toStdString();
    for (const auto &part :
        { u"run-1000.log:"_s, u"run-2000.log:"_s, u"mobilenet_v2-u55-128:"_s, u"est"_s })
        EXPECT_TRUE(text.contains(part)) << text.toStdString();
    EXPECT_EQ(outcomeOf(cli::findingsCommand(), all + QStringList{ u"--trace"_s, u"t"_s }).exitCode,
        cli::Usage);
}

/// A report of a program and its run has both numbers side by side, with what each includes.
TEST(FindingsCommand, AReportHasTheTotalsSideBySide)
{
    const auto out = temporaryDir() + u"/report.json"_s;
    const auto written = outcomeOf(cli::reportCommand(),
        { fixturePath(u"mobilenet_v2-u55-128"_s), u"--run"_s, consoleFile(1000, 5000),
            u"--origin"_s, u"board"_s, u"-o"_s, out });
    ASSERT_EQ(written.exitCode, cli::Fine) << written.err.toStdString();
    QFile file(out);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto sections
        = QJsonDocument::fromJson(file.readAll()).object().value(u"sections"_s).toArray();
    QString table;
    for (const auto &block : sections.at(0)[u"blocks"_s].toArray()) {
        const auto text = QString::fromUtf8(QJsonDocument(block.toObject()).toJson());
        if (text.contains(u"What one inference costs"_s))
            table = text;
    }
    for (const auto &part : { u"902227"_s, u"1000"_s, u"5000"_s, u"est"_s, u"board"_s,
             u"the whole inference"_s, u"as Vela models it"_s })
        EXPECT_TRUE(table.contains(part)) << part.toStdString() << table.toStdString();
}

TEST(FindingsCommand, TakesRunsOfAWorkspace)
{
    const auto path = temporaryDir() + u"/w.tosaic"_s;
    for (const int cycles : { 1000, 1010 })
        ASSERT_EQ(
            outcomeOf(cli::importCommand(),
                { consoleFile(cycles, 5000), u"--workspace"_s, path, u"--origin"_s, u"board"_s })
                .exitCode,
            cli::Fine);
    const auto answer = outcomeOf(
        cli::findingsCommand(), { u"1"_s, u"run-1010.log"_s, u"--workspace"_s, path, u"--json"_s })
                            .json();
    EXPECT_EQ(evidence(of(answer, u"totals"_s, u"run-1000.log"_s), u"cyclesTotal"_s)[u"origin"_s],
        u"board"_s);
    EXPECT_FALSE(of(answer, u"totals"_s, u"run-1010.log"_s).isEmpty());
    const auto none
        = outcomeOf(cli::findingsCommand(), { u"nothing"_s, u"--workspace"_s, path, u"--json"_s });
    EXPECT_EQ(none.exitCode, cli::BadInput);
}

/// Runs of one program under the same conditions tell of each other how much the numbers waver.
TEST(FindingsCommand, RunsOfOneProgramAreRepeats)
{
    const auto logOf = [](const QString &name, quint64 cycles, quint64 pteBytes) {
        return written(name,
            generateConsole({ .pteBytes = pteBytes, .profiles = { { .npuCycles = cycles } } }));
    };
    const auto answer = outcomeOf(cli::findingsCommand(),
        { logOf(u"slow.log"_s, 2'000'000, 4096), logOf(u"other.log"_s, 900, 5000),
            logOf(u"fast.log"_s, 950'000, 4096), u"--origin"_s, u"board"_s, u"--json"_s })
                            .json();
    for (const auto &name : { u"slow.log"_s, u"fast.log"_s }) {
        EXPECT_TRUE(of(answer, u"doubt.one-repeat"_s, name).isEmpty()) << name.toStdString();
        const auto repeats = of(answer, u"doubt.repeats"_s, name);
        EXPECT_EQ(repeats[u"severity"_s].toString(), u"info"_s);
        EXPECT_EQ(evidence(repeats, u"measurements"_s)[u"value"_s].toInteger(), 2);
        EXPECT_EQ(evidence(repeats, u"lowest"_s)[u"value"_s].toDouble(), 950'000);
        EXPECT_EQ(evidence(repeats, u"highest"_s)[u"value"_s].toDouble(), 2'000'000);
        EXPECT_TRUE(repeats[u"sentence"_s].toString().endsWith(
            u"from %1 cycles to %2 cycles."_s.arg(formatCount(950'000), formatCount(2'000'000))))
            << repeats[u"sentence"_s].toString().toStdString();
    }
    EXPECT_FALSE(of(answer, u"doubt.one-repeat"_s, u"other.log"_s).isEmpty());
    const auto same = logOf(u"same.log"_s, 700, 4096);
    const auto twice
        = outcomeOf(cli::findingsCommand(), { same, same, u"--origin"_s, u"board"_s }).out;
    EXPECT_TRUE(twice.contains(u"Measured once"_s)) << "one file is one measurement";
}

TEST(FindingsCommand, TellsHowBusyThePortsAre)
{
    const auto ports = one(findings(u"mobilenet_v2-u55-128"_s, { u"--json"_s }).json(), u"ports"_s);
    ASSERT_EQ(ports[u"evidence"_s].toArray().size(), 2);
    for (const auto &port : ports[u"evidence"_s].toArray()) {
        EXPECT_GT(port[u"value"_s].toDouble(), 0);
        EXPECT_LT(port[u"value"_s].toDouble(), 1);
        EXPECT_EQ(port[u"origin"_s], u"estimate"_s);
    }
}

TEST(FindingsCommand, TriesNothingWhereItIsTold)
{
    const auto outcome = findings(u"add-u55-128"_s, { u"--json"_s });
    EXPECT_TRUE(outcome.json()[u"advice"_s].isArray());
    EXPECT_TRUE(outcome.json()[u"advice"_s].toArray().isEmpty());
    EXPECT_TRUE(outcome.err.isEmpty()) << outcome.err.toStdString();
}

TEST(FindingsCommand, SaysWhyThereIsNoAdvice)
{
    const auto outcome = outcomeOf(cli::findingsCommand(),
        { fixturePath(u"add-u55-128"_s), u"--json"_s, u"--python"_s, u"/nowhere/python"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << "the findings are there";
    EXPECT_FALSE(outcome.json()[u"findings"_s].toArray().isEmpty());
    EXPECT_TRUE(outcome.json()[u"advice"_s].toArray().isEmpty());
    EXPECT_TRUE(outcome.err.contains(u"warning: tool.missing"_s)) << outcome.err.toStdString();
    const auto without = outcomeOf(cli::findingsCommand(), { fixturePath(u"softmax-cpu"_s) });
    EXPECT_TRUE(without.err.contains(u"advice.no-tosa"_s)) << without.err.toStdString();
    const auto add = fixturePath(u"add-u55-128"_s);
    EXPECT_TRUE(outcomeOf(cli::findingsCommand(), { add, add }).err.contains(u"advice.several"_s));
}

TEST(FindingsCommand, TellsEachTriedChangeWithItsDifference)
{
    if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no Python environment with the compilers";
    const auto fixture = fixturePath(u"mobilenet_v2-u55-128"_s);
    const auto kept = temporaryDir() + u"/kept.tosaic"_s;
    ASSERT_TRUE(workspace::Workspace::openOrCreate(kept));
    const auto answer
        = outcomeOf(cli::findingsCommand(), { fixture, u"--json"_s, u"--workspace"_s, kept })
              .json();
    QJsonObject sramOnly;
    for (const auto &one : answer[u"advice"_s].toArray()) {
        EXPECT_TRUE(one[u"sentence"_s].toString().endsWith(u'.'));
        EXPECT_EQ(one.toObject().contains(u"measured"_s), one.toObject().contains(u"effect"_s));
        EXPECT_NE(one.toObject().contains(u"needs"_s), one.toObject().contains(u"effect"_s))
            << "known, or it takes a compile";
        if (one[u"change"_s][u"memoryMode"_s] == u"Sram_Only"_s)
            sramOnly = one.toObject();
    }
    EXPECT_EQ(sramOnly[u"rule"_s], u"memory-mode"_s);
    EXPECT_EQ(sramOnly[u"effect"_s], u"better"_s);
    EXPECT_EQ(sramOnly[u"drawbacks"_s].toArray(), QJsonArray{ u"sram"_s });
    const auto measured = sramOnly[u"measured"_s];
    EXPECT_EQ(measured[u"cyclesBefore"_s].toInteger(), 902227);
    EXPECT_LT(measured[u"cyclesAfter"_s].toInteger(), 902227);
    EXPECT_EQ(measured[u"sramBefore"_s].toInteger(), 149488);
    EXPECT_GT(measured[u"sramAfter"_s].toInteger(), 149488 + 300000) << "weights too (M2)";
    for (const auto &part : { formatCycles(902227), u"Shared_Sram → Sram_Only"_s, u"(est)"_s })
        EXPECT_TRUE(sramOnly[u"sentence"_s].toString().contains(part));
    // What Vela answered stands in a report, too, without being asked again.
    const auto page = temporaryDir() + u"/advice.md"_s;
    const auto reported
        = outcomeOf(cli::reportCommand(), { fixture, u"--workspace"_s, kept, u"-o"_s, page });
    ASSERT_EQ(reported.exitCode, cli::Fine) << reported.err.toStdString();
    const auto told = QString::fromUtf8((*ByteSource::map(page))->bytes());
    EXPECT_TRUE(told.contains(u"## Advice"_s));
    EXPECT_TRUE(told.contains(u"What helps, tried with Vela 5.1.0: "_s)) << told.toStdString();
    EXPECT_FALSE(told.contains(u"were not tried"_s));
    // A network that nothing was compiled from yet.
    const auto network = fixture + u"/partition0/partition.tosa"_s;
    const auto alone = temporaryDir() + u"/kept.tosa"_s;
    ASSERT_TRUE(QFile::copy(network, alone));
    const auto silent = outcomeOf(cli::findingsCommand(), { alone, u"--json"_s });
    EXPECT_TRUE(silent.json()[u"advice"_s].toArray().isEmpty());
    EXPECT_TRUE(silent.err.contains(u"--spec"_s)) << silent.err.toStdString();
    QFile spec(temporaryDir() + u"/spec.json"_s);
    ASSERT_TRUE(spec.open(QIODevice::WriteOnly));
    spec.write(R"({"target":"ethos-u55-128"})");
    spec.close();
    const auto stated
        = outcomeOf(cli::findingsCommand(), { alone, u"--json"_s, u"--spec"_s, spec.fileName() })
              .json();
    EXPECT_FALSE(stated[u"advice"_s].toArray().isEmpty());
    const auto text = outcomeOf(cli::findingsCommand(), { fixture }, { 80 }).out;
    EXPECT_TRUE(text.contains(u"better, at a price: "_s)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"needs a compile: Inputs and model in channels_last"_s));
    for (const auto &line : text.split(u'\n'))
        EXPECT_LE(line.size(), 80) << line.toStdString();
}

/// What only a compile of the model tells is compiled where that is asked for.
TEST(FindingsCommand, CompilesWhatNeedsANewLowering)
{
    if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no Python environment with the compilers";
    const auto fixture = fixturePath(u"add-u55-128"_s);
    const auto model = sourcePath(u"tests/fixtures/models/add.py"_s);
    const auto answer = outcomeOf(
        cli::findingsCommand(), { fixture, u"--json"_s, u"--compile"_s, model, u"--trust"_s })
                            .json();
    QJsonObject integerIo;
    for (const auto &one : answer[u"advice"_s].toArray()) {
        if (one[u"rule"_s] == u"integer-io"_s)
            integerIo = one.toObject();
    }
    EXPECT_EQ(integerIo[u"effect"_s], u"better"_s) << "the processor has less to do";
    EXPECT_FALSE(integerIo.contains(u"needs"_s));
    const auto measured = integerIo[u"measured"_s];
    EXPECT_GT(measured[u"boundaryOperatorsBefore"_s].toInt(), 0);
    EXPECT_EQ(measured[u"boundaryOperatorsAfter"_s].toInt(), 0);
    EXPECT_EQ(measured[u"cyclesAfter"_s], measured[u"cyclesBefore"_s]);

    // A report that is asked to has the same numbers, and no row that still needs a compile.
    const auto report = temporaryDir() + u"/compiled.md"_s;
    const auto written = outcomeOf(cli::reportCommand(),
        { fixture, u"--advice"_s, u"--compile"_s, model, u"--trust"_s, u"-o"_s, report });
    EXPECT_EQ(written.exitCode, cli::Fine) << written.err.toStdString();
    QFile file(report);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto told = QString::fromUtf8(file.readAll());
    EXPECT_TRUE(told.contains(integerIo[u"sentence"_s].toString().section(u':', 0, 0)));
    EXPECT_TRUE(told.contains(u"needed a new lowering and was compiled"_s));
    EXPECT_EQ(outcomeOf(cli::reportCommand(), { fixture, u"--compile"_s, model, u"-o"_s, report })
                  .exitCode,
        cli::Usage)
        << "of advice that is not asked for";

    const auto other = temporaryDir() + u"/add.py"_s;
    QFile copy(other);
    ASSERT_TRUE(copy.open(QIODevice::WriteOnly));
    copy.write("ModelUnderTest = None\n");
    copy.close();
    const auto refused
        = outcomeOf(cli::findingsCommand(), { fixture, u"--compile"_s, other, u"--trust"_s });
    EXPECT_TRUE(refused.err.contains(u"advice.other-model"_s)) << refused.err.toStdString();
    EXPECT_EQ(
        outcomeOf(cli::findingsCommand(), { fixture, u"--no-advice"_s, u"--compile"_s, model })
            .exitCode,
        cli::Usage);
}

} // namespace tosaic::test::findingscommandtests
