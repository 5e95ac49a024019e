// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>

#include <vector>

namespace tosaic::views {

/// A tree over flat nodes: a node is a small value (ids into an immutable document, no copy of its
/// data), its number is the index' internal id. A concrete model adds nodes in build() and gives
/// one cell for a role; the index arithmetic is done here, once.
template <typename Node>
class TreeModel : public QAbstractItemModel
{
public:
    using QAbstractItemModel::QAbstractItemModel;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const final
    {
        if (!hasIndex(row, column, parent))
            return {};
        const auto &children = parent.isValid() ? m_links[parent.internalId()].children : m_roots;
        return createIndex(row, column, static_cast<quintptr>(children[static_cast<size_t>(row)]));
    }
    QModelIndex parent(const QModelIndex &child) const final
    {
        if (!child.isValid())
            return {};
        return indexOf(m_links[child.internalId()].parent);
    }
    int rowCount(const QModelIndex &parent = {}) const final
    {
        if (parent.column() > 0)
            return 0;
        const auto &children = parent.isValid() ? m_links[parent.internalId()].children : m_roots;
        return static_cast<int>(children.size());
    }
    int columnCount(const QModelIndex & = {}) const final { return columns(); }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const final
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        return cell(m_nodes[index.internalId()], index.column(), role);
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columns())
            return {};
        return header(section, role);
    }
    using QAbstractItemModel::parent;

    /// Column 0 of a node; an invalid index for -1 (no node).
    QModelIndex indexOf(int node, int column = 0) const
    {
        if (node < 0)
            return {};
        return createIndex(m_links[static_cast<size_t>(node)].row, column,
            static_cast<quintptr>(static_cast<size_t>(node)));
    }
    const std::vector<Node> &nodes() const { return m_nodes; }

protected:
    virtual int columns() const = 0;
    virtual QVariant header(int column, int role) const = 0;
    virtual QVariant cell(const Node &node, int column, int role) const = 0;

    /// Runs `build`, which calls addNode, inside a model reset.
    template <typename Build>
    void rebuild(Build build)
    {
        beginResetModel();
        m_nodes.clear();
        m_links.clear();
        m_roots.clear();
        build();
        endResetModel();
    }
    /// Only inside rebuild. Parent -1 is the root.
    int addNode(int parent, Node node)
    {
        const auto id = static_cast<int>(m_nodes.size());
        m_nodes.push_back(std::move(node));
        m_links.emplace_back();
        auto &siblings = parent < 0 ? m_roots : m_links[static_cast<size_t>(parent)].children;
        m_links.back().parent = parent;
        m_links.back().row = static_cast<int>(siblings.size());
        siblings.push_back(id);
        return id;
    }
    Node &node(int id) { return m_nodes[static_cast<size_t>(id)]; }
    int childCount(int id) const
    {
        return static_cast<int>(m_links[static_cast<size_t>(id)].children.size());
    }

private:
    struct Links
    {
        int parent = -1;
        int row = 0;
        std::vector<int> children;
    };
    std::vector<Node> m_nodes;
    std::vector<Links> m_links;
    std::vector<int> m_roots;
};

} // namespace tosaic::views
