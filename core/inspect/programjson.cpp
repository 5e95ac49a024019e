// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/programjson.h"

#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"

#include "core/inspect/descriptionparts.h"
#include "core/inspect/ethosujson.h"
#include "core/inspect/programfacts.h"
#include "core/inspect/valuetext.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

QJsonArray indices(const std::vector<model::ValueIndex> &list)
{
    QJsonArray result;
    for (const auto index : list)
        result.append(static_cast<qint32>(index.value)); // -1 stays -1
    return result;
}

QJsonObject counts(const std::map<QString, qint64> &map)
{
    QJsonObject result;
    for (const auto &[name, count] : map)
        result[name] = count;
    return result;
}

QJsonObject headerToJson(const std::optional<model::Header> &header)
{
    QJsonObject result{ { u"present"_s, header.has_value() } };
    if (!header)
        return result;
    result[u"length"_s] = static_cast<qint64>(header->length);
    result[u"programSize"_s] = static_cast<qint64>(header->programSize);
    result[u"segmentBaseOffset"_s] = static_cast<qint64>(header->segmentBaseOffset);
    insertKnown(result, u"segmentDataSize"_s, header->segmentDataSize);
    return result;
}

QString dynamismName(model::ShapeDynamism dynamism)
{
    switch (dynamism) {
    case model::ShapeDynamism::Static:
        return u"STATIC"_s;
    case model::ShapeDynamism::DynamicBound:
        return u"DYNAMIC_BOUND"_s;
    case model::ShapeDynamism::DynamicUnbound:
        return u"DYNAMIC_UNBOUND"_s;
    }
    return u"TensorShapeDynamism(%1)"_s.arg(static_cast<int>(dynamism));
}

QJsonObject tensorToJson(const model::Tensor &tensor, size_t index)
{
    QJsonObject result{
        { u"index"_s, static_cast<qint64>(index) },
        { u"dtype"_s, model::scalarTypeName(tensor.dtype) },
        { u"shape"_s, jsonList(tensor.shape) },
        { u"dimOrder"_s, jsonList(tensor.dimOrder) },
        { u"dynamism"_s, dynamismName(tensor.dynamism) },
    };
    if (const auto strides = tensor.strides(); strides.size() == tensor.shape.size())
        result[u"strides"_s] = jsonList(strides);
    if (tensor.constant)
        result[u"constantBytes"_s] = static_cast<qint64>(tensor.constant->size);
    if (tensor.isMutable)
        result[u"mutable"_s] = true;
    if (tensor.isExternal)
        result[u"external"_s] = true;
    if (tensor.planned)
        result[u"planned"_s] = QJsonObject{
            { u"memoryId"_s, static_cast<qint64>(tensor.planned->memoryId) },
            { u"offset"_s, static_cast<qint64>(tensor.planned->offset) },
        };
    insertKnown(result, u"name"_s, tensor.name);
    return result;
}

/// Numbers and texts as they are, elements of tensor lists as the indices of their values.
class ScalarJson
{
public:
    explicit ScalarJson(const model::Method &method) : m_method(method) { }

    QJsonValue operator()(model::NullValue) const { return QJsonValue::Null; }
    QJsonValue operator()(const model::Tensor &) const { return QJsonValue::Undefined; }
    QJsonValue operator()(double number) const { return realToJson(number); }
    QJsonValue operator()(const model::IntList &list) const
    {
        return jsonList(list.values, [this](qint64 index) {
            const auto number = integerAt(m_method, index);
            return number ? QJsonValue(*number) : QJsonValue(QJsonValue::Null);
        });
    }
    QJsonValue operator()(const std::vector<double> &list) const
    {
        return jsonList(list, realToJson);
    }
    QJsonValue operator()(const std::vector<bool> &list) const
    {
        return jsonList(list, [](bool flag) { return flag; });
    }
    QJsonValue operator()(const model::TensorList &list) const { return jsonList(list.values); }
    QJsonValue operator()(const model::OptionalTensorList &list) const
    {
        return jsonList(list.values);
    }
    QJsonValue operator()(const auto &value) const { return QJsonValue(value); }

private:
    const model::Method &m_method;
};

