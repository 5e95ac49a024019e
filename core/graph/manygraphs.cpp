// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/manygraphs.h"

#include <algorithm>

namespace tosaic::graph {

namespace {

using Rows = std::vector<std::optional<size_t>>; ///< of each node of a graph

ManyRow emptyRow(size_t sides)
{
    ManyRow row;
    row.nodes.resize(sides);
    row.further.resize(sides);
    row.differences.resize(sides);
    return row;
}

/// Nodes that the first graph has none like, as rows of their own or in those of the graphs before.
class Leftovers
{
public:
    Leftovers(const std::vector<DiffSide> &sides, std::vector<ManyRow> &rows)
        : m_sides(sides), m_rows(rows), m_rowsOf(sides.size())
    {
        for (size_t i = 0; i < sides.size(); ++i)
            m_rowsOf[i].resize(sides[i].graph->nodes.size());
    }

    void place(size_t side, const GraphDiff &diff)
    {
        std::vector<const NodePair *> left;
        for (const auto &pair : diff.pairs) {
            if (!pair.before)
                left.push_back(&pair);
        }
        auto &rows = m_rowsOf[side];
        for (size_t other = 1; other < side && !left.empty(); ++other) {
            const auto &before = m_rowsOf[other];
            if (std::ranges::none_of(before, [](const auto &row) { return row.has_value(); }))
                continue;
            for (const auto &pair : diffGraphs(m_sides[other], m_sides[side]).pairs) {
                if (pair.before && pair.after && before[*pair.before] && !rows[*pair.after]
                    && !m_rows[*before[*pair.before]].nodes[side])
                    take(side, *pair.after, *before[*pair.before], rows);
            }
        }
        for (const auto *pair : left) {
            if (!rows[*pair->after]) {
                m_rows.push_back(emptyRow(m_sides.size()));
                take(side, *pair->after, m_rows.size() - 1, rows);
            }
            m_rows[*rows[*pair->after]].differences[side] = pair->difference;
        }
    }

private:
    void take(size_t side, size_t node, size_t row, Rows &rows)
    {
        rows[node] = row;
        m_rows[row].nodes[side] = node;
    }

    const std::vector<DiffSide> &m_sides;
    std::vector<ManyRow> &m_rows;
    std::vector<Rows> m_rowsOf; ///< of nodes that the first graph does not have
};

} // namespace

bool ManyRow::isSame() const
{
    return std::ranges::all_of(
        differences, [](const auto &difference) { return difference == Difference::Same; });
}

ManyGraphs compareMany(
    const std::vector<DiffSide> &sides, const std::vector<RecordedPairs> &recorded)
{
    ManyGraphs many;
    const auto nodes = sides.front().graph->nodes.size();
    for (size_t i = 0; i < nodes; ++i) {
        auto &row = many.rows.emplace_back(emptyRow(sides.size()));
        row.nodes.front() = i;
        row.differences.front() = Difference::Same;
    }
    Leftovers leftovers(sides, many.rows);
    for (size_t side = 1; side < sides.size(); ++side) {
        many.diffs.push_back(diffGraphs(sides.front(), sides[side],
            side <= recorded.size() ? recorded[side - 1] : RecordedPairs()));
        for (const auto &pair : many.diffs.back().pairs) {
            if (!pair.before)
                continue;
            auto &row = many.rows[*pair.before];
            if (row.differences[side]) {
                ++row.further[side];
                continue;
            }
            row.nodes[side] = pair.after;
            row.differences[side] = pair.difference;
        }
        leftovers.place(side, many.diffs.back());
    }
    return many;
}

} // namespace tosaic::graph
