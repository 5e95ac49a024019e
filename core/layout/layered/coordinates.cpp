// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Four times the nodes are aligned with the middle of their neighbours (above or below, preferring
// left or right) and packed; the mean of the two inner results is taken: after U. Brandes and
// B. Koepf, "Fast and Simple Horizontal Coordinate Assignment" (2001), with ports.
#include "core/layout/layered/layers.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

namespace tosaic::layout::layered {

namespace {

/// Segments that cross a long edge's inner part: nothing is aligned along them.
std::vector<bool> conflicts(const Layers &layers)
{
    std::vector<bool> marked(layers.downs.size(), false);
    for (size_t row = 1; row < layers.rows.size(); ++row) {
        const auto &nodes = layers.rows[row];
        int left = -1;
        size_t checked = 0;
        for (size_t i = 0; i < nodes.size(); ++i) {
            const auto above = layers.up(nodes[i]);
            const bool isInner = layers.isBend(nodes[i]) && !above.empty()
                && layers.isBend(above[0].node) && layers.place[at(above[0].node)] >= left;
            if (!isInner && i + 1 < nodes.size())
                continue;
            const int right
                = isInner ? layers.place[at(above[0].node)] : std::numeric_limits<int>::max();
            for (; checked <= i; ++checked) {
                for (const auto &segment : layers.up(nodes[checked])) {
                    const auto place = layers.place[at(segment.node)];
                    if (place < left || place > right)
                        marked[at(segment.id)] = true;
                }
            }
            left = isInner ? right : left;
        }
    }
    return marked;
}

/// Operators with one edge, as a constant or a transfer that one operator takes: they stand beside
/// the trunk. Aligned with like others, each would push the trunk aside by half its width.
struct Twigs
{
    explicit Twigs(const Layers &layers)
        : isTwig(layers.rank.size()), hasTrunkAbove(layers.rank.size()),
          hasTrunkBelow(layers.rank.size())
    {
        for (int node = 0; node < layers.count(); ++node)
            isTwig[at(node)]
                = !layers.isBend(node) && layers.up(node).size() + layers.down(node).size() == 1;
        const auto hasTrunk = [this](std::span<const Segment> segments) {
            return std::ranges::any_of(
                segments, [this](const Segment &segment) { return !isTwig[at(segment.node)]; });
        };
        for (int node = 0; node < layers.count(); ++node) {
            hasTrunkAbove[at(node)] = hasTrunk(layers.up(node));
            hasTrunkBelow[at(node)] = hasTrunk(layers.down(node));
        }
    }

    std::vector<bool> isTwig;
    std::vector<bool> hasTrunkAbove;
    std::vector<bool> hasTrunkBelow;
};

/// One of the four alignments. Mirrored: rows are read from right to left, and x is negative.
class Alignment
{
public:
    Alignment(const Layers &layers, const std::vector<bool> &conflicts, const Twigs &twigs,
        bool upwards, bool mirrored)
        : m_layers(layers), m_conflicts(conflicts), m_twigs(twigs), m_upwards(upwards),
          m_sign(mirrored ? -1 : 1), m_root(layers.rank.size()), m_next(layers.rank.size()),
          m_shift(layers.rank.size(), 0)
    {
        for (size_t i = 0; i < m_root.size(); ++i)
            m_root[i] = m_next[i] = static_cast<int>(i);
    }

    std::vector<double> positions()
    {
        const auto rows = m_layers.rows.size();
        for (size_t i = 0; i < rows; ++i)
            align(m_layers.rows[m_upwards ? rows - 1 - i : i]);
        pack();
        std::vector<double> x(m_root.size());
        for (size_t i = 0; i < x.size(); ++i)
            x[i] = m_sign * (m_x[at(m_root[i])] + m_shift[i]);
        return x;
    }

private:
    /// What the node may be aligned with, from left to right.
    std::span<const Segment> around(int node)
    {
        const auto all = m_upwards ? m_layers.down(node) : m_layers.up(node);
        const auto &hasTrunk = m_upwards ? m_twigs.hasTrunkBelow : m_twigs.hasTrunkAbove;
        const auto &otherHasTrunk = m_upwards ? m_twigs.hasTrunkAbove : m_twigs.hasTrunkBelow;
        if (m_twigs.isTwig[at(node)])
            return all.empty() || otherHasTrunk[at(all[0].node)] ? std::span<const Segment>() : all;
        if (!hasTrunk[at(node)])
            return all;
        m_around.clear();
        std::ranges::copy_if(all, std::back_inserter(m_around),
            [this](const Segment &segment) { return !m_twigs.isTwig[at(segment.node)]; });
        return m_around;
    }

