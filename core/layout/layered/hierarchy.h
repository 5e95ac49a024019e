// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered/sheet.h"
#include "core/layout/layout.h"

#include <span>
#include <unordered_map>

/// A request as a tree of sheets: the hulls, and around them the sheet of all.
namespace tosaic::layout::layered {

/// Part of a link in one sheet.
struct LinkPart
{
    int sheet = 0;
    int edge = 0; ///< into Level::sheet.edges
};

/// A place where links pass a hull's border: one for each node they start at.
struct Port
{
    int sheet = 0; ///< inside the hull
    int node = 0; ///< into that sheet
    double x = 0; ///< px right of the hull's centre, once the hull is drawn
};

struct Level
{
    Sheet sheet;
    std::vector<int> cluster; ///< of each node of the sheet that is a hull; else -1
    std::vector<std::pair<int, int>> ports; ///< of each edge at its ends; -1: none
    std::vector<int> ownPorts; ///< on the border of its hull
    std::unordered_map<quint64, int> edgeOf; ///< by its ends
};

/// Sheet 0 is around everything, sheet c + 1 inside cluster c.
class Hierarchy
{
public:
    explicit Hierarchy(const Request &request);

    std::vector<Level> &levels() { return m_levels; }
    std::vector<Port> &ports() { return m_ports; }
    /// Sheets, inner ones first; only those in which something stands.
    const std::vector<int> &order() const { return m_order; }
    int parentOf(int sheet) const { return m_parents[static_cast<size_t>(sheet)]; }
    /// Of a cluster in its parent's sheet.
    int itemOf(int sheet) const { return m_items[static_cast<size_t>(sheet)]; }
    int sheetOf(size_t node) const { return m_sheetOf[node]; }
    int nodeItem(size_t node) const { return m_nodeItems[node]; }
    /// Of a link, from top to bottom; empty for an edge from a node to itself.
    std::span<const LinkPart> partsOf(size_t link) const
    {
        return std::span(m_parts).subspan(
            m_partStart[link], m_partStart[link + 1] - m_partStart[link]);
    }
    /// Whether a link runs upwards.
    bool isReversed(size_t link) const { return m_reversed[link]; }

private:
    struct Crossing ///< where a link meets the sheet that holds both its ends
    {
        int sheet;
        int from; ///< what stands for its ends there: a node, or nodes + a cluster's sheet
        int to;
    };
    void buildTree();
    void addItems();
    Crossing meet(size_t link) const;
    void addLink(size_t link, const Crossing &meeting);
    int port(int sheet, int source, bool isTop);
    void addEdge(int sheet, int from, int fromPort, int to, int toPort);

    const Request &m_request;
    std::vector<Level> m_levels;
    std::vector<Port> m_ports;
    std::vector<int> m_order;
    std::vector<int> m_parents; ///< of each sheet; that of sheet 0 is -1
    std::vector<int> m_depths;
    std::vector<int> m_items;
    std::vector<int> m_sheetOf; ///< of each node
    std::vector<int> m_nodeItems;
    std::vector<bool> m_reversed;
    std::vector<size_t> m_partStart;
    std::vector<LinkPart> m_parts;
    std::unordered_map<quint64, int> m_portOf;
};

} // namespace tosaic::layout::layered
