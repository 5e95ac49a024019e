// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// "inspect --json" against an independent decode: flatc with the schema that ExecuTorch installs.
#include "tests/core/formats/formatsupport.h"

#include "core/inspect/programjson.h"
#include "tests/support/flatc.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QStandardPaths>

namespace tosaic::test::oracletests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

quint64 bitsOf(const QString &dtype)
{
    static const std::map<QString, quint64> bits{ { u"BYTE"_s, 8 }, { u"CHAR"_s, 8 },
        { u"SHORT"_s, 16 }, { u"INT"_s, 32 }, { u"LONG"_s, 64 }, { u"HALF"_s, 16 },
        { u"FLOAT"_s, 32 }, { u"DOUBLE"_s, 64 }, { u"BOOL"_s, 8 }, { u"BFLOAT16"_s, 16 },
        { u"UINT16"_s, 16 }, { u"UINT32"_s, 32 }, { u"UINT64"_s, 64 } };
    return bits.contains(dtype) ? bits.at(dtype) : 8;
}

QJsonArray stridesOf(const QJsonArray &sizes, const QJsonArray &order)
{
    QList<qint64> strides(sizes.size(), 0);
    qint64 stride = 1;
    for (qsizetype i = order.size(); i-- > 0;) {
        const auto dimension = order[i].toInteger();
        strides[dimension] = stride;
        stride *= std::max<qint64>(1, sizes[dimension].toInteger());
    }
    QJsonArray result;
    for (const auto number : strides)
        result.append(number);
    return result;
}

/// The contract's tensor object made from flatc's.
QJsonObject expectedTensor(const QJsonObject &tensor, qsizetype index)
{
    const auto sizes = tensor[u"sizes"_s].toArray();
    const auto order = tensor[u"dim_order"_s].toArray();
    QJsonObject result{ { u"index"_s, index }, { u"dtype"_s, tensor[u"scalar_type"_s] },
        { u"shape"_s, sizes }, { u"strides"_s, stridesOf(sizes, order) }, { u"dimOrder"_s, order },
        { u"dynamism"_s, tensor[u"shape_dynamism"_s] } };
    const auto plan = tensor[u"allocation_info"_s];
    if (plan.isObject())
        result[u"planned"_s] = QJsonObject{ { u"memoryId"_s, plan[u"memory_id"_s] },
            { u"offset"_s,
                plan[u"memory_offset_low"_s].toInteger()
                    + (plan[u"memory_offset_high"_s].toInteger() << 32) } };
    const auto extra = tensor[u"extra_tensor_info"_s].toObject();
    const auto isExternal = extra[u"location"_s].toString() == "EXTERNAL"_L1;
    if (!extra[u"fully_qualified_name"_s].toString().isEmpty())
        result[u"name"_s] = extra[u"fully_qualified_name"_s];
    if (isExternal)
        result[u"external"_s] = true;
    if (tensor[u"data_buffer_idx"_s].toInteger() > 0 && !isExternal) {
        quint64 elements = 1;
        for (const auto size : sizes)
            elements *= quint64(size.toInteger());
        result[u"constantBytes"_s]
            = qint64(elements * bitsOf(tensor[u"scalar_type"_s].toString()) / 8);
        if (plan.isObject())
            result[u"mutable"_s] = true;
    }
    return result;
}

QString fullName(const QJsonObject &plan, qint64 index)
{
    const auto entry = plan[u"operators"_s].toArray()[qsizetype(index)].toObject();
    const auto overload = entry[u"overload"_s].toString();
    return entry[u"name"_s].toString() + (overload.isEmpty() ? QString() : u'.' + overload);
}

QJsonObject expectedInstruction(
    const QJsonObject &plan, const QJsonObject &instruction, qsizetype index, qsizetype chainStart)
{
    const auto kind = instruction[u"instr_args_type"_s].toString();
    const auto call = instruction[u"instr_args"_s].toObject();
    QJsonObject result{ { u"index"_s, index }, { u"kind"_s, kind } };
    if (kind == "KernelCall"_L1) {
        result[u"arguments"_s] = call[u"args"_s].toArray();
        result[u"operator"_s] = fullName(plan, call[u"op_index"_s].toInteger());
    } else if (kind == "DelegateCall"_L1) {
        result[u"arguments"_s] = call[u"args"_s].toArray();
        result[u"delegate"_s] = call[u"delegate_index"_s];
    } else if (kind == "MoveCall"_L1) {
        result[u"arguments"_s] = QJsonArray{ call[u"move_from"_s], call[u"move_to"_s] };
    } else if (kind == "JumpFalseCall"_L1) {
        result[u"arguments"_s] = QJsonArray{ call[u"cond_value_index"_s] };
        result[u"destination"_s] = call[u"destination_instruction"_s].toInteger() + chainStart;
    } else {
        result[u"arguments"_s] = QJsonArray{ call[u"value_index"_s] };
    }
    return result;
}

QJsonArray expectedInstructions(const QJsonObject &plan)
{
    QJsonArray result;
    for (const auto chain : plan[u"chains"_s].toArray()) {
        const auto start = result.size();
        for (const auto instruction : chain[u"instructions"_s].toArray())
            result.append(expectedInstruction(plan, instruction.toObject(), result.size(), start));
    }
    return result;
}

