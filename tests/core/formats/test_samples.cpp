// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Real programs against the facts that the tools which made them state about them.
#include "tests/core/formats/formatsupport.h"

#include "core/inspect/programfacts.h"
#include "core/inspect/programjson.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFileInfo>

namespace tosaic::test::samplestests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

std::string named(const QString &path)
{
    return path.toStdString();
}

QJsonObject countsOf(const std::map<QString, qint64> &counts)
{
    QJsonObject result;
    for (const auto &[name, count] : counts)
        result[name] = count;
    return result;
}

QJsonObject instructionKinds(const model::Method &method)
{
    std::map<QString, qint64> counts;
    for (const auto &instruction : method.instructions)
        ++counts[model::instructionKindName(instruction)];
    return countsOf(counts);
}

QJsonArray indices(const std::vector<model::ValueIndex> &values)
{
    QJsonArray result;
    for (const auto value : values)
        result.append(static_cast<qint32>(value.value));
    return result;
}

template <typename List>
QJsonArray numbers(const List &list)
{
    QJsonArray result;
    for (const auto number : list)
        result.append(static_cast<qint64>(number));
    return result;
}

QJsonArray segmentsOf(const model::Program &program)
{
    QJsonArray result;
    for (const auto &segment : program.segments)
        result.append(
            QJsonArray{ static_cast<qint64>(segment.offset), static_cast<qint64>(segment.size) });
    return result;
}

QByteArrayView bytesOf(const model::Program &program, model::ByteRange range)
{
    return *program.source->slice(range.offset, range.size);
}

// ---- generated/aot: expected.json -------------------------------------------------------------

void compareVela(const model::EthosUPayload &payload, const QJsonObject &expected)
{
    const auto blocks = expected[u"blocks"_s].toArray();
    ASSERT_EQ(payload.blocks.size(), size_t(blocks.size()));
    for (size_t i = 0; i < payload.blocks.size(); ++i) {
        const auto block = blocks[qsizetype(i)].toArray();
        EXPECT_EQ(payload.blocks[i].name, block[0].toString());
        EXPECT_EQ(qint64(payload.blocks[i].size), block[1].toInteger());
    }
    EXPECT_EQ(qint64(payload.arenaBytes.value_or(0)), expected[u"scratch_bytes"_s].toInteger());
    const auto compareDescriptors = [](const auto &descriptors, const QJsonArray &wanted) {
        ASSERT_EQ(descriptors.size(), size_t(wanted.size()));
        for (size_t i = 0; i < descriptors.size(); ++i) {
            auto row = numbers(descriptors[i].shape);
            row.append(descriptors[i].elementSize);
            row.append(descriptors[i].offset);
            row.append(descriptors[i].region);
            EXPECT_EQ(row, wanted[qsizetype(i)].toArray());
        }
    };
    compareDescriptors(payload.inputs, expected[u"inputs"_s].toArray());
    compareDescriptors(payload.outputs, expected[u"outputs"_s].toArray());
}

void compareDelegate(
    const model::Program &program, const model::Delegate &delegate, const QJsonObject &expected)
{
    EXPECT_EQ(delegate.id, expected[u"id"_s].toString());
    EXPECT_EQ(delegate.inSegment, expected[u"location"_s].toString() == "SEGMENT"_L1);
    EXPECT_EQ(qint64(delegate.dataIndex), expected[u"data_index"_s].toInteger());
    EXPECT_EQ(qint64(delegate.data.size), expected[u"bytes"_s].toInteger());
    EXPECT_EQ(sha256Hex(bytesOf(program, delegate.data)), expected[u"sha256"_s].toString());
    const auto specs = expected[u"compile_specs"_s].toObject();
    EXPECT_EQ(delegate.compileSpecs.size(), size_t(specs.size()));
    for (const auto &spec : delegate.compileSpecs)
        EXPECT_EQ(QString::fromUtf8(spec.value), specs[spec.key].toString());
    if (expected.contains(u"vela"_s)) {
        ASSERT_TRUE(delegate.ethosu);
        compareVela(*delegate.ethosu, expected[u"vela"_s].toObject());
    }
}

