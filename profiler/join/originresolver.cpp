// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/originresolver.h"

#include "profiler/join/carriers.h"
#include "profiler/join/edgenodes.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using formats::vela::DebugOperator;
using model::NetworkOperator;

/// One spelling for "Conv2D" and "CONV2D", "DepthwiseConv2D" and "DEPTHWISE_CONV2D", "AvgPool" and
/// "AVG_POOL2D".
QString plainType(const QString &type)
{
    const auto plain = type.toUpper().remove(u'_');
    return plain.endsWith(u"2D"_s) ? plain.chopped(2) : plain;
}

/// Rows of one block: keys ascend in it.
struct KeyBlock
{
    size_t first = 0;
    size_t last = 0;
    std::optional<size_t> subgraph; ///< into Network::subgraphs
};

std::vector<KeyBlock> blocksOf(const std::vector<DebugOperator> &rows)
{
    std::vector<KeyBlock> blocks;
    std::optional<qint64> before;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (blocks.empty() || (rows[i].key && before && *rows[i].key <= *before))
            blocks.push_back({ i, i });
        blocks.back().last = i + 1;
        before = rows[i].key ? rows[i].key : before;
    }
    return blocks;
}

const NetworkOperator *operatorAt(const model::Subgraph &subgraph, const DebugOperator &row)
{
    if (!row.key || *row.key < 0 || size_t(*row.key) >= subgraph.operators.size())
        return nullptr;
    return &subgraph.operators[size_t(*row.key)];
}

QString outputName(const NetworkOperator &op, const model::Subgraph &subgraph)
{
    const auto isThere = !op.outputs.empty() && op.outputs.front() >= 0
        && size_t(op.outputs.front()) < subgraph.tensors.size();
    return isThere ? subgraph.tensors[size_t(op.outputs.front())].name : QString();
}

/// Rows whose operator has the same type in the file.
size_t agreeing(
    const std::vector<DebugOperator> &rows, const KeyBlock &block, const model::Subgraph &subgraph)
{
    size_t count = 0;
    for (auto i = block.first; i < block.last; ++i) {
        const auto *found = operatorAt(subgraph, rows[i]);
        if (found && plainType(found->type) == plainType(rows[i].kind))
            ++count;
    }
    return count;
}

/// Each block of keys is the one block of the file in which all types agree; a file and a table
/// with one block each need only agree mostly.
void findSubgraphs(std::vector<KeyBlock> &blocks, const std::vector<DebugOperator> &rows,
    const model::Network &network)
{
    for (auto &block : blocks) {
        std::vector<size_t> fitting;
        for (size_t i = 0; i < network.subgraphs.size(); ++i) {
            const auto agree = agreeing(rows, block, network.subgraphs[i]);
            const auto isOnly = blocks.size() == 1 && network.subgraphs.size() == 1;
            if (isOnly ? 2 * agree > block.last - block.first : agree == block.last - block.first)
                fitting.push_back(i);
        }
        if (fitting.size() == 1)
            block.subgraph = fitting.front();
    }
}

class Resolver
{
public:
    Resolver(const JoinStream &facts, UnmatchedList &unmatched)
        : m_facts(facts), m_unmatched(unmatched), m_rows(facts.database->sourceOperators()),
          m_blocks(blocksOf(m_rows)), m_edges(facts.debugEvents, facts.nodes)
    {
        if (facts.network)
            findSubgraphs(m_blocks, m_rows, *facts.network);
        for (size_t i = 0; i < m_rows.size(); ++i)
            m_places.emplace(m_rows[i].id, i);
        for (const auto &origin : facts.origins)
            m_lowered.emplace(origin.tensor, &origin);
        for (const auto &node : facts.nodes)
            m_nodes.emplace(node.name, &node);
    }