QJsonArray expectedDelegates(const QJsonObject &program, const QJsonObject &plan)
{
    QJsonArray result;
    for (const auto entry : plan[u"delegates"_s].toArray()) {
        const auto data = entry[u"processed"_s].toObject();
        const auto index = qsizetype(data[u"index"_s].toInteger());
        const auto inSegment = data[u"location"_s].toString() == "SEGMENT"_L1;
        const auto size = inSegment
            ? program[u"segments"_s].toArray()[index][u"size"_s].toInteger()
            : program[u"backend_delegate_data"_s].toArray()[index][u"data"_s].toArray().size();
        QJsonArray specs;
        for (const auto spec : entry[u"compile_specs"_s].toArray()) {
            QByteArray value;
            for (const auto byte : spec[u"value"_s].toArray())
                value.append(char(byte.toInt()));
            specs.append(QJsonObject{ { u"key"_s, spec[u"key"_s] },
                { u"base64"_s, QString::fromLatin1(value.toBase64()) } });
        }
        result.append(QJsonObject{ { u"index"_s, result.size() }, { u"id"_s, entry[u"id"_s] },
            { u"location"_s, inSegment ? u"segment"_s : u"inline"_s }, { u"size"_s, size },
            { u"compileSpecs"_s, specs } });
    }
    return result;
}

/// Ours with all compile specs in base64 and without what the schema does not know.
QJsonArray comparableDelegates(const QJsonArray &delegates)
{
    QJsonArray result;
    for (const auto entry : delegates) {
        auto delegate = entry.toObject();
        delegate.remove(u"ethosu"_s);
        QJsonArray specs;
        for (const auto spec : delegate[u"compileSpecs"_s].toArray()) {
            const auto base64 = spec.toObject().contains(u"valueBase64"_s)
                ? spec[u"valueBase64"_s].toString()
                : QString::fromLatin1(spec[u"value"_s].toString().toUtf8().toBase64());
            specs.append(QJsonObject{ { u"key"_s, spec[u"key"_s] }, { u"base64"_s, base64 } });
        }
        delegate[u"compileSpecs"_s] = specs;
        result.append(delegate);
    }
    return result;
}

void compareMethod(const QJsonObject &method, const QJsonObject &program, const QJsonObject &plan)
{
    EXPECT_EQ(method[u"name"_s], plan[u"name"_s]);
    EXPECT_EQ(method[u"inputs"_s].toArray(), plan[u"inputs"_s].toArray());
    EXPECT_EQ(method[u"outputs"_s].toArray(), plan[u"outputs"_s].toArray());
    EXPECT_EQ(method[u"plannedBuffers"_s].toArray(), plan[u"non_const_buffer_sizes"_s].toArray());
    std::map<QString, int> kinds;
    QJsonArray tensors;
    const auto values = plan[u"values"_s].toArray();
    for (qsizetype i = 0; i < values.size(); ++i) {
        const auto kind = values[i][u"val_type"_s].toString();
        ++kinds[kind];
        if (kind == "Tensor"_L1)
            tensors.append(expectedTensor(values[i][u"val"_s].toObject(), i));
    }
    QJsonObject counts;
    for (const auto &[kind, count] : kinds)
        counts[kind] = count;
    EXPECT_EQ(method[u"values"_s].toObject(), counts);
    const auto ours = method[u"tensors"_s].toArray();
    ASSERT_EQ(ours.size(), tensors.size());
    for (qsizetype i = 0; i < tensors.size(); ++i)
        EXPECT_EQ(ours[i].toObject(), tensors[i].toObject());
    EXPECT_EQ(method[u"instructions"_s].toArray(), expectedInstructions(plan));
    EXPECT_EQ(
        comparableDelegates(method[u"delegates"_s].toArray()), expectedDelegates(program, plan));
    std::map<QString, int> calls;
    for (const auto instruction : method[u"instructions"_s].toArray()) {
        if (instruction.toObject().contains(u"operator"_s))
            ++calls[instruction[u"operator"_s].toString()];
    }
    QJsonObject operators;
    for (const auto &[name, count] : calls)
        operators[name] = count;
    EXPECT_EQ(method[u"operators"_s].toObject(), operators);
}

void compareProgram(const QJsonObject &ours, const QJsonObject &theirs)
{
    const auto plans = theirs[u"execution_plan"_s].toArray();
    const auto methods = ours[u"methods"_s].toArray();
    ASSERT_EQ(methods.size(), plans.size());
    for (qsizetype i = 0; i < plans.size(); ++i)
        compareMethod(methods[i].toObject(), theirs, plans[i].toObject());
    EXPECT_EQ(ours[u"segments"_s].toArray(), theirs[u"segments"_s].toArray());
    const auto named = theirs[u"named_data"_s].toArray();
    const auto namedData = ours[u"namedData"_s].toArray();
    ASSERT_EQ(namedData.size(), named.size());
    for (qsizetype i = 0; i < named.size(); ++i) {
        EXPECT_EQ(namedData[i][u"key"_s], named[i][u"key"_s]);
        EXPECT_EQ(namedData[i][u"segment"_s], named[i][u"segment_index"_s]);
    }
}

} // namespace

TEST(IndependentDecode, InspectEqualsFlatcWithExecutorchsOwnSchema)
{
    const auto schema = executorchSchema(u"exir/_serialize/program.fbs"_s);
    if (schema.isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON names no Python with executorch: its schema is not here";
    if (QStandardPaths::findExecutable(u"flatc"_s).isEmpty())
        GTEST_SKIP() << "flatc is not installed";
    int compared = 0;
    const auto paths = fixturePrograms() + samplePrograms(u"."_s);
    for (const auto &path : paths) {
        SCOPED_TRACE(path.toStdString());
        const auto program = openFile(path);
        ASSERT_TRUE(program) << program.error().toText().toStdString();
        const auto theirs = decodedByFlatc(schema, path);
        ASSERT_FALSE(theirs.isEmpty()) << "flatc could not decode it";
        compareProgram(inspect::programToJson(**program), theirs);
        ++compared;
    }
    EXPECT_EQ(compared, paths.size());
    EXPECT_GE(compared, samplesDir().isEmpty() ? 10 : 100);
}

} // namespace tosaic::test::oracletests