/// The NPU named by the target of the delegate's compile specs.
void compareNpu(const model::Delegate &delegate)
{
    for (const auto &spec : delegate.compileSpecs) {
        if (spec.key == "target"_L1 && delegate.ethosu->npu) {
            EXPECT_EQ(delegate.ethosu->npu->name().toLower(), QString::fromUtf8(spec.value));
        }
    }
}

void compareCommands(const model::EthosUPayload &payload, const QJsonObject &commands)
{
    if (payload.block(u"cmd_data"_s)->isExternal)
        return;
    EXPECT_EQ(qint64(payload.commandStreamWords), commands[u"words"_s].toInteger());
    QJsonObject kinds;
    for (const auto &[kind, count] : payload.operationKinds)
        kinds[u"NPU_OP_"_s + kind] = qint64(count);
    EXPECT_EQ(kinds, commands[u"operation_kinds"_s].toObject());
    EXPECT_EQ(payload.unknownCommands, 0U);
}

void compareAotMethod(
    const model::Program &program, const model::Method &method, const QJsonObject &expected)
{
    EXPECT_EQ(method.name, expected[u"name"_s].toString());
    EXPECT_EQ(countsOf(inspect::valueKinds(method)), expected[u"values"_s].toObject());
    EXPECT_EQ(indices(method.inputs), expected[u"inputs"_s].toArray());
    EXPECT_EQ(indices(method.outputs), expected[u"outputs"_s].toArray());
    EXPECT_EQ(instructionKinds(method), expected[u"instructions"_s].toObject());
    EXPECT_EQ(countsOf(inspect::kernelCalls(method)), expected[u"operators"_s].toObject());
    EXPECT_EQ(numbers(method.plannedBuffers), expected[u"planned_buffers"_s].toArray());
    const auto delegates = expected[u"delegates"_s].toArray();
    ASSERT_EQ(method.delegates.size(), size_t(delegates.size()));
    for (size_t i = 0; i < method.delegates.size(); ++i) {
        compareDelegate(program, method.delegates[i], delegates[qsizetype(i)].toObject());
        compareNpu(method.delegates[i]);
    }
}

} // namespace

TEST(SamplePrograms, AheadOfTimeFactsOfTheTools)
{
    TOSAIC_NEED_SAMPLES();
    const auto paths = samplePrograms(u"generated/aot"_s);
    ASSERT_GE(paths.size(), 25);
    for (const auto &path : paths) {
        SCOPED_TRACE(named(path));
        const auto program = openFile(path);
        ASSERT_TRUE(program) << program.error().toText().toStdString();
        EXPECT_EQ(diagnosticText(**program, Severity::Warning), QString());
        const auto facts = jsonFile(QFileInfo(path).path() + u"/expected.json"_s);
        const auto expected = facts[u"pte"_s].toObject();
        EXPECT_EQ((*program)->header.has_value(), expected[u"extended_header"_s].isObject());
        EXPECT_EQ(segmentsOf(**program), expected[u"segments"_s].toArray());
        EXPECT_EQ((*program)->namedData.size(), size_t(expected[u"named_data"_s].toArray().size()));
        const auto methods = expected[u"methods"_s].toArray();
        ASSERT_EQ((*program)->methods.size(), size_t(methods.size()));
        for (size_t i = 0; i < (*program)->methods.size(); ++i)
            compareAotMethod(**program, (*program)->methods[i], methods[qsizetype(i)].toObject());
        for (const auto part : facts[u"partitions"_s].toArray()) {
            const auto partition = part.toObject();
            const auto index = size_t(partition[u"delegate"_s].toInteger());
            const auto &delegates = (*program)->methods.front().delegates;
            if (partition[u"command_stream"_s].isObject() && index < delegates.size())
                compareCommands(
                    *delegates[index].ethosu, partition[u"command_stream"_s].toObject());
        }
    }
}

// ---- generated/host: <file>.facts.json --------------------------------------------------------

