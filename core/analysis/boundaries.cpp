// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/boundaries.h"

#include "core/analysis/coverage.h"
#include "core/analysis/integerio.h"
#include "core/model/constantvalues.h"
#include "core/model/program.h"

#include <QHash>
#include <QSet>

#include <algorithm>

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

    void findAll()
    {
        for (const auto &node : m_result.nodes) {
            m_entered.clear();
            if (countsAsOperator(node.target))
                follow(node, { .from = node.name, .fromPartition = node.partition });
            else if (!node.partition && m_sources.value(&node).isEmpty())
                enter(node, {}); // fed by an input of the model, or by a constant
        }
    }
    const std::vector<Boundary> &found() const { return m_found; }

    std::vector<Conversion> idle() const
    {
        QSet<QString> known; // that lead across, or are told
        for (const auto &boundary : m_found) {
            for (const auto &step : boundary.conversions)
                known.insert(step.node);
        }
        const auto isKnown = [&known](const Conversion &step) { return known.contains(step.node); };
        std::vector<Conversion> steps;
        for (const auto &way : m_idle) {
            if (std::ranges::any_of(way, isKnown))
                continue;
            steps.insert(steps.end(), way.begin(), way.end());
            for (const auto &step : way)
                known.insert(step.node);
        }
        return steps;
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
        if (!users.isEmpty())
            return;
        auto last = way;
        if (last.tensor.isEmpty() && node.partition)
            cross(last, node);
        end(std::move(last));
    }

    /// One step alone is of an operator that computes with integers on the CPU.
    void end(Boundary way)
    {
        if (!way.tensor.isEmpty())
            return m_found.push_back(std::move(way));
        if (way.conversions.size() > 1)
            m_idle.push_back(std::move(way.conversions));
    }

    void enter(const ModelNode &node, Boundary way)
    {
        if (countsAsOperator(node.target)) {
            way.to = node.name;
            way.toPartition = node.partition;
            return end(std::move(way));
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
    std::vector<std::vector<Conversion>> m_idle; ///< steps on a way that crosses nothing
};

Crossings crossingsOf(const CompileResult &result)
{
    Crossings crossings(result);
    if (!result.partitions.empty())
        crossings.findAll();
    return crossings;
}

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
    return crossingsOf(result).found();
}

std::vector<Conversion> idleSteps(const CompileResult &result)
{
    return crossingsOf(result).idle();
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
