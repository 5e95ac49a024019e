// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graphbuilder.h"
#include "core/graph/graphtransform.h"

namespace tosaic::graph {

namespace {
constexpr size_t ReadableOnPaper = 300; // nodes
}

Graph buildOverviewGraph(const model::Program *program, const compiled::CompileResult *result)
{
    Graph graph;
    if (result && !result->nodes.empty())
        graph = buildResultGraph(*result);
    else if (program && !program->methods.empty())
        graph = buildProgramGraph(*program, 0, result);
    graph = foldQuantisation(graph);
    return graph.nodes.size() > ReadableOnPaper ? collapseGroups(graph, allGroups(graph)) : graph;
}

} // namespace tosaic::graph