namespace {

QString dynamismName(model::ShapeDynamism dynamism)
{
    const QStringList names{ u"STATIC"_s, u"DYNAMIC_BOUND"_s, u"DYNAMIC_UNBOUND"_s };
    return names.value(int(dynamism));
}

void compareTensor(const model::Tensor &tensor, const QJsonObject &expected)
{
    EXPECT_EQ(model::scalarTypeName(tensor.dtype), expected[u"dtype"_s].toString());
    EXPECT_EQ(numbers(tensor.shape), expected[u"sizes"_s].toArray());
    EXPECT_EQ(numbers(tensor.dimOrder), expected[u"dim_order"_s].toArray());
    EXPECT_EQ(dynamismName(tensor.dynamism), expected[u"dynamism"_s].toString());
    EXPECT_EQ(qint64(tensor.dataBufferIndex), expected[u"data_buffer_idx"_s].toInteger());
    const auto isPacked = model::bitsPerElement(tensor.dtype).value_or(8) < 8;
    if (!isPacked) { // the facts count a whole byte for each
        EXPECT_EQ(qint64(tensor.byteSize().value_or(0)), expected[u"nbytes"_s].toInteger());
    }
    const auto plan = expected[u"alloc"_s].toArray();
    ASSERT_EQ(tensor.planned.has_value(), !plan.isEmpty());
    if (tensor.planned) {
        EXPECT_EQ(qint64(tensor.planned->memoryId), plan[0].toInteger());
        EXPECT_EQ(qint64(tensor.planned->offset), plan[1].toInteger());
    }
    const auto extra = expected[u"extra"_s].toObject();
    EXPECT_EQ(tensor.name, extra[u"fqn"_s].toString());
    EXPECT_EQ(tensor.isExternal, extra[u"location"_s].toString() == "EXTERNAL"_L1);
    EXPECT_EQ(tensor.deviceType == 1, extra[u"device"_s].toArray().at(0).toString() == "CUDA"_L1);
    EXPECT_EQ(tensor.deviceIndex, extra[u"device"_s].toArray().at(1).toInt());
    const auto hasBytes = tensor.dataBufferIndex > 0 && !tensor.isExternal;
    EXPECT_EQ(tensor.constant.has_value(), hasBytes);
    EXPECT_EQ(tensor.isMutable, hasBytes && tensor.planned.has_value());
}

QJsonValue number(double value)
{
    if (std::isnan(value))
        return u"nan"_s;
    return std::isinf(value) ? QJsonValue(value < 0 ? u"-inf"_s : u"inf"_s) : QJsonValue(value);
}

/// The value as the facts print it; tensors are compared field by field.
QJsonValue plainValue(const model::Value &value)
{
    if (const auto *integer = std::get_if<qint64>(&value))
        return *integer;
    if (const auto *boolean = std::get_if<bool>(&value))
        return *boolean;
    if (const auto *real = std::get_if<double>(&value))
        return number(*real);
    if (const auto *string = std::get_if<QString>(&value))
        return *string;
    if (const auto *integers = std::get_if<model::IntList>(&value))
        return numbers(integers->values);
    if (const auto *tensors = std::get_if<model::TensorList>(&value))
        return numbers(tensors->values);
    if (const auto *optional = std::get_if<model::OptionalTensorList>(&value))
        return numbers(optional->values);
    QJsonArray list;
    if (const auto *reals = std::get_if<std::vector<double>>(&value)) {
        for (const auto real : *reals)
            list.append(number(real));
    } else if (const auto *booleans = std::get_if<std::vector<bool>>(&value)) {
        for (const bool boolean : *booleans)
            list.append(boolean);
    }
    return list;
}

void compareValues(const model::Method &method, const QJsonArray &expected)
{
    ASSERT_EQ(method.values.size(), size_t(expected.size()));
    for (size_t i = 0; i < method.values.size(); ++i) {
        SCOPED_TRACE(i);
        const auto wanted = expected[qsizetype(i)].toObject();
        EXPECT_EQ(model::valueKindName(method.values[i]), wanted[u"kind"_s].toString());
        if (const auto *tensor = std::get_if<model::Tensor>(&method.values[i])) {
            compareTensor(*tensor, wanted);
        } else if (wanted.contains(u"value"_s)) {
            EXPECT_EQ(plainValue(method.values[i]), wanted[u"value"_s]);
        }
    }
}

void compareHostDelegates(
    const model::Program &program, const model::Method &method, const QJsonArray &expected)
{
    ASSERT_EQ(method.delegates.size(), size_t(expected.size()));
    for (size_t i = 0; i < method.delegates.size(); ++i) {
        const auto &delegate = method.delegates[i];
        const auto wanted = expected[qsizetype(i)].toObject();
        EXPECT_EQ(delegate.id, wanted[u"id"_s].toString());
        EXPECT_EQ(delegate.inSegment, wanted[u"location"_s].toString() == "SEGMENT"_L1);
        EXPECT_EQ(qint64(delegate.dataIndex), wanted[u"index"_s].toInteger());
        EXPECT_EQ(sha256Hex(bytesOf(program, delegate.data)), wanted[u"sha256"_s].toString());
        const auto specs = wanted[u"compile_specs"_s].toArray();
        ASSERT_EQ(delegate.compileSpecs.size(), size_t(specs.size()));
        for (size_t s = 0; s < delegate.compileSpecs.size(); ++s) {
            EXPECT_EQ(delegate.compileSpecs[s].key, specs[qsizetype(s)].toArray().at(0).toString());
            EXPECT_EQ(delegate.compileSpecs[s].value.size(),
                specs[qsizetype(s)].toArray().at(1).toInteger());
        }
    }
}

void compareHostMethod(
    const model::Program &program, const model::Method &method, const QJsonObject &expected)
{
    EXPECT_EQ(method.name, expected[u"name"_s].toString());
    EXPECT_EQ(indices(method.inputs), expected[u"inputs"_s].toArray());
    EXPECT_EQ(indices(method.outputs), expected[u"outputs"_s].toArray());
    EXPECT_EQ(countsOf(inspect::valueKinds(method)), expected[u"values_by_kind"_s].toObject());
    EXPECT_EQ(instructionKinds(method), expected[u"instructions_by_kind"_s].toObject());
    EXPECT_EQ(countsOf(inspect::kernelCalls(method)), expected[u"kernel_calls"_s].toObject());
    QJsonArray operators;
    for (const auto &name : method.operators)
        operators.append(name);
    EXPECT_EQ(operators, expected[u"operators"_s].toArray());
    EXPECT_EQ(numbers(method.plannedBuffers), expected[u"non_const_buffer_sizes"_s].toArray());
    const auto trees = expected[u"container"_s].toArray();
    EXPECT_EQ(method.inputTreeSpec, trees[0].toString());
    EXPECT_EQ(method.outputTreeSpec, trees[1].toString());
    compareHostDelegates(program, method, expected[u"delegates"_s].toArray());
    compareValues(method, expected[u"values"_s].toArray());
}

void compareHeader(const std::optional<model::Header> &header, const QJsonValue &expected)
{
    ASSERT_EQ(header.has_value(), expected.isObject());
    if (!header)
        return;
    const auto wanted = expected.toObject();
    EXPECT_EQ(qint64(header->length), wanted[u"length"_s].toInteger());
    EXPECT_EQ(qint64(header->programSize), wanted[u"program_size"_s].toInteger());
    EXPECT_EQ(qint64(header->segmentBaseOffset), wanted[u"segment_base_offset"_s].toInteger());
    EXPECT_EQ(
        qint64(header->segmentDataSize.value_or(0)), wanted[u"segment_data_size"_s].toInteger());
}

/// Ids of what the runtime of 1.5.1 refuses in these files; nothing is wrong with any other.
QString refusedFor(const QString &path)
{
    if (path.endsWith("/free_call_unbound.pte"_L1))
        return u"pte.dynamic-unbound"_s;
    if (path.endsWith("/ModuleLinear-no-constant-segment.pte"_L1))
        return u"pte.inline-constants"_s;
    return {};
}

QString warningIds(const model::Program &program)
{
    QStringList ids;
    for (const auto &diagnostic : program.diagnostics) {
        if (diagnostic.severity >= Severity::Warning)
            ids << diagnostic.id;
    }
    ids.removeDuplicates();
    return ids.join(u' ');
}

} // namespace

