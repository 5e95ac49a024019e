// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/repeats.h"

#include "core/base/units.h"
#include "core/graph/grouping.h"
#include "core/graph/sections.h"

#include <QHash>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

constexpr size_t LeastBlocks = 3;
constexpr size_t LeastOperators = 3; ///< of a block
constexpr size_t LeastSaved = 60; ///< nodes that need not be drawn, or it is not worth it
constexpr size_t LongestPeriod = 256; ///< items of a block that is no group
constexpr qint64 LongestFlow = 64; ///< items; what goes further is no reason to cut elsewhere

/// A node, or a group and what stands in it, as one of the things in its parent.
struct Piece
{
    GroupId group; ///< invalid: a node
    std::vector<quint32> nodes; ///< in the order of execution
    size_t signature = 0;
};

/// Blocks of `period` items from `start` on.
struct Run
{
    size_t start = 0;
    size_t period = 0;
    size_t blocks = 0;
    size_t items() const { return period * blocks; }
};

class RepeatFinder
{
public:
    explicit RepeatFinder(Graph &graph)
        : m_graph(graph), m_item(graph.nodes.size(), -1), m_place(graph.nodes.size(), 0)
    {
        m_out.resize(graph.nodes.size());
        for (const auto &edge : graph.edges)
            m_out[edge.from.value].push_back(edge.to.value);
        m_signatures.reserve(graph.nodes.size());
        for (const auto &node : graph.nodes)
            m_signatures.push_back(qHashMulti(0, node.title, node.subtitle, node.window,
                static_cast<int>(node.placement), node.isDepthwise));
    }

    void find()
    {
        const auto known = m_graph.groups.size();
        auto containers = itemsOf();
        for (size_t i = 0; i < containers.size(); ++i)
            findIn(containers[i], i < known ? GroupId(i) : GroupId());
        if (m_graph.groups.size() > known)
            sortGroups(m_graph);
    }

private:
    /// The items of each group, and behind them those of none.
    std::vector<std::vector<Piece>> itemsOf() const
    {
        const auto outside = m_graph.groups.size();
        std::vector<std::vector<Piece>> items(outside + 1);
        std::vector<std::pair<size_t, size_t>> placed(outside, { 0, 0 }); // parent, 1 + index
        for (quint32 i = 0; i < m_graph.nodes.size(); ++i) {
            if (m_graph.nodes[i].placement == Placement::Io)
                continue;
            auto group = m_graph.nodes[i].group;
            items[group ? group.value : outside].push_back({ {}, { i } });
            size_t steps = 0; // a damaged chain of parents may be a loop
            for (; group && steps < 64; group = m_graph.groups[group.value].parent, ++steps) {
                auto &[parent, at] = placed[group.value];
                if (at == 0) {
                    const auto outer = m_graph.groups[group.value].parent;
                    parent = outer ? outer.value : outside;
                    items[parent].push_back({ group, {} });
                    at = items[parent].size();
                }
                items[parent][at - 1].nodes.push_back(i);
            }
        }
        return items;
    }

    void findIn(std::vector<Piece> &items, GroupId parent)
    {
        if (items.size() < LeastBlocks)
            return;
        enter(items);
        for (auto &item : items)
            item.signature = signatureOf(item);
        const auto flow = flowOf(items);
        std::vector<bool> isTaken(items.size(), false);
        for (const auto &found : runsOf(items)) {
            auto run = shifted(found, flow);
            if (std::any_of(isTaken.begin() + std::ptrdiff_t(run.start),
                    isTaken.begin() + std::ptrdiff_t(run.start + run.items()),
                    [](bool taken) { return taken; }))
                continue;
            if (run.period > 1)
                run = joinedAlike(items, run);
            if (run.blocks < LeastBlocks || savedBy(items, run) < LeastSaved)
                continue;
            // Also where it is no block: a chain of one operator is none three at a time either.
            std::fill_n(isTaken.begin() + std::ptrdiff_t(run.start), run.items(), true);
            if (savedBy(items, run) >= LeastOperators * (run.blocks - 1))
                group(items, run, parent);
        }
        for (const auto &item : items) {
            for (const auto node : item.nodes)
                m_item[node] = -1;
        }
    }

