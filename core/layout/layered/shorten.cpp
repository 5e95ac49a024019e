// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered/layers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tosaic::layout::layered {

namespace {

constexpr int Rounds = 8;
constexpr double Straight = 0.5; ///< px; less is aligned

/// What stands in a straight line moves as one: by the weighted median of what its edges ask for,
/// as far as its neighbours leave room. Every round is linear.
class Shortening
{
public:
    Shortening(const Layers &layers, std::vector<double> &x) : m_layers(layers), m_x(x) { }

    void round(int number)
    {
        const bool keepsTrunks = number % 4 < 2;
        uniteAligned(keepsTrunks);
        for (size_t i = 0; i + 1 < m_start.size(); ++i)
            move(number % 2 == 0 ? i : m_start.size() - 2 - i);
    }

private:
    int find(int node)
    {
        while (m_unit[at(node)] != node) {
            m_unit[at(node)] = m_unit[at(m_unit[at(node)])];
            node = m_unit[at(node)];
        }
        return node;
    }

    double asks(int node, const Segment &segment) const
    {
        return m_x[at(segment.node)] + segment.otherPort - m_x[at(node)] - segment.port;
    }

    void uniteAligned(bool keepsTrunks)
    {
        m_unit.resize(m_x.size());
        std::iota(m_unit.begin(), m_unit.end(), 0);
        for (int node = 0; node < m_layers.count(); ++node) {
            for (const auto &segment : m_layers.down(node)) {
                const bool isInner = m_layers.isBend(node) && m_layers.isBend(segment.node);
                if (isInner || (keepsTrunks && std::abs(asks(node, segment)) < Straight))
                    m_unit[at(find(segment.node))] = find(node);
            }
        }
        std::vector<size_t> sizes(m_x.size() + 1, 0);
        for (int node = 0; node < m_layers.count(); ++node)
            ++sizes[at(m_unit[at(node)] = find(node))];
        m_start.assign(1, 0);
        std::vector<size_t> next(m_x.size());
        for (size_t i = 0; i < m_x.size(); ++i) {
            if (sizes[i] == 0)
                continue;
            next[i] = m_start.back();
            m_start.push_back(m_start.back() + sizes[i]);
        }
        m_members.resize(m_x.size());
        for (int node = 0; node < m_layers.count(); ++node)
            m_members[next[at(m_unit[at(node)])]++] = node;
    }

    double weight(int a, int b) const
    {
        return m_layers.isBend(a) && m_layers.isBend(b) ? 8
            : m_layers.isBend(a) || m_layers.isBend(b)  ? 2
                                                        : 1;
    }

    void move(size_t unit)
    {
        auto least = -std::numeric_limits<double>::infinity();
        auto most = std::numeric_limits<double>::infinity();
        m_asked.clear();
        double total = 0;
        for (auto i = m_start[unit]; i < m_start[unit + 1]; ++i) {
            const auto node = m_members[i];
            const auto &row = m_layers.rows[at(m_layers.rank[at(node)])];
            const auto place = at(m_layers.place[at(node)]);
            if (place > 0)
                least = std::max(least,
                    m_x[at(row[place - 1])] + m_layers.distance(row[place - 1], node)
                        - m_x[at(node)]);
            if (place + 1 < row.size())
                most = std::min(most,
                    m_x[at(row[place + 1])] - m_layers.distance(node, row[place + 1])
                        - m_x[at(node)]);
            for (const auto &around : { m_layers.up(node), m_layers.down(node) }) {
                for (const auto &segment : around) {
                    if (m_unit[at(segment.node)] == m_unit[at(node)])
                        continue;
                    m_asked.emplace_back(asks(node, segment), weight(node, segment.node));
                    total += m_asked.back().second;
                }
            }
        }
        if (m_asked.empty() || least > most)
            return;
        const auto by = std::clamp(median(total), least, most);
        if (std::abs(by) < 1e-9)
            return;
        for (auto i = m_start[unit]; i < m_start[unit + 1]; ++i)
            m_x[at(m_members[i])] += by;
    }

    /// The smallest move among the best.
    double median(double total)
    {
        std::sort(m_asked.begin(), m_asked.end());
        double sum = 0;
        for (size_t i = 0; i < m_asked.size(); ++i) {
            sum += m_asked[i].second;
            if (2 * sum > total)
                return m_asked[i].first;
            if (2 * sum == total && i + 1 < m_asked.size())
                return std::clamp(0.0, m_asked[i].first, m_asked[i + 1].first);
        }
        return 0;
    }

    const Layers &m_layers;
    std::vector<double> &m_x;
    std::vector<int> m_unit; ///< of each node
    std::vector<size_t> m_start; ///< of each unit in m_members
    std::vector<int> m_members;
    std::vector<std::pair<double, double>> m_asked; ///< px and weight
};

} // namespace

void shortenEdges(const Layers &layers, std::vector<double> &x, const IsCancelled &isCancelled)
{
    Shortening shortening(layers, x);
    for (int i = 0; i < Rounds && !isCancelled(); ++i)
        shortening.round(i);
}

} // namespace tosaic::layout::layered