TEST(SamplePrograms, HostFactsOfEveryValue)
{
    TOSAIC_NEED_SAMPLES();
    const auto paths = samplePrograms(u"generated/host"_s);
    ASSERT_GE(paths.size(), 50);
    for (const auto &path : paths) {
        SCOPED_TRACE(named(path));
        const auto expected = jsonFile(path + u".facts.json"_s);
        ASSERT_FALSE(expected.isEmpty());
        const auto program = openFile(path);
        ASSERT_TRUE(program) << program.error().toText().toStdString();
        EXPECT_EQ((*program)->identifier, expected[u"identifier"_s].toString());
        EXPECT_EQ(qint64((*program)->version), expected[u"version"_s].toInteger());
        compareHeader((*program)->header, expected[u"extended_header"_s]);
        EXPECT_EQ(segmentsOf(**program), expected[u"segments"_s].toArray());
        const auto named = expected[u"named_data"_s].toObject();
        EXPECT_EQ((*program)->namedData.size(), size_t(named.size()));
        for (const auto &data : (*program)->namedData)
            EXPECT_EQ(qint64(data.segmentIndex), named[data.key].toInteger(-1));
        const auto methods = expected[u"methods"_s].toArray();
        ASSERT_EQ((*program)->methods.size(), size_t(methods.size()));
        for (size_t i = 0; i < (*program)->methods.size(); ++i)
            compareHostMethod(**program, (*program)->methods[i], methods[qsizetype(i)].toObject());
        if (!path.contains("every_field"_L1)) {
            EXPECT_EQ(warningIds(**program), refusedFor(path))
                << diagnosticText(**program, Severity::Warning).toStdString();
        }
    }
}

