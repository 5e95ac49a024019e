// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/base/cycletext.h"
#include "core/compiled/resultreader.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/profiler/consolegenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>

using namespace Qt::StringLiterals;

namespace tosaic::test::graphandreporttests {

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const auto TwoPartitions = u"two_partitions-u55-128"_s;

} // namespace

TEST(GraphCommand, WritesEveryFormatOfTheSameGraph)
{
    const auto out = temporaryDir();
    for (const auto &ending : { u"svg"_s, u"pdf"_s, u"png"_s, u"dot"_s, u"json"_s }) {
        const auto path = out + u"/graph."_s + ending;
        const auto outcome
            = outcomeOf(cli::graphCommand(), { fixturePath(TwoPartitions), u"-o"_s, path });
        ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
        EXPECT_GT(bytesOf(path).size(), 500) << ending.toStdString();
    }
    EXPECT_TRUE(bytesOf(out + u"/graph.svg"_s).contains("Partition 0"));
    EXPECT_TRUE(bytesOf(out + u"/graph.pdf"_s).startsWith("%PDF"));
    EXPECT_FALSE(QImage(out + u"/graph.png"_s).isNull());
    const auto json = QJsonDocument::fromJson(bytesOf(out + u"/graph.json"_s)).object();
    EXPECT_EQ(json[u"groups"_s].toArray().size(), 2);
}

/// What flows into a partition is written above it, not over its title.
TEST(GraphCommand, LabelsLeaveTitlesOfPartitionsFree)
{
    const auto path = temporaryDir() + u"/labels.svg"_s;
    const auto outcome
        = outcomeOf(cli::graphCommand(), { fixturePath(TwoPartitions), u"-o"_s, path });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto svg = QString::fromUtf8(bytesOf(path));
    const auto lineOf = [&](const QString &words) {
        const QRegularExpression text(u" y=\"([0-9.]+)\"[^>]*>%1"_s.arg(words));
        const auto match = text.match(svg);
        return match.hasMatch() ? match.captured(1).toDouble() : -1;
    };
    const auto label = lineOf(u"int8 1x3x16x16"_s);
    const auto title = lineOf(u"Partition 0"_s);
    ASSERT_GT(label, 0);
    ASSERT_GT(title, 0);
    EXPECT_LT(label, title - 14);
}

