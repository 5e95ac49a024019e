// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Real .pt2, ETRecord and ETDump files against PyTorch's and ExecuTorch's own loaders.
#include "core/formats/exported/etrecordreader.h"
#include "core/formats/exported/nodemetadata.h"
#include "core/formats/exported/pt2reader.h"
#include "profiler/parsers/etdumpreader.h"
#include "tests/core/formats/exported/exportedsupport.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <map>
#include <tuple>

namespace tosaic::test::exportedoracletests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::formats;
using namespace tosaic::test;

namespace {

/// One start of Python for the files of all cases, because its imports take most of the time; empty
/// if it failed.
QJsonObject startPython()
{
    const auto files = filesBelow(samplesDir(), u"*.pt2"_s)
        + filesBelow(samplesDir(), u"*.etrecord"_s) + filesBelow(samplesDir(), u"*.etdp"_s);
    const auto script = test::sourcePath(u"tests/core/formats/exported/listprograms.py"_s);
    QProcess process;
    process.start(qEnvironmentVariable("TOSAIC_PYTHON"), QStringList(script) + files);
    if (!process.waitForFinished(500'000) || process.exitCode() != 0) {
        ADD_FAILURE() << process.readAllStandardError().right(2000).toStdString();
        return {};
    }
    const auto lines = process.readAllStandardOutput().trimmed().split('\n');
    return QJsonDocument::fromJson(lines.last()).object();
}

/// What Python says, by file.
const QJsonObject &pythonsAnswers()
{
    static const auto answers = startPython();
    return answers;
}

#define TOSAIC_NEED_PYTHON()                                                                       \
    do {                                                                                           \
        TOSAIC_NEED_SAMPLES();                                                                     \
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))                                          \
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: no Python with ExecuTorch to compare with"; \
    } while (false)

/// "conv aten.conv2d.default 5" for each node: name, operator and, where it has one, debug handle.
QStringList nodesOf(const model::Subgraph &graph)
{
    QStringList nodes;
    for (const auto &op : graph.operators) {
        const auto handles = debugHandles(op);
        nodes << op.name + u' ' + op.type
                + (handles.empty() ? QString() : u" %1"_s.arg(handles.front()));
    }
    return nodes;
}

QStringList nodesOf(const QJsonArray &python)
{
    QStringList nodes;
    for (const auto &node : python)
        nodes << node[0].toString() + u' ' + node[1].toString()
                + (node[2].isDouble() ? u" %1"_s.arg(node[2].toInteger()) : QString());
    return nodes;
}

void compareGraphs(const model::Network &network, const QJsonObject &graphs)
{
    EXPECT_FALSE(graphs.isEmpty());
    for (auto it = graphs.begin(); it != graphs.end(); ++it) {
        const auto *graph = graphNamed(network, it.key());
        ASSERT_TRUE(graph) << it.key().toStdString();
        EXPECT_EQ(nodesOf(*graph).join(u'\n').toStdString(),
            nodesOf(it->toArray()).join(u'\n').toStdString())
            << it.key().toStdString();
    }
}

TEST(ExportedOracle, Pt2NodesAreThoseOfTorch)
{
    TOSAIC_NEED_PYTHON();
    const auto files = filesBelow(samplesDir(), u"*.pt2"_s);
    ASSERT_GE(files.size(), 29);
    const auto &results = pythonsAnswers();
    for (const auto &path : files) {
        SCOPED_TRACE(path.toStdString());
        const auto network = readPt2(mapped(path));
        ASSERT_TRUE(network) << network.error().toText().toStdString();
        compareGraphs(*network, results[path][u"graphs"_s].toObject());
    }
}

TEST(ExportedOracle, EtRecordNodesAreThoseOfExecuTorch)
{
    TOSAIC_NEED_PYTHON();
    const auto files = filesBelow(samplesDir(), u"*.etrecord"_s);
    ASSERT_GE(files.size(), 23);
    const auto &results = pythonsAnswers();
    for (const auto &path : files) {
        SCOPED_TRACE(path.toStdString());
        const auto record = readEtRecord(mapped(path));
        ASSERT_TRUE(record) << record.error().toText().toStdString();
        const auto graphs = results[path][u"graphs"_s].toObject();
        EXPECT_EQ(qsizetype(record->graphs.size()), graphs.size());
        compareGraphs(record->network, graphs);
        const auto handles = results[path][u"handles"_s].toObject();
        for (auto method = handles.begin(); method != handles.end(); ++method) {
            const auto expected = method->toObject();
            const auto &found = record->methods.at(method.key()).handles;
            ASSERT_EQ(qsizetype(found.size()), expected.size());
            for (const auto &[instruction, list] : found) {
                const auto value = expected[QString::number(instruction)];
                const auto first = value.isArray() ? value[0] : value;
                EXPECT_EQ(list.front(), first.toInteger());
                EXPECT_EQ(qsizetype(list.size()), value.isArray() ? value.toArray().size() : 1);
            }
        }
    }
}

/// What the Inspector keeps of a dump: in each run the last event of each signature, and runs of
/// the same signatures put together.
QJsonArray inspected(const profile::EtDump &dump)
{
    using Signature = std::tuple<qint64, qint32, qint32, QString, QString>;
    struct Times
    {
        qint64 count = 0;
        qint64 total = 0;
    };
    std::map<std::pair<QString, std::vector<Signature>>, std::map<Signature, Times>> blocks;
    for (const auto &run : dump.runs) {
        std::map<Signature, quint64> last;
        for (const auto &event : run.events) {
            const auto *one = std::get_if<profile::EtDumpProfileEvent>(&event);
            if (!one)
                continue;
            last[{ one->place.chain.value_or(-1), one->place.instruction,
                one->place.delegateId.value_or(-1), one->place.delegateName.value_or(QString()),
                one->name.value_or(QString()) }]
                = one->ticks().value_or(0);
        }
        std::vector<Signature> signatures;
        for (const auto &[signature, ticks] : last)
            signatures.push_back(signature);
        for (const auto &[signature, ticks] : last) {
            auto &times = blocks[{ run.name, signatures }][signature];
            ++times.count;
            times.total += qint64(ticks);
        }
    }
    QJsonArray result;
    for (const auto &[key, events] : blocks) {
        for (const auto &[signature, times] : events) {
            const auto &delegate = std::get<3>(signature);
            const auto title = delegate.isEmpty() ? std::get<4>(signature) : delegate;
            result.append(QJsonArray{ key.first, title, times.count, times.total });
        }
    }
    return result;
}

std::string sortedTexts(const QJsonArray &events)
{
    QStringList texts;
    for (const auto &event : events)
        texts << u"%1 | %2 | %3 | %4"_s.arg(event[0].toString(), event[1].toString())
                     .arg(event[2].toInteger())
                     .arg(event[3].toInteger());
    texts.sort();
    return texts.join(u'\n').toStdString();
}

TEST(ExportedOracle, EtDumpTimesAreThoseOfTheInspector)
{
    TOSAIC_NEED_PYTHON();
    const auto files = filesBelow(samplesDir(), u"*.etdp"_s);
    ASSERT_GE(files.size(), 20);
    const auto &results = pythonsAnswers();
    for (const auto &path : files) {
        SCOPED_TRACE(path.toStdString());
        const auto dump = profile::readEtDump(mapped(path));
        ASSERT_TRUE(dump) << dump.error().toText().toStdString();
        if (QFileInfo(path).fileName() == "every_event.etdp"_L1) {
            // It refuses allocation events; we read them.
            EXPECT_TRUE(results[path][u"error"_s].isString());
            continue;
        }
        EXPECT_EQ(sortedTexts(inspected(*dump)), sortedTexts(results[path][u"events"_s].toArray()));
    }
}

} // namespace

} // namespace tosaic::test::exportedoracletests