QJsonObject scalarToJson(const model::Method &method, size_t index)
{
    const auto &value = method.values[index];
    return { { u"index"_s, static_cast<qint64>(index) }, { u"kind"_s, model::valueKindName(value) },
        { u"value"_s, std::visit(ScalarJson(method), value) } };
}

QJsonObject instructionToJson(const model::Method &method, size_t index)
{
    const auto &instruction = method.instructions[index];
    QJsonObject result{
        { u"index"_s, static_cast<qint64>(index) },
        { u"kind"_s, model::instructionKindName(instruction) },
        { u"arguments"_s, jsonList(model::instructionArguments(instruction)) },
    };
    if (const auto name = method.operatorName(instruction); !name.isEmpty())
        result[u"operator"_s] = name;
    if (const auto *call = std::get_if<model::DelegateCall>(&instruction))
        result[u"delegate"_s] = static_cast<qint32>(call->delegate.value);
    if (const auto *jump = std::get_if<model::JumpFalseCall>(&instruction))
        result[u"destination"_s] = jump->destination;
    return result;
}

QJsonObject specToJson(const model::CompileSpecEntry &spec)
{
    QJsonObject result{ { u"key"_s, spec.key } };
    if (isPlainText(spec.value))
        result[u"value"_s] = QString::fromUtf8(spec.value);
    else
        result[u"valueBase64"_s] = QString::fromLatin1(spec.value.toBase64());
    return result;
}

QJsonObject delegateToJson(
    const model::Program &program, const model::Delegate &delegate, size_t index)
{
    const auto specs = jsonList(delegate.compileSpecs, specToJson);
    QJsonObject result{
        { u"index"_s, static_cast<qint64>(index) },
        { u"id"_s, delegate.id },
        { u"location"_s, delegate.inSegment ? u"segment"_s : u"inline"_s },
        { u"size"_s, static_cast<qint64>(payloadBytes(program, delegate)) },
        { u"compileSpecs"_s, specs },
    };
    if (delegate.ethosu)
        result[u"ethosu"_s] = payloadToJson(*delegate.ethosu);
    return result;
}

} // namespace

QJsonObject methodToJson(const model::Program &program, const model::Method &method)
{
    QJsonArray tensors;
    QJsonArray scalars;
    for (size_t i = 0; i < method.values.size(); ++i) {
        if (const auto *tensor = std::get_if<model::Tensor>(&method.values[i]))
            tensors.append(tensorToJson(*tensor, i));
        else
            scalars.append(scalarToJson(method, i));
    }
    QJsonArray instructions;
    for (size_t i = 0; i < method.instructions.size(); ++i)
        instructions.append(instructionToJson(method, i));
    QJsonArray delegates;
    for (size_t i = 0; i < method.delegates.size(); ++i)
        delegates.append(delegateToJson(program, method.delegates[i], i));
    return {
        { u"name"_s, method.name },
        { u"inputs"_s, indices(method.inputs) },
        { u"outputs"_s, indices(method.outputs) },
        { u"values"_s, counts(valueKinds(method)) },
        { u"tensors"_s, tensors },
        { u"scalars"_s, scalars },
        { u"instructions"_s, instructions },
        { u"operators"_s, counts(kernelCalls(method)) },
        { u"plannedBuffers"_s, jsonList(method.plannedBuffers) },
        { u"delegates"_s, delegates },
    };
}

QJsonObject programToJson(const model::Program &program)
{
    QJsonArray methods;
    for (const auto &method : program.methods)
        methods.append(methodToJson(program, method));
    QJsonArray segments;
    for (const auto &segment : program.segments)
        segments.append(QJsonObject{ { u"offset"_s, static_cast<qint64>(segment.offset) },
            { u"size"_s, static_cast<qint64>(segment.size) } });
    QJsonArray named;
    for (const auto &data : program.namedData)
        named.append(
            QJsonObject{ { u"key"_s, data.key }, { u"size"_s, static_cast<qint64>(data.size) },
                { u"segment"_s, static_cast<qint64>(data.segmentIndex) } });
    return {
        { u"header"_s, headerToJson(program.header) },
        { u"version"_s, static_cast<qint64>(program.version) },
        { u"methods"_s, methods },
        { u"segments"_s, segments },
        { u"namedData"_s, named },
    };
}

} // namespace tosaic::inspect
