// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationtree.h"

#include <QHash>

#include <algorithm>

namespace tosaic::views {

namespace {

/// Nodes are added in any order of depth, then numbered anew from the root.
class Builder
{
public:
    Builder() { m_nodes.emplace_back(); }

    void add(const OperationsData &data, size_t index)
    {
        const auto &row = data.rows[index];
        int group = 0;
        QString path;
        for (const auto &part : row.path) {
            path += QChar(u'\n') + part;
            const auto known = m_groups.constFind(path);
            group = known != m_groups.constEnd() ? *known : m_groups[path] = child(group, part);
        }
        const auto leaf = child(group, row.name);
        auto &node = m_nodes[static_cast<size_t>(leaf)];
        node.row = index;
        node.leaves = 1;
        node.cycles = row.cycles->value;
        if (row.macs.value_or(0) > 0) {
            node.macCycles = node.cycles;
            node.macs = *row.macs;
        }
        if (row.difference) {
            node.difference = row.difference;
            node.reference = referenceOf(row, data.options.pair).value_or(0);
        }
    }

    std::vector<TreeNode> finish()
    {
        for (size_t i = m_nodes.size(); i-- > 1;)
            sum(m_nodes[static_cast<size_t>(m_nodes[i].parent)], m_nodes[i]);
        std::vector<TreeNode> ordered;
        place(0, -1, ordered);
        return ordered;
    }

private:
    int child(int parent, const QString &name)
    {
        const auto index = static_cast<int>(m_nodes.size());
        TreeNode node;
        node.name = name;
        node.parent = parent;
        m_nodes.push_back(std::move(node));
        m_nodes[static_cast<size_t>(parent)].children.push_back(index);
        return index;
    }
    static void sum(TreeNode &parent, const TreeNode &node)
    {
        parent.leaves += node.leaves;
        parent.cycles += node.cycles;
        parent.macs += node.macs;
        if (node.macCycles)
            parent.macCycles = parent.macCycles.value_or(0) + *node.macCycles;
        if (node.difference)
            parent.difference = parent.difference.value_or(0) + *node.difference;
        parent.reference += node.reference;
    }
    int place(int index, int parent, std::vector<TreeNode> &ordered)
    {
        auto node = m_nodes[static_cast<size_t>(index)];
        while (index != 0 && node.children.size() == 1) {
            auto only = m_nodes[static_cast<size_t>(node.children.front())];
            if (only.isGroup())
                only.name = node.name + QChar(u'.') + only.name;
            else
                only.context = node.name;
            node = std::move(only);
        }
        std::ranges::stable_sort(node.children, std::ranges::greater(),
            [this](int at) { return m_nodes[static_cast<size_t>(at)].cycles; });
        const auto placed = static_cast<int>(ordered.size());
        node.parent = parent;
        const auto children = std::move(node.children);
        node.children.clear();
        ordered.push_back(std::move(node));
        for (const auto at : children) {
            const auto below = place(at, placed, ordered);
            ordered[static_cast<size_t>(placed)].children.push_back(below);
        }
        return placed;
    }

    std::vector<TreeNode> m_nodes;
    QHash<QString, int> m_groups;
};

} // namespace

OperationTree treeOf(const OperationsData &data)
{
    Builder builder;
    OperationTree tree;
    for (size_t i = 0; i < data.rows.size(); ++i) {
        if (data.rows[i].cycles)
            builder.add(data, i);
        else
            ++tree.unsized;
    }
    tree.nodes = builder.finish();
    return tree;
}

std::vector<int> OperationTree::pathOf(int node) const
{
    std::vector<int> path;
    for (; node > 0; node = at(node).parent)
        path.insert(path.begin(), node);
    return path;
}

int OperationTree::childToward(int ancestor, int node) const
{
    while (node >= 0 && at(node).parent != ancestor)
        node = at(node).parent;
    return node;
}

int OperationTree::leafOf(size_t row) const
{
    const auto found = std::ranges::find(nodes, std::optional(row), &TreeNode::row);
    return found == nodes.end() ? -1 : static_cast<int>(found - nodes.begin());
}

int OperationTree::groupOf(const QStringList &names) const
{
    int group = 0;
    for (const auto &name : names) {
        const auto &children = at(group).children;
        const auto found = std::ranges::find_if(
            children, [&](int child) { return at(child).isGroup() && at(child).name == name; });
        if (found == children.end())
            break;
        group = *found;
    }
    return group;
}

std::optional<double> tileValue(
    const TreeNode &node, TileMetric metric, const std::optional<quint32> &npuMacs)
{
    switch (metric) {
    case TileMetric::Utilisation:
        // Unlike cycles per MAC this is of all cycles: those without MACs leave the MACs idle.
        if (!npuMacs || *npuMacs == 0 || node.macs == 0 || node.cycles <= 0)
            return std::nullopt;
        if (const auto share
            = static_cast<double>(node.macs) / (static_cast<double>(*npuMacs) * node.cycles);
            share <= 1)
            return share;
        return std::nullopt; // the numbers contradict each other
    case TileMetric::CyclesPerMac:
        if (!node.macCycles || node.macs == 0)
            return std::nullopt;
        return *node.macCycles / static_cast<double>(node.macs);
    case TileMetric::Deviation:
        if (!node.difference || node.reference <= 0)
            return std::nullopt;
        return *node.difference / node.reference;
    }
    return std::nullopt;
}

} // namespace tosaic::views