    void enter(const std::vector<Piece> &items)
    {
        for (size_t i = 0; i < items.size(); ++i) {
            for (size_t k = 0; k < items[i].nodes.size(); ++k) {
                m_item[items[i].nodes[k]] = static_cast<qint64>(i);
                m_place[items[i].nodes[k]] = k;
            }
        }
    }

    /// What stands in it, in which order, and how it is joined.
    size_t signatureOf(const Piece &item) const
    {
        size_t signature = item.nodes.size();
        for (const auto node : item.nodes) {
            signature = qHash(m_signatures[node], signature);
            size_t edges = 0; // their order says nothing
            for (const auto to : m_out[node]) {
                if (m_item[to] == m_item[node])
                    edges += qHashMulti(0, m_place[node], m_place[to]);
            }
            signature = qHash(edges, signature);
        }
        return signature;
    }

    /// Values that are passed on at the border before each item.
    std::vector<int> flowOf(const std::vector<Piece> &items) const
    {
        std::vector<int> change(items.size() + 1, 0);
        for (const auto &item : items) {
            for (const auto node : item.nodes) {
                for (const auto to : m_out[node]) {
                    if (m_item[to] <= m_item[node] || m_item[to] - m_item[node] > LongestFlow)
                        continue;
                    ++change[static_cast<size_t>(m_item[node]) + 1];
                    --change[static_cast<size_t>(m_item[to]) + 1];
                }
            }
        }
        std::partial_sum(change.begin(), change.end(), change.begin());
        return change;
    }

    /// All that repeat, those that take the most first.
    static std::vector<Run> runsOf(const std::vector<Piece> &items)
    {
        std::vector<size_t> signatures;
        for (const auto &item : items)
            signatures.push_back(item.signature);
        std::vector<Run> runs;
        const auto longest = std::min(LongestPeriod, items.size() / LeastBlocks);
        for (size_t period = 1; period <= longest; ++period) {
            size_t same = 0; // items in a row that are as the one a period before
            const auto *at = signatures.data();
            const auto count = signatures.size();
            for (auto i = period; i <= count; ++i) {
                if (i < count && at[i] == at[i - period]) {
                    ++same;
                    continue;
                }
                if (same >= (LeastBlocks - 1) * period)
                    runs.push_back({ i - same - period, period, (same + period) / period });
                same = 0;
            }
        }
        std::ranges::stable_sort(
            runs, [](const Run &a, const Run &b) { return a.items() > b.items(); });
        return runs;
    }

    /// Where a block begins is not said: there where least is passed on.
    static Run shifted(Run run, const std::vector<int> &flow)
    {
        if (run.period == 1)
            return run;
        const auto spare = run.period - 1;
        size_t best = 0;
        for (size_t shift = 1; shift <= spare; ++shift) {
            if (flow[run.start + shift] < flow[run.start + best])
                best = shift;
        }
        // The last block may be cut off by that.
        const auto end = run.start + run.items();
        run.start += best;
        run.blocks = (end - run.start) / run.period;
        return run;
    }

    /// The longest stretch of blocks whose items are joined alike.
    Run joinedAlike(const std::vector<Piece> &items, const Run &run) const
    {
        const auto joints = [&](size_t block) {
            const auto first = static_cast<qint64>(run.start + block * run.period);
            size_t sum = 0;
            for (size_t i = 0; i < run.period; ++i) {
                for (const auto node : items[static_cast<size_t>(first) + i].nodes) {
                    for (const auto to : m_out[node]) {
                        const auto there = m_item[to] - first;
                        if (there >= 0 && there < static_cast<qint64>(run.period))
                            sum += qHashMulti(0, i, m_place[node], there, m_place[to]);
                    }
                }
            }
            return sum;
        };
        Run best{ run.start, run.period, 0 };
        size_t from = 0;
        auto before = joints(0);
        for (size_t block = 1; block <= run.blocks; ++block) {
            const auto now = block < run.blocks ? joints(block) : before + 1;
            if (now == before)
                continue;
            if (block - from > best.blocks)
                best = { run.start + from * run.period, run.period, block - from };
            from = block;
            before = now;
        }
        return best;
    }

    static size_t savedBy(const std::vector<Piece> &items, const Run &run)
    {
        size_t nodes = 0;
        for (size_t i = 0; i < run.period; ++i)
            nodes += items[run.start + i].nodes.size();
        return nodes * (run.blocks - 1);
    }

