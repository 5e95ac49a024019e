// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What other programs say about the sample graphs: the table of the samples' README and the
// expected.json beside every graph that ExecuTorch made.
#include "tests/core/formats/tosa/tosasupport.h"

#include "core/inspect/tosadescription.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace tosaic::test::tosasamplestests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

QByteArray content(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

QJsonObject firstBlock(const QJsonObject &graph)
{
    return graph[u"regions"_s][0][u"blocks"_s][0].toObject();
}

/// [["name", "INT8", [1, 2]]]
QJsonArray interface(const model::Subgraph &block, const std::vector<qint32> &indices)
{
    QJsonArray result;
    for (const auto index : indices) {
        const auto &tensor = block.tensors[size_t(index)];
        QJsonArray shape;
        for (const auto size : tensor.shape.value())
            shape.append(size);
        result.append(QJsonArray{ tensor.name, tensor.typeText, shape });
    }
    return result;
}

void compareBlock(
    const QJsonObject &expected, const QJsonObject &json, const model::Subgraph &block)
{
    EXPECT_EQ(json[u"name"_s], expected[u"name"_s]);
    EXPECT_EQ(json[u"operators"_s], expected[u"operators"_s]);
    EXPECT_EQ(json[u"tensorCount"_s], expected[u"tensors"_s]);
    EXPECT_EQ(json[u"shapeCount"_s].toInt(), expected[u"shapes"_s].toInt());
    EXPECT_EQ(json[u"operatorList"_s].toArray().size(), expected[u"operator_count"_s].toInt());
    EXPECT_EQ(interface(block, block.inputs), expected[u"inputs"_s].toArray());
    EXPECT_EQ(interface(block, block.outputs), expected[u"outputs"_s].toArray());
}

TEST(TosaSamples, AgreeWithWhatExecuTorchsRunsState)
{
    TOSAIC_NEED_SAMPLES();
    int compared = 0;
    QDirIterator cases(samplesDir() + u"/generated/aot"_s, { u"expected.json"_s }, QDir::Files,
        QDirIterator::Subdirectories);
    while (cases.hasNext()) {
        const auto path = cases.next();
        const auto json = QJsonDocument::fromJson(content(path)).object();
        for (const auto &partition : json[u"partitions"_s].toArray()) {
            const auto expected = partition[u"tosa"_s].toObject();
            const auto folder = partition[u"folder"_s].toString();
            SCOPED_TRACE((path + u' ' + folder).toStdString());
            const auto network
                = readPath(QFileInfo(path).path() + u'/' + folder + u"/partition.tosa"_s);
            ASSERT_TRUE(network);
            const auto ours = inspect::describeTosa(*network).json;
            EXPECT_EQ(ours[u"version"_s], expected[u"version"_s]);
            ASSERT_EQ(ours[u"regions"_s].toArray().size(), expected[u"regions"_s].toArray().size());
            compareBlock(firstBlock(expected), firstBlock(ours), network->subgraphs.at(0));
            ++compared;
        }
    }
    EXPECT_GE(compared, 30);
}

/// "CONST 24, RESCALE 3" as an object.
QJsonObject countsIn(const QString &text)
{
    QJsonObject counts;
    for (const auto &entry : text.split(u", "_s))
        counts[entry.section(u' ', 0, 0)] = entry.section(u' ', 1).toInt();
    return counts;
}

TEST(TosaSamples, AgreeWithTheTableOfTheSamples)
{
    TOSAIC_NEED_SAMPLES();
    static const QRegularExpression row(
        u"\\| `(models/tosa/[^`]+)`.*TOSA ([\\d.]+); region (\\S+) block (\\S+): \\d+ operators "
        "\\(([^)]*)\\), (\\d+) tensors, (\\d+) in / (\\d+) out"_s);
    int compared = 0;
    for (const auto &line :
        QString::fromUtf8(content(samplesDir() + u"/README.md"_s)).split(u'\n')) {
        const auto match = row.match(line);
        if (!match.hasMatch())
            continue;
        SCOPED_TRACE(match.captured(1).toStdString());
        const auto network = readPath(samplesDir() + u'/' + match.captured(1));
        ASSERT_TRUE(network);
        const auto json = inspect::describeTosa(*network).json;
        EXPECT_EQ(json[u"version"_s].toString(), match.captured(2));
        EXPECT_EQ(json[u"regions"_s][0][u"name"_s].toString(), match.captured(3));
        const auto block = firstBlock(json);
        EXPECT_EQ(block[u"name"_s].toString(), match.captured(4));
        EXPECT_EQ(block[u"operators"_s].toObject(), countsIn(match.captured(5)));
        EXPECT_EQ(block[u"tensorCount"_s].toInt(), match.captured(6).toInt());
        EXPECT_EQ(block[u"inputs"_s].toArray().size(), match.captured(7).toInt());
        EXPECT_EQ(block[u"outputs"_s].toArray().size(), match.captured(8).toInt());
        ++compared;
    }
    EXPECT_EQ(compared, 3);
}

TEST(TosaSamples, GiveNoErrors)
{
    TOSAIC_NEED_SAMPLES();
    for (const auto &path : sampleGraphs()) {
        const auto network = readPath(path);
        ASSERT_TRUE(network);
        for (const auto &diagnostic : network->diagnostics) {
            EXPECT_TRUE(diagnostic.severity == Severity::Info || diagnostic.id == u"tosa.draft"_s)
                << diagnostic.toText().toStdString();
        }
    }
}

TEST(TosaSamples, ConditionalBranchesAreLinked)
{
    TOSAIC_NEED_SAMPLES();
    const auto network = readPath(samplesDir() + u"/generated/vela/inputs/branch.tosa"_s);
    ASSERT_TRUE(network);
    ASSERT_EQ(network->subgraphs.size(), 3U);
    const auto &conditional = network->subgraphs[0].operators.at(0);
    EXPECT_EQ(conditional.type, u"COND_IF"_s);
    ASSERT_EQ(conditional.subgraphs.size(), 2U);
    EXPECT_EQ(network->subgraphs[size_t(conditional.subgraphs[0])].name, u"then_graph"_s);
    EXPECT_EQ(network->subgraphs[size_t(conditional.subgraphs[1])].region, u"else_graph"_s);
}

// A public file of the late 2024 branch: with the released numbers its floats would be halves.
TEST(TosaSamples, TheDraftFileHasFloats)
{
    TOSAIC_NEED_SAMPLES();
    const auto network = readPath(samplesDir() + u"/models/tosa/test_add_1x4x4x4_f32.tosa"_s);
    ASSERT_TRUE(network);
    EXPECT_EQ(metadata(*network, u"layout"_s), u"a draft of 1.1 from 2024"_s);
    EXPECT_EQ(tensor(network->subgraphs[0], u"TosaInput_0"_s).typeText, u"FP32"_s);
    EXPECT_EQ(ids(*network), QStringList{ u"tosa.draft"_s });
}

TEST(TosaSamples, DebugRecordsLeadToTheModelsSource)
{
    TOSAIC_NEED_SAMPLES();
    const auto network = readPath(samplesDir()
        + u"/generated/aot/rescnn-int8-u85-256-debug-tosa/partition0-tag0/partition.tosa"_s);
    ASSERT_TRUE(network);
    const auto &conv = network->subgraphs[0].operators.at(12);
    EXPECT_EQ(conv.type, u"CONV2D"_s);
    EXPECT_EQ(conv.name, u"tosa_conv2d_default"_s);
    EXPECT_EQ(conv.module, u"stem.0"_s);
    ASSERT_EQ(conv.stackTrace.size(), 3U) << "without the compiler's own frames";
    EXPECT_TRUE(conv.stackTrace[0].file.endsWith(u"models.py"_s));
    EXPECT_EQ(conv.stackTrace[0].line, 51);
    EXPECT_EQ(conv.stackTrace[0].function, u"forward"_s);
    EXPECT_EQ(conv.stackTrace[0].context, u"x = self.stem(x)"_s);
}

} // namespace

} // namespace tosaic::test::tosasamplestests
