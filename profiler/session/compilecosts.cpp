// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/compilecosts.h"

#include "profiler/join/operatorrows.h"
#include "profiler/session/profileassembly.h"

#include <QHash>

#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using compiled::ModelNode;
using compiled::OperatorCost;
using profile::OperatorRow;

class RowCosts
{
public:
    RowCosts(const compiled::CompileResult &result, const ProfileSubject &subject,
        const std::vector<OperatorCost> &layers)
        : m_result(result), m_subject(subject)
    {
        for (const auto &node : result.nodes)
            m_nodes.insert(node.name, &node);
        for (const auto &layer : layers)
            m_layerNodes.insert({ layer.name, layer.partition.value_or(-1) }, layer.node);
    }

    OperatorCost of(const OperatorRow &row) const
    {
        const auto partition = partitionOf(row);
        return { .name = row.name,
            .kind = row.kind,
            .partition = partition,
            .graphSha256 = compiled::graphHash(m_result, partition),
            .node = nodeOf(row, partition),
            .cycles = cyclesOf(row),
            .macs = row.macs };
    }

    static std::optional<double> cyclesOf(const OperatorRow &row)
    {
        return row.cycles && !row.isPart ? std::optional(row.cycles->value) : std::nullopt;
    }

private:
    std::optional<int> partitionOf(const OperatorRow &row) const
    {
        const auto stream = size_t(row.stream);
        return row.stream >= 0 && stream < m_subject.streams.size()
            ? m_subject.streams[stream].partition
            : std::nullopt;
    }

    /// Without a debug database nothing but the compile's record of tensors leads to the model.
    ModelNode nodeOf(const OperatorRow &row, const std::optional<int> &partition) const
    {
        if (row.nodes.isEmpty())
            return row.origin.source ? ModelNode()
                                     : m_layerNodes.value({ row.name, partition.value_or(-1) });
        const auto *node = m_nodes.value(row.nodes.constFirst());
        return node ? *node : ModelNode();
    }

    const compiled::CompileResult &m_result;
    const ProfileSubject &m_subject;
    QHash<QString, const ModelNode *> m_nodes;
    QHash<std::pair<QString, int>, ModelNode> m_layerNodes;
};

} // namespace

compiled::ResultCosts compileCosts(
    const std::shared_ptr<const compiled::CompileResult> &result, const JobControl &control)
{
    auto costs = compiled::costsOf(*result);
    const auto subject = assembleProfile(profileMaterial(openResult(result), control), control);
    const auto layers = std::exchange(costs.operators, {});
    costs.kinds.clear();
    if (!subject || !subject->table)
        return costs;
    const RowCosts rowCosts(*result, *subject, layers);
    const auto isTimed
        = [](const OperatorRow &row) { return row.role == OperatorRow::Role::Timed; };
    for (const auto &row : profile::operatorRows(*subject->table)) {
        if (isTimed(row))
            costs.operators.push_back(rowCosts.of(row));
    }
    for (const auto &row :
        profile::operatorRows(*subject->table, { .groupBy = profile::GroupBy::Kind })) {
        if (isTimed(row))
            costs.kinds.push_back(
                { row.kind, qsizetype(row.operations.size()), RowCosts::cyclesOf(row) });
    }
    return costs;
}

} // namespace tosaic
