// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program/graphdifference.h"

#include "core/base/try.h"
#include "core/graph/graphtransform.h"
#include "profiler/session/profileassembly.h"
#include "profiler/session/recordedpairs.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

graph::DiffSide GraphSide::toCompare() const
{
    // Names in a file that nobody compiled here mean the same in that file only.
    return { &graph,
        model.result ? model.result->sourceSha256 : QFileInfo(choice.path).canonicalFilePath() };
}

Result<GraphSide> openGraphSide(const GraphSideChoice &choice, bool quantisation)
{
    GraphSide side{ choice, TRY(openDocument(choice.path)), {} };
    side.graph = TRY(graphOf(side.model, choice.choice));
    if (!quantisation)
        side.graph = graph::foldQuantisation(side.graph);
    if (side.graph.nodes.empty())
        return fail(ErrorCode::FormatUnsupported, u"there is nothing in it to compare"_s,
            { .file = choice.path });
    return side;
}

graph::RecordedPairs recordedBetween(const GraphSide &before, const GraphSide &after)
{
    const auto fileOf
        = [](const GraphSide &side) { return QFileInfo(side.choice.path).canonicalFilePath(); };
    if (fileOf(before) != fileOf(after) || before.choice.choice == after.choice.choice)
        return {};
    const auto subject = assembleProfile(profileMaterial(after.model));
    return subject ? recordedPairs(*subject) : graph::RecordedPairs();
}

Result<GraphDifference> graphDifference(
    const GraphSideChoice &before, const GraphSideChoice &after, bool quantisation)
{
    auto old = TRY(openGraphSide(before, quantisation));
    auto now = TRY(openGraphSide(after, quantisation));
    auto diff = graph::diffGraphs(old.toCompare(), now.toCompare(), recordedBetween(old, now));
    auto merged = graph::mergedGraph(old.graph, now.graph, diff);
    return GraphDifference{ std::move(old.graph), std::move(now.graph), std::move(diff),
        std::move(merged) };
}

} // namespace tosaic::cli
