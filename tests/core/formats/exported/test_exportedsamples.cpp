// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Real .pt2 and ETRecord files against the facts beside them, which torch's and ExecuTorch's own
// Python wrote down.
#include "core/formats/exported/etrecordreader.h"
#include "core/formats/exported/nodemetadata.h"
#include "core/formats/exported/pt2reader.h"
#include "core/formats/zip/ziparchive.h"
#include "core/inspect/exporteddescription.h"
#include "tests/core/formats/exported/exportedsupport.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>

namespace tosaic::test::exportedsamplestests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::formats;
using namespace tosaic::test;

namespace {

/// "aten.add.Tensor": what is left of a target in the contract's spelling.
QString shortTarget(const QString &target)
{
    return target.startsWith("torch.ops."_L1) ? target.sliced(10)
        : target.contains("edge.ops."_L1)     ? target.section(u"edge.ops."_s, 1)
                                              : target;
}

const model::Attribute *attribute(const model::NetworkOperator &op, const QString &name)
{
    for (const auto &one : op.attributes) {
        if (one.name == name)
            return &one;
    }
    return nullptr;
}

QString textOf(const model::NetworkOperator &op, const QString &name)
{
    const auto *found = attribute(op, name);
    return found ? std::get<QString>(found->value) : QString();
}

/// Names of an argument as tensors, in the facts.
QStringList tensorNames(const QJsonValue &argument)
{
    QStringList names;
    if (argument[u"as_tensor"_s].isObject())
        names << argument[u"as_tensor"_s][u"name"_s].toString();
    for (const auto &tensor : argument[u"as_tensors"_s].toArray())
        names << tensor[u"name"_s].toString();
    return names;
}

QStringList namesOf(const model::Subgraph &graph, const std::vector<qint32> &indices)
{
    QStringList names;
    for (const auto index : indices)
        names << graph.tensors[size_t(index)].name;
    return names;
}

void compareNode(
    const model::Subgraph &graph, const model::NetworkOperator &op, const QJsonObject &facts)
{
    const auto target = facts[u"target"_s].toString();
    EXPECT_EQ(op.type, shortTarget(target));
    EXPECT_EQ(textOf(op, u"meta.target"_s), op.type == target ? QString() : target);
    EXPECT_EQ(op.name, facts[u"name"_s].toString());
    QStringList outputs;
    for (const auto &output : facts[u"outputs"_s].toArray())
        outputs << tensorNames(output);
    EXPECT_EQ(namesOf(graph, op.outputs), outputs) << op.name.toStdString();
    const auto handle = facts[u"debug_handle"_s].toString();
    EXPECT_EQ(debugHandles(op),
        handle.isEmpty() ? std::vector<qint64>() : std::vector<qint64>{ handle.toLongLong() });
    EXPECT_EQ(textOf(op, u"meta.torch_fn"_s), facts[u"torch_fn"_s].toString());
    const auto module = facts[u"nn_module_stack"_s].toString().section(u';', -1);
    EXPECT_EQ(op.module, module.section(u',', 1, 1)) << module.toStdString();
    const auto last = facts[u"stack_trace_last"_s].toArray();
    if (last.size() == 2) {
        ASSERT_FALSE(op.stackTrace.empty());
        const auto &frame = op.stackTrace.back();
        EXPECT_EQ(
            u"File \"%1\", line %2, in %3"_s.arg(frame.file).arg(frame.line).arg(frame.function),
            last[0].toString().trimmed());
        EXPECT_EQ(frame.context, last[1].toString().trimmed());
    }
}

void compareProgram(const model::Subgraph &graph, const QJsonObject &facts)
{
    EXPECT_EQ(qint64(graph.operators.size()), facts[u"n_nodes"_s].toInteger());
    const auto nodes = facts[u"nodes"_s].toArray();
    ASSERT_EQ(graph.operators.size(), size_t(nodes.size()));
    for (qsizetype i = 0; i < nodes.size(); ++i)
        compareNode(graph, graph.operators[size_t(i)], nodes[i].toObject());
    const auto specs = facts[u"input_specs"_s].toArray();
    ASSERT_EQ(graph.inputs.size(), size_t(specs.size()));
    for (qsizetype i = 0; i < specs.size(); ++i) {
        const auto &role = graph.tensors[size_t(graph.inputs[size_t(i)])].role;
        const auto spec = specs[i].toString();
        const auto expected = spec == "user_input"_L1                     ? u"input"_s
            : spec == "tensor_constant"_L1 || spec == "constant_input"_L1 ? u"constant"_s
                                                                          : spec;
        EXPECT_EQ(role, expected);
    }
    QStringList outputs;
    for (const auto &output : facts[u"outputs"_s].toArray())
        outputs << tensorNames(output);
    auto found = namesOf(graph, graph.outputs);
    found.removeIf([](const QString &name) { return name.startsWith("output_"_L1); });
    EXPECT_EQ(found, outputs);
}

void compareWeights(const model::Network &network, const QJsonObject &facts)
{
    const auto bytes = network.source->bytes();
    for (const auto &tensor : network.subgraphs.front().tensors) {
        if (!tensor.data)
            continue;
        const auto raw = bytes.sliced(qsizetype(tensor.data->offset), qsizetype(tensor.data->size));
        EXPECT_EQ(quint64(raw.size()), tensor.byteSize());
    }
    // Every weight of the config has its bytes.
    qsizetype stored = 0;
    const auto configs = facts[u"configs"_s].toObject();
    for (const auto &config : configs)
        stored += config[u"config"_s].toObject().size();
    qsizetype ranged = 0;
    for (const auto &graph : network.subgraphs) {
        for (const auto &tensor : graph.tensors)
            ranged += tensor.data.has_value() || tensor.elementCount() == 0U;
    }
    EXPECT_EQ(ranged, stored);
}

TEST(ExportedSamples, Pt2FilesGiveTheirFacts)
{
    TOSAIC_NEED_SAMPLES();
    const auto files = filesBelow(samplesDir() + u"/generated/host/pt2"_s, u"*.pt2"_s);
    ASSERT_GE(files.size(), 15);
    for (const auto &path : files) {
        SCOPED_TRACE(path.toStdString());
        const auto facts = jsonFile(path + u".facts.json"_s);
        const auto network = readPt2(mapped(path));
        ASSERT_TRUE(network) << network.error().toText().toStdString();
        EXPECT_EQ(network->format, u"pt2"_s);
        const auto models = facts[u"models"_s].toObject();
        for (auto it = models.begin(); it != models.end(); ++it) {
            const auto name = QFileInfo(it.key()).completeBaseName();
            const auto *graph = graphNamed(*network, name);
            ASSERT_TRUE(graph) << it.key().toStdString();
            compareProgram(*graph, it->toObject());
            const auto version = (*it)[u"schema_version"_s];
            EXPECT_EQ(network->version,
                u"%1.%2"_s.arg(version[u"major"_s].toInteger())
                    .arg(version[u"minor"_s].toInteger()));
        }
        compareWeights(*network, facts);
    }
}

TEST(ExportedSamples, EtRecordsGiveTheirFacts)
{
    TOSAIC_NEED_SAMPLES();
    const auto files = filesBelow(samplesDir() + u"/generated/host/etrecord"_s, u"*.etrecord"_s);
    ASSERT_GE(files.size(), 12);
    for (const auto &path : files) {
        SCOPED_TRACE(path.toStdString());
        const auto facts = jsonFile(path + u".facts.json"_s);
        const auto record = readEtRecord(mapped(path));
        ASSERT_TRUE(record) << record.error().toText().toStdString();
        const auto programs = facts[u"programs"_s].toObject();
        EXPECT_EQ(qsizetype(record->graphs.size()), programs.size());
        for (auto it = programs.begin(); it != programs.end(); ++it) {
            const auto *graph = graphNamed(record->network, it.key());
            ASSERT_TRUE(graph) << it.key().toStdString();
            compareProgram(*graph, it->toObject());
        }
        const auto handles = facts[u"debug_handle_map"_s].toObject();
        for (auto method = handles.begin(); method != handles.end(); ++method) {
            const auto instructions = method->toObject();
            const auto &read = record->methods.at(method.key()).handles;
            ASSERT_EQ(qsizetype(read.size()), instructions.size());
            for (auto it = instructions.begin(); it != instructions.end(); ++it) {
                QJsonArray expected = it->toArray();
                if (it->isDouble())
                    expected.append(*it);
                QJsonArray found;
                for (const auto handle : read.at(it.key().toLongLong()))
                    found.append(handle);
                EXPECT_EQ(found, expected);
            }
        }
        const auto delegates = facts[u"delegate_map"_s].toObject();
        for (auto method = delegates.begin(); method != delegates.end(); ++method) {
            const auto instructions = method->toObject();
            const auto &read = record->methods.at(method.key()).delegates;
            ASSERT_EQ(qsizetype(read.size()), instructions.size());
            for (auto it = instructions.begin(); it != instructions.end(); ++it) {
                const auto &delegate = read.at(it.key().toLongLong());
                EXPECT_EQ(delegate.backend, (*it)[u"name"_s].toString());
                EXPECT_EQ(delegate.handles.has_value(), (*it)[u"delegate_map"_s].isObject());
            }
        }
        const auto id = facts[u"export_graph_id"_s];
        EXPECT_EQ(record->exportGraphId.value_or(0), id.toInteger());
    }
}

TEST(ExportedSamples, ArchivesListTheirEntries)
{
    TOSAIC_NEED_SAMPLES();
    auto files = filesBelow(samplesDir() + u"/generated/host/pt2"_s, u"*.pt2"_s);
    files += filesBelow(samplesDir() + u"/generated/host/etrecord"_s, u"*.etrecord"_s);
    for (const auto &path : files) {
        SCOPED_TRACE(path.toStdString());
        const auto entries = jsonFile(path + u".facts.json"_s)[u"entries"_s].toArray();
        auto archive = ZipArchive::open(mapped(path));
        ASSERT_TRUE(archive);
        ASSERT_EQ(archive->members().size(), size_t(entries.size()));
        for (qsizetype i = 0; i < entries.size(); ++i) {
            const auto &member = archive->members()[size_t(i)];
            EXPECT_EQ(member.name, entries[i][0].toString());
            EXPECT_EQ(qint64(member.size), entries[i][1].toInteger());
            EXPECT_EQ(member.method, entries[i][2].toString());
            EXPECT_TRUE(member.data);
            EXPECT_TRUE(archive->read(size_t(i), 1 << 24)) << "CRC";
        }
    }
}

TEST(ExportedSamples, EveryFileIsReadAndDescribed)
{
    TOSAIC_NEED_SAMPLES();
    const auto programs = filesBelow(samplesDir() + u"/generated/aot"_s, u"*.pt2"_s);
    ASSERT_GE(programs.size(), 12);
    for (const auto &path : programs) {
        const auto network = readPt2(mapped(path));
        ASSERT_TRUE(network) << path.toStdString();
        const auto description = inspect::describePt2(*network);
        EXPECT_EQ(description.format, u"pt2"_s);
        EXPECT_GT(description.json[u"graphs"_s][0][u"nodes"_s].toInteger(), 0);
        EXPECT_FALSE(descriptionText({}, description.sections).isEmpty());
    }
    const auto records = filesBelow(samplesDir() + u"/generated/aot"_s, u"*.etrecord"_s);
    ASSERT_GE(records.size(), 11);
    for (const auto &path : records) {
        const auto record = readEtRecord(mapped(path));
        ASSERT_TRUE(record) << path.toStdString();
        EXPECT_EQ(record->graphs.front().kind, EtRecord::GraphKind::Edge);
        EXPECT_EQ(inspect::describeEtRecord(*record).format, u"etrecord"_s);
    }
}

TEST(ExportedSamples, LoweredRecordsShowWhatTheyDelegate)
{
    TOSAIC_NEED_SAMPLES();
    const auto record = readEtRecord(
        mapped(samplesDir() + u"/generated/host/etrecord/ethosu_add_u55_lowered.etrecord"_s));
    ASSERT_TRUE(record);
    const auto &network = record->network;
    const auto &call = network.subgraphs.front().operators.at(1);
    EXPECT_EQ(call.type, u"higher_order.executorch_call_delegate"_s);
    EXPECT_EQ(textOf(call, u"backend_id"_s), u"EthosUBackend"_s);
    EXPECT_TRUE(textOf(call, u"compile_spec.compile_flags"_s).contains(u"ethos-u55-128"_s));
    ASSERT_EQ(call.subgraphs.size(), 1U);
    const auto &inner = network.subgraphs[size_t(call.subgraphs.front())];
    EXPECT_EQ(inner.name, u"edge_dialect_exported_program/forward/lowered_module_0"_s);
    EXPECT_EQ(inner.operators.size(), 6U);
    std::vector<qint64> handles;
    for (const auto &op : inner.operators) {
        for (const auto handle : debugHandles(op))
            handles.push_back(handle);
    }
    EXPECT_EQ(handles, record->methods.at(u"forward"_s).handles.at(1));
}

TEST(ExportedSamples, ReadsARecordOf2023)
{
    TOSAIC_NEED_SAMPLES();
    for (const auto &path :
        { u"/executorch/etrecord.bin"_s, u"/models/other/et-devtools-etrecord.bin"_s }) {
        const auto record = readEtRecord(mapped(samplesDir() + path));
        ASSERT_TRUE(record) << record.error().toText().toStdString();
        ASSERT_EQ(record->graphs.size(), 2U);
        EXPECT_EQ(record->graphs[0].method, u"forward"_s);
        EXPECT_EQ(record->graphs[0].kind, EtRecord::GraphKind::Edge);
        EXPECT_EQ(record->graphs[1].member, u"aten_dialect_output/forward"_s);
        const auto &graph = record->network.subgraphs.front();
        ASSERT_EQ(graph.operators.size(), 1U);
        EXPECT_EQ(graph.operators[0].type, u"aten.mul.Tensor"_s);
        EXPECT_EQ(graph.operators[0].name, u"aten_mul_tensor"_s);
        EXPECT_EQ(debugHandles(graph.operators[0]), std::vector<qint64>{ 2 });
        EXPECT_EQ(graph.operators[0].stackTrace.at(0).line, 18);
        EXPECT_EQ(graph.tensors[0].shape, (std::vector<qint64>{ 3, 2 }));
        EXPECT_EQ(graph.tensors[0].type, model::ElementType::Float32);
        EXPECT_TRUE(record->methods.empty());
        EXPECT_EQ(record->opaque.size(), 2U);
    }
}

} // namespace

} // namespace tosaic::test::exportedsamplestests
