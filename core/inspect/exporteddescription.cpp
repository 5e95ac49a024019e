// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/exporteddescription.h"

#include "core/base/knownjson.h"

#include "core/inspect/descriptionparts.h"

#include <QJsonArray>

#include <algorithm>
#include <map>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

constexpr size_t MaxGraphs = 200; ///< that have a section of their own

/// Bytes of what the program brings along; absent if one size is not known.
std::optional<quint64> parameterBytes(const model::Subgraph &graph)
{
    quint64 total = 0;
    for (const auto index : graph.inputs) {
        const auto &tensor = graph.tensors[size_t(index)];
        if (tensor.role == "input"_L1)
            continue;
        const auto size = tensor.byteSize();
        if (!size || __builtin_add_overflow(total, *size, &total))
            return std::nullopt;
    }
    return total;
}

QJsonArray names(const model::Subgraph &graph, const std::vector<qint32> &indices)
{
    QJsonArray array;
    for (const auto index : indices)
        array.append(graph.tensors[size_t(index)].name);
    return array;
}

QJsonObject countsJson(const std::map<QString, qint64> &counts)
{
    QJsonObject object;
    for (const auto &[name, count] : counts)
        object.insert(name, count);
    return object;
}

/// Graphs that no operator refers to.
std::vector<qint32> rootGraphs(const model::Network &network)
{
    std::set<qint32> inner;
    for (const auto &graph : network.subgraphs) {
        for (const auto &op : graph.operators)
            inner.insert(op.subgraphs.begin(), op.subgraphs.end());
    }
    std::vector<qint32> roots;
    for (qint32 i = 0; i < qint32(network.subgraphs.size()); ++i) {
        if (!inner.contains(i))
            roots.push_back(i);
    }
    return roots;
}

/// A delegate call of a lowered program; empty for every other operator.
QJsonObject loweredJson(const model::NetworkOperator &op)
{
    constexpr auto Spec = "compile_spec."_L1;
    QJsonObject object;
    QJsonObject specs;
    for (const auto &[name, value] : op.attributes) {
        const auto *text = std::get_if<QString>(&value);
        const auto *number = std::get_if<qint64>(&value);
        if (name == "backend_id"_L1 && text)
            object.insert(u"backend"_s, *text);
        else if (name == "processed_bytes"_L1 && number)
            object.insert(u"payloadBytes"_s, *number);
        else if (name.startsWith(Spec) && text)
            specs.insert(name.sliced(Spec.size()), *text);
    }
    if (!object.contains(u"backend"_s) || !object.contains(u"payloadBytes"_s))
        return {};
    object.insert(u"node"_s, op.name);
    object.insert(u"compileSpecs"_s, specs);
    return object;
}

/// Inner graphs stand behind their outer one, so that this ends.
QJsonObject graphJson(const model::Network &network, qint32 index)
{
    const auto &graph = network.subgraphs[size_t(index)];
    QJsonObject object{ { u"name"_s, graph.name }, { u"nodes"_s, qint64(graph.operators.size()) },
        { u"operators"_s, countsJson(operatorCounts(graph)) },
        { u"inputs"_s, names(graph, graph.inputs) },
        { u"outputs"_s, names(graph, graph.outputs) } };
    if (const auto bytes = parameterBytes(graph))
        object.insert(u"parameterBytes"_s, qint64(*bytes));
    QJsonArray inner;
    QJsonArray delegates;
    for (const auto &op : graph.operators) {
        if (const auto delegate = loweredJson(op); !delegate.isEmpty())
            delegates.append(delegate);
        for (const auto subgraph : op.subgraphs) {
            if (subgraph > index)
                inner.append(graphJson(network, subgraph));
        }
    }
    insertKnown(object, u"subgraphs"_s, inner);
    insertKnown(object, u"delegates"_s, delegates);
    return object;
}

QString tensorText(const model::NetworkTensor &tensor)
{
    if (!tensor.shape)
        return nameText(tensor.name) + u": "_s + tensor.typeText;
    QStringList sizes;
    for (const auto size : *tensor.shape)
        sizes << (size < 0 ? u"?"_s : QString::number(size));
    return namedTensorText(tensor.name, tensor.typeText, u'[' + sizes.join(u", "_s) + u']');
}

DescriptionSection graphSection(const model::Subgraph &graph)
{
    auto part = section(QT_TRANSLATE_NOOP("Description", "Graph"));
    part.facts = { fact(QT_TRANSLATE_NOOP("Description", "Name"), nameText(graph.name)),
        fact(QT_TRANSLATE_NOOP("Description", "Nodes"), countText(graph.operators.size())) };
    for (const auto index : graph.inputs) {
        const auto &tensor = graph.tensors[size_t(index)];
        if (tensor.role == "input"_L1)
            part.facts.push_back(
                fact(QT_TRANSLATE_NOOP("Description", "Input"), tensorText(tensor)));
    }
    for (const auto index : graph.outputs)
        part.facts.push_back(fact(
            QT_TRANSLATE_NOOP("Description", "Output"), tensorText(graph.tensors[size_t(index)])));
    if (const auto bytes = parameterBytes(graph))
        part.facts.push_back(
            fact(QT_TRANSLATE_NOOP("Description", "Parameters"), bytesText(*bytes)));
    part.table.columns = { column(QT_TRANSLATE_NOOP("Description", "Operator")),
        column(QT_TRANSLATE_NOOP("Description", "Count"), true) };
    for (const auto &[name, count] : operatorCounts(graph))
        addRow(part.table, { nameText(name), countText(quint64(count)) });
    return part;
}

