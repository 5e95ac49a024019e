// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/grouping.h"

#include "core/graph/sections.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

const auto Ellipsis = u" … "_s;

} // namespace

void sortGroups(Graph &graph)
{
    const auto depths = groupDepths(graph);
    std::vector<quint32> order(depths.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(
        order.begin(), order.end(), [&](quint32 a, quint32 b) { return depths[a] < depths[b]; });
    std::vector<GroupId> moved(order.size());
    std::vector<Group> sorted;
    for (const auto group : order) {
        moved[group] = GroupId(sorted.size());
        sorted.push_back(std::move(graph.groups[group]));
    }
    graph.groups = std::move(sorted);
    const auto follow = [&moved](GroupId &group) {
        if (group)
            group = moved[group.value];
    };
    for (auto &group : graph.groups) {
        follow(group.parent);
        follow(group.alike);
    }
    for (auto &node : graph.nodes)
        follow(node.group);
}

QString rangeTitle(const QString &first, const QString &last)
{
    const auto start = first.section(Ellipsis, 0, 0);
    const auto end = last.section(Ellipsis, -1);
    if (start == end)
        return start;
    auto same = qsizetype(0);
    for (qsizetype i = 0; i < std::min(start.size(), end.size()) && start[i] == end[i]; ++i) {
        if (end[i] == u'.')
            same = i + 1;
    }
    return start + Ellipsis + end.mid(same);
}

QString rangeTitle(const Graph &graph, NodeId first, NodeId last)
{
    const auto numberOf = [&graph](NodeId node) {
        const auto &entity = graph.nodes[node.value].entity;
        return QString::number(entity.kind == model::EntityRef::Kind::Operator
                ? entity.index
                : static_cast<int>(node.value));
    };
    return rangeTitle(u"operators "_s + numberOf(first), numberOf(last));
}

} // namespace tosaic::graph
