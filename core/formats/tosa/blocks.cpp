// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tosa/blocks.h"

#include "core/formats/tosa/attributes.h"
#include "core/formats/tosa/debugrecord.h"

#include "tosa_generated.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::tosa {

namespace fb = tosaic::tosa::fb;

namespace {

constexpr qsizetype LongestReportedName = 80;

/// Data behind the FlatBuffer is meant if the offset is above this.
constexpr quint64 NoExternalData = 1;

std::optional<model::ByteRange> dataOf(const GraphContext &context, const fb::Tensor &tensor)
{
    if (tensor.offset() > NoExternalData)
        return model::ByteRange{ tensor.offset(), tensor.size() };
    if (!tensor.data())
        return std::nullopt;
    return model::ByteRange{ context.offsetOf(tensor.data()->Data()), tensor.data()->size() };
}

/// 0.80.0 named two fields of the CUSTOM operator otherwise.
void useOldCustomNames(std::vector<model::Attribute> &attributes)
{
    for (auto &attribute : attributes) {
        if (attribute.name == u"operator_name"_s)
            attribute.name = u"identifier"_s;
        else if (attribute.name == u"domain_name"_s)
            attribute.name = u"config"_s;
    }
}

} // namespace

model::Subgraph BlockReader::read(const fb::BasicBlock &block, const QString &region)
{
    m_block = {};
    m_byName.clear();
    m_byOffset.clear();
    m_block.name = m_context.text(block.name());
    m_block.region = region;
    for (quint32 i = 0, count = m_context.count(block.tensors()); i < count; ++i)
        addTensor(*block.tensors()->Get(i));
    for (quint32 i = 0, count = m_context.count(block.shapes()); i < count; ++i)
        addShape(*block.shapes()->Get(i));
    m_block.inputs = indicesOf(block.inputs());
    m_block.outputs = indicesOf(block.outputs());
    const auto count = m_context.count(block.operators());
    m_block.operators.reserve(count);
    for (quint32 i = 0; i < count && !m_context.limitError(); ++i)
        addOperator(*block.operators()->Get(i));
    finishConstants();
    return std::move(m_block);
}

QString BlockReader::placeOf(const QString &thing) const
{
    return u"block %1, %2"_s.arg(
        m_block.name.left(LongestReportedName), thing.left(LongestReportedName));
}

void BlockReader::add(model::NetworkTensor tensor, const void *place)
{
    if (m_byName.contains(tensor.name)) {
        m_context.report(u"tosa.duplicate-name"_s, Severity::Warning,
            u"two tensors or shapes have this name; operators mean the first"_s,
            m_context.inEntity(placeOf(tensor.name), m_context.offsetOf(place)));
    } else {
        m_byName.insert(tensor.name, qint32(m_block.tensors.size()));
    }
    m_block.tensors.push_back(std::move(tensor));
}

void BlockReader::addTensor(const fb::Tensor &tensor)
{
    model::NetworkTensor result;
    result.name = m_context.text(tensor.name());
    result.type = elementType(m_layout, tensor.type());
    result.typeText = typeName(m_layout, tensor.type());
    if (knownTypeName(m_layout, tensor.type()).isEmpty())
        m_context.report(u"tosa.unknown-type"_s, Severity::Warning,
            u"element type %1 is not known; the values cannot be shown"_s.arg(tensor.type()),
            m_context.inEntity(placeOf(result.name), m_context.offsetOf(&tensor)));
    if (!tensor.is_unranked())
        result.shape = m_context.list<qint64>(tensor.shape());
    result.isVariable = tensor.variable();
    result.data = dataOf(m_context, tensor);
    const auto variableName = m_context.text(tensor.variable_name());
    if (tensor.variable() && !variableName.isEmpty() && variableName != result.name)
        m_variableNames.emplace_back(result.name, variableName);
    if (result.data && !m_context.source().slice(result.data->offset, result.data->size)) {
        m_context.report(u"tosa.data-outside-file"_s, Severity::Error,
            u"the %1 bytes at %2 lie outside the file: the constant is missing"_s.arg(
                QString::number(result.data->size), QString::number(result.data->offset)),
            m_context.inEntity(placeOf(result.name), m_context.offsetOf(&tensor)));
        result.data.reset();
    }
    add(std::move(result), &tensor);
}

void BlockReader::addShape(const fb::Shape &shape)
{
    model::NetworkTensor result;
    result.name = m_context.text(shape.name());
    result.type = model::ElementType::Shape;
    result.typeText = u"SHAPE"_s;
    result.shape = std::vector<qint64>{ qint64(shape.rank()) };
    result.role = QString::fromLatin1(ShapeRole);
    if (shape.data())
        result.data
            = model::ByteRange{ m_context.offsetOf(shape.data()->Data()), shape.data()->size() };
    add(std::move(result), &shape);
}

