// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered/sheet.h"

#include <algorithm>
#include <limits>
#include <span>

namespace tosaic::layout::layered {

namespace {

constexpr int Pulls = 4; ///< times nodes are moved towards the side with more edges
constexpr int WidestChoice = 16; ///< layers a node may choose from

class Ranking
{
public:
    explicit Ranking(const Sheet &sheet) : m_sheet(sheet), m_ranks(sheet.sizes.size(), 0)
    {
        fill(m_inStart, m_in, [](const SheetEdge &e) { return std::pair(e.to, e.from); });
        fill(m_outStart, m_out, [](const SheetEdge &e) { return std::pair(e.from, e.to); });
    }

    std::vector<int> ranks()
    {
        sortAlongEdges();
        for (const auto node : m_order)
            m_ranks[at(node)] = lowestAbove(node) + 1;
        for (int i = 0; i < Pulls; ++i)
            pull(i);
        balance();
        standOnTheBorder();
        return std::move(m_ranks);
    }

private:
    template <typename Ends>
    void fill(std::vector<size_t> &start, std::vector<int> &list, Ends ends) const
    {
        start.assign(m_sheet.sizes.size() + 1, 0);
        for (const auto &edge : m_sheet.edges)
            ++start[at(ends(edge).first) + 1];
        for (size_t i = 1; i < start.size(); ++i)
            start[i] += start[i - 1];
        list.resize(m_sheet.edges.size());
        auto next = start;
        for (const auto &edge : m_sheet.edges)
            list[next[at(ends(edge).first)]++] = ends(edge).second;
    }

    std::span<const int> in(int node) const { return part(m_inStart, m_in, node); }
    std::span<const int> out(int node) const { return part(m_outStart, m_out, node); }
    static std::span<const int> part(
        const std::vector<size_t> &start, const std::vector<int> &list, int node)
    {
        return std::span(list).subspan(start[at(node)], start[at(node) + 1] - start[at(node)]);
    }

    void sortAlongEdges()
    {
        std::vector<size_t> waiting(m_sheet.sizes.size());
        for (size_t i = 0; i < waiting.size(); ++i) {
            waiting[i] = m_inStart[i + 1] - m_inStart[i];
            if (waiting[i] == 0)
                m_order.push_back(static_cast<int>(i));
        }
        for (size_t i = 0; i < m_order.size(); ++i) {
            for (const auto to : out(m_order[i])) {
                if (--waiting[at(to)] == 0)
                    m_order.push_back(to);
            }
        }
    }

    int lowestAbove(int node) const
    {
        int lowest = -1;
        for (const auto from : in(node))
            lowest = std::max(lowest, m_ranks[at(from)]);
        return lowest;
    }
    int highestBelow(int node) const
    {
        int highest = std::numeric_limits<int>::max();
        for (const auto to : out(node))
            highest = std::min(highest, m_ranks[at(to)]);
        return highest;
    }

    /// A node with more consumers than inputs moves down to them, one with fewer up. On ties down:
    /// a side branch then stands beside what it joins, not where it could first be computed.
    void pull(int round)
    {
        for (auto it = m_order.rbegin(); it != m_order.rend(); ++it) {
            if (!out(*it).empty() && out(*it).size() >= in(*it).size())
                m_ranks[at(*it)] = highestBelow(*it) - 1;
        }
        if (round + 1 == Pulls)
            return; // branches end beside what they join
        for (const auto node : m_order) {
            if (in(node).size() > out(node).size())
                m_ranks[at(node)] = lowestAbove(node) + 1;
        }
    }

    /// Where it costs no edge a node stands in the emptiest layer.
    void balance()
    {
        int first = 0;
        for (const auto rank : m_ranks)
            first = std::min(first, rank);
        std::vector<int> used;
        const auto count = [&](int rank) -> int & {
            const auto index = at(rank - first);
            if (index >= used.size())
                used.resize(index + 1, 0);
            return used[index];
        };
        for (const auto rank : m_ranks)
            ++count(rank);
        for (const auto node : m_order) {
            if (in(node).size() != out(node).size() || in(node).empty())
                continue;
            auto &rank = m_ranks[at(node)];
            const auto low = lowestAbove(node) + 1;
            const auto high = std::min(highestBelow(node) - 1, low + WidestChoice);
            auto best = rank;
            for (auto other = low; other <= high; ++other) {
                if (count(other) + int(other != rank) < count(best) + int(best != rank))
                    best = other;
            }
            --count(rank);
            ++count(best);
            rank = best;
        }
    }

    void standOnTheBorder()
    {
        if (m_ranks.empty())
            return;
        const auto &kinds = m_sheet.kinds;
        const bool isEntered = std::find(kinds.begin(), kinds.end(), Kind::Entry) != kinds.end();
        int first = std::numeric_limits<int>::max();
        for (size_t i = 0; i < m_ranks.size(); ++i)
            first = std::min(first, m_ranks[i] - int(isEntered && kinds[i] != Kind::Entry));
        int last = 0;
        for (auto &rank : m_ranks)
            last = std::max(last, rank -= first);
        for (size_t i = 0; i < m_ranks.size(); ++i) {
            if (kinds[i] == Kind::Entry)
                m_ranks[i] = 0;
            else if (kinds[i] == Kind::Exit)
                m_ranks[i] = last;
        }
    }

    const Sheet &m_sheet;
    std::vector<size_t> m_inStart;
    std::vector<size_t> m_outStart;
    std::vector<int> m_in;
    std::vector<int> m_out;
    std::vector<int> m_order; ///< nodes, each after what it depends on
    std::vector<int> m_ranks;
};

} // namespace

std::vector<int> ranksOf(const Sheet &sheet)
{
    return Ranking(sheet).ranks();
}

} // namespace tosaic::layout::layered
