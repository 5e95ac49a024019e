// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/twographs/comparedgraphs.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using graph::Difference;

namespace {

struct InsideWords
{
    Q_DECLARE_TR_FUNCTIONS(TwoGraphs)
};

using Counts = std::map<Difference, int>;

NodeDifference sumOf(const Counts &counts)
{
    NodeDifference sum{ Difference::Same, InsideWords::tr("nothing inside differs") };
    QStringList parts;
    int most = 0;
    for (const auto &[difference, count] : counts) {
        parts += InsideWords::tr("%1 %2").arg(count).arg(differenceName(difference).toLower());
        if (count > most) {
            most = count;
            sum.difference = difference;
        }
    }
    if (!parts.isEmpty())
        sum.sentence = InsideWords::tr("inside: %1").arg(parts.join(u", "_s));
    return sum;
}

/// A whole graph and what became of its nodes.
struct Whole
{
    const graph::Graph &graph;
    const std::vector<NodeDifference> &nodes;
    const QHash<model::EntityRef, size_t> &byEntity;
};

std::vector<NodeDifference> differencesIn(
    const Whole &whole, const graph::Graph &shown, const QSet<Difference> &counted)
{
    const auto &groups = whole.graph.groups;
    std::vector<Counts> inside(groups.size()); // of each group
    for (size_t i = 0; i < whole.graph.nodes.size(); ++i) {
        const auto difference = whole.nodes[i].difference;
        if (difference == Difference::Same || !counted.contains(difference))
            continue;
        size_t steps = 0; // a damaged chain of parents may be a loop
        for (auto group = whole.graph.nodes[i].group; group && steps++ < groups.size();
             group = groups[group.value].parent)
            ++inside[group.value][difference];
    }
    std::vector<NodeDifference> differences;
    for (const auto &node : shown.nodes) {
        const auto at = whole.byEntity.constFind(node.entity);
        if (node.collapsed && node.collapsed.value < inside.size())
            differences.push_back(sumOf(inside[node.collapsed.value]));
        else if (at != whole.byEntity.cend())
            differences.push_back(whole.nodes[*at]);
        else
            differences.push_back({ Difference::Same, InsideWords::tr("not compared") });
    }
    return differences;
}

} // namespace

ComparedGraphs::ComparedGraphs(std::array<graph::Graph, 2> both, graph::GraphDiff found)
    : graphs(std::move(both)), diff(std::move(found))
{
    for (size_t side = 0; side < 2; ++side) {
        const auto &whole = graphs[side].nodes;
        nodes[side].resize(whole.size());
        partners[side].resize(whole.size());
        for (size_t i = 0; i < whole.size(); ++i) {
            byEntity[side].insert(whole[i].entity, i);
            for (const auto &folded : whole[i].folded)
                byEntity[side].emplace(folded, i);
        }
    }
    for (const auto &pair : diff.pairs) {
        const std::array ends{ pair.before, pair.after };
        for (size_t side = 0; side < 2; ++side) {
            if (!ends[side])
                continue;
            nodes[side][*ends[side]] = { pair.difference, pairSentence(pair) };
            if (ends[1 - side])
                partners[side][*ends[side]].push_back(*ends[1 - side]);
        }
    }
}

std::vector<NodeDifference> ComparedGraphs::differencesOf(
    size_t side, const graph::Graph &shown, const QSet<Difference> &counted) const
{
    return differencesIn({ graphs[side], nodes[side], byEntity[side] }, shown, counted);
}

std::vector<NodeDifference> differencesOf(const graph::Graph &whole,
    const std::vector<NodeDifference> &nodes, const graph::Graph &shown,
    const QSet<Difference> &counted)
{
    QHash<model::EntityRef, size_t> byEntity;
    for (size_t i = 0; i < whole.nodes.size(); ++i)
        byEntity.insert(whole.nodes[i].entity, i);
    return differencesIn({ whole, nodes, byEntity }, shown, counted);
}

std::vector<std::array<QPointF, 2>> anchorsOf(
    const ComparedGraphs &compared, const std::array<DrawnSide, 2> &drawn)
{
    std::array<QHash<size_t, QPointF>, 2> places; // of the whole graphs' nodes
    for (size_t side = 0; side < 2; ++side) {
        const auto &nodes = drawn[side].graph.nodes;
        const auto &centres = drawn[side].layout.centres;
        for (size_t i = 0; i < std::min(nodes.size(), centres.size()); ++i) {
            const auto at = compared.byEntity[side].constFind(nodes[i].entity);
            if (at != compared.byEntity[side].cend() && !nodes[i].collapsed)
                places[side].insert(*at, centres[i]);
        }
    }
    std::vector<std::array<QPointF, 2>> anchors;
    for (const auto &pair : compared.diff.pairs) {
        if (pair.before && pair.after && places[0].contains(*pair.before)
            && places[1].contains(*pair.after))
            anchors.push_back({ places[0][*pair.before], places[1][*pair.after] });
    }
    return anchors;
}

} // namespace tosaic::views
