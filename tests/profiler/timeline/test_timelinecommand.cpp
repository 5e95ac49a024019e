// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "profiler/parsers/pmutrace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/profiler/etdumpbuilder.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::test::timelinecommandtests {
namespace {

QString writtenFile(const QString &name, const QByteArray &bytes)
{
    const auto path = temporaryDir() + u'/' + name;
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return path;
}

QString trace()
{
    return writtenFile(u"trace.json"_s,
        R"({"traceEvents": [
{"name": "axi_enabled_cycles", "ph": "X", "ts": "100", "pid": "DMA", "tid": "axi0", "dur": "50"},
{"name": "axi_enabled_cycles", "ph": "X", "ts": "200", "pid": "DMA", "tid": "axi0", "dur": "30"},
{"name": "beats", "ph": "C", "ts": "100", "pid": "PMU", "tid": "0", "args": {"value": "4"}},
{"name": "beats", "ph": "C", "ts": "200", "pid": "PMU", "tid": "0", "args": {"value": "8"}}
]})");
}

TEST(TimelineCommand, SeveralStandOnOneAxisAlignedByAnInference)
{
    const auto other = writtenFile(u"other.json"_s,
        R"({"traceEvents": [
{"name": "axi_enabled_cycles", "ph": "X", "ts": "1100", "pid": "DMA", "tid": "axi0", "dur": "50"}
]})");
    const auto outcome = outcomeOf(cli::timelineCommand(), { trace(), other, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    QStringList groups;
    for (const auto &track : json[u"tracks"_s].toArray())
        groups << track[u"group"_s].toString();
    EXPECT_TRUE(groups.contains(u"trace.json: DMA"_s)) << groups.join(u", "_s).toStdString();
    EXPECT_TRUE(groups.contains(u"other.json: DMA"_s));
    EXPECT_EQ(json[u"range"_s].toArray(), (QJsonArray{ 100, 231 })) << "moved to the first's begin";
    EXPECT_TRUE(outcome.out.contains(u"timeline.inference"_s)) << "neither says an inference";
    EXPECT_EQ(
        outcomeOf(cli::timelineCommand(), { trace(), other, u"--inference"_s, u"0"_s }).exitCode,
        cli::Usage);
}

TEST(TimelineCommand, SumsUpTheTracks)
{
    const auto outcome = outcomeOf(cli::timelineCommand(), { trace(), u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    EXPECT_EQ(json[u"timeUnit"_s], u"cycles"_s);
    EXPECT_FALSE(json.contains(u"clockHz"_s));
    ASSERT_EQ(json[u"tracks"_s].toArray().size(), 2);
    const auto axi = json[u"tracks"_s][0].toObject();
    EXPECT_EQ(axi[u"busy"_s].toInteger(), 80);
    EXPECT_EQ(axi[u"origin"_s], u"FVP"_s);
    EXPECT_EQ(json[u"tracks"_s][1].toObject()[u"max"_s].toDouble(), 8);
    const auto part
        = outcomeOf(cli::timelineCommand(), { trace(), u"--json"_s, u"--to"_s, u"120"_s });
    EXPECT_EQ(part.json()[u"tracks"_s][0].toObject()[u"busy"_s].toInteger(), 20);
    const auto text = outcomeOf(cli::timelineCommand(), { trace() });
    EXPECT_TRUE(text.out.simplified().contains(u"busy cycles"_s)) << text.out.toStdString();
    EXPECT_TRUE(text.out.simplified().contains(u"DMA / axi0 2 80 - FVP"_s))
        << text.out.toStdString();
}

TEST(TimelineCommand, ExportsWhatItReadsAgain)
{
    const auto out = temporaryDir() + u"/out.json.gz"_s;
    const auto outcome = outcomeOf(
        cli::timelineCommand(), { trace(), u"-o"_s, out, u"--from"_s, u"180"_s, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_EQ(outcome.json()[u"output"_s].toObject()[u"events"_s].toInteger(), 3);
    const auto read = profile::readPmuTrace(*ByteSource::map(out));
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->isComplete);
    EXPECT_TRUE(read->isCompressed);
}

TEST(TimelineCommand, SaysTheClockOfAnExport)
{
    const auto out = temporaryDir() + u"/out.json"_s;
    const auto clocked = outcomeOf(
        cli::timelineCommand(), { trace(), u"-o"_s, out, u"--clock"_s, u"500000000"_s });
    EXPECT_EQ(clocked.out, u"4 events written to %1, times at 500 MHz\n"_s.arg(out));
    const auto cycles = outcomeOf(cli::timelineCommand(), { trace(), u"-o"_s, out });
    EXPECT_EQ(cycles.out, u"4 events written to %1\n"_s.arg(out));
}

TEST(TimelineCommand, ReadsAnEtDump)
{
    const auto path = writtenFile(u"dump.etdp"_s, etDumpBytes());
    const auto outcome
        = outcomeOf(cli::timelineCommand(), { path, u"--unit"_s, u"ns"_s, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_EQ(outcome.json()[u"timeUnit"_s], u"ns"_s);
    EXPECT_GT(outcome.json()[u"tracks"_s].toArray().size(), 1);
    EXPECT_EQ(
        outcomeOf(cli::timelineCommand(), { path, u"--json"_s }).json()[u"timeUnit"_s], u"ticks"_s);
}

/// Reads of a real compile: the operations of the NPU get a track.
TEST(TimelineCommand, JoinsATraceWithItsProgram)
{
    const auto joins = fixtureJoins();
    const auto *sample = joinNamed(joins, u"mobilenet_v2-u55-128/partition0"_s);
    ASSERT_TRUE(sample);
    const auto &facts = sample->streams.front();
    const auto reads = generateTrace(rowsOf(facts), facts.stream.get(), {}).reads;
    const auto path = writtenFile(u"real.json"_s, traceJson(reads));
    const auto program = fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s);
    const auto out = temporaryDir() + u"/joined.json"_s;
    const auto tracksOf = [](const Outcome &outcome) {
        QStringList names;
        for (const auto &track : outcome.json()[u"tracks"_s].toArray())
            names << track[u"group"_s].toString() + u'/' + track[u"name"_s].toString();
        return names;
    };
    const auto alone = outcomeOf(cli::timelineCommand(), { path, u"--json"_s });
    const auto joined = outcomeOf(
        cli::timelineCommand(), { path, u"--program"_s, program, u"--json"_s, u"-o"_s, out });
    EXPECT_EQ(joined.exitCode, cli::Fine) << joined.err.toStdString();
    EXPECT_GT(tracksOf(joined).size(), tracksOf(alone).size());
    const auto database = outcomeOf(cli::timelineCommand(),
        { path, u"--debug-db"_s, fixturePath(u"mobilenet_v2-u55-128/partition0/debug.xml"_s),
            u"--json"_s });
    EXPECT_EQ(database.exitCode, cli::Fine) << database.err.toStdString();
    EXPECT_GT(tracksOf(database).size(), tracksOf(alone).size());
    QFile written(out);
    ASSERT_TRUE(written.open(QIODevice::ReadOnly));
    EXPECT_TRUE(written.readAll().contains("conv"));
    const auto other = fixturePath(u"transformer_block-u55-128/partition0/debug.xml"_s);
    const auto refused = outcomeOf(cli::timelineCommand(), { path, u"--debug-db"_s, other });
    EXPECT_EQ(refused.exitCode, cli::BadInput);
    EXPECT_TRUE(refused.err.contains(u"profile.trace-other"_s)) << refused.err.toStdString();
}

TEST(TimelineCommand, SaysWhatIsWrong)
{
    EXPECT_EQ(outcomeOf(cli::timelineCommand(), {}).exitCode, cli::Usage);
    EXPECT_EQ(
        outcomeOf(cli::timelineCommand(), { trace(), u"--from"_s, u"x"_s }).exitCode, cli::Usage);
    EXPECT_EQ(
        outcomeOf(cli::timelineCommand(), { trace(), u"--unit"_s, u"s"_s }).exitCode, cli::Usage);
    const auto foreign = writtenFile(u"foreign.txt"_s, "no trace");
    const auto outcome = outcomeOf(cli::timelineCommand(), { foreign });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"format.unknown"_s)) << outcome.err.toStdString();
    EXPECT_EQ(outcomeOf(cli::timelineCommand(), { u"/nowhere.json"_s }).exitCode, cli::BadInput);
}

} // namespace
} // namespace tosaic::test::timelinecommandtests