    void align(const std::vector<int> &row)
    {
        int reached = -1; // place of the last node aligned with, from the side one reads from
        const auto count = row.size();
        for (size_t k = 0; k < count; ++k) {
            const auto node = row[m_sign < 0 ? count - 1 - k : k];
            const auto segments = around(node); // in the order of their ends
            if (segments.empty())
                continue;
            const auto low = (segments.size() - 1) / 2;
            const auto high = segments.size() / 2;
            for (const auto middle : { m_sign > 0 ? low : high, m_sign > 0 ? high : low }) {
                const auto &segment = segments[middle];
                auto place = m_layers.place[at(segment.node)];
                if (m_sign < 0)
                    place = static_cast<int>(
                                m_layers.rows[at(m_layers.rank[at(segment.node)])].size())
                        - 1 - place;
                if (m_next[at(node)] != node || m_conflicts[at(segment.id)] || place <= reached)
                    continue;
                const auto other = segment.node;
                m_next[at(other)] = node;
                m_root[at(node)] = m_root[at(other)];
                m_next[at(node)] = m_root[at(node)];
                m_shift[at(node)]
                    = m_shift[at(other)] + m_sign * (segment.otherPort - segment.port);
                reached = place;
            }
        }
    }

    /// The neighbour in the direction one reads in, or -1.
    int after(int node) const
    {
        const auto &row = m_layers.rows[at(m_layers.rank[at(node)])];
        const auto place = m_layers.place[at(node)] + (m_sign > 0 ? 1 : -1);
        return place >= 0 && at(place) < row.size() ? row[at(place)] : -1;
    }

    template <typename Visit>
    void membersOf(int root, Visit visit) const
    {
        auto node = root;
        do {
            visit(node);
            node = m_next[at(node)];
        } while (node != root);
    }

    double gap(int left, int right) const
    {
        const auto distance
            = m_sign > 0 ? m_layers.distance(left, right) : m_layers.distance(right, left);
        return distance + m_shift[at(left)] - m_shift[at(right)];
    }

    void pack()
    {
        m_x.assign(m_root.size(), 0);
        std::vector<int> waiting(m_root.size(), 0);
        for (size_t i = 0; i < m_root.size(); ++i) {
            if (const auto right = after(static_cast<int>(i)); right >= 0)
                ++waiting[at(m_root[at(right)])];
        }
        std::vector<int> order;
        for (size_t i = 0; i < m_root.size(); ++i) {
            if (m_root[i] == static_cast<int>(i) && waiting[i] == 0)
                order.push_back(static_cast<int>(i));
        }
        for (size_t i = 0; i < order.size(); ++i) {
            membersOf(order[i], [&](int node) {
                const auto right = after(node);
                if (right < 0)
                    return;
                auto &x = m_x[at(m_root[at(right)])];
                x = std::max(x, m_x[at(order[i])] + gap(node, right));
                if (--waiting[at(m_root[at(right)])] == 0)
                    order.push_back(m_root[at(right)]);
            });
        }
        // What has room on the other side goes there: near what it was pushed away from.
        for (auto it = order.rbegin(); it != order.rend(); ++it) {
            auto most = std::numeric_limits<double>::infinity();
            membersOf(*it, [&](int node) {
                if (const auto right = after(node); right >= 0)
                    most = std::min(most, m_x[at(m_root[at(right)])] - gap(node, right));
            });
            if (most < std::numeric_limits<double>::infinity())
                m_x[at(*it)] = std::max(m_x[at(*it)], most);
        }
    }

    const Layers &m_layers;
    const std::vector<bool> &m_conflicts;
    const Twigs &m_twigs;
    std::vector<Segment> m_around;
    bool m_upwards;
    double m_sign;
    std::vector<int> m_root;
    std::vector<int> m_next; ///< of the same block, in a ring
    std::vector<double> m_shift; ///< of a node against its block, px
    std::vector<double> m_x; ///< of each root
};

} // namespace

std::vector<double> placeAcross(const Layers &layers, const IsCancelled &isCancelled)
{
    const auto marked = conflicts(layers);
    const Twigs twigs(layers);
    std::array<std::vector<double>, 4> four;
    std::array<std::pair<double, double>, 4> extents;
    size_t narrowest = 0;
    for (size_t i = 0; i < four.size(); ++i) {
        four[i] = isCancelled()
            ? std::vector<double>(layers.rank.size(), 0)
            : Alignment(layers, marked, twigs, (i & 1) != 0, (i & 2) != 0).positions();
        const auto [low, high] = std::minmax_element(four[i].begin(), four[i].end());
        extents[i] = { *low, *high };
        const auto width = [&](size_t k) { return extents[k].second - extents[k].first; };
        if (width(i) < width(narrowest))
            narrowest = i;
    }
    for (size_t i = 0; i < four.size(); ++i) {
        const auto move = (i & 2) != 0 ? extents[narrowest].second - extents[i].second
                                       : extents[narrowest].first - extents[i].first;
        for (auto &x : four[i])
            x += move;
    }
    std::vector<double> x(layers.rank.size());
    for (size_t i = 0; i < x.size(); ++i) {
        std::array<double, 4> values{ four[0][i], four[1][i], four[2][i], four[3][i] };
        std::sort(values.begin(), values.end());
        x[i] = (values[1] + values[2]) / 2;
    }
    return x;
}

} // namespace tosaic::layout::layered