    void fill(OperationOrigin &origin, const QString &tensor);
    void listAbsorbed(int stream, OperationTable &table);

private:
    const KeyBlock &blockOf(size_t row) const
    {
        return *(std::ranges::upper_bound(m_blocks, row, {}, &KeyBlock::first) - 1);
    }
    void fillFromNetwork(
        OperationOrigin &origin, const model::Subgraph &subgraph, const DebugOperator &row);
    bool fillFromCompile(OperationOrigin &origin, const QString &tensor) const;
    void own(OperationOrigin &origin, const QString &absorbed) const;
    std::optional<size_t> carrierOf(
        const DebugOperator &row, const KeyBlock &block, int stream, const OperationTable &table);

    const JoinStream &m_facts;
    UnmatchedList &m_unmatched;
    std::vector<DebugOperator> m_rows;
    std::vector<KeyBlock> m_blocks;
    EdgeNodes m_edges;
    std::unordered_map<qint64, size_t> m_places; ///< by id
    std::unordered_map<QString, const compiled::TosaOrigin *> m_lowered; ///< by tensor
    std::unordered_map<QString, const compiled::ModelNode *> m_nodes; ///< by name
    std::map<size_t, Carriers> m_carriers; ///< by block of keys
    std::unordered_set<qint64> m_used; ///< ids
    std::unordered_set<qint64> m_disagreeing; ///< ids already listed
};

/// Nodes that move data ask for transposes: a permutation is often melted into the reshape beside
/// it.
bool movesData(const compiled::ModelNode &node)
{
    static const QStringList moving{ u"permute"_s, u"transpose"_s, u"view"_s, u"reshape"_s,
        u"squeeze"_s, u"expand"_s, u"clone"_s };
    return std::ranges::any_of(
        moving, [&node](const QString &word) { return node.target.contains(word); });
}

/// As the compile recorded what it made of its nodes; false if it says nothing of this tensor.
bool Resolver::fillFromCompile(OperationOrigin &origin, const QString &tensor) const
{
    const auto lowered = m_lowered.find(tensor);
    if (lowered == m_lowered.end())
        return false;
    const auto found = m_nodes.find(lowered->second->node);
    if (found == m_nodes.end())
        return false;
    const auto &node = *found->second;
    // A transpose that no node asks for; unless it does the work of one that does (own()).
    origin.isLayoutChange = lowered->second->type == "TRANSPOSE"_L1 && !movesData(node);
    if (!origin.isLayoutChange) {
        origin.edgeNode = node.name;
        origin.edgeConfidence = Confidence::High;
    }
    origin.module = node.module;
    origin.sourceLine = node.source;
    return true;
}

/// A transpose that a node which moves data was melted into is that node's, whichever node the
/// compile recorded for it.
void Resolver::own(OperationOrigin &origin, const QString &absorbed) const
{
    const auto lowered = m_lowered.find(absorbed);
    const auto found
        = lowered == m_lowered.end() ? m_nodes.end() : m_nodes.find(lowered->second->node);
    if (!origin.isLayoutChange || found == m_nodes.end() || !movesData(*found->second))
        return;
    const auto &node = *found->second;
    origin.isLayoutChange = false;
    origin.edgeNode = node.name;
    origin.edgeConfidence = Confidence::High;
    origin.module = node.module;
    origin.sourceLine = node.source;
}

void Resolver::fill(OperationOrigin &origin, const QString &tensor)
{
    const auto place = origin.source ? m_places.find(*origin.source) : m_places.end();
    if (place == m_places.end()) {
        origin.source.reset();
        fillFromCompile(origin, tensor);
        return;
    }
    const auto &row = m_rows[place->second];
    const auto isFirst = m_used.insert(row.id).second;
    origin.key = row.key;
    origin.type = row.kind;
    const auto &block = blockOf(place->second);
    if (block.subgraph && m_facts.network)
        fillFromNetwork(origin, m_facts.network->subgraphs[*block.subgraph], row);
    else if (isFirst && row.key && m_blocks.size() > 1)
        m_unmatched.add(Unmatched::Kind::KeysAmbiguous, *row.key);
    else if (isFirst && row.key && m_facts.network)
        m_unmatched.add(Unmatched::Kind::TypesDisagree, *row.key);
    if (block.subgraph)
        origin.block = int(*block.subgraph);
    else
        fillFromCompile(origin, tensor);
}

