// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::graphdifferencetests {

namespace {

/// What `graph NEW --against OLD` writes.
QByteArray written(const QString &now, const QString &old, const QString &ending,
    const QStringList &more = {}, int exitCode = cli::Fine)
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"out."_s + ending);
    const auto outcome = outcomeOf(
        cli::graphCommand(), QStringList{ now, u"--against"_s, old, u"-o"_s, path } + more);
    EXPECT_EQ(outcome.exitCode, exitCode) << outcome.err.toStdString();
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : outcome.err.toUtf8();
}

QJsonObject json(const QByteArray &bytes)
{
    return QJsonDocument::fromJson(bytes).object();
}

} // namespace

TEST(GraphAgainst, SaysWhatAPinChangedAndWhy)
{
    const auto old = fixturePath(u"mobilenet_v2-u55-128"_s);
    const auto now = fixturePath(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto found = json(written(now, old, u"json"_s));
    EXPECT_TRUE(found["diff"_L1]["related"_L1].toBool());
    int onCpu = 0;
    for (const auto &pair : found["diff"_L1]["differences"_L1].toArray()) {
        EXPECT_TRUE(pair.toObject().contains("match"_L1) || pair["difference"_L1] == u"added"_s
            || pair["difference"_L1] == u"removed"_s || pair["difference"_L1] == u"unmatched"_s);
        onCpu += pair["old"_L1]["placement"_L1] == u"npu"_s
            && pair["new"_L1]["placement"_L1] == u"cpu"_s;
    }
    EXPECT_EQ(onCpu, 1);
    EXPECT_EQ(found["nodes"_L1].toArray().first()["difference"_L1], u"same"_s);
    const auto svg = written(now, old, u"svg"_s);
    EXPECT_TRUE(svg.contains("<svg")) << svg.left(200).toStdString();
}

TEST(GraphAgainst, FollowsTheModelIntoTosaAndTheCommandStream)
{
    const auto result = fixturePath(u"mobilenet_v2-u55-128"_s);
    const auto npu = json(written(
        result, result, u"json"_s, { u"--level"_s, u"npu"_s, u"--against-level"_s, u"tosa"_s }));
    const auto counts = npu["diff"_L1]["counts"_L1];
    EXPECT_GT(counts["same"_L1].toInt(), 50)
        << QJsonDocument(npu["diff"_L1].toObject()).toJson().left(900).toStdString();
    EXPECT_EQ(counts["changed"_L1].toInt(-1), 0);
}

TEST(GraphAgainst, UnrelatedFilesAndBadLevelsAreSaid)
{
    const auto add = fixturePath(u"add-u55-128"_s);
    const auto net = fixturePath(u"transformer_block-u55-128"_s);
    const auto found = json(written(net, add, u"json"_s));
    EXPECT_TRUE(found["diff"_L1].isObject());
    EXPECT_TRUE(written(net, add, u"json"_s, { u"--level"_s, u"gates"_s }, cli::Usage)
                    .contains("there is no level 'gates'"));
    EXPECT_TRUE(written(net, u"/nonexistent.pte"_s, u"json"_s, {}, cli::BadInput).size() > 0);
    EXPECT_TRUE(written(net, add, u"json"_s, { u"--against-level"_s, u"npu:9"_s }, cli::BadInput)
                    .contains("no number 9"));
}

TEST(GraphAgainst, SeveralAreATableWithoutAPicture)
{
    const auto old = fixturePath(u"mobilenet_v2-u55-128"_s);
    const auto pinned = fixturePath(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto table = outcomeOf(
        cli::graphCommand(), { old, u"--against"_s, old, u"--against"_s, pinned }, { 200 });
    EXPECT_EQ(table.exitCode, cli::Fine) << table.err.toStdString();
    EXPECT_TRUE(table.out.contains(u"(moved)"_s)) << table.out.toStdString();
    const auto found = outcomeOf(
        cli::graphCommand(), { old, u"--against"_s, old, u"--against"_s, pinned, u"--json"_s })
                           .json();
    ASSERT_EQ(found["comparisons"_L1].toArray().size(), 2);
    int moved = 0;
    for (const auto &row : found["rows"_L1].toArray()) {
        EXPECT_EQ(row["operators"_L1].toArray().size(), 3);
        EXPECT_NE(row["differences"_L1][2], u"moved"_s) << "the same file again";
        moved += row["differences"_L1][1] == u"moved"_s;
    }
    EXPECT_EQ(moved, found["comparisons"_L1][0]["counts"_L1]["moved"_L1].toInt());
    const auto picture = outcomeOf(cli::graphCommand(),
        { old, u"--against"_s, old, u"--against"_s, pinned, u"-o"_s, u"x.svg"_s });
    EXPECT_EQ(picture.exitCode, cli::Usage);
}

TEST(GraphAgainst, TheModelStandsBesideItsTosaAndItsNpuOperations)
{
    const auto result = fixturePath(u"mobilenet_v2-u55-128"_s);
    const QStringList three{ result, u"--level"_s, u"npu"_s, u"--against"_s, result,
        u"--against-level"_s, u"operators"_s, u"--against"_s, result, u"--against-level"_s,
        u"tosa"_s };
    const auto outcome = outcomeOf(cli::graphCommand(), three + QStringList{ u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto comparisons = outcome.json()["comparisons"_L1].toArray();
    ASSERT_EQ(comparisons.size(), 2);
    for (const auto &one : comparisons)
        EXPECT_GT(one["counts"_L1]["same"_L1].toInt(), 50) << "by what the compile recorded";
    const auto wrong
        = outcomeOf(cli::graphCommand(), three + QStringList{ u"--against"_s, result });
    EXPECT_EQ(wrong.exitCode, cli::Usage);
    EXPECT_TRUE(wrong.err.contains(u"once for each"_s)) << wrong.err.toStdString();
}

/// What is written is read back as colours.
TEST(GraphNodeData, CyclesGoOutAndColoursComeIn)
{
    const QTemporaryDir folder;
    const auto data = folder.filePath(u"cycles.json"_s);
    const auto svg = folder.filePath(u"x.svg"_s);
    const auto graph = [](const QString &input, const QStringList &more) {
        return outcomeOf(cli::graphCommand(), QStringList{ fixturePath(input) } + more);
    };
    const auto net = u"mobilenet_v2-u55-128"_s;
    EXPECT_EQ(graph(net, { u"-o"_s, data, u"--as"_s, u"node-data"_s }).exitCode, cli::Fine);
    QFile file(data);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_GT(json(file.readAll())["results"_L1].toObject().size(), 30);
    const auto drawn = graph(net, { u"-o"_s, svg, u"--node-data"_s, data });
    EXPECT_EQ(drawn.exitCode, cli::Fine) << drawn.err.toStdString();
    const auto other = graph(
        u"add-u55-128"_s, { u"-o"_s, svg, u"--node-data"_s, fixturePath(net) + u"/result.json"_s });
    EXPECT_EQ(other.exitCode, cli::BadInput);
    EXPECT_TRUE(other.err.contains(u"node data"_s)) << other.err.toStdString();
    EXPECT_EQ(graph(net, { u"-o"_s, svg, u"--as"_s, u"node-data"_s }).exitCode, cli::Usage);
}

TEST(QuantisationCommand, SaysTypesScalesAndDoubts)
{
    const auto outcome = outcomeOf(
        cli::quantisationCommand(), { fixturePath(u"two_partitions-u55-128"_s), u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto values = outcome.json()["values"_L1].toArray();
    int kernels = 0;
    for (const auto &value : values) {
        if (value["from"_L1] != u"kernel"_s)
            continue;
        ++kernels;
        EXPECT_GT(value["scale"_L1].toDouble(), 0);
        EXPECT_TRUE(value.toObject().contains("zeroPoint"_L1));
        EXPECT_LT(value["low"_L1].toDouble(), value["high"_L1].toDouble());
    }
    EXPECT_EQ(kernels, 4);
    EXPECT_EQ(outcome.json()["doubts"_L1][0]["code"_L1], u"example-only"_s);
    const auto text
        = outcomeOf(cli::quantisationCommand(), { fixturePath(u"two_partitions-u55-128"_s) });
    EXPECT_TRUE(text.out.contains(u"doubtful: "_s)) << text.out.toStdString();
    EXPECT_TRUE(text.out.contains(u" convolution "_s)) << text.out.toStdString();
    EXPECT_FALSE(text.out.contains(u"aten.convolution"_s)) << "its name alone";
    const auto isWhole = [](const QJsonValue &value) {
        return value["operator"_L1].toString() == u"aten.convolution.default"_s;
    };
    EXPECT_TRUE(std::any_of(values.begin(), values.end(), isWhole)) << "for programs";
    EXPECT_EQ(outcomeOf(cli::quantisationCommand(), {}).exitCode, cli::Usage);
}

} // namespace tosaic::test::graphdifferencetests
