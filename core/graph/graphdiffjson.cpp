// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a difference looks like: as JSON and as one picture.
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/graph/graphdiff.h"
#include "core/graph/graphtext.h"

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

QJsonObject nodeJson(const Graph &graph, size_t at)
{
    const auto &node = graph.nodes[at];
    QJsonObject object{ { u"node"_s, static_cast<qint64>(at) }, { u"name"_s, nameOf(node) },
        { u"placement"_s, placementText(node.placement) } };
    insertKnown(object, "operator"_L1, node.pattern);
    insertKnown(object, "tensor"_L1, node.subtitle);
    insertKnown(object, "module"_L1, node.module);
    return object;
}

QJsonObject pairJson(const NodePair &pair, const Graph &before, const Graph &after)
{
    QJsonObject object{ { u"difference"_s, differenceKey(pair.difference) } };
    if (pair.reason)
        object.insert(u"match"_s, QString(analysis::matchReasonKey(*pair.reason)));
    if (pair.before)
        object.insert(u"old"_s, nodeJson(before, *pair.before));
    if (pair.after)
        object.insert(u"new"_s, nodeJson(after, *pair.after));
    if (!pair.aspects.empty())
        object.insert(u"changes"_s, jsonList(pair.aspects, [](const AspectChange &change) {
            return QJsonObject{ { u"what"_s, aspectKey(change.aspect) },
                { u"old"_s, change.before }, { u"new"_s, change.after } };
        }));
    return object;
}

} // namespace

QString differenceKey(Difference difference)
{
    switch (difference) {
    case Difference::Same:
        return u"same"_s;
    case Difference::Changed:
        return u"changed"_s;
    case Difference::Moved:
        return u"moved"_s;
    case Difference::Added:
        return u"added"_s;
    case Difference::Removed:
        return u"removed"_s;
    case Difference::Unmatched:
        return u"unmatched"_s;
    }
    return {};
}

QString aspectKey(AspectChange::Aspect aspect)
{
    switch (aspect) {
    case AspectChange::Aspect::Kind:
        return u"operator"_s;
    case AspectChange::Aspect::Tensor:
        return u"tensor"_s;
    case AspectChange::Aspect::Placement:
        return u"placement"_s;
    case AspectChange::Aspect::Partition:
        return u"partition"_s;
    }
    return {};
}

MergedGraph mergedGraph(const Graph &before, const Graph &after, const GraphDiff &diff)
{
    MergedGraph merged{ after, {} };
    auto &graph = merged.graph;
    merged.differences.assign(after.nodes.size(), Difference::Same);
    std::vector<NodeId> ofBefore(before.nodes.size());
    std::vector<bool> isGone(before.nodes.size());
    for (const auto &pair : diff.pairs) {
        if (pair.after) {
            merged.differences[*pair.after] = pair.difference;
            if (pair.before && !ofBefore[*pair.before])
                ofBefore[*pair.before] = NodeId(*pair.after);
            continue;
        }
        isGone[*pair.before] = true;
        ofBefore[*pair.before] = NodeId(graph.nodes.size());
        auto node = before.nodes[*pair.before];
        node.group = {}; // hulls are those of `after`
        graph.nodes.push_back(std::move(node));
        merged.differences.push_back(pair.difference);
    }
    for (const auto &edge : before.edges) {
        if (!isGone[edge.from.value] && !isGone[edge.to.value])
            continue;
        auto moved = edge;
        moved.from = ofBefore[edge.from.value];
        moved.to = ofBefore[edge.to.value];
        if (moved.from && moved.to)
            graph.edges.push_back(std::move(moved));
    }
    return merged;
}

QJsonObject toJson(const GraphDiff &diff, const Graph &before, const Graph &after)
{
    QJsonObject counts;
    for (const auto difference : AllDifferences)
        counts.insert(differenceKey(difference), static_cast<qint64>(diff.count(difference)));
    QJsonArray pairs;
    for (const auto &pair : diff.pairs) {
        if (pair.difference != Difference::Same)
            pairs.append(pairJson(pair, before, after));
    }
    return { { u"related"_s, !diff.areUnrelated() }, { u"counts"_s, counts },
        { u"operators"_s,
            QJsonObject{ { u"old"_s, static_cast<qint64>(diff.nodesBefore) },
                { u"new"_s, static_cast<qint64>(diff.nodesAfter) } } },
        { u"differences"_s, pairs } };
}

} // namespace tosaic::graph