void Resolver::fillFromNetwork(
    OperationOrigin &origin, const model::Subgraph &subgraph, const DebugOperator &row)
{
    const auto *op = operatorAt(subgraph, row);
    if (!op || plainType(op->type) != plainType(row.kind)) {
        if (m_disagreeing.insert(row.id).second)
            m_unmatched.add(Unmatched::Kind::TypesDisagree, row.key.value_or(-1));
        return;
    }
    origin.type = op->type;
    origin.name = outputName(*op, subgraph);
    origin.module = op->module;
    origin.sourceLine = userLine(op->stackTrace);
    if (!fillFromCompile(origin, origin.name))
        m_edges.fill(origin);
}

/// By the data flow of the block that the row belongs to.
std::optional<size_t> Resolver::carrierOf(
    const DebugOperator &row, const KeyBlock &block, int stream, const OperationTable &table)
{
    if (!block.subgraph || !m_facts.network || !row.key)
        return std::nullopt;
    auto known = m_carriers.find(block.first);
    if (known == m_carriers.end()) {
        std::map<qint64, size_t> own;
        QHash<QString, size_t> byName;
        for (size_t i = 0; i < table.operations.size(); ++i) {
            const auto &operation = table.operations[i];
            if (operation.stream != stream || operation.role == TimedOperation::Role::Dma)
                continue;
            if (!operation.name.isEmpty())
                byName.insert(operation.name, i);
            if (operation.origin.block == int(*block.subgraph) && operation.origin.key)
                own.emplace(*operation.origin.key, i);
        }
        known = m_carriers
                    .emplace(block.first,
                        Carriers(m_facts.network->subgraphs[*block.subgraph], own, byName))
                    .first;
    }
    return known->second.of(*row.key);
}

void Resolver::listAbsorbed(int stream, OperationTable &table)
{
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const auto &row = m_rows[i];
        const auto isConstant = plainType(row.kind).startsWith(u"CONST"_s);
        if (isConstant || m_used.contains(row.id))
            continue;
        m_unmatched.add(Unmatched::Kind::SourceAbsorbed, row.key.value_or(row.id));
        const auto &block = blockOf(i);
        CarriedOperator carried{ .stream = stream, .key = row.key, .type = row.kind };
        const auto *subgraph = block.subgraph && m_facts.network
            ? &m_facts.network->subgraphs[*block.subgraph]
            : nullptr;
        const auto *op = subgraph ? operatorAt(*subgraph, row) : nullptr;
        if (op && plainType(op->type) == plainType(row.kind)) {
            carried.block = int(*block.subgraph);
            carried.type = op->type;
            carried.name = outputName(*op, *subgraph);
            carried.carrier = carrierOf(row, block, stream, table);
            if (carried.carrier) {
                const auto source = table.operations[*carried.carrier].origin.source;
                for (auto &operation : table.operations) {
                    if (operation.stream == stream && operation.origin.source == source)
                        own(operation.origin, carried.name);
                }
            }
        }
        table.carried.push_back(std::move(carried));
    }
}

} // namespace

void resolveOrigins(
    int stream, const JoinStream &facts, OperationTable &table, UnmatchedList &unmatched)
{
    if (!facts.database)
        return;
    Resolver resolver(facts, unmatched);
    for (auto &operation : table.operations) {
        const auto isDma = operation.role == TimedOperation::Role::Dma;
        if (operation.stream != stream || isDma)
            continue;
        resolver.fill(operation.origin, operation.name);
        if (!operation.origin.source)
            unmatched.add(Unmatched::Kind::SourceUnknown, operation.scheduled.value_or(-1));
    }
    resolver.listAbsorbed(stream, table);
}

bool describesNetwork(const formats::vela::VelaDebugDb &database, const model::Network &network)
{
    const auto rows = database.sourceOperators();
    const auto blocks = blocksOf(rows);
    return !blocks.empty() && std::ranges::all_of(blocks, [&](const KeyBlock &block) {
        return std::ranges::any_of(network.subgraphs, [&](const model::Subgraph &subgraph) {
            return agreeing(rows, block, subgraph) == block.last - block.first;
        });
    });
}

} // namespace tosaic::profile
