// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "profiler/imports/runimport.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/session/profileassembly.h"
#include "profiler/session/runsdocument.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/profiler/gzipped.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/layergenerator.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QProcess>
#include <QStandardPaths>

#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::cli::operatorscommandtests {
namespace {

test::Outcome operators(const QStringList &arguments)
{
    return test::outcomeOf(operatorsCommand(), arguments);
}

void writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_EQ(file.write(bytes), bytes.size());
}

QString programOf(const QString &fixture)
{
    const auto folder = test::fixturePath(fixture);
    return folder + u'/' + QDir(folder).entryList({ u"*.pte"_s }).value(0);
}

/// A trace of all partitions of a fixture, in their order.
QString traceOf(const QString &fixture, const QString &folder, int inferences = 1)
{
    std::vector<profile::PointerRead> reads;
    const auto samples = test::fixtureJoins();
    for (const auto &sample : samples) {
        if (sample.name.section(u'/', 0, 0) != fixture)
            continue;
        const auto &facts = sample.streams.front();
        const auto made = test::generateTrace(test::rowsOf(facts), facts.stream.get(),
            { .seed = 11,
                .inferences = inferences,
                .standsAtDmaWaits = true,
                .startTs = reads.empty() ? 17 : quint64(reads.back().ts) + 500 });
        reads.insert(reads.end(), made.reads.begin(), made.reads.end());
    }
    const auto path = folder + u"/"_s + fixture + u".json.gz"_s;
    writeFile(path, test::gzipped(test::traceJson(reads)));
    return path;
}

QString pythonProgram()
{
    const auto stated = qEnvironmentVariable("TOSAIC_PYTHON");
    return stated.isEmpty() ? QStandardPaths::findExecutable(u"python3"_s) : stated;
}