QJsonObject delegateJson(const formats::EtRecord::Delegate &delegate)
{
    QJsonObject object{ { u"name"_s, delegate.backend } };
    if (!delegate.handles)
        return object;
    QJsonObject handles;
    for (const auto &[id, list] : *delegate.handles)
        handles.insert(id, jsonList(list));
    object.insert(u"handles"_s, handles);
    return object;
}

QJsonObject methodJson(const formats::EtRecord::Method &method)
{
    QJsonObject handles;
    for (const auto &[instruction, list] : method.handles)
        handles.insert(QString::number(instruction), jsonList(list));
    QJsonObject delegates;
    for (const auto &[instruction, delegate] : method.delegates)
        delegates.insert(QString::number(instruction), delegateJson(delegate));
    QJsonObject counts;
    for (const auto &[instruction, count] : method.outputCounts)
        counts.insert(QString::number(instruction), count);
    return { { u"debugHandles"_s, handles }, { u"delegates"_s, delegates },
        { u"outputCounts"_s, counts } };
}

QString handlesText(const std::vector<qint64> &handles)
{
    // A delegate repeats the handle of each of its nodes: once is enough for people.
    const std::set<qint64> different(handles.begin(), handles.end());
    QStringList texts;
    for (const auto handle : different)
        texts << QString::number(handle);
    return texts.join(u", "_s);
}

DescriptionSection methodSection(const QString &name, const formats::EtRecord::Method &method)
{
    auto part = section(QT_TRANSLATE_NOOP("Description", "Instructions and their nodes"));
    part.facts = { fact(QT_TRANSLATE_NOOP("Description", "Method"), nameText(name)) };
    part.table.columns = { column(QT_TRANSLATE_NOOP("Description", "Instruction"), true),
        column(QT_TRANSLATE_NOOP("Description", "Debug handles")),
        column(QT_TRANSLATE_NOOP("Description", "Delegate")) };
    for (const auto &[instruction, handles] : method.handles) {
        const auto delegate = method.delegates.find(instruction);
        addRow(part.table,
            { QString::number(instruction), handlesText(handles),
                delegate == method.delegates.end() ? u"-"_s : nameText(delegate->second.backend) });
    }
    return part;
}

DescriptionSection opaqueSection(const formats::EtRecord &record)
{
    auto part = section(QT_TRANSLATE_NOOP("Description", "Pickled members, not read"));
    part.table.columns = { column(QT_TRANSLATE_NOOP("Description", "Member")),
        column(QT_TRANSLATE_NOOP("Description", "Size"), true) };
    for (const auto &[member, size] : record.opaque)
        addRow(part.table, { nameText(member), bytesText(size) });
    return part;
}

} // namespace

Description describePt2(const model::Network &network)
{
    Description description{ network.format, network.version, {}, {}, network.diagnostics };
    QJsonArray graphs;
    for (const auto root : rootGraphs(network))
        graphs.append(graphJson(network, root));
    description.json.insert(u"graphs"_s, graphs);
    const auto listed = std::min(network.subgraphs.size(), MaxGraphs);
    for (size_t i = 0; i < listed; ++i)
        description.sections.push_back(graphSection(network.subgraphs[i]));
    QJsonObject metadata;
    auto about = section(QT_TRANSLATE_NOOP("Description", "About the file"));
    if (listed < network.subgraphs.size())
        about.facts.push_back(fact(QT_TRANSLATE_NOOP("Description", "Further graphs"),
            countText(network.subgraphs.size() - listed)));
    for (const auto &[name, text] : network.metadata) {
        metadata.insert(name, text);
        about.facts.push_back({ name, text });
    }
    description.json.insert(u"metadata"_s, metadata);
    if (!about.facts.empty())
        description.sections.push_back(std::move(about));
    return description;
}

Description describeEtRecord(const formats::EtRecord &record)
{
    auto description = describePt2(record.network);
    auto &json = description.json;
    QJsonObject methods;
    for (const auto &[name, method] : record.methods) {
        methods.insert(name, methodJson(method));
        description.sections.push_back(methodSection(name, method));
    }
    json.insert(u"methods"_s, methods);
    insertKnown(json, u"exportGraphId"_s, record.exportGraphId);
    insertKnown(json, u"referenceOutputsBytes"_s, record.referenceOutputs);
    insertKnown(json, u"representativeInputsBytes"_s, record.representativeInputs);
    QJsonArray opaque;
    for (const auto &[member, size] : record.opaque)
        opaque.append(QJsonObject{ { u"member"_s, member }, { u"size"_s, qint64(size) } });
    json.insert(u"opaque"_s, opaque);
    if (!record.opaque.empty())
        description.sections.push_back(opaqueSection(record));
    return description;
}

} // namespace tosaic::inspect
