// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/boundaries.h"

#include "core/analysis/coverage.h"
#include "core/analysis/integerio.h"
#include "core/model/constantvalues.h"
#include "core/model/program.h"

#include <QHash>
#include <QSet>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using compiled::CompileResult;
using compiled::ModelNode;

/// The model as a graph, and what crosses in it.
class Crossings
{
public:
    explicit Crossings(const CompileResult &result) : m_result(result)
    {
        for (const auto &node : result.nodes)
            m_nodes.insert(node.name, &node);
        for (const auto &edge : result.edges) {
            const auto *from = m_nodes.value(edge.from);
            const auto *to = m_nodes.value(edge.to);
            if (from && to) {
                m_users[from].push_back(to);
                m_sources[to].push_back(from);
            }
        }
    }

    std::vector<Boundary> all()
    {
        for (const auto &node : m_result.nodes) {
            m_entered.clear();
            if (countsAsOperator(node.target))
                follow(node, { .from = node.name, .fromPartition = node.partition });
            else if (!node.partition && m_sources.value(&node).isEmpty())
                enter(node, {}); // fed by an input of the model, or by a constant
        }
        return std::move(m_found);
    }

private:
    /// From a node on to all who take its value.
    void follow(const ModelNode &node, const Boundary &way)
    {
        const auto users = m_users.value(&node);
        for (const auto *user : users) {
            auto next = way;
            if (next.tensor.isEmpty() && node.partition != user->partition)
                cross(next, node);
            enter(*user, std::move(next));
        }
        const bool isOutput = users.isEmpty() && (node.partition || !way.tensor.isEmpty());
        if (!isOutput)
            return;
        auto last = way;
        if (last.tensor.isEmpty())
            cross(last, node);
        m_found.push_back(std::move(last));
    }

    void enter(const ModelNode &node, Boundary way)
    {
        if (countsAsOperator(node.target)) {
            way.to = node.name;
            way.toPartition = node.partition;
            if (!way.tensor.isEmpty())
                m_found.push_back(std::move(way));
            return;
        }
        if (m_entered.contains(&node))
            return; // a damaged result may have circles
        m_entered.insert(&node);
        if (isBoundaryStep(m_result, node) && !isGoneWithIntegerIo(m_result, node))
            way.conversions.push_back({ node.name, node.target, bytesOf(node) });
        follow(node, way);
    }

    static void cross(Boundary &way, const ModelNode &node)
    {
        way.tensor = node.name;
        way.bytes = bytesOf(node);
    }

    const CompileResult &m_result;
    QHash<QString, const ModelNode *> m_nodes;
    QHash<const ModelNode *, QList<const ModelNode *>> m_users;
    QHash<const ModelNode *, QList<const ModelNode *>> m_sources;
    QSet<const ModelNode *> m_entered; ///< steps of the way that is followed now
    std::vector<Boundary> m_found;
};

} // namespace

std::optional<quint64> bytesOf(const ModelNode &node)
{
    for (int i = 0; i <= int(model::ScalarType::UInt64); ++i) {
        const auto type = model::ScalarType(i);
        if (model::dtypeName(type) == node.dtype)
            return model::NetworkTensor{ .type = model::elementTypeOf(type), .shape = node.shape }
                .byteSize();
    }
    return {};
}

std::vector<Boundary> boundariesOf(const CompileResult &result)
{
    return result.partitions.empty() ? std::vector<Boundary>() : Crossings(result).all();
}

BoundaryTotals totalsOf(const std::vector<Boundary> &boundaries)
{
    BoundaryTotals totals;
    QSet<QString> counted;
    const auto add = [&](const QString &name, const std::optional<quint64> &bytes, quint64 &number,
                         quint64 &sum) {
        if (counted.contains(name))
            return;
        counted.insert(name);
        ++number;
        sum += bytes.value_or(0);
        totals.isComplete = totals.isComplete && bytes.has_value();
    };
    for (const auto &boundary : boundaries) {
        add(u"tensor "_s + boundary.tensor, boundary.bytes, totals.tensors, totals.bytes);
        for (const auto &step : boundary.conversions)
            add(step.node, step.bytes, totals.conversions, totals.conversionBytes);
    }
    return totals;
}

std::optional<BoundaryTotals> boundaryTotals(const compiled::CompileResult &result)
{
    if (result.status != compiled::Status::Succeeded || result.nodes.empty()
        || result.edges.empty())
        return {};
    return totalsOf(boundariesOf(result));
}

} // namespace tosaic::analysis
