// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered/layers.h"

#include <algorithm>

namespace tosaic::layout::layered {

namespace {

constexpr int SmallGraph = 2000; ///< nodes; up to here time does not matter
constexpr int ManySweeps = 24;
constexpr int FewSweeps = 10;
constexpr int Patience = 4; ///< sweeps without an improvement
constexpr int SwapRounds = 12;
constexpr int CancelEvery = 256; ///< rows

/// How many pairs in `ends` are the wrong way round; sorts it.
size_t inversions(std::vector<double> &ends, std::vector<double> &scratch)
{
    size_t count = 0;
    if (ends.size() < 24) {
        for (size_t i = 1; i < ends.size(); ++i) {
            const auto value = ends[i];
            auto k = i;
            for (; k > 0 && ends[k - 1] > value; --k) {
                ends[k] = ends[k - 1];
                ++count;
            }
            ends[k] = value;
        }
        return count;
    }
    scratch.resize(ends.size());
    for (size_t width = 1; width < ends.size(); width *= 2) {
        for (size_t low = 0; low < ends.size(); low += 2 * width) {
            const auto middle = std::min(low + width, ends.size());
            const auto high = std::min(low + 2 * width, ends.size());
            auto a = low;
            auto b = middle;
            for (auto to = low; to < high; ++to) {
                if (b >= high || (a < middle && ends[a] <= ends[b])) {
                    scratch[to] = ends[a++];
                } else {
                    count += middle - a;
                    scratch[to] = ends[b++];
                }
            }
        }
        ends.swap(scratch);
    }
    return count;
}

class Ordering
{
public:
    Ordering(Layers &layers, const IsCancelled &isCancelled)
        : m_layers(layers), m_isCancelled(isCancelled)
    {
    }

    void order()
    {
        orderByDepth();
        m_crossings.assign(m_layers.rows.size(), 0);
        auto best = m_layers.rows;
        auto fewest = countAll();
        const int sweeps = m_layers.count() <= SmallGraph ? ManySweeps : FewSweeps;
        int waited = 0;
        for (int i = 0; i < sweeps && fewest > 0 && waited < Patience && !m_stops; ++i) {
            sweep(i % 2 == 0, i % 4 >= 2);
            swapNeighbours();
            const auto now = countAll();
            ++waited;
            if (now < fewest) {
                waited = 0;
                fewest = now;
                best = m_layers.rows;
            }
        }
        m_layers.rows = std::move(best);
        for (size_t row = 0; row < m_layers.rows.size(); ++row)
            number(row);
    }

private:
    bool stops(size_t row)
    {
        m_stops = m_stops || (row % CancelEvery == 0 && m_isCancelled());
        return m_stops;
    }

    void number(size_t row)
    {
        for (size_t i = 0; i < m_layers.rows[row].size(); ++i)
            m_layers.place[at(m_layers.rows[row][i])] = static_cast<int>(i);
    }

    /// What hangs together stands together: a tree comes out without crossings.
    void orderByDepth()
    {
        std::vector<bool> seen(m_layers.rank.size(), false);
        std::vector<int> stack;
        auto roots = m_layers.rows;
        for (auto &row : m_layers.rows)
            row.clear();
        for (const auto &row : roots) {
            for (const auto root : row) {
                stack.push_back(root);
                while (!stack.empty()) {
                    const auto node = stack.back();
                    stack.pop_back();
                    if (seen[at(node)])
                        continue;
                    seen[at(node)] = true;
                    m_layers.rows[at(m_layers.rank[at(node)])].push_back(node);
                    const auto below = m_layers.down(node);
                    for (auto it = below.rbegin(); it != below.rend(); ++it)
                        stack.push_back(it->node);
                }
            }
        }
        for (size_t row = 0; row < m_layers.rows.size(); ++row)
            number(row);
    }

