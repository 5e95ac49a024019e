// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/graphdifference.h"

#include "core/base/try.h"
#include "core/graph/graphtext.h"
#include "core/graph/graphtransform.h"
#include "profiler/session/profileassembly.h"
#include "profiler/session/recordedpairs.h"
#include "views/twographs/differencemarks.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

Result<GraphDifference> graphDifference(
    const GraphSideChoice &before, const GraphSideChoice &after, bool quantisation)
{
    const auto old = TRY(openDocument(before.path));
    const auto now = TRY(openDocument(after.path));
    GraphDifference found{ TRY(graphOf(old, before.choice)), TRY(graphOf(now, after.choice)), {},
        {} };
    for (auto [graph, side] : { std::pair(&found.before, &before), { &found.after, &after } }) {
        if (!quantisation)
            *graph = graph::foldQuantisation(*graph);
        if (graph->nodes.empty())
            return fail(ErrorCode::FormatUnsupported, u"there is nothing in it to compare"_s,
                { .file = side->path });
    }
    const auto isSameFile
        = QFileInfo(before.path).canonicalFilePath() == QFileInfo(after.path).canonicalFilePath();
    graph::RecordedPairs recorded;
    if (isSameFile && !(before.choice == after.choice)) {
        if (const auto subject = assembleProfile(profileMaterial(now)))
            recorded = recordedPairs(*subject);
    }
    const auto names = [isSameFile, &after](const OpenedModel &side) {
        return isSameFile ? after.path : side.result ? side.result->sourceSha256 : QString();
    };
    found.diff
        = graph::diffGraphs({ &found.before, names(old) }, { &found.after, names(now) }, recorded);
    found.merged = graph::mergedGraph(found.before, found.after, found.diff);
    return found;
}

QJsonObject differenceJson(const GraphDifference &difference)
{
    auto json = graph::toJson(difference.merged.graph);
    auto nodes = json.value(u"nodes"_s).toArray();
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        auto node = nodes[i].toObject();
        node.insert(u"difference"_s,
            graph::differenceKey(difference.merged.differences[static_cast<size_t>(i)]));
        nodes[i] = node;
    }
    json.insert(u"nodes"_s, nodes);
    auto diff = graph::toJson(difference.diff, difference.before, difference.after);
    diff.insert(u"sentence"_s, views::differenceSentence(difference.diff));
    json.insert(u"diff"_s, diff);
    return json;
}

} // namespace tosaic::cli