// ---- models/pte: facts in the samples' README -------------------------------------------------

TEST(SamplePrograms, OlderRealModels)
{
    TOSAIC_NEED_SAMPLES();
    for (const auto &path : samplePrograms(u"models/pte"_s) + samplePrograms(u"executorch"_s)) {
        const auto program = openFile(path);
        ASSERT_TRUE(program) << named(path) << program.error().toText().toStdString();
        EXPECT_EQ(warningIds(**program), refusedFor(path))
            << named(path) << diagnosticText(**program, Severity::Warning).toStdString();
    }
}

TEST(SamplePrograms, MobileNetOnOneDelegate)
{
    TOSAIC_NEED_SAMPLES();
    const auto program = openFile(samplesDir() + u"/models/pte/mv2-ethos-u55-one-delegate.pte"_s);
    ASSERT_TRUE(program);
    ASSERT_EQ((*program)->methods.size(), 1U);
    const auto &method = (*program)->methods.front();
    ASSERT_EQ(method.delegates.size(), 1U);
    const auto &payload = *method.delegates.front().ethosu;
    EXPECT_EQ(payload.npu->name(), u"Ethos-U55-128"_s);
    EXPECT_EQ(payload.npu->configWord, 0x00001807U);
    EXPECT_EQ(payload.npu->idWord, 0x10066001U);
    EXPECT_EQ(payload.block(u"cmd_data"_s)->size, 29120U);
    EXPECT_EQ(payload.block(u"weight_data"_s)->size, 3349920U);
    EXPECT_EQ(payload.commandStreamWords, 7272U);
    EXPECT_EQ(payload.streamVersion, 2);
}

TEST(SamplePrograms, BytesOfTheBlocksAreWhereTheySay)
{
    TOSAIC_NEED_SAMPLES();
    const auto program
        = openFile(samplesDir() + u"/executorch/ethosu_add_u55-128_Shared_Sram.pte"_s);
    ASSERT_TRUE(program);
    const auto &delegate = (*program)->methods.front().delegates.front();
    EXPECT_EQ(delegate.data, (model::ByteRange{ 112, 1312 }));
    const auto &payload = *delegate.ethosu;
    const std::vector<std::tuple<QString, quint64, quint64>> expected{ { u"vela_bin_stream"_s, 0,
                                                                           0 },
        { u"cmd_data"_s, 32, 908 }, { u"weight_data"_s, 976, 32 }, { u"scratch_size"_s, 1040, 4 },
        { u"inputs"_s, 1088, 76 }, { u"outputs"_s, 1200, 40 }, { u"vela_end_stream"_s, 1280, 0 } };
    ASSERT_EQ(payload.blocks.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(std::tuple(payload.blocks[i].name, payload.blocks[i].headerOffset,
                      payload.blocks[i].size),
            expected[i]);
        EXPECT_EQ(payload.blocks[i].offset, payload.blocks[i].headerOffset + 32);
    }
    EXPECT_EQ(payload.arenaBytes, 144U);
    EXPECT_EQ(payload.operations, 6U);
    EXPECT_EQ(payload.operationKinds.at(u"DMA_START"_s), 6U);
}

} // namespace tosaic::test::samplestests
