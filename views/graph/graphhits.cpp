// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphhits.h"

#include "core/base/units.h"
#include "views/models/placementwords.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct HitWords
{
    Q_DECLARE_TR_FUNCTIONS(GraphHits)
};

std::optional<double> cyclesOf(const GraphCosts &costs, size_t node)
{
    return node < costs.nodes.size() ? costs.nodes[node].cycles : std::nullopt;
}

/// Without its compile a delegate is one node, which has no name but that of its partition:
/// "Partition 0, Ethos-U55-128".
QString hitName(const graph::Graph &graph, const graph::Node &node)
{
    const auto *group = node.group ? &graph.groups[node.group.value] : nullptr;
    const bool isDelegate = group && group->entity.kind == model::EntityRef::Kind::Delegate
        && node.entity.kind != model::EntityRef::Kind::Node;
    if (!isDelegate)
        return graph::nameOf(node);
    const auto target = group->subtitle.section(u'\n', 0, 0);
    return target.isEmpty()
        ? group->title
        : HitWords::tr("%1, %2", "partition, its target").arg(group->title, target);
}

} // namespace

std::vector<GraphHit> hitsOf(
    const graph::Graph &graph, const std::vector<size_t> &nodes, const GraphCosts &costs)
{
    std::vector<GraphHit> hits;
    hits.reserve(nodes.size());
    for (const auto at : nodes) {
        const auto &node = graph.nodes[at];
        hits.push_back({ .node = at,
            .entity = node.entity,
            .name = hitName(graph, node),
            .kind = node.title,
            .tensor = node.subtitle.section(u'\n', 0, 0),
            .module = node.module,
            .placement = node.placement,
            .cycles = cyclesOf(costs, at) });
    }
    return hits;
}

std::vector<size_t> nodesThatFit(
    const graph::Graph &graph, const graph::Query &query, const GraphCosts &costs)
{
    std::vector<size_t> found;
    if (query.isEmpty() || !query.isValid())
        return found;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (query.fits(graph.nodes[i], cyclesOf(costs, i)))
            found.push_back(i);
    }
    return found;
}

Columns<GraphHit> hitColumns(std::optional<Origin> origin)
{
    using Hit = GraphHit;
    auto columns = columnsOf<Hit>({
        { u"name"_s, HitWords::tr("Operator"), &Hit::name },
        { u"kind"_s, HitWords::tr("Kind"), &Hit::kind },
        { u"tensor"_s, HitWords::tr("Type and shape"), &Hit::tensor, { .mayBeEmpty = true } },
        { u"module"_s, HitWords::tr("Module"), &Hit::module, { .mayBeEmpty = true } },
        { u"placement"_s, HitWords::tr("Runs on"),
            [](const Hit &hit) { return placementWord(hit.placement); }, { .mayBeEmpty = true } },
    });
    if (origin) {
        const ColumnOf<Hit> cycles(u"cycles"_s, HitWords::tr("Cycles (%1)").arg(originTag(*origin)),
            &Hit::cycles, { .about = HitWords::tr("Of one inference, of the NPU clock") });
        columns.insert(columns.begin() + 2, cycles);
    }
    return columns;
}

} // namespace tosaic::views