    /// Edges that cross between this row and the next.
    size_t countBelow(size_t row)
    {
        m_ends.clear();
        for (const auto node : m_layers.rows[row]) {
            const auto below = m_layers.down(node);
            if (below.size() < 2) {
                for (const auto &segment : below)
                    m_ends.push_back(m_layers.endOf(segment));
                continue;
            }
            // Edges that leave at one point do not cross; ports are passed from left to right.
            m_pairs.clear();
            for (const auto &segment : below)
                m_pairs.emplace_back(segment.port, m_layers.endOf(segment));
            std::sort(m_pairs.begin(), m_pairs.end());
            for (const auto &pair : m_pairs)
                m_ends.push_back(pair.second);
        }
        return inversions(m_ends, m_scratch);
    }

    size_t countAll()
    {
        size_t sum = 0;
        for (size_t row = 0; row + 1 < m_layers.rows.size() && !stops(row); ++row)
            sum += m_crossings[row] = countBelow(row);
        return sum;
    }

    /// Each row by the middle of its neighbours in the row before; rows in which nothing crosses
    /// stay.
    void sweep(bool downwards, bool reversesTies)
    {
        const auto rows = m_layers.rows.size();
        for (size_t i = 1; i < rows && !stops(i); ++i) {
            const auto row = downwards ? i : rows - 1 - i;
            if (m_layers.rows[row].size() < 2)
                continue;
            m_keys.clear();
            bool isSorted = true;
            for (const auto node : m_layers.rows[row]) {
                const auto around = downwards ? m_layers.up(node) : m_layers.down(node);
                double sum = 0;
                for (const auto &segment : around)
                    sum += m_layers.endOf(segment) - m_layers.share(node, segment.port);
                const auto key = around.empty() ? m_layers.place[at(node)]
                                                : sum / static_cast<double>(around.size());
                isSorted = isSorted && (m_keys.empty() || m_keys.back().first <= key);
                m_keys.emplace_back(key, node);
            }
            if (isSorted && !reversesTies)
                continue;
            if (reversesTies)
                std::reverse(m_keys.begin(), m_keys.end());
            std::stable_sort(m_keys.begin(), m_keys.end(),
                [](const auto &a, const auto &b) { return a.first < b.first; });
            for (size_t k = 0; k < m_keys.size(); ++k)
                m_layers.rows[row][k] = m_keys[k].second;
            number(row);
        }
    }

    /// Crossings of the edges of two neighbours less those if they changed places.
    int gain(std::span<const Segment> left, std::span<const Segment> right)
    {
        int difference = 0;
        for (const auto &a : left) {
            const auto from = m_layers.endOf(a);
            for (const auto &b : right) {
                const auto to = m_layers.endOf(b);
                difference += from > to ? 1 : from < to ? -1 : 0;
            }
        }
        return difference;
    }

    void swapNeighbours()
    {
        constexpr size_t ManyEdges = 64; // of two nodes: more would make it quadratic
        for (int round = 0; round < SwapRounds; ++round) {
            bool hasChanged = false;
            for (size_t row = 0; row < m_layers.rows.size() && !stops(row); ++row) {
                auto &nodes = m_layers.rows[row];
                for (size_t i = 0; i + 1 < nodes.size(); ++i) {
                    const auto a = nodes[i];
                    const auto b = nodes[i + 1];
                    if (m_layers.up(a).size() * m_layers.up(b).size()
                            + m_layers.down(a).size() * m_layers.down(b).size()
                        > ManyEdges)
                        continue;
                    if (gain(m_layers.up(a), m_layers.up(b))
                            + gain(m_layers.down(a), m_layers.down(b))
                        <= 0)
                        continue;
                    std::swap(nodes[i], nodes[i + 1]);
                    std::swap(m_layers.place[at(a)], m_layers.place[at(b)]);
                    hasChanged = true;
                }
            }
            if (!hasChanged || m_stops)
                return;
        }
    }

    Layers &m_layers;
    const IsCancelled &m_isCancelled;
    bool m_stops = false;
    std::vector<size_t> m_crossings; ///< below each row
    std::vector<double> m_ends;
    std::vector<double> m_scratch;
    std::vector<std::pair<double, double>> m_pairs;
    std::vector<std::pair<double, int>> m_keys;
};

} // namespace

void reduceCrossings(Layers &layers, const IsCancelled &isCancelled)
{
    Ordering(layers, isCancelled).order();
}

} // namespace tosaic::layout::layered
