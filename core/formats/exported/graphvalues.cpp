// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the arguments of nodes refer to: the second half of GraphReader.
#include "core/formats/exported/graphreader.h"

#include "core/formats/exported/lowered.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

std::vector<qint32> GraphReader::tensorsOf(const Argument &argument)
{
    const auto &kind = argument.kind;
    const auto named = [this](const QJsonValue &reference, QLatin1StringView key) {
        const auto name = reference[key];
        return name.isString() ? tensor(name.toString()) : -1;
    };
    std::vector<qint32> tensors;
    if (kind == "as_tensor"_L1 || kind == "as_custom_obj"_L1) {
        tensors.push_back(named(argument.value, "name"_L1));
    } else if (kind == "as_tensors"_L1) {
        for (const auto &reference : argument.value.toArray())
            tensors.push_back(named(reference, "name"_L1));
    } else if (kind == "as_optional_tensor"_L1) {
        return tensorsOf(argumentOf(argument.value));
    } else if (kind == "as_optional_tensors"_L1) {
        for (const auto &reference : argument.value.toArray()) {
            const auto one = argumentOf(reference);
            tensors.push_back(one.kind == "as_tensor"_L1 ? named(one.value, "name"_L1) : -1);
        }
    } else if (kind == "as_nested_tensors"_L1) {
        for (const auto &list : argument.value.toArray()) {
            for (const auto &reference : list.toArray())
                tensors.push_back(named(reference, "name"_L1));
        }
    } else if (kind == "as_sym_int"_L1 || kind == "as_sym_bool"_L1 || kind == "as_sym_float"_L1) {
        if (argument.value[u"as_name"_s].isString())
            tensors.push_back(named(argument.value, "as_name"_L1));
    } else if (kind.startsWith("as_sym_"_L1)) {
        for (const auto &reference : argument.value.toArray()) {
            if (reference[u"as_name"_s].isString())
                tensors.push_back(named(reference, "as_name"_L1));
        }
    }
    return tensors;
}

void GraphReader::addArgument(
    model::NetworkOperator &op, const QString &name, const Argument &argument)
{
    if (argument.kind == "as_graph"_L1) {
        const auto inner = m_result.name + u'/' + argument.value[u"name"_s].toString();
        op.subgraphs.push_back(
            m_programs.addGraph(argument.value[u"graph"_s].toObject(), {}, inner));
        return;
    }
    if (argument.kind == "as_string"_L1 && isDelegateCall(op.type)) {
        addDelegate(op, name, argument.value.toString());
        return;
    }
    if (auto constant = constantOf(argument)) {
        op.attributes.push_back({ name, std::move(*constant) });
        return;
    }
    const auto tensors = tensorsOf(argument);
    op.inputs.insert(op.inputs.end(), tensors.begin(), tensors.end());
    if (argument.kind.startsWith("as_sym_"_L1))
        addSymbolic(op, name, argument);
}

/// Symbolic numbers are inputs where a node makes them, and are written out as attribute, because
/// lists mix them with plain numbers.
void GraphReader::addSymbolic(
    model::NetworkOperator &op, const QString &name, const Argument &argument)
{
    const auto text = [](const QJsonValue &reference) {
        const auto one = argumentOf(reference);
        return one.kind == "as_name"_L1 ? one.value.toString() : jsonText(one.value);
    };
    if (!argument.value.isArray()) {
        op.attributes.push_back({ name, text(argument.value) });
        return;
    }
    std::vector<QString> texts;
    for (const auto &reference : argument.value.toArray())
        texts.push_back(text(reference));
    op.attributes.push_back({ name, std::move(texts) });
}

void GraphReader::addDelegate(model::NetworkOperator &op, const QString &name, const QString &text)
{
    const auto where = m_result.name + u'/' + name;
    auto lowered = readLowered(text, m_programs.at(where));
    if (!lowered) {
        m_programs.sink().add(diagnosticOf(lowered.error()));
        return;
    }
    op.attributes.push_back({ u"backend_id"_s, lowered->backend });
    op.attributes.push_back({ u"processed_bytes"_s, qint64(lowered->payloadBytes) });
    for (auto &spec : lowered->compileSpecs)
        op.attributes.push_back({ u"compile_spec."_s + spec.name, std::move(spec.value) });
    if (lowered->program.isEmpty())
        return;
    if (const auto inner = m_programs.addInner(lowered->program, where))
        op.subgraphs.push_back(*inner);
}

} // namespace tosaic::formats
