// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/tflitedescription.h"

#include "core/inspect/descriptionparts.h"
#include "core/inspect/tflitejson.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

constexpr size_t MostSubgraphs = 50; ///< sections of their own
constexpr size_t MostPayloads = 100;
constexpr size_t MostFacts = 50; ///< inputs or outputs

DescriptionSection modelSection(const model::Network &network)
{
    auto result = section(QT_TRANSLATE_NOOP("Description", "TensorFlow Lite model"));
    quint64 operators = 0;
    quint64 npuOperators = 0;
    for (const auto &subgraph : network.subgraphs) {
        operators += subgraph.operators.size();
        npuOperators += quint64(std::count_if(subgraph.operators.begin(), subgraph.operators.end(),
            [](const model::NetworkOperator &op) { return op.ethosu != nullptr; }));
    }
    if (!network.description.isEmpty())
        result.facts.push_back(
            fact(QT_TRANSLATE_NOOP("Description", "Description"), nameText(network.description)));
    result.facts.push_back(
        fact(QT_TRANSLATE_NOOP("Description", "Schema version"), network.version));
    result.facts.push_back(
        fact(QT_TRANSLATE_NOOP("Description", "Subgraphs"), countText(network.subgraphs.size())));
    result.facts.push_back(
        fact(QT_TRANSLATE_NOOP("Description", "Operators"), countText(operators)));
    if (npuOperators > 0)
        result.facts.push_back(
            fact(QT_TRANSLATE_NOOP("Description", "NPU operators"), countText(npuOperators)));
    return result;
}

DescriptionSection subgraphSection(const model::Subgraph &subgraph, size_t index)
{
    auto result = section("");
    result.title = subgraph.name.isEmpty() ? u"Subgraph %1"_s.arg(index) : nameText(subgraph.name);
    const auto add = [&](const char *label, const std::vector<qint32> &indices) {
        for (size_t i = 0; i < std::min(indices.size(), MostFacts); ++i)
            result.facts.push_back(fact(label, networkTensorText(subgraph, indices[i])));
    };
    add(QT_TRANSLATE_NOOP("Description", "Input"), subgraph.inputs);
    add(QT_TRANSLATE_NOOP("Description", "Output"), subgraph.outputs);
    result.table.columns = { column(QT_TRANSLATE_NOOP("Description", "Operator")),
        column(QT_TRANSLATE_NOOP("Description", "Count"), true) };
    for (const auto &[type, count] : operatorCounts(subgraph))
        addRow(result.table, { nameText(type), countText(quint64(count)) });
    return result;
}

void addPayloads(std::vector<DescriptionSection> &sections, const model::Network &network)
{
    size_t added = 0;
    for (const auto &subgraph : network.subgraphs) {
        for (const auto &op : subgraph.operators) {
            if (op.ethosu && added++ < MostPayloads)
                sections.push_back(payloadSection(
                    QT_TRANSLATE_NOOP("Description", "Ethos-U operator"), *op.ethosu));
        }
    }
}

void addPairs(std::vector<DescriptionSection> &sections, DescriptionSection title,
    const std::vector<std::pair<QString, QString>> &pairs)
{
    if (pairs.empty())
        return;
    title.table.columns = { column(QT_TRANSLATE_NOOP("Description", "Name")),
        column(QT_TRANSLATE_NOOP("Description", "Content")) };
    for (const auto &[name, text] : pairs)
        addRow(title.table, { nameText(name), nameText(text) });
    sections.push_back(std::move(title));
}

} // namespace

Description describeTfLite(const model::Network &network)
{
    Description result;
    result.format = u"tflite"_s;
    result.formatVersion = network.version;
    result.json = tfLiteToJson(network);
    result.diagnostics = network.diagnostics;
    result.sections.push_back(modelSection(network));
    for (size_t i = 0; i < std::min(network.subgraphs.size(), MostSubgraphs); ++i)
        result.sections.push_back(subgraphSection(network.subgraphs[i], i));
    addPayloads(result.sections, network);
    addPairs(
        result.sections, section(QT_TRANSLATE_NOOP("Description", "Metadata")), network.metadata);
    addPairs(result.sections, section(QT_TRANSLATE_NOOP("Description", "Signatures")),
        network.signatures);
    return result;
}

} // namespace tosaic::inspect
