// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/placementcosts.h"

#include "core/base/cycletext.h"
#include "core/documents/modeldocument.h"
#include "core/graph/graphbuilder.h"
#include "profiler/session/graphcosts.h"
#include "views/models/notknown.h"

#include <QCoreApplication>

namespace tosaic::views {

namespace {

void add(const graph::Graph &graph, const GraphCosts &costs, PlacementCosts &all)
{
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto &node = graph.nodes[i];
        const auto &cost = costs.nodes[i];
        PlacementCost here{ .cycles = cost.cycles, .share = cost.share };
        if (cost.cycles)
            here.origin = costs.origin;
        if (cost.in)
            here.carrier = nameOf(graph.nodes[cost.in->value]);
        if (cost.unknown)
            here.reason = QCoreApplication::translate("GraphCosts", unknownText(*cost.unknown));
        all.insert(node.entity, here);
        for (const auto &folded : node.folded) {
            if (!all.contains(folded) && cost.isOperator)
                all.insert(folded, { .carrier = nameOf(node) });
        }
    }
}

} // namespace

PlacementCosts placementCosts(const ModelDocument &document, const ProfileDocument &profile)
{
    if (profile.isLoading())
        return {};
    const auto program = document.program();
    const auto result = document.compileResult();
    const auto subject = profile.subject();
    const auto table = subject ? profile.table() : nullptr;
    PlacementCosts all;
    const auto addGraph = [&](const graph::Graph &graph) {
        add(graph, table ? costsOf(graph, *subject, *table) : unknownCosts(graph), all);
    };
    if (result && !result->nodes.empty()) {
        addGraph(graph::buildResultGraph(*result));
        return all;
    }
    for (size_t i = 0; program && i < program->methods.size(); ++i)
        addGraph(graph::buildProgramGraph(*program, static_cast<int>(i), nullptr));
    return all;
}

QString cyclesText(const PlacementCost &cost)
{
    if (cost.cycles && cost.origin)
        return QCoreApplication::translate("PlacementCosts", "%1 %2")
            .arg(formatCycles(*cost.cycles), originTag(*cost.origin));
    if (!cost.carrier.isEmpty())
        return QCoreApplication::translate("PlacementCosts", "in %1").arg(cost.carrier);
    return cost.reason.isEmpty() ? QString() : notKnownText();
}

QString cyclesTip(const PlacementCost &cost)
{
    if (cost.cycles || cost.carrier.isEmpty())
        return cost.reason;
    return QCoreApplication::translate(
        "PlacementCosts", "One operation of the NPU with %1, which has the cycles of both")
        .arg(cost.carrier);
}

} // namespace tosaic::views