    void group(const std::vector<Piece> &items, const Run &run, GroupId parent)
    {
        const auto placement = parent ? m_graph.groups[parent.value].placement : Placement::Unknown;
        const GroupId whole(m_graph.groups.size());
        m_graph.groups.push_back({ .placement = placement,
            .parent = parent,
            .repeats = static_cast<quint32>(run.blocks) });
        QStringList titles;
        for (size_t block = 0; block < run.blocks; ++block) {
            const auto first = run.start + block * run.period;
            auto id = items[first].group;
            if (run.period > 1 || !id)
                id = blockOf(items, first, run.period, placement);
            m_graph.groups[id.value].parent = whole;
            m_graph.groups[id.value].alike = whole;
            titles += m_graph.groups[id.value].title;
        }
        const auto inEach = (savedBy(items, run) / (run.blocks - 1));
        m_graph.groups[whole.value].title = rangeTitle(titles.front(), titles.back());
        m_graph.groups[whole.value].subtitle
            = u"× %1 alike, %2 operators each"_s.arg(formatCount(run.blocks), formatCount(inEach));
    }

    /// A group for items that have none.
    GroupId blockOf(
        const std::vector<Piece> &items, size_t first, size_t count, Placement placement)
    {
        const GroupId id(m_graph.groups.size());
        size_t nodes = 0;
        for (auto i = first; i < first + count; ++i) {
            nodes += items[i].nodes.size();
            if (items[i].group)
                m_graph.groups[items[i].group.value].parent = id;
            else
                m_graph.nodes[items[i].nodes.front()].group = id;
        }
        m_graph.groups.push_back({ .title = rangeTitle(m_graph, NodeId(items[first].nodes.front()),
                                       NodeId(items[first + count - 1].nodes.back())),
            .subtitle = u"%1 operators"_s.arg(formatCount(nodes)),
            .placement = placement });
        return id;
    }

    Graph &m_graph;
    std::vector<qint64> m_item; ///< of each node among the items at hand; -1: elsewhere
    std::vector<size_t> m_place; ///< of each node in its item
    std::vector<std::vector<quint32>> m_out;
    std::vector<size_t> m_signatures; ///< of the nodes by themselves
};

/// The block of a folded group that a node stands in, for each level.
class Folding
{
public:
    Folding(const Graph &graph, const QSet<GroupId> &unfolded)
        : m_graph(graph), m_unfolded(unfolded), m_first(graph.groups.size())
    {
    }

    Graph fold()
    {
        findCopies();
        for (size_t i = 0; i < m_drawn.size(); ++i)
            m_drawn[i] = drawnOf(static_cast<quint32>(i));
        m_out.groups = m_graph.groups;
        // The first block's own frame would say the same again.
        for (auto &group : m_out.groups) {
            if (isFirst(group.parent))
                group.parent = m_graph.groups[group.parent.value].alike;
        }
        addNodes();
        addEdges();
        return std::move(m_out);
    }

private:
    bool isFolded(GroupId block) const
    {
        const auto whole = m_graph.groups[block.value].alike;
        return whole && !m_unfolded.contains(whole);
    }
    bool isFirst(GroupId group) const
    {
        return group && isFolded(group)
            && m_first[m_graph.groups[group.value].alike.value] == group;
    }

    template <typename Visit>
    void visitBlocks(size_t node, Visit visit) const
    {
        size_t steps = 0; // a damaged chain of parents may be a loop
        for (auto group = m_graph.nodes[node].group; group && steps++ < 64;
             group = m_graph.groups[group.value].parent) {
            if (isFolded(group))
                visit(group);
        }
    }

    /// What each node is drawn as, one level of blocks at a time.
    void findCopies()
    {
        std::vector<std::vector<quint32>> inside(m_graph.groups.size());
        for (quint32 i = 0; i < m_graph.nodes.size(); ++i)
            visitBlocks(i, [&](GroupId block) {
                inside[block.value].push_back(i);
                auto &first = m_first[m_graph.groups[block.value].alike.value];
                if (!first)
                    first = block;
            });
        m_drawn.resize(m_graph.nodes.size());
        std::iota(m_drawn.begin(), m_drawn.end(), 0U);
        // From the inside out, so that the outermost has the last word.
        for (auto block = inside.size(); block-- > 0;) {
            if (inside[block].empty() || isFirst(GroupId(block)))
                continue;
            const auto &original = inside[m_first[m_graph.groups[block].alike.value].value];
            for (size_t k = 0; k < inside[block].size() && k < original.size(); ++k)
                m_drawn[inside[block][k]] = original[k];
        }
    }