void BlockReader::addOperator(const fb::Operator &op)
{
    model::NetworkOperator result;
    result.type = operatorName(m_layout, op.op());
    if (!operatorLayout(m_layout, op.op()).name)
        m_context.report(u"tosa.unknown-operator"_s, Severity::Warning,
            u"operator number %1 is not known; its attributes are not read"_s.arg(op.op()),
            m_context.inEntity(
                placeOf(u"operator %1"_s.arg(m_block.operators.size())), m_context.offsetOf(&op)));
    result.inputs = indicesOf(op.inputs());
    result.outputs = indicesOf(op.outputs());
    if (op.attribute())
        addAttributes(result, op);
    if (op.location())
        applyLocation(result, m_context.text(op.location()->text()));
    m_block.operators.push_back(std::move(result));
}

void BlockReader::addAttributes(model::NetworkOperator &result, const fb::Operator &op)
{
    const auto layout = operatorLayout(m_layout, op.op());
    const auto fields = layout.name ? fittingFields(m_context.verifier(), *op.attribute(), layout)
                                    : std::optional<Fields>(Fields());
    if (!fields) {
        m_context.report(u"tosa.attribute-fields"_s, Severity::Warning,
            u"the attribute table has other fields than %1 has in %2; they are not read"_s.arg(
                result.type, layoutName(m_layout)),
            m_context.inEntity(placeOf(u"operator %1"_s.arg(m_block.operators.size())),
                m_context.offsetOf(op.attribute())));
        return;
    }
    const auto first = !result.inputs.empty() ? result.inputs.front() : -1;
    const auto type
        = first >= 0 ? m_block.tensors[size_t(first)].type : model::ElementType::Unknown;
    result.attributes = readAttributes(m_context, *op.attribute(), *fields, m_layout, type);
    if (result.type == u"CUSTOM"_s && m_stated.major == 0 && m_stated.patch == 0)
        useOldCustomNames(result.attributes);
}

std::vector<qint32> BlockReader::indicesOf(const Names *names)
{
    std::vector<qint32> indices;
    if (!names || !m_context.takeElements(names->size()))
        return indices;
    indices.reserve(names->size());
    for (const auto *name : *names)
        indices.push_back(indexOf(name));
    return indices;
}

qint32 BlockReader::indexOf(const flatbuffers::String *name)
{
    const auto offset = m_context.offsetOf(name);
    if (const auto known = m_byOffset.constFind(offset); known != m_byOffset.constEnd())
        return *known;
    const auto text = m_context.text(name);
    auto index = m_byName.value(text, -1);
    if (index < 0) {
        m_context.report(u"tosa.unknown-name"_s, Severity::Error,
            u"no tensor or shape of the block has this name"_s,
            m_context.inEntity(placeOf(text), m_context.offsetOf(name)));
        index = qint32(m_block.tensors.size());
        model::NetworkTensor missing;
        missing.name = text;
        m_byName.insert(text, index);
        m_block.tensors.push_back(std::move(missing));
    }
    m_byOffset.insert(offset, index);
    return index;
}

void BlockReader::finishConstants()
{
    std::vector<bool> isProduced(m_block.tensors.size(), false);
    for (const auto &op : m_block.operators) {
        if (op.type != u"CONST"_s && op.type != u"CONST_SHAPE"_s)
            continue;
        for (const auto output : op.outputs)
            isProduced[size_t(output)] = true;
    }
    for (size_t i = 0; i < m_block.tensors.size(); ++i) {
        auto &tensor = m_block.tensors[i];
        // Some writers give every tensor an empty list of bytes.
        if (tensor.data && tensor.data->size == 0 && !isProduced[i])
            tensor.data.reset();
        if (tensor.data)
            checkLength(tensor);
        else if (isProduced[i] && !tensor.typeText.isEmpty())
            m_context.report(u"tosa.constant-without-data"_s, Severity::Warning,
                u"the constant has no bytes in this file"_s, { .entity = placeOf(tensor.name) });
    }
}

void BlockReader::checkLength(const model::NetworkTensor &tensor)
{
    const auto needed = tensor.byteSize();
    const auto stored = tensor.data->size;
    if (!needed || stored == *needed || stored == (*needed + 7) / 8 * 8)
        return;
    const Location place{
        .offset = tensor.data->offset, .length = stored, .entity = placeOf(tensor.name)
    };
    const auto text = u"type and shape take %1 bytes, %2 are stored; values follow the shape"_s.arg(
        QString::number(*needed), QString::number(stored));
    if (stored < *needed)
        m_context.report(u"tosa.data-too-short"_s, Severity::Error, text, place);
    else
        m_context.noteLongData(text, place);
}

} // namespace tosaic::formats::tosa