QJsonArray visualized(const QJsonArray &jobs, const QString &folder)
{
    const auto path = folder + u"/jobs.json"_s;
    writeFile(path, QJsonDocument(jobs).toJson());
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(
        pythonProgram(), { test::sourcePath(u"tests/profiler/visualize_method.py"_s), path });
    EXPECT_TRUE(process.waitForFinished(120'000));
    return QJsonDocument::fromJson(process.readAllStandardOutput()).array();
}

double sumOf(const QJsonArray &rows, const QString &key)
{
    double sum = 0;
    for (const auto &row : rows)
        sum += row.toObject().value(key).toDouble();
    return sum;
}

TEST(OperatorsCommand, EstimatesWithoutATrace)
{
    const auto outcome = operators({ programOf(u"mobilenet_v2-u85-256"_s), u"--json"_s });
    ASSERT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    EXPECT_EQ(json[u"origin"_s], u"estimate"_s);
    EXPECT_EQ(json[u"product"_s], u"U85"_s);
    EXPECT_EQ(json[u"npuMacs"_s], 256);
    const auto rows = json[u"operators"_s].toArray();
    EXPECT_GT(rows.size(), 40);
    EXPECT_EQ(sumOf(rows, u"cycles"_s), json[u"totals"_s][u"estimateCycles"_s].toDouble());
    EXPECT_NEAR(sumOf(rows, u"share"_s), 1, 1e-9);
    EXPECT_TRUE(json[u"inferences"_s].toArray().isEmpty());
}

/// Operator by operator what the method of visualize.py gives, through the program's files.
TEST(OperatorsCommand, AgreesWithVisualizeOnRealCompiles)
{
    if (pythonProgram().isEmpty())
        GTEST_SKIP() << "no Python interpreter";
    const auto folder = test::temporaryDir();
    QJsonArray jobs;
    QList<QJsonObject> answers;
    for (const auto &sample : test::fixtureJoins()) {
        const auto fixture = sample.name.section(u'/', 0, 0);
        const auto partitions
            = QDir(test::fixturePath(fixture)).entryList({ u"partition*"_s }, QDir::Dirs);
        if (partitions.size() != 1)
            continue; // the method knows one command stream
        const auto trace = traceOf(fixture, folder);
        const auto outcome = operators({ programOf(fixture), u"--trace"_s, trace, u"--method"_s,
            u"visualize"_s, u"--json"_s });
        ASSERT_EQ(outcome.exitCode, Fine) << fixture.toStdString() << outcome.err.toStdString();
        answers << outcome.json();
        jobs.append(QJsonObject{ { u"tables"_s, sample.tablesPath }, { u"trace"_s, trace } });
    }
    ASSERT_GE(answers.size(), 8);
    const auto expected = visualized(jobs, folder);
    ASSERT_EQ(expected.size(), answers.size());
    for (qsizetype i = 0; i < answers.size(); ++i) {
        std::map<int, std::pair<double, double>> wanted; // by key: cycles, estimate
        const auto sources = expected[i][u"sources"_s].toObject();
        for (const auto &entry : sources)
            wanted[entry[u"key"_s].toInt()]
                = { entry[u"cycles"_s].toDouble(), entry[u"estimate"_s].toDouble() };
        std::map<int, std::pair<double, double>> found;
        const auto rows = answers[i][u"operators"_s].toArray();
        for (const auto &row : rows) {
            if (row[u"key"_s].isDouble())
                found[row[u"key"_s].toInt()]
                    = { row[u"cycles"_s].toDouble(), row[u"estimateNpuCycles"_s].toDouble() };
        }
        EXPECT_EQ(found, wanted);
        EXPECT_FALSE(wanted.empty());
    }
}

TEST(OperatorsCommand, TotalsAreThoseOfTheTrace)
{
    const auto folder = test::temporaryDir();
    for (const auto &fixture : { u"two_partitions-u55-128"_s, u"mobilenet_v2-u55-128"_s }) {
        const auto trace = traceOf(fixture, folder, 2);
        const auto outcome = operators(
            { programOf(fixture), u"--trace"_s, trace, u"--by"_s, u"operation"_s, u"--json"_s });
        ASSERT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
        const auto json = outcome.json();
        EXPECT_EQ(json[u"origin"_s], u"fvp"_s);
        EXPECT_EQ(json[u"confidence"_s].toString().toStdString(), "high")
            << fixture.toStdString()
            << QJsonDocument(json[u"unmatched"_s].toArray()).toJson().toStdString()
            << QJsonDocument(json[u"inferences"_s].toArray()).toJson().toStdString();
        const auto inferences = json[u"inferences"_s].toArray();
        double cycles = json[u"totals"_s][u"betweenCycles"_s].toDouble();
        cycles += sumOf(inferences, u"cycles"_s);
        const auto reads = profile::readRunFile(trace)->trace->queueReads;
        EXPECT_EQ(cycles, double(reads.back().ts - reads.front().ts));
        EXPECT_EQ(json[u"totals"_s][u"traceCycles"_s].toDouble(), cycles);
        // The median of both inferences; the generator gives each its own time.
        EXPECT_NEAR(2 * sumOf(json[u"operators"_s].toArray(), u"cycles"_s),
            sumOf(inferences, u"attributedCycles"_s), 1);
    }
}

TEST(OperatorsCommand, TextTellsDelegatesApart)
{
    const auto fixture = u"two_partitions-u55-128"_s;
    const auto trace = traceOf(fixture, test::temporaryDir(), 2);
    const auto two = operators({ programOf(fixture), u"--trace"_s, trace, u"--wide"_s });
    ASSERT_EQ(two.exitCode, Fine) << two.err.toStdString();
    EXPECT_TRUE(two.out.section(u'\n', 0, 0).endsWith(u"delegate"_s));
    for (const auto *words : { "inference 0 of delegate 0: ", "inference 1 of delegate 0: ",
             "inference 0 of delegate 1: ", "inference 1 of delegate 1: " })
        EXPECT_EQ(two.out.count(QLatin1StringView(words)), 1) << words;
    const auto one = operators({ programOf(u"add-u55-128"_s), u"--wide"_s });
    EXPECT_FALSE(one.out.section(u'\n', 0, 0).contains(u"delegate"_s));
    EXPECT_TRUE(operators({ u"--help"_s }).out.contains(u"Usage: tosaic-cli operators"_s));
}

TEST(OperatorsCommand, AFolderThatIsNoResultIsToldWhatToName)
{
    const auto outcome = operators({ test::temporaryDir() });
    EXPECT_EQ(outcome.exitCode, BadInput);
    EXPECT_TRUE(outcome.err.contains(u"name a file in it"_s)) << outcome.err.toStdString();
}

TEST(OperatorsCommand, RowsByAnythingAddUpToTheSame)
{
    const auto folder = test::temporaryDir();
    const auto trace = traceOf(u"transformer_block-u55-128"_s, folder);
    std::optional<double> sum;
    for (const auto &by :
        { u"operator"_s, u"operation"_s, u"kind"_s, u"module"_s, u"source"_s, u"partition"_s }) {
        const auto outcome = operators({ programOf(u"transformer_block-u55-128"_s), u"--trace"_s,
            trace, u"--by"_s, by, u"--json"_s });
        ASSERT_EQ(outcome.exitCode, Fine);
        const auto cycles = sumOf(outcome.json()[u"operators"_s].toArray(), u"cycles"_s);
        EXPECT_EQ(sum.value_or(cycles), cycles) << by.toStdString();
        sum = cycles;
    }
    EXPECT_GT(*sum, 0);
}

/// Cycles of the rows by the node of the model that they name; those without one under "".
std::map<QString, double> cyclesByNode(const QJsonObject &document)
{
    std::map<QString, double> sums;
    const auto rows = document[u"operators"_s].toArray();
    for (const auto &row : rows)
        sums[row[u"node"_s].toString()] += row[u"cycles"_s].toDouble();
    return sums;
}

QJsonObject graphOf(const QString &program)
{
    const auto path = test::temporaryDir() + u"/graph.json"_s;
    const auto outcome
        = test::outcomeOf(graphCommand(), { program, u"-o"_s, path, u"--expand"_s, u"all"_s });
    EXPECT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return QJsonDocument::fromJson(file.readAll()).object();
}

/// Every operator on the NPU has the cycles of its rows, or names the node that has them; returns
/// their sum.
double expectSameCycles(const QJsonObject &graph, std::map<QString, double> wanted)
{
    const auto nodes = graph[u"nodes"_s].toArray();
    QStringList names;
    for (const auto &node : nodes)
        names << node[u"name"_s].toString();
    double sum = 0;
    for (const auto &node : nodes) {
        const auto name = node[u"name"_s].toString();
        const auto cycles = node[u"cycles"_s].toObject();
        if (node[u"placement"_s].toString() == u"npu"_s) {
            EXPECT_TRUE(cycles.contains(u"value"_s) || cycles.contains(u"in"_s))
                << name.toStdString();
        }
        if (cycles.contains(u"in"_s)) {
            EXPECT_TRUE(names.contains(cycles[u"in"_s].toString())) << name.toStdString();
        }
        if (!cycles.contains(u"value"_s))
            continue;
        EXPECT_EQ(cycles[u"origin"_s], u"est"_s);
        EXPECT_EQ(cycles[u"value"_s].toDouble(), wanted[name]) << name.toStdString();
        sum += cycles[u"value"_s].toDouble();
    }
    double extra = 0;
    const auto rest = graph[u"extra"_s].toArray();
    for (const auto &row : rest) {
        extra += row[u"cycles"_s][u"value"_s].toDouble();
        EXPECT_FALSE(row[u"why"_s].toString().isEmpty());
    }
    EXPECT_EQ(extra, wanted[QString()]);
    return sum + extra;
}

TEST(OperatorsCommand, TheGraphHasTheSameCyclesForEveryFixture)
{
    const QDir generated(test::fixturePath(QString()));
    int compared = 0;
    const auto fixtures = generated.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const auto &fixture : fixtures) {
        const auto program = programOf(fixture);
        if (!program.endsWith(u".pte"_s) || !generated.exists(fixture + u"/partition0/debug.xml"_s))
            continue;
        SCOPED_TRACE(fixture.toStdString());
        const auto rows = operators({ program, u"--json"_s }).json();
        const auto graph = graphOf(program);
        const auto sum = expectSameCycles(graph, cyclesByNode(rows));
        EXPECT_EQ(sum, rows[u"totals"_s][u"estimateCycles"_s].toDouble());
        EXPECT_EQ(graph[u"cyclesBasis"_s], u"cyclesTotal"_s);
        EXPECT_EQ(graph[u"cyclesSum"_s].toDouble(), sum);
        ++compared;
    }
    EXPECT_GE(compared, 12);
}

TEST(OperatorsCommand, RowsSayNodeModuleSourceAndWhatLimitsThem)
{
    const auto document = operators({ programOf(u"mobilenet_v2-u55-128"_s), u"--json"_s }).json();
    QJsonObject hottest;
    const auto rows = document[u"operators"_s].toArray();
    for (const auto &row : rows) {
        if (row[u"cycles"_s].toDouble() > hottest[u"cycles"_s].toDouble())
            hottest = row.toObject();
    }
    EXPECT_EQ(hottest[u"name"_s], u"tosa_conv2d_default_2"_s);
    EXPECT_EQ(hottest[u"node"_s], u"aten_convolution_default_3"_s);
    EXPECT_EQ(hottest[u"module"_s], u"features.2.conv.0.0"_s);
    EXPECT_EQ(hottest[u"source"_s], u"mobilenet_v2.py:32"_s);
    const auto limit = hottest[u"limit"_s].toObject();
    EXPECT_EQ(limit[u"by"_s], u"mac"_s) << "22,448 cycles of SRAM beside 111,632";
    EXPECT_EQ(limit[u"of"_s].toDouble(), 1);
    // A requantisation has no cycles of its own and says where they are.
    QString in;
    const auto folded = document[u"folded"_s].toArray();
    for (const auto &row : folded) {
        if (row[u"name"_s].toString() == u"tosa_rescale_default_3"_s)
            in = row[u"in"_s].toString();
    }
    EXPECT_EQ(in, u"tosa_conv2d_default_2"_s);
}

TEST(OperatorsCommand, ATraceOfAnotherProgramIsRefused)
{
    const auto folder = test::temporaryDir();
    const auto trace = traceOf(u"transformer_block-u55-128"_s, folder);
    const auto outcome
        = operators({ programOf(u"mobilenet_v2-u55-128"_s), u"--trace"_s, trace, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, BadInput);
    EXPECT_TRUE(outcome.err.contains(u"profile.trace-other"_s)) << outcome.err.toStdString();
    EXPECT_EQ(outcome.json()[u"origin"_s], u"estimate"_s);
}

TEST(OperatorsCommand, ThatATraceWasCutIsSaid)
{
    const auto folder = test::temporaryDir();
    const auto trace = traceOf(u"two_partitions-u55-128"_s, folder, 2);
    QFile file(trace);
    ASSERT_TRUE(file.resize(file.size() * 3 / 4));
    const auto outcome
        = operators({ programOf(u"two_partitions-u55-128"_s), u"--trace"_s, trace, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.err.contains(u"warning: pmutrace.truncated"_s))
        << outcome.err.toStdString();
}

TEST(OperatorsCommand, ATraceWithoutReadsIsAnError)
{
    const auto path = test::temporaryDir() + u"/empty.json"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{\"traceEvents\": [{\"name\": \"axi_enabled_cycles\", \"ph\": \"X\", \"ts\": "
               "\"1\", \"pid\": \"DMA\", \"tid\": \"axi0\", \"dur\": \"14\"}]}");
    file.close();
    const auto outcome
        = operators({ programOf(u"mobilenet_v2-u55-128"_s), u"--trace"_s, path, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, BadInput);
    EXPECT_TRUE(outcome.err.contains(u"profile.trace-empty"_s)) << outcome.err.toStdString();
    EXPECT_EQ(outcome.json()[u"origin"_s], u"estimate"_s);
}

TEST(OperatorsCommand, WithoutADatabaseSaysWhatIsMissing)
{
    const auto folder = test::temporaryDir();
    const auto program = folder + u"/alone.pte"_s;
    ASSERT_TRUE(QFile::copy(programOf(u"mobilenet_v2-u55-128"_s), program));
    const auto without = operators({ program });
    EXPECT_EQ(without.exitCode, BadInput);
    EXPECT_TRUE(without.err.contains(u"--debug-db"_s));
    const auto database = test::fixturePath(u"mobilenet_v2-u55-128/partition0/debug.xml"_s);
    const auto with = operators({ program, u"--debug-db"_s, database, u"--json"_s });
    EXPECT_EQ(with.exitCode, Fine) << with.err.toStdString();
    const auto trace = traceOf(u"mobilenet_v2-u55-128"_s, folder);
    const auto bare = operators({ program, u"--trace"_s, trace, u"--json"_s });
    EXPECT_EQ(bare.exitCode, Fine) << "kicks have cycles without a database too";
    EXPECT_TRUE(bare.err.contains(u"profile.database-missing"_s));
    EXPECT_EQ(bare.json()[u"origin"_s], u"fvp"_s);
}

TEST(OperatorsCommand, TextAndCsvHaveTheSameRows)
{
    const auto csv = operators({ programOf(u"mobilenet_v2-u55-128"_s), u"--csv"_s });
    ASSERT_EQ(csv.exitCode, Fine);
    const auto rows = csv.out.split(u'\n', Qt::SkipEmptyParts);
    EXPECT_TRUE(rows.front().startsWith(u"name,kind,cycles,origin,"_s));
    const auto json = operators({ programOf(u"mobilenet_v2-u55-128"_s), u"--json"_s }).json();
    EXPECT_EQ(rows.size() - 1, json[u"operators"_s].toArray().size());
    const auto text = operators({ programOf(u"mobilenet_v2-u55-128"_s) });
    EXPECT_EQ(text.exitCode, Fine);
    EXPECT_TRUE(text.out.contains(u"Vela's estimate: "_s));
    EXPECT_FALSE(text.out.contains(u"estimateCycles"_s)) << "the cycles are the estimate";
    EXPECT_TRUE(text.out.contains(u"module"_s)) << text.out.toStdString();
    EXPECT_TRUE(text.out.contains(u"source: partition0/debug.xml: "_s)) << text.out.toStdString();
}

TEST(OperatorsCommand, RefusesWrongUse)
{
    EXPECT_EQ(operators({}).exitCode, Usage);
    EXPECT_EQ(operators({ u"a"_s, u"b"_s }).exitCode, Usage);
    EXPECT_EQ(operators({ u"a"_s, u"--by"_s, u"colour"_s }).exitCode, Usage);
    EXPECT_EQ(operators({ u"a"_s, u"--json"_s, u"--csv"_s }).exitCode, Usage);
    EXPECT_EQ(operators({ u"/nowhere.pte"_s }).exitCode, BadInput);
    const auto program = programOf(u"add-u55-128"_s);
    const auto noTrace = operators({ program, u"--trace"_s, program });
    EXPECT_EQ(noTrace.exitCode, BadInput);
}

/// Every aot sample with its own folders, as users have them.
TEST(OperatorsCommand, RealCompilesOfTheArmBackend)
{
    TOSAIC_NEED_SAMPLES();
    const auto root = test::samplesDir() + u"/generated/aot/"_s;
    int known = 0;
    for (const auto &folder : QDir(root).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const auto program = root + folder + u"/model.pte"_s;
        if (!QFile::exists(program)
            || QDir(root + folder).entryList({ u"partition*-tag*"_s }, QDir::Dirs).isEmpty())
            continue;
        const auto outcome = operators({ program, u"--json"_s });
        SCOPED_TRACE(folder.toStdString() + ": " + outcome.err.toStdString());
        if (outcome.err.contains(u"profile.nothing"_s))
            continue; // no debug database was kept
        EXPECT_EQ(outcome.exitCode, Fine);
        EXPECT_FALSE(outcome.err.contains(u"profile.database-other"_s));
        ++known;
    }
    EXPECT_GE(known, 10);
}

/// Rows of a board beside the estimate and the trace.
TEST(OperatorsCommand, ABoardStandsBesideEstimateAndTrace)
{
    const auto folder = test::temporaryDir();
    const auto program = programOf(u"mobilenet_v2-u55-128"_s);
    const auto opened = openDocument(program);
    ASSERT_TRUE(opened);
    const auto plain = assembleProfile(profileMaterial(*opened));
    ASSERT_TRUE(plain && plain->table);
    const auto log = folder + u"/board.log"_s;
    writeFile(log, test::layerConsole(*plain->table));
    const auto outcome = operators({ program, u"--trace"_s,
        traceOf(u"mobilenet_v2-u55-128"_s, folder), u"--board"_s, log, u"--json"_s });
    ASSERT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    const auto document = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    double sum = 0;
    int compared = 0;
    for (const auto &value : document[u"operators"_s].toArray()) {
        const auto row = value.toObject();
        sum += row[u"boardCycles"_s].toDouble();
        if (!row.contains(u"boardToFvp"_s))
            continue;
        EXPECT_NEAR(row[u"boardToFvp"_s].toDouble(),
            row[u"boardCycles"_s].toDouble() / row[u"cycles"_s].toDouble() - 1, 1e-9);
        ++compared;
    }
    EXPECT_GT(compared, 30);
    EXPECT_EQ(document[u"totals"_s][u"boardCycles"_s].toDouble(), sum);
    const auto text = operators({ program, u"--board"_s, log, u"--wide"_s });
    EXPECT_TRUE(text.out.contains(u"boardToEstimate"_s));
    EXPECT_TRUE(text.out.contains(u"MACs are equal in every row"_s));
    EXPECT_FALSE(operators({ program, u"--wide"_s }).out.contains(u"boardCycles"_s));
}

TEST(OperatorsCommand, WhyABoardWasNotJoinedIsSaid)
{
    const auto folder = test::temporaryDir();
    const auto program = programOf(u"mobilenet_v2-u55-128"_s);
    const auto opened = openDocument(program);
    ASSERT_TRUE(opened);
    const auto plain = assembleProfile(profileMaterial(*opened));
    const auto log = folder + u"/board.log"_s;
    writeFile(log, test::layerConsole(*plain->table, { .hasHeader = false }));
    const auto unnamed = operators({ program, u"--board"_s, log });
    EXPECT_EQ(unnamed.exitCode, BadInput);
    EXPECT_TRUE(unnamed.err.contains(u"state which it is (2, 3)"_s)) << unnamed.err.toStdString();
    EXPECT_TRUE(unnamed.out.contains(u"Vela's estimate"_s)) << "the estimate is there all the same";
    EXPECT_EQ(
        operators({ program, u"--board"_s, log, u"--board-column"_s, u"2"_s }).exitCode, Fine);
    EXPECT_EQ(operators({ program, u"--board-column"_s, u"2"_s }).exitCode, Usage);
}

} // namespace
} // namespace tosaic::cli::operatorscommandtests
