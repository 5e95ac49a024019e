// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/tosadescription.h"

#include "core/base/knownjson.h"

#include "core/inspect/descriptionparts.h"
#include "core/inspect/networktensorjson.h"
#include "core/model/numbertext.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

using model::Network;
using model::NetworkOperator;
using model::NetworkTensor;
using model::Subgraph;

constexpr size_t LargestTable = 2'000;
constexpr size_t LargestFacts = 200;
constexpr size_t LargestCellList = 16;

QString nameOf(const Subgraph &block, qint32 index)
{
    return index >= 0 ? block.tensors[size_t(index)].name : QString();
}

QJsonValue numberOf(double value)
{
    // JSON has no infinities.
    return std::isfinite(value) ? QJsonValue(value) : QJsonValue(model::numberText(value));
}

/// Adds the attribute under its name, bytes that are no text under <name>Base64.
void insertAttribute(QJsonObject &object, const model::Attribute &attribute)
{
    const auto &value = attribute.value;
    if (const auto *flag = std::get_if<bool>(&value)) {
        object[attribute.name] = *flag;
    } else if (const auto *integer = std::get_if<qint64>(&value)) {
        object[attribute.name] = *integer;
    } else if (const auto *real = std::get_if<double>(&value)) {
        object[attribute.name] = numberOf(*real);
    } else if (const auto *text = std::get_if<QString>(&value)) {
        object[attribute.name] = *text;
    } else if (const auto *list = std::get_if<std::vector<qint64>>(&value)) {
        object[attribute.name] = jsonList(*list);
    } else if (const auto *bytes = std::get_if<QByteArray>(&value)) {
        const bool isText = std::all_of(bytes->begin(), bytes->end(),
            [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
        if (isText)
            object[attribute.name] = QString::fromLatin1(*bytes);
        else
            object[attribute.name + u"Base64"_s] = QString::fromLatin1(bytes->toBase64());
    }
}

/// Names until `room` is used up.
QJsonArray namesOf(const Subgraph &block, const std::vector<qint32> &indices, JsonRoom &room)
{
    QJsonArray names;
    for (const auto index : indices) {
        const auto name = nameOf(block, index);
        if (!room.take(name.size()))
            break;
        names.append(name);
    }
    return names;
}

qsizetype sizeOf(const NetworkOperator &op)
{
    qsizetype size = 64;
    for (const auto &attribute : op.attributes) {
        size += attribute.name.size() + 16;
        if (const auto *text = std::get_if<QString>(&attribute.value))
            size += text->size();
        else if (const auto *list = std::get_if<std::vector<qint64>>(&attribute.value))
            size += qsizetype(list->size()) * 12;
        else if (const auto *bytes = std::get_if<QByteArray>(&attribute.value))
            size += bytes->size() * 2;
    }
    return size;
}

QJsonObject operatorJson(const Subgraph &block, size_t index, JsonRoom &room)
{
    const auto &op = block.operators[index];
    QJsonObject attributes;
    for (const auto &attribute : op.attributes)
        insertAttribute(attributes, attribute);
    return { { u"index"_s, qint64(index) }, { u"op"_s, op.type },
        { u"inputs"_s, namesOf(block, op.inputs, room) },
        { u"outputs"_s, namesOf(block, op.outputs, room) }, { u"attributes"_s, attributes } };
}

bool isShape(const NetworkTensor &tensor)
{
    return tensor.role == u"shape"_s;
}

/// Tensors that the file lists; names that lead nowhere have no type.
bool isStored(const NetworkTensor &tensor)
{
    return !isShape(tensor) && !tensor.typeText.isEmpty();
}

template <typename Predicate>
qint64 countTensors(const Subgraph &block, Predicate predicate)
{
    return std::count_if(block.tensors.begin(), block.tensors.end(), predicate);
}

/// Tensors by the names that operators use, until `room` is used up.
QJsonArray tensorsJson(const Subgraph &block, JsonRoom &room)
{
    QJsonArray list;
    for (const auto &tensor : block.tensors) {
        if (!isStored(tensor))
            continue;
        const auto object = networkTensorToJson(tensor, room);
        if (object.isEmpty())
            break;
        list.append(object);
    }
    return list;
}

QJsonObject blockJson(const Subgraph &block, JsonRoom &room)
{
    QJsonObject counts;
    for (const auto &[type, count] : operatorCounts(block))
        counts[type] = count;
    QJsonArray list;
    for (size_t i = 0; i < block.operators.size(); ++i) {
        if (!room.take(sizeOf(block.operators[i])))
            break;
        list.append(operatorJson(block, i, room));
    }
    const auto tensors = tensorsJson(block, room);
    const auto tensorCount = countTensors(block, isStored);
    QJsonObject object{ { u"name"_s, block.name },
        { u"inputs"_s, namesOf(block, block.inputs, room) },
        { u"outputs"_s, namesOf(block, block.outputs, room) }, { u"operators"_s, counts },
        { u"tensorCount"_s, tensorCount }, { u"shapeCount"_s, countTensors(block, isShape) },
        { u"operatorList"_s, list }, { u"tensors"_s, tensors } };
    if (list.size() < qsizetype(block.operators.size()))
        object[u"omittedOperators"_s] = qint64(block.operators.size()) - list.size();
    if (tensors.size() < tensorCount)
        object[u"omittedTensors"_s] = tensorCount - tensors.size();
    return object;
}

QJsonArray regionsJson(const Network &network)
{
    QJsonArray regions;
    JsonRoom room;
    const auto &blocks = network.subgraphs;
    for (size_t i = 0; i < blocks.size();) {
        const auto region = blocks[i].region;
        QJsonArray list;
        for (; i < blocks.size() && blocks[i].region == region; ++i)
            list.append(blockJson(blocks[i], room));
        regions.append(QJsonObject{ { u"name"_s, region }, { u"blocks"_s, list } });
    }
    return regions;
}

QString metadataOf(const Network &network, const QString &key)
{
    for (const auto &[name, text] : network.metadata) {
        if (name == key)
            return text;
    }
    return {};
}

/// "input: INT8 [1, 8, 8, 16]"
QString cellOf(const Subgraph &block, const std::vector<qint32> &indices)
{
    QStringList texts;
    for (size_t i = 0; i < std::min(indices.size(), LargestCellList); ++i)
        texts << nameOf(block, indices[i]);
    if (indices.size() > LargestCellList)
        texts << u"..."_s;
    return texts.join(u", "_s);
}

DescriptionSection fileSection(const Network &network)
{
    auto result = section(QT_TRANSLATE_NOOP("Description", "TOSA graph"));
    auto version = network.version;
    if (metadataOf(network, u"draft"_s) == u"true"_s)
        version += u" (draft)"_s;
    qint64 operators = 0;
    qint64 tensors = 0;
    quint64 constants = 0;
    for (const auto &block : network.subgraphs) {
        operators += qint64(block.operators.size());
        tensors += countTensors(block, isStored);
        for (const auto &tensor : block.tensors)
            constants += tensor.data ? tensor.data->size : 0;
    }
    result.facts = { fact(QT_TRANSLATE_NOOP("Description", "Version"), version),
        fact(QT_TRANSLATE_NOOP("Description", "Tables of"), metadataOf(network, u"layout"_s)),
        fact(QT_TRANSLATE_NOOP("Description", "Written by"),
            metadataOf(network, u"software_version"_s)),
        fact(QT_TRANSLATE_NOOP("Description", "Blocks"), countText(network.subgraphs.size())),
        fact(QT_TRANSLATE_NOOP("Description", "Operators"), countText(quint64(operators))),
        fact(QT_TRANSLATE_NOOP("Description", "Tensors"), countText(quint64(tensors))),
        fact(QT_TRANSLATE_NOOP("Description", "Bytes of constants"), countText(constants)) };
    std::erase_if(result.facts, [](const DescriptionFact &fact) { return fact.value.isEmpty(); });
    return result;
}

DescriptionSection interfaceSection(const Subgraph &block)
{
    DescriptionSection result{ block.name, {}, {} };
    const auto add = [&](const char *label, const QString &value) {
        if (result.facts.size() < LargestFacts)
            result.facts.push_back(fact(label, value));
    };
    for (const auto index : block.inputs)
        add(QT_TRANSLATE_NOOP("Description", "Input"), networkTensorText(block, index));
    for (const auto index : block.outputs)
        add(QT_TRANSLATE_NOOP("Description", "Output"), networkTensorText(block, index));
    for (size_t i = 0; i < block.tensors.size(); ++i) {
        if (block.tensors[i].isVariable)
            add(QT_TRANSLATE_NOOP("Description", "Variable"), networkTensorText(block, qint32(i)));
    }
    result.table.columns = { column(QT_TRANSLATE_NOOP("Description", "Operator"), false),
        column(QT_TRANSLATE_NOOP("Description", "Count"), true) };
    for (const auto &[type, count] : operatorCounts(block))
        result.table.rows.push_back({ type, countText(quint64(count)) });
    return result;
}

/// Constants stand in the operators that use them; listing them again would bury the rest.
DescriptionSection operatorSection(const Subgraph &block)
{
    auto result = section(QT_TRANSLATE_NOOP("Description", "Operators without constants"));
    result.table.columns = { column(QT_TRANSLATE_NOOP("Description", "Index"), true),
        column(QT_TRANSLATE_NOOP("Description", "Operator"), false),
        column(QT_TRANSLATE_NOOP("Description", "Inputs"), false),
        column(QT_TRANSLATE_NOOP("Description", "Outputs"), false) };
    for (size_t i = 0; i < block.operators.size(); ++i) {
        const auto &op = block.operators[i];
        if (op.type == u"CONST"_s || op.type == u"CONST_SHAPE"_s)
            continue;
        if (result.table.rows.size() >= LargestTable) {
            ++result.table.omitted;
            continue;
        }
        result.table.rows.push_back({ QString::number(i), op.type, orDash(cellOf(block, op.inputs)),
            orDash(cellOf(block, op.outputs)) });
    }
    return result;
}

} // namespace

Description describeTosa(const Network &network)
{
    constexpr size_t LargestBlocks = 200;
    Description description;
    description.format = u"tosa"_s;
    description.formatVersion = network.version;
    description.diagnostics = network.diagnostics;
    description.json
        = { { u"version"_s, network.version }, { u"regions"_s, regionsJson(network) } };
    description.json[u"draft"_s] = metadataOf(network, u"draft"_s) == u"true"_s;
    const auto software = metadataOf(network, u"software_version"_s);
    insertKnown(description.json, u"softwareVersion"_s, software);
    description.sections.push_back(fileSection(network));
    for (size_t i = 0; i < std::min(network.subgraphs.size(), LargestBlocks); ++i) {
        description.sections.push_back(interfaceSection(network.subgraphs[i]));
        description.sections.push_back(operatorSection(network.subgraphs[i]));
    }
    return description;
}

} // namespace tosaic::inspect
