// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/shown.h"

#include "core/graph/graphtransform.h"
#include "core/graph/repeats.h"
#include "core/graph/sections.h"

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

/// Counts what stands in closed groups, and the constants that nodes have swallowed.
void countInside(const Graph &shown, LeftOut &leftOut)
{
    QSet<model::EntityRef> constants;
    for (const auto &node : shown.nodes) {
        leftOut.groups += node.collapsed ? 1U : 0U;
        for (const auto &[family, count] : node.families)
            leftOut.operators += count;
        for (const auto &entity : node.folded) {
            if (entity.kind == model::EntityRef::Kind::NetworkTensor)
                constants.insert(entity);
        }
    }
    leftOut.constants = static_cast<size_t>(constants.size());
}

/// Blocks that are not drawn because they are like one that is.
size_t blocksLeftOut(const Graph &full, const Graph &shown, const QSet<GroupId> &unfolded)
{
    QSet<GroupId> open; // groups that nodes stand in
    for (const auto &node : shown.nodes) {
        size_t steps = 0; // a damaged chain of parents may be a loop
        for (auto group = node.group; group && !open.contains(group) && steps++ < 64;
             group = shown.groups[group.value].parent)
            open.insert(group);
    }
    size_t blocks = 0;
    for (const auto group : repeatsOf(full)) {
        if (open.contains(group) && !unfolded.contains(group))
            blocks += full.groups[group.value].repeats - 1;
    }
    return blocks;
}

/// Copies only where there is something to fold.
template <typename Answer>
auto withBlocksOnce(const Graph &full, const QSet<GroupId> &unfolded, Answer answer)
{
    const auto repeats = repeatsOf(full);
    return (repeats - unfolded).isEmpty() ? answer(full) : answer(foldRepeats(full, unfolded));
}

} // namespace

Shown shownOf(const Graph &full, const ShownOptions &options)
{
    Shown shown;
    shown.graph = withBlocksOnce(full, options.unfolded, [&](const Graph &once) {
        if (options.quantisation)
            return collapseGroups(once, options.collapsed);
        const auto folded = foldQuantisation(once);
        shown.leftOut.steps = once.nodes.size() - folded.nodes.size();
        return collapseGroups(folded, options.collapsed);
    });
    countInside(shown.graph, shown.leftOut);
    shown.leftOut.blocks = blocksLeftOut(full, shown.graph, options.unfolded);
    return shown;
}

QSet<GroupId> closedBelow(const Graph &full, const QSet<GroupId> &unfolded, int depth)
{
    return withBlocksOnce(
        full, unfolded, [&](const Graph &once) { return groupsBelow(once, depth); });
}

QSet<GroupId> closedAtFirst(const Graph &full, const QSet<GroupId> &unfolded)
{
    return withBlocksOnce(
        full, unfolded, [](const Graph &once) { return groupsBelow(once, readableDepth(once)); });
}

QSet<GroupId> blocksOf(const Graph &full, GroupId group)
{
    QSet<GroupId> blocks;
    for (size_t i = 0; i < full.groups.size(); ++i) {
        if (full.groups[i].alike == group || full.groups[i].parent == group)
            blocks.insert(GroupId(i));
    }
    return blocks;
}

QJsonObject toJson(const LeftOut &leftOut)
{
    QJsonObject json;
    const auto add = [&json](QLatin1StringView key, size_t count) {
        if (count > 0)
            json.insert(key, static_cast<qint64>(count));
    };
    add("closedGroups"_L1, leftOut.groups);
    add("operatorsInside"_L1, leftOut.operators);
    add("blocksAlike"_L1, leftOut.blocks);
    add("constants"_L1, leftOut.constants);
    add("quantisationSteps"_L1, leftOut.steps);
    add("stubs"_L1, leftOut.stubs);
    return json;
}

} // namespace tosaic::graph
