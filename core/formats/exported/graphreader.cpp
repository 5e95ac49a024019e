// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/graphreader.h"

#include "core/formats/exported/nodemetadata.h"
#include "core/formats/exported/signature.h"
#include "core/formats/exported/torchtypes.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

using model::ElementType;

struct SymbolKind
{
    const char16_t *values; ///< the graph's table of their names
    ElementType type;
    const char16_t *text;
};
constexpr std::array SymbolKinds{
    SymbolKind{ u"sym_int_values", ElementType::Int64, u"SymInt" },
    SymbolKind{ u"sym_bool_values", ElementType::Bool, u"SymBool" },
    SymbolKind{ u"sym_float_values", ElementType::Float64, u"SymFloat" },
};

struct ScalarKind
{
    QLatin1StringView kind;
    ElementType type;
    QLatin1StringView text; ///< Python's name
};
constexpr std::array ScalarKinds{
    ScalarKind{ "as_int"_L1, ElementType::Int64, "int"_L1 },
    ScalarKind{ "as_float"_L1, ElementType::Float64, "float"_L1 },
    ScalarKind{ "as_bool"_L1, ElementType::Bool, "bool"_L1 },
    ScalarKind{ "as_string"_L1, ElementType::String, "str"_L1 },
};

} // namespace

GraphReader::GraphReader(ProgramGraphs &programs, const QJsonObject &graph,
    const QJsonObject &signature, const QString &name)
    : m_programs(programs), m_graph(graph), m_signature(signature),
      m_tensorValues(graph[u"tensor_values"_s].toObject())
{
    m_result.name = name;
}

model::Subgraph GraphReader::read()
{
    const auto inputs = m_graph[u"inputs"_s].toArray();
    const auto specs = m_signature[u"input_specs"_s].toArray();
    for (qsizetype i = 0; i < inputs.size(); ++i)
        addInput(argumentOf(inputs[i]), specs[i].toObject(), i);
    const auto nodes = m_graph[u"nodes"_s].toArray();
    m_result.operators.reserve(size_t(nodes.size()));
    for (const auto &node : nodes)
        addNode(node.toObject());
    const auto outputs = m_graph[u"outputs"_s].toArray();
    for (qsizetype i = 0; i < outputs.size(); ++i)
        addOutput(argumentOf(outputs[i]), i);
    markMutated();
    return std::move(m_result);
}

model::NetworkTensor GraphReader::describe(const QString &name) const
{
    model::NetworkTensor tensor;
    tensor.name = name;
    if (const auto found = m_tensorValues.constFind(name); found != m_tensorValues.constEnd()) {
        auto meta = found->toObject();
        if (meta[u"meta"_s].isObject()) // 2023
            meta = meta[u"meta"_s].toObject();
        const auto type = torchType(meta[u"dtype"_s].toInteger());
        tensor.type = type.type;
        tensor.typeText = m_programs.pool()(type.name);
        tensor.shape = sizesOf(meta[u"sizes"_s]);
        return tensor;
    }
    for (const auto &kind : SymbolKinds) {
        if (m_graph[QStringView(kind.values)][name].isUndefined())
            continue;
        tensor.type = kind.type;
        tensor.typeText = QString::fromUtf16(kind.text);
        tensor.shape.emplace();
        return tensor;
    }
    if (const auto custom = m_graph[u"custom_obj_values"_s][name]; custom.isObject())
        tensor.typeText = custom[u"class_fqn"_s].toString();
    return tensor;
}

qint32 GraphReader::tensor(const QString &name)
{
    const auto found = m_byName.constFind(name);
    if (found != m_byName.cend())
        return *found;
    const auto index = qint32(m_result.tensors.size());
    m_result.tensors.push_back(describe(name));
    m_byName.insert(name, index);
    return index;
}

qint32 GraphReader::scalar(const Argument &argument, const QString &name, const QString &role)
{
    const auto index = qint32(m_result.tensors.size());
    model::NetworkTensor tensor{ .name = name, .role = role };
    for (const auto &kind : ScalarKinds) {
        if (kind.kind != argument.kind)
            continue;
        tensor.type = kind.type;
        tensor.typeText = kind.text;
        tensor.shape.emplace();
    }
    if (tensor.typeText.isEmpty())
        tensor.typeText = argument.kind;
    m_result.tensors.push_back(std::move(tensor));
    m_byName.insert(name, index);
    return index;
}

void GraphReader::addInput(const Argument &argument, const QJsonObject &spec, qsizetype position)
{
    const auto facts = inputFacts(spec);
    auto tensors = tensorsOf(argument);
    if (tensors.empty()) {
        const auto name = facts.name.isEmpty() ? u"input_%1"_s.arg(position) : facts.name;
        tensors.push_back(scalar(argument, name, facts.role));
    }
    for (const auto index : tensors) {
        if (index < 0)
            continue;
        auto &tensor = m_result.tensors[size_t(index)];
        // Inner graphs have no signature.
        tensor.role = facts.role.isEmpty() ? u"input"_s : facts.role;
        tensor.qualifiedName = facts.qualifiedName;
        m_result.inputs.push_back(index);
    }
}

void GraphReader::addOutput(const Argument &argument, qsizetype position)
{
    auto tensors = tensorsOf(argument);
    if (tensors.empty() && argument.kind != "as_none"_L1)
        tensors.push_back(scalar(argument, u"output_%1"_s.arg(position), u"constant"_s));
    for (const auto index : tensors) {
        if (index >= 0)
            m_result.outputs.push_back(index);
    }
}

void GraphReader::markMutated()
{
    const auto mutated = mutatedBuffers(m_signature);
    if (mutated.isEmpty())
        return;
    for (const auto index : m_result.inputs) {
        auto &tensor = m_result.tensors[size_t(index)];
        tensor.isVariable = tensor.role == "buffer"_L1 && mutated.contains(tensor.qualifiedName);
    }
}

void GraphReader::addNode(const QJsonObject &node)
{
    model::NetworkOperator op;
    const auto target = node[u"target"_s].toString();
    op.type = m_programs.pool()(operatorName(target));
    op.name = node[u"name"_s].toString();
    const auto inputs = node[u"inputs"_s].toArray();
    for (qsizetype i = 0; i < inputs.size(); ++i) {
        const auto name = inputs[i][u"name"_s].toString();
        // Arguments of control flow have no names.
        addArgument(op, m_programs.pool()(name.isEmpty() ? u"arg%1"_s.arg(i) : name),
            argumentOf(inputs[i][u"arg"_s]));
    }
    for (const auto &output : node[u"outputs"_s].toArray()) {
        for (const auto index : tensorsOf(argumentOf(output))) {
            if (index >= 0)
                op.outputs.push_back(index);
        }
    }
    if (op.name.isEmpty() && !op.outputs.empty()) // 2023
        op.name = m_result.tensors[size_t(op.outputs.front())].name;
    if (op.type != target)
        op.attributes.push_back({ u"meta.target"_s, m_programs.pool()(target) });
    addMetadata(op, node[u"metadata"_s].toObject(), m_programs.pool());
    m_result.operators.push_back(std::move(op));
}

} // namespace tosaic::formats
