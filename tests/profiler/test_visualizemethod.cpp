// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operatorrows.h"
#include "profiler/parsers/pmutrace.h"
#include "tests/profiler/gzipped.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

/// Against visualize_method.py, an independent implementation of the method that ExecuTorch's
/// visualize.py has. Our join goes beyond it in five points, each an option of JoinOptions; without
/// them both must agree cycle by cycle. What differs with them, and why:
///  - startsAtFirstKick: the queue has an operation's last kick, so visualize.py gives the kicks
///    before it to the operation before;
///  - separatesDmaWaits: visualize.py counts standing at a DMA_WAIT as the operation before it;
///  - separatesLeadIn: the first operation there begins with cycle 0 of the trace;
///  - endsAtStop: the last operation there ends at the first word read behind its kick;
///  - usesGroups: a member there belongs to whatever row is before it, and a chain that is the last
///    operation ends at the first read behind its leader.
/// It knows neither several inferences nor several command streams; those are in
/// test_operationjoin.cpp.
namespace tosaic::profile::visualizemethodtests {
namespace {

constexpr JoinOptions LikeVisualize{ .startsAtFirstKick = false,
    .separatesDmaWaits = false,
    .separatesLeadIn = false,
    .endsAtStop = false,
    .usesGroups = false };

QString pythonProgram()
{
    const auto stated = qEnvironmentVariable("TOSAIC_PYTHON");
    return stated.isEmpty() ? QStandardPaths::findExecutable(u"python3"_s) : stated;
}

void writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_EQ(file.write(bytes), bytes.size());
}

QJsonArray visualized(const QJsonArray &jobs, const QString &folder)
{
    const auto path = folder + u"/jobs.json"_s;
    writeFile(path, QJsonDocument(jobs).toJson());
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(
        pythonProgram(), { test::sourcePath(u"tests/profiler/visualize_method.py"_s), path });
    EXPECT_TRUE(process.waitForFinished(300'000));
    EXPECT_EQ(process.exitCode(), 0);
    return QJsonDocument::fromJson(process.readAllStandardOutput()).array();
}

struct Job
{
    QString name;
    std::vector<JoinStream> streams;
    std::vector<PointerRead> reads;
};

void expectEqualOperations(const OperationTable &table, const QJsonObject &expected)
{
    QJsonObject measured;
    for (const auto &operation : table.operations) {
        if (operation.role != TimedOperation::Role::Dma && !operation.measured.empty()
            && operation.measured.front())
            measured[QString::number(operation.scheduled.value_or(-1))]
                = qint64(*operation.measured.front());
    }
    EXPECT_EQ(measured, expected);
}

void expectEqualOperators(const OperationTable &table, const QJsonObject &expected)
{
    QJsonObject operators;
    for (const auto &row : operatorRows(table)) {
        if (!row.origin.source || !row.estimateNpu)
            continue; // DMA, bodies of branches: they have no row in "perf"
        QJsonObject entry{ { u"key"_s, *row.origin.key },
            { u"estimate"_s, qint64(*row.estimateNpu) } };
        if (row.fvp)
            entry[u"cycles"_s] = *row.fvp;
        operators[QString::number(*row.origin.source)] = entry;
    }
    EXPECT_EQ(operators, expected);
}

TEST(VisualizeMethod, AgreesOperatorByOperator)
{
    if (pythonProgram().isEmpty())
        GTEST_SKIP() << "no Python interpreter";
    const auto folder = test::temporaryDir();
    std::vector<Job> jobs;
    QJsonArray requests;
    const auto samples = test::allJoins();
    for (const auto &sample : samples) {
        const auto &facts = sample.streams.front();
        // Names with quotes, which Vela does not escape, break the CSV that the method reads.
        const auto hasQuotes = sample.name == u"names-u55-256-bad-xml"_s;
        if (sample.streams.size() != 1 || facts.database->isPythonCore() || hasQuotes
            || test::rowsOf(facts).empty())
            continue;
        for (const auto isFine : { true, false }) {
            const auto trace = test::generateTrace(test::rowsOf(facts), facts.stream.get(),
                { .seed = quint32(jobs.size()),
                    .readsEveryCommand = isFine,
                    .standsAtDmaWaits = true,
                    .startTs = 17 });
            const auto name = u"%1/%2.json"_s.arg(folder).arg(jobs.size());
            const auto json = test::traceJson(trace.reads);
            writeFile(name, isFine ? test::gzipped(json) : json);
            const auto read = readPmuTrace(*ByteSource::map(name));
            ASSERT_TRUE(read);
            jobs.push_back({ sample.name, sample.streams, pointerReads(read->queueReads) });
            ASSERT_EQ(jobs.back().reads.size(), trace.reads.size());
            requests.append(
                QJsonObject{ { u"tables"_s, sample.tablesPath }, { u"trace"_s, name } });
        }
    }
    ASSERT_GE(jobs.size(), 38u); // the fixtures alone
    const auto results = visualized(requests, folder);
    ASSERT_EQ(size_t(results.size()), jobs.size());
    for (size_t i = 0; i < jobs.size(); ++i) {
        SCOPED_TRACE(jobs[i].name.toStdString() + (i % 2 ? " rows" : " commands"));
        const auto expected = results[qsizetype(i)].toObject();
        EXPECT_FALSE(expected[u"scheduled"_s].toObject().isEmpty());
        const auto table = joinOperations(jobs[i].streams, jobs[i].reads, LikeVisualize);
        expectEqualOperations(table, expected[u"scheduled"_s].toObject());
        // The method adds what Vela 4 repeats for fused operators; Vela's own total does not.
        if (jobs[i].name != u"kws-u85-256-v4.5.0"_s)
            expectEqualOperators(table, expected[u"sources"_s].toObject());
    }
}

/// Each difference by itself, on a compile that has the case.
TEST(VisualizeMethod, DiffersOnlyWhereItShould)
{
    const auto samples = test::allJoins();
    const auto *sample = test::joinNamed(samples, u"mobilenet_v2-u55-128/partition0"_s);
    ASSERT_TRUE(sample);
    const auto &facts = sample->streams.front();
    const auto trace = test::generateTrace(
        test::rowsOf(facts), facts.stream.get(), { .standsAtDmaWaits = true, .startTs = 17 });
    const auto attributed = [&](JoinOptions options) {
        return joinOperations(sample->streams, trace.reads, options).inferences.front();
    };
    const auto like = attributed(LikeVisualize);
    auto leadIn = LikeVisualize;
    leadIn.separatesLeadIn = true;
    EXPECT_EQ(attributed(leadIn).before + attributed(leadIn).attributed + 16, like.attributed);
    auto waits = LikeVisualize;
    waits.separatesDmaWaits = true;
    EXPECT_EQ(attributed(waits).dmaWaits, trace.dmaWaits);
    EXPECT_EQ(attributed(waits).attributed, like.attributed); // given to the transfers
    auto stop = LikeVisualize;
    stop.endsAtStop = true;
    EXPECT_EQ(attributed(stop).attributed, like.attributed + like.after);
}

/// Kicks before the one in the queue go to their own operation: one gains what others lose.
TEST(VisualizeMethod, FirstKicksMoveCyclesToTheirOperation)
{
    const auto samples = test::fixtureJoins();
    const auto *sample = test::joinNamed(samples, u"transformer_block-u55-128/partition0"_s);
    ASSERT_TRUE(sample);
    const auto &facts = sample->streams.front();
    const auto trace = test::generateTrace(test::rowsOf(facts), facts.stream.get(), {});
    auto options = LikeVisualize;
    options.separatesLeadIn = true;
    const auto without = joinOperations(sample->streams, trace.reads, options);
    options.startsAtFirstKick = true;
    const auto with = joinOperations(sample->streams, trace.reads, options);
    EXPECT_EQ(with.inferences.front().cycles(), without.inferences.front().cycles());
    size_t gaining = 0;
    ASSERT_EQ(with.operations.size(), without.operations.size());
    for (size_t i = 0; i < with.operations.size(); ++i) {
        const auto &kicks = with.operations[i].kicks;
        const auto before = without.operations[i].measuredCycles();
        const auto after = with.operations[i].measuredCycles();
        gaining += kicks.size() > 1 && before && after && *after > *before ? 1u : 0u;
        if (kicks.size() == 1 && before) {
            EXPECT_LE(*after, *before);
        }
    }
    EXPECT_GT(gaining, 0u);
}

/// In every database so far members follow their leader: only a chain that is the last operation
/// differs.
TEST(VisualizeMethod, RealChainsAreInOrder)
{
    for (const auto &sample : test::allJoins()) {
        const auto &facts = sample.streams.front();
        const auto trace = test::generateTrace(test::rowsOf(facts), facts.stream.get(), {});
        auto options = LikeVisualize;
        const auto without = joinOperations({ facts }, trace.reads, options);
        options.usesGroups = true;
        const auto with = joinOperations({ facts }, trace.reads, options);
        const auto isChainLast = !without.inferences.empty()
            && without.inferences.front().attributed != with.inferences.front().attributed;
        size_t differing = 0;
        for (size_t i = 0; i < with.operations.size(); ++i)
            differing += with.operations[i].measured != without.operations[i].measured ? 1u : 0u;
        EXPECT_EQ(differing, isChainLast ? 1u : 0u) << sample.name.toStdString();
    }
}

/// Made by hand: a member that runs behind another operation still belongs to its leader.
TEST(VisualizeMethod, AMemberAwayFromItsLeaderGoesBackToIt)
{
    const auto xml = QByteArray(R"(<debug source="x">
<table name="source"><![CDATA["id","operator","kernel_w","kernel_h","ofm_w","ofm_h","ofm_d","ext_key"
1,"Conv2D",1,1,1,1,1,0
2,"Add",1,1,1,1,1,1
]]></table>
<table name="perf"><![CDATA["id","source_id","optimised_id","operator","name","staging_usage","op_cycles","npu_cycles","mac_count"
10,1,1,"Conv2D","a",0,5,5,5
11,2,2,"Add","b",0,5,5,0
12,1,3,"Relu","c",0,0,0,0
]]></table>
<table name="group"><![CDATA["id","group_id"
12,10
]]></table>
<table name="queue"><![CDATA["offset","cmdstream_id","optimised_id","scheduled_id"
40,1,1,10
80,1,2,11
120,1,3,12
]]></table>
</debug>)");
    const auto database = formats::vela::readDebugDb(ByteSource::fromBytes(xml, u"x.xml"_s));
    ASSERT_TRUE(database);
    const std::vector<JoinStream> streams{ { .database = *database } };
    const std::vector<PointerRead> reads{ { 1, 10 }, { 101, 20 }, { 111, 30 }, { 118, 31 } };
    const auto like = joinOperations(streams, reads, LikeVisualize);
    EXPECT_EQ(like.operations[0].measuredCycles(), 100); // 101 - 1, from cycle 0
    EXPECT_EQ(like.operations[1].scheduled, 12); // listed with its leader
    EXPECT_EQ(like.operations[2].measuredCycles(), 10); // ends behind itself, not behind the member
    const auto ours = joinOperations(streams, reads);
    ASSERT_EQ(ours.operations.size(), 3u);
    for (const auto &operation : ours.operations) {
        const auto expected = operation.scheduled == 10 ? std::optional(107.0)
            : operation.scheduled == 11                 ? std::optional(10.0)
                                                        : std::nullopt;
        EXPECT_EQ(operation.measuredCycles(), expected);
    }
}

} // namespace
} // namespace tosaic::profile::visualizemethodtests