    quint32 drawnOf(quint32 node) const
    {
        while (m_drawn[node] != node)
            node = m_drawn[node];
        return node;
    }

    void addNodes()
    {
        m_mapped.resize(m_graph.nodes.size());
        for (size_t i = 0; i < m_graph.nodes.size(); ++i) {
            const auto &node = m_graph.nodes[i];
            if (m_drawn[i] != i)
                continue;
            m_mapped[i] = NodeId(m_out.nodes.size());
            m_out.nodes.push_back(node);
            auto &group = m_out.nodes.back().group;
            for (size_t steps = 0; isFirst(group) && steps < 64; ++steps)
                group = m_graph.groups[group.value].alike;
        }
        for (size_t i = 0; i < m_graph.nodes.size(); ++i) {
            if (m_drawn[i] == i)
                continue;
            const auto &node = m_graph.nodes[i];
            m_mapped[i] = m_mapped[m_drawn[i]];
            auto &drawn = m_out.nodes[m_mapped[i].value];
            ++drawn.copies;
            drawn.constantBytes += node.constantBytes;
            drawn.folded.push_back(node.entity);
            drawn.folded.insert(drawn.folded.end(), node.folded.begin(), node.folded.end());
        }
    }

    /// The blocks of folded groups that a node stands in.
    std::vector<GroupId> blocksOf(size_t node) const
    {
        std::vector<GroupId> blocks;
        visitBlocks(node, [&](GroupId block) { blocks.push_back(block); });
        return blocks;
    }

    /// From one block to another of the same group.
    bool leadsToNext(const Edge &edge) const
    {
        const auto from = blocksOf(edge.from.value);
        const auto to = blocksOf(edge.to.value);
        return std::ranges::any_of(from, [&](GroupId one) {
            return std::ranges::any_of(to, [&](GroupId other) {
                return one != other
                    && m_graph.groups[one.value].alike == m_graph.groups[other.value].alike;
            });
        });
    }

    void addEdges()
    {
        QSet<std::pair<quint64, QString>> seen;
        for (const auto &edge : m_graph.edges) {
            const bool isPlain = m_drawn[edge.from.value] == edge.from.value
                && m_drawn[edge.to.value] == edge.to.value;
            if (!isPlain && leadsToNext(edge))
                continue;
            auto drawn = edge;
            drawn.from = m_mapped[edge.from.value];
            drawn.to = m_mapped[edge.to.value];
            const std::pair key((quint64(drawn.from.value) << 32) | drawn.to.value, drawn.label);
            if (drawn.from == drawn.to || seen.contains(key))
                continue;
            seen.insert(key);
            m_out.edges.push_back(std::move(drawn));
        }
    }

    const Graph &m_graph;
    const QSet<GroupId> &m_unfolded;
    std::vector<GroupId> m_first; ///< block of each group with repeats
    std::vector<quint32> m_drawn; ///< the node that is drawn in place of each
    std::vector<NodeId> m_mapped;
    Graph m_out;
};

} // namespace

void findRepeats(Graph &graph)
{
    if (graph.nodes.size() > ReadableNodes)
        RepeatFinder(graph).find();
}

QSet<GroupId> repeatsOf(const Graph &graph)
{
    QSet<GroupId> groups;
    for (size_t i = 0; i < graph.groups.size(); ++i) {
        if (graph.groups[i].repeats > 0)
            groups.insert(GroupId(i));
    }
    return groups;
}

Graph foldRepeats(const Graph &graph, const QSet<GroupId> &unfolded)
{
    const auto repeats = repeatsOf(graph);
    return std::ranges::all_of(repeats, [&](GroupId group) { return unfolded.contains(group); })
        ? graph
        : Folding(graph, unfolded).fold();
}

} // namespace tosaic::graph
