// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered/hierarchy.h"

#include <algorithm>
#include <numeric>

namespace tosaic::layout::layered {

namespace {

quint64 pairOf(int a, int b)
{
    return (quint64(quint32(a)) << 32) | quint32(b);
}

/// Edges that close a circle, found by going along edges from where nothing leads to.
std::vector<bool> closingCircles(
    const std::vector<std::pair<int, int>> &edges, const std::vector<int> &order, size_t count)
{
    std::vector<size_t> start(count + 1, 0);
    std::vector<bool> isEntered(count, false);
    for (const auto &[from, to] : edges) {
        if (from == to)
            continue;
        ++start[at(from) + 1];
        isEntered[at(to)] = true;
    }
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<size_t> out(start.back());
    auto next = start;
    for (size_t i = 0; i < edges.size(); ++i) {
        if (edges[i].first != edges[i].second)
            out[next[at(edges[i].first)]++] = i;
    }
    std::vector<bool> closes(edges.size(), false);
    enum class State : quint8
    {
        New,
        OnPath,
        Done
    };
    std::vector<State> states(count, State::New);
    next.assign(start.begin(), start.end());
    std::vector<int> path;
    const auto walk = [&](int root) {
        if (states[at(root)] != State::New)
            return;
        path.push_back(root);
        states[at(root)] = State::OnPath;
        while (!path.empty()) {
            const auto node = path.back();
            if (next[at(node)] == start[at(node) + 1]) {
                states[at(node)] = State::Done;
                path.pop_back();
                continue;
            }
            const auto edge = out[next[at(node)]++];
            const auto to = edges[edge].second;
            if (states[at(to)] == State::OnPath) {
                closes[edge] = true;
            } else if (states[at(to)] == State::New) {
                states[at(to)] = State::OnPath;
                path.push_back(to);
            }
        }
    };
    for (const auto node : order) {
        if (!isEntered[at(node)])
            walk(node);
    }
    for (const auto node : order)
        walk(node);
    return closes;
}

} // namespace

Hierarchy::Hierarchy(const Request &request) : m_request(request)
{
    buildTree();
    addItems();
    std::vector<Crossing> meetings;
    meetings.reserve(request.links.size());
    for (size_t i = 0; i < request.links.size(); ++i)
        meetings.push_back(meet(i));
    // Links that run back of themselves are turned before circles are looked for.
    const auto count = request.nodes.size() + m_levels.size();
    std::vector<std::pair<int, int>> edges;
    edges.reserve(meetings.size());
    for (size_t i = 0; i < meetings.size(); ++i) {
        const auto turns = !request.links[i].constrainsRank;
        edges.emplace_back(
            turns ? meetings[i].to : meetings[i].from, turns ? meetings[i].from : meetings[i].to);
    }
    std::vector<int> order;
    std::vector<bool> seen(m_levels.size(), false);
    for (size_t i = 0; i < request.nodes.size(); ++i) {
        for (auto sheet = m_sheetOf[i]; sheet > 0 && !seen[at(sheet)];
             sheet = m_parents[at(sheet)]) {
            seen[at(sheet)] = true;
            order.push_back(static_cast<int>(request.nodes.size()) + sheet);
        }
        order.push_back(static_cast<int>(i));
    }
    const auto closes = closingCircles(edges, order, count);
    m_partStart.push_back(0);
    for (size_t i = 0; i < meetings.size(); ++i) {
        m_reversed.push_back(closes[i] == request.links[i].constrainsRank);
        if (request.links[i].from != request.links[i].to)
            addLink(i, meetings[i]);
        m_partStart.push_back(m_parts.size());
    }
}

void Hierarchy::buildTree()
{
    const auto &clusters = m_request.clusters;
    m_levels.resize(clusters.size() + 1);
    m_parents.assign(m_levels.size(), 0);
    m_parents[0] = -1;
    for (size_t i = 0; i < clusters.size(); ++i)
        m_parents[i + 1] = clusters[i].parent + 1;
    // Parents may stand after their children; a circle of parents ends at the sheet of all.
    m_depths.assign(m_levels.size(), -1);
    m_depths[0] = 0;
    std::vector<int> chain;
    for (size_t i = 0; i < m_levels.size(); ++i) {
        auto sheet = static_cast<int>(i);
        for (; m_depths[at(sheet)] < 0; sheet = m_parents[at(sheet)]) {
            if (chain.size() > m_levels.size()) {
                m_parents[at(sheet)] = 0;
                chain.clear();
                sheet = static_cast<int>(i);
            }
            chain.push_back(sheet);
        }
        for (auto it = chain.rbegin(); it != chain.rend(); ++it)
            m_depths[at(*it)] = m_depths[at(m_parents[at(*it)])] + 1;
        chain.clear();
    }
}

void Hierarchy::addItems()
{
    for (auto &level : m_levels) {
        level.sheet.nodeSpacing = m_request.nodeSpacing;
        level.sheet.rankSpacing = m_request.rankSpacing;
    }
    m_items.assign(m_levels.size(), -1);
    const auto add = [this](int sheet, QSizeF size, int cluster, Kind kind) {
        auto &level = m_levels[at(sheet)];
        level.sheet.sizes.push_back(size);
        level.sheet.kinds.push_back(kind);
        level.sheet.depths.push_back(1);
        level.cluster.push_back(cluster);
        return static_cast<int>(level.cluster.size()) - 1;
    };
    for (const auto &node : m_request.nodes) {
        const auto own = node.cluster + 1;
        m_sheetOf.push_back(own);
        for (auto sheet = own; sheet > 0 && m_items[at(sheet)] < 0; sheet = m_parents[at(sheet)])
            m_items[at(sheet)] = add(m_parents[at(sheet)], {}, sheet, Kind::Hull);
        m_nodeItems.push_back(add(own, node.size, -1, Kind::Node));
    }
    for (size_t i = 0; i < m_levels.size(); ++i) {
        if (i == 0 || m_items[i] >= 0)
            m_order.push_back(static_cast<int>(i));
    }
    std::stable_sort(m_order.begin(), m_order.end(),
        [this](int a, int b) { return m_depths[at(a)] > m_depths[at(b)]; });
}

Hierarchy::Crossing Hierarchy::meet(size_t link) const
{
    const auto count = static_cast<int>(m_request.nodes.size());
    Crossing meeting{ 0, m_request.links[link].from, m_request.links[link].to };
    auto a = m_sheetOf[at(meeting.from)];
    auto b = m_sheetOf[at(meeting.to)];
    while (a != b) {
        auto &lower = m_depths[at(a)] >= m_depths[at(b)] ? a : b;
        (&lower == &a ? meeting.from : meeting.to) = count + lower;
        lower = m_parents[at(lower)];
    }
    meeting.sheet = a;
    return meeting;
}

int Hierarchy::port(int sheet, int source, bool isTop)
{
    const auto key = pairOf(2 * sheet + int(isTop), source);
    const auto [it, isNew] = m_portOf.try_emplace(key, static_cast<int>(m_ports.size()));
    if (isNew) {
        auto &level = m_levels[at(sheet)];
        m_ports.push_back({ sheet, static_cast<int>(level.sheet.sizes.size()), 0 });
        level.ownPorts.push_back(it->second);
        level.sheet.sizes.emplace_back(0, 0);
        level.sheet.kinds.push_back(isTop ? Kind::Entry : Kind::Exit);
        level.sheet.depths.push_back(0);
        level.cluster.push_back(-1);
    }
    return it->second;
}

void Hierarchy::addEdge(int sheet, int from, int fromPort, int to, int toPort)
{
    auto &level = m_levels[at(sheet)];
    const auto end = [](int item, int port) { return port >= 0 ? -1 - port : item; };
    const auto [it, isNew] = level.edgeOf.try_emplace(
        pairOf(end(from, fromPort), end(to, toPort)), static_cast<int>(level.sheet.edges.size()));
    if (isNew) {
        level.sheet.edges.push_back({ from, to, 0, 0 });
        level.ports.emplace_back(fromPort, toPort);
    }
    m_parts.push_back({ sheet, it->second });
}

/// From its upper end out of the hulls around it, over, and into those around its lower end.
void Hierarchy::addLink(size_t link, const Crossing &meeting)
{
    const auto &ends = m_request.links[link];
    const bool reversed = m_reversed[link];
    const auto upper = reversed ? ends.to : ends.from;
    const auto lower = reversed ? ends.from : ends.to;
    auto item = m_nodeItems[at(upper)];
    int outOf = -1;
    for (auto sheet = m_sheetOf[at(upper)]; sheet != meeting.sheet; sheet = m_parents[at(sheet)]) {
        const auto passed = port(sheet, ends.from, false);
        addEdge(sheet, item, outOf, m_ports[at(passed)].node, -1);
        outOf = passed;
        item = m_items[at(sheet)];
    }
    std::vector<int> inner;
    for (auto sheet = m_sheetOf[at(lower)]; sheet != meeting.sheet; sheet = m_parents[at(sheet)])
        inner.push_back(sheet);
    for (auto sheet = meeting.sheet;; inner.pop_back()) {
        const auto into = inner.empty() ? -1 : port(inner.back(), ends.from, true);
        addEdge(sheet, item, outOf,
            inner.empty() ? m_nodeItems[at(lower)] : m_items[at(inner.back())], into);
        if (inner.empty())
            return;
        sheet = inner.back();
        item = m_ports[at(into)].node;
        outOf = -1;
    }
}

} // namespace tosaic::layout::layered
