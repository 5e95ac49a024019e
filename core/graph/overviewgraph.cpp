// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graphbuilder.h"
#include "core/graph/graphtransform.h"
#include "core/graph/repeats.h"
#include "core/graph/sections.h"

#include <algorithm>

namespace tosaic::graph {

namespace {

constexpr size_t Readable = 40; // nodes; those of more are too small to read on a page
constexpr size_t Discernible = 150; // nodes of which colours and places can be told yet

/// Groups that can be one box: those with several nodes, all of them on the NPU. What runs
/// elsewhere is what one looks for.
QSet<GroupId> closable(const Graph &graph)
{
    std::vector<int> inside(graph.groups.size(), 0);
    std::vector<bool> isMixed(graph.groups.size(), false);
    for (const auto &node : graph.nodes) {
        size_t steps = 0; // a damaged chain of parents may be a loop
        for (auto group = node.group; group && steps++ < 64;
             group = graph.groups[group.value].parent) {
            ++inside[group.value];
            if (node.placement != Placement::Npu)
                isMixed[group.value] = true;
        }
    }
    QSet<GroupId> groups;
    for (size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] > 1 && !isMixed[i])
            groups.insert(GroupId(i));
    }
    return groups;
}

/// With so few modules open that its boxes can be read, or with none.
Graph closed(const Graph &graph)
{
    if (graph.nodes.size() <= Readable)
        return graph;
    const auto groups = closable(graph);
    const auto depths = groupDepths(graph);
    Graph shown = graph;
    for (auto depth = depths.empty() ? 0 : std::ranges::max(depths) - 1; depth > 0; --depth) {
        shown = collapseGroups(graph, groupsBelow(graph, depth) & groups);
        if (shown.nodes.size() <= Readable)
            return shown;
    }
    return shown;
}

/// As much open as a page has room for. Where even modules as boxes are too many to read, blocks
/// that are alike are drawn once; then as many as can be told apart, else partitions.
Graph onAPage(const Graph &graph)
{
    const auto shown = closed(graph);
    if (shown.nodes.size() <= Readable)
        return shown;
    const auto once = closed(foldRepeats(graph));
    const auto &fewest = once.nodes.size() < shown.nodes.size() ? once : shown;
    return fewest.nodes.size() <= Discernible ? fewest : collapseGroups(graph, allGroups(graph));
}

} // namespace

Graph buildOverviewGraph(const model::Program *program, const compiled::CompileResult *result)
{
    Graph graph;
    if (result && !result->nodes.empty())
        graph = buildResultGraph(*result);
    else if (program && !program->methods.empty())
        graph = buildProgramGraph(*program, 0, result);
    return onAPage(foldQuantisation(graph));
}

} // namespace tosaic::graph