TEST(GraphCommand, TosaOfADelegateStandsOnTheNpu)
{
    const auto path = temporaryDir() + u"/tosa.json"_s;
    const auto outcome = outcomeOf(cli::graphCommand(),
        { fixturePath(TwoPartitions), u"-o"_s, path, u"--level"_s, u"tosa:0"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto nodes = QJsonDocument::fromJson(bytesOf(path)).object()[u"nodes"_s].toArray();
    ASSERT_FALSE(nodes.isEmpty());
    for (const auto &node : nodes) {
        const auto placement = node[u"placement"_s].toString();
        EXPECT_TRUE(placement == u"npu"_s || placement == u"io"_s)
            << node[u"title"_s].toString().toStdString() << ' ' << placement.toStdString();
    }
}

TEST(GraphCommand, EitherEnginePlacesTheNodes)
{
    const auto out = temporaryDir();
    const auto draw = [&](const QString &engine) {
        const auto path = out + u'/' + engine + u".svg"_s;
        const auto outcome = outcomeOf(cli::graphCommand(),
            { fixturePath(TwoPartitions), u"-o"_s, path, u"--layout"_s, engine });
        return std::pair(outcome.exitCode, bytesOf(path));
    };
    const auto own = draw(u"tosaic"_s);
    const auto graphviz = draw(u"graphviz"_s);
    EXPECT_EQ(own.first, cli::Fine);
    EXPECT_EQ(graphviz.first, cli::Fine);
    EXPECT_TRUE(graphviz.second.contains("Partition 0"));
    EXPECT_NE(own.second, graphviz.second);
    EXPECT_EQ(draw(u"neato"_s).first, cli::Usage);
}

TEST(GraphCommand, AProgramAloneIsDrawnAsItRuns)
{
    // Away from its result.json nothing but the program is known.
    const auto copy = temporaryDir() + u"/alone.pte"_s;
    ASSERT_TRUE(QFile::copy(fixturePath(TwoPartitions) + u"/two_partitions.pte"_s, copy));
    const auto path = temporaryDir() + u"/graph.dot"_s;
    ASSERT_EQ(outcomeOf(cli::graphCommand(), { copy, u"-o"_s, path }).exitCode, cli::Fine);
    EXPECT_TRUE(bytesOf(path).contains("sort"));
    EXPECT_FALSE(bytesOf(path).contains("convolution"))
        << "what is inside a delegate is not in the file";
}

TEST(GraphCommand, SaysWhatIsWrong)
{
    const auto out = temporaryDir() + u"/graph.svg"_s;
    const auto noModel
        = outcomeOf(cli::graphCommand(), { written(u"x.pte"_s, "no model"), u"-o"_s, out });
    EXPECT_EQ(noModel.exitCode, cli::BadInput);
    EXPECT_TRUE(noModel.err.startsWith(u"error: "_s)) << noModel.err.toStdString();
    EXPECT_FALSE(QFile::exists(out));
    EXPECT_EQ(outcomeOf(cli::graphCommand(), { fixturePath(TwoPartitions) }).exitCode, cli::Usage);
    EXPECT_EQ(
        outcomeOf(cli::graphCommand(), { fixturePath(TwoPartitions), u"-o"_s, u"graph.bmp"_s })
            .exitCode,
        cli::Usage);
}

TEST(ReportCommand, HoldsModelPartitionsComparisonAndCounters)
{
    const GeneratedProfile profile{ .npuCycles = 500'123,
        .counters = { { u"NPU_IDLE"_s, 1'234 } } };
    const auto log = written(u"run.log"_s, generateConsole({ .profiles = { profile } }));
    const auto path = temporaryDir() + u"/report.html"_s;
    const auto outcome = outcomeOf(cli::reportCommand(),
        { fixturePath(u"mobilenet_v2-u55-128-conv_on_cpu"_s), u"--compare"_s,
            fixturePath(u"mobilenet_v2-u55-128"_s), u"--run"_s, log, u"--origin"_s, u"fvp"_s,
            u"-o"_s, path });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto html = QString::fromUtf8(bytesOf(path));
    for (const auto &part :
        { u"mobilenet_v2.pte"_s, u"<svg"_s, u"Shared_Sram"_s, u"aten_convolution_default_23"_s,
            u"run.log"_s, u"FVP"_s, u"500123"_s, u"NPU_IDLE"_s, u"5.1.0"_s })
        EXPECT_TRUE(html.contains(part)) << part.toStdString();
    EXPECT_FALSE(html.contains(QRegularExpression(u"(src|href)=\"(?!#|data:)"_s)))
        << "self-contained";
}

/// Graph, memory, operators, timeline and roofline, painted as on the screen; each says in words
/// what it shows, and headings lead in order.
TEST(ReportCommand, HasThePicturesOfTheScreen)
{
    const auto path = temporaryDir() + u"/pictures.html"_s;
    const auto report = [&](const QStringList &more) {
        const auto outcome = outcomeOf(cli::reportCommand(),
            QStringList{ fixturePath(u"mobilenet_v2-u55-128"_s), u"-o"_s, path } + more);
        EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
        return QString::fromUtf8(bytesOf(path));
    };
    const auto html = report({});
    EXPECT_EQ(html.count(u"<figure>"_s), 5);
    EXPECT_EQ(html.count(QRegularExpression(u"<svg aria-label=\"[^\"]{20,}\""_s)), 5)
        << "alternative texts";
    for (const auto &part : { u"On-chip SRAM"_s, u"tosa_conv2d_default_34"_s,
             u"The costliest operators"_s, u"What ran when"_s, u" change(s) that may help"_s })
        EXPECT_TRUE(html.contains(part)) << part.toStdString();
    static const QRegularExpression heading(u"<h([1-6])"_s);
    int level = 0;
    for (auto all = heading.globalMatch(html); all.hasNext();) {
        const auto next = all.next().captured(1).toInt();
        EXPECT_LE(next, level + 1);
        level = next;
    }
    EXPECT_TRUE(
        report({ u"--from"_s, u"1000"_s, u"--to"_s, u"90000"_s })
            .contains(u"only from %1 to %2 of "_s.arg(formatCycles(1000), formatCycles(90000))));
    EXPECT_EQ(outcomeOf(cli::reportCommand(),
                  { fixturePath(TwoPartitions), u"-o"_s, path, u"--from"_s, u"soon"_s })
                  .exitCode,
        cli::Usage);
}

/// More events than the hardware counts at a time.
TEST(ReportCommand, HasTheSectionsThatAreAskedForInTheirOrder)
{
    const auto path = temporaryDir() + u"/chosen.json"_s;
    const auto report = [&](const QString &sections) {
        return outcomeOf(cli::reportCommand(),
            { fixturePath(TwoPartitions), u"-o"_s, path, u"--sections"_s, sections });
    };
    ASSERT_EQ(report(u"memory-need,summary"_s).exitCode, cli::Fine);
    QStringList titles;
    for (const auto &section :
        QJsonDocument::fromJson(bytesOf(path)).object()[u"sections"_s].toArray())
        titles << section[u"title"_s].toString();
    EXPECT_EQ(titles, (QStringList{ u"Memory need"_s, u"Summary"_s }));
    const auto unknown = report(u"summary,taste"_s);
    EXPECT_EQ(unknown.exitCode, cli::Usage);
    EXPECT_TRUE(unknown.err.contains(u"taste"_s) && unknown.err.contains(u"memory-need"_s))
        << unknown.err.toStdString();
}

/// Operators of two partitions have the same names.
TEST(GraphCommand, WhatNoNodeStandsForSaysItsPartition)
{
    const auto path = temporaryDir() + u"/extra.json"_s;
    ASSERT_EQ(
        outcomeOf(cli::graphCommand(), { fixturePath(TwoPartitions), u"-o"_s, path }).exitCode,
        cli::Fine);
    QSet<QString> places;
    const auto extra = QJsonDocument::fromJson(bytesOf(path)).object()[u"extra"_s].toArray();
    for (const auto &row : extra)
        places.insert(u"%1 %2"_s.arg(row[u"partition"_s].toInt(-1)).arg(row[u"name"_s].toString()));
    EXPECT_EQ(places.size(), extra.size()) << "one row for each name in each partition";
    EXPECT_TRUE(places.contains(u"0 tosa_transpose_default"_s));
    EXPECT_TRUE(places.contains(u"1 tosa_transpose_default"_s));
}

TEST(ReportCommand, MergesRunsOfOneProgram)
{
    QStringList arguments;
    const std::pair<QString, quint64> counters[]
        = { { u"MAC_ACTIVE"_s, 300'000 }, { u"NPU_ACTIVE"_s, 400'000 } };
    for (const auto &[name, value] : counters) {
        const GeneratedProfile profile{ .npuCycles = 500'000, .counters = { { name, value } } };
        arguments << u"--run"_s
                  << written(name + u".log"_s, generateConsole({ .profiles = { profile } }));
    }
    const auto path = temporaryDir() + u"/merged.md"_s;
    arguments << QStringList{ u"--origin"_s, u"board"_s, u"--target"_s, u"ethos-u85-256"_s,
        u"--clock"_s, u"500000000"_s, u"-o"_s, path };
    const auto merged = outcomeOf(cli::reportCommand(), arguments);
    ASSERT_EQ(merged.exitCode, cli::Fine) << merged.err.toStdString();
    const auto text = QString::fromUtf8(bytesOf(path));
    const auto record = text.section(u"## Merged runs"_s, 1).section(u"\n## "_s, 0, 0);
    EXPECT_TRUE(record.contains(u"300000 / 400000"_s)) << text.toStdString();
    EXPECT_TRUE(record.contains(u"board"_s));
    EXPECT_EQ(
        outcomeOf(cli::reportCommand(), arguments + QStringList{ u"--clock"_s, u"0"_s }).exitCode,
        cli::Usage);
}

TEST(ReportCommand, RunsAloneStartWithWhatTheyShow)
{
    const auto logOf = [](const QString &name, quint64 cycles, quint64 pteBytes = 4096) {
        return written(name,
            generateConsole({ .pteBytes = pteBytes, .profiles = { { .npuCycles = cycles } } }));
    };
    const auto summaryOf = [](const QStringList &logs) {
        const auto path = temporaryDir() + u"/alone.md"_s;
        QStringList arguments{ u"--origin"_s, u"board"_s, u"-o"_s, path };
        for (const auto &log : logs)
            arguments << u"--run"_s << log;
        const auto outcome = outcomeOf(cli::reportCommand(), arguments);
        EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
        return QString::fromUtf8(bytesOf(path)).section(u"\n## "_s, 1, 1);
    };
    const auto one = summaryOf({ logOf(u"slow.log"_s, 500'000) });
    EXPECT_TRUE(one.startsWith(u"Summary"_s)) << one.toStdString();
    EXPECT_TRUE(one.contains(u"One inference takes"_s)) << one.toStdString();
    EXPECT_TRUE(one.contains(u"Measured once"_s)) << one.toStdString();
    EXPECT_FALSE(one.contains(u"slow.log: "_s)) << "there is no other run";
    QStringList logs;
    for (int i = 0; i < 7; ++i)
        logs << logOf(
            u"run%1.log"_s.arg(i), 500'000U + static_cast<quint64>(i), 4096U + quint64(i));
    const auto several = summaryOf(logs);
    EXPECT_TRUE(several.contains(u"run0.log: One inference takes"_s)) << several.toStdString();
    EXPECT_TRUE(several.contains(u"run4.log: One inference takes"_s)) << several.toStdString();
    EXPECT_FALSE(several.contains(u"run5.log"_s)) << several.toStdString();
    EXPECT_TRUE(several.contains(u"2 more measurement"_s)) << several.toStdString();
    // Of one program they are repeats, told as one record.
    for (int i = 0; i < 7; ++i)
        logs[i] = logOf(u"run%1.log"_s.arg(i), 500'000U + static_cast<quint64>(i));
    const auto repeats = summaryOf(logs);
    EXPECT_EQ(repeats.count(u"One inference takes"_s), 1) << repeats.toStdString();
    EXPECT_TRUE(repeats.contains(u"500,003"_s) || repeats.contains(u"500003"_s))
        << repeats.toStdString();
    EXPECT_FALSE(repeats.contains(u"Measured once"_s)) << repeats.toStdString();
}

TEST(ReportCommand, ReportsAWorkspaceWithoutItsFolders)
{
    const auto path = temporaryDir() + u"/work.tosaic"_s;
    {
        auto file = workspace::Workspace::create(path);
        ASSERT_TRUE(file);
        const auto result = compiled::readCompileResult(fixturePath(TwoPartitions));
        ASSERT_TRUE(result);
        ASSERT_TRUE((*file)->addCompile(*result, {}));
    }
    const auto out = temporaryDir() + u"/report.md"_s;
    const auto outcome = outcomeOf(cli::reportCommand(), { u"--workspace"_s, path, u"-o"_s, out });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_TRUE(bytesOf(out).contains("two_partitions.pte"));
}

/// Without a compile of Tosaic: the costs of the reports beside it, and what it says of itself.
TEST(ReportCommand, TellsWhatVelaWroteByItself)
{
    const auto path = temporaryDir() + u"/vela.md"_s;
    const auto outcome = outcomeOf(cli::reportCommand(),
        { fixturePath(u"softmax-u85-256/partition0/vela.npz"_s), u"-o"_s, path });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto text = QString::fromUtf8(bytesOf(path));
    for (const auto &part : { u"One inference takes"_s, u"tosa_reduce_sum_default"_s,
             u"## Model file"_s, u"Ethos-U85-256"_s, u"NPU operations"_s })
        EXPECT_TRUE(text.contains(part)) << part.toStdString();
    const auto graph = outcomeOf(cli::reportCommand(),
        { fixturePath(u"softmax-u85-256/partition0/partition.tosa"_s), u"-o"_s, path });
    EXPECT_EQ(graph.exitCode, cli::BadInput);
    EXPECT_TRUE(graph.err.contains(u"compile it with Vela"_s)) << graph.err.toStdString();
}

TEST(ReportCommand, SaysWhatIsWrong)
{
    const auto missing = outcomeOf(
        cli::reportCommand(), { u"/nowhere.pte"_s, u"-o"_s, temporaryDir() + u"/r.html"_s });
    EXPECT_EQ(missing.exitCode, cli::BadInput);
    EXPECT_TRUE(missing.err.contains(u"io.open"_s)) << missing.err.toStdString();
    EXPECT_EQ(outcomeOf(cli::reportCommand(), {}).exitCode, cli::Usage);
    EXPECT_EQ(outcomeOf(cli::reportCommand(), { fixturePath(TwoPartitions), u"-o"_s, u"r.docx"_s })
                  .exitCode,
        cli::Usage);
}

} // namespace tosaic::test::graphandreporttests
