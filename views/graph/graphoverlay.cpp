// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphoverlay.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using model::EntityRef;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(GraphOverlay)
};

/// What a node's operations cost together.
struct NodeCost
{
    std::optional<double> cycles;
    std::optional<double> measured;
    double estimate = 0;
    bool isComparable = true; ///< every operation has both
    size_t operations = 0;
    size_t unknown = 0; ///< operations without cycles
    size_t kicks = 0; ///< of the command stream that share the cycles
};

/// Finds the operations that a node stands for.
class OperationIndex
{
public:
    OperationIndex(const graph::Graph &graph, const ProfileSubject &subject,
        const profile::OperationTable &table)
        : m_graph(graph), m_table(table)
    {
        for (size_t i = 0; i < subject.entities.size(); ++i) {
            for (const auto &entity : subject.entities[i])
                m_operations[entity].push_back(i);
            if (!subject.entities[i].empty() && subject.entities[i].back().isPartOfStream()) {
                const auto &part = subject.entities[i].back();
                m_ofOwner[{ part.method, part.index }].push_back(i);
            }
        }
        for (size_t i = 0; i < table.operations.size(); ++i)
            m_ofStream[table.operations[i].stream].push_back(i);
    }

    std::set<size_t> of(const graph::Node &node) const
    {
        std::set<size_t> found;
        add(found, node.entity);
        for (const auto &entity : node.folded)
            add(found, entity);
        // The call of a delegate stands in the delegate's hull.
        if (node.entity.kind == EntityRef::Kind::Instruction && node.group
            && node.placement == graph::Placement::Npu)
            add(found, m_graph.groups[node.group.value].entity);
        // A whole partition is its command stream, also what has no node of its own in it.
        if (node.entity.kind == EntityRef::Kind::Partition && !found.empty()) {
            const auto &rest = m_ofStream.at(m_table.operations[*found.begin()].stream);
            found.insert(rest.begin(), rest.end());
        }
        return found;
    }

private:
    void add(std::set<size_t> &found, const EntityRef &entity) const
    {
        const auto insert
            = [&](const std::vector<size_t> &more) { found.insert(more.begin(), more.end()); };
        if (entity.kind == EntityRef::Kind::Delegate) {
            if (const auto owner = m_ofOwner.find({ entity.method, entity.index });
                owner != m_ofOwner.end())
                insert(owner->second);
        } else if (const auto known = m_operations.find(entity); known != m_operations.end()) {
            insert(known.value());
        }
    }

    const graph::Graph &m_graph;
    const profile::OperationTable &m_table;
    QHash<EntityRef, std::vector<size_t>> m_operations;
    std::map<std::pair<int, int>, std::vector<size_t>> m_ofOwner;
    std::map<int, std::vector<size_t>> m_ofStream;
};

NodeCost costOf(const std::set<size_t> &operations, const profile::OperationTable &table)
{
    NodeCost cost;
    for (const auto i : operations) {
        const auto &operation = table.operations[i];
        if (operation.leader) // its leader has the cycles of both
            continue;
        ++cost.operations;
        cost.kicks += operation.kicks.size();
        const auto cycles = operation.cycles();
        const auto measured = operation.measuredCycles();
        if (cycles)
            cost.cycles = cost.cycles.value_or(0) + cycles->value;
        else
            ++cost.unknown;
        if (measured)
            cost.measured = cost.measured.value_or(0) + *measured;
        if (operation.role != profile::TimedOperation::Role::Dma)
            cost.isComparable = cost.isComparable && measured && operation.estimatedCycles;
        cost.estimate += double(operation.estimatedCycles.value_or(0));
    }
    return cost;
}

std::optional<double> valueOf(const NodeCost &cost, GraphMetric metric, double total)
{
    switch (metric) {
    case GraphMetric::Cycles:
        return cost.cycles;
    case GraphMetric::Share:
        return cost.cycles && total > 0 ? std::optional(*cost.cycles / total) : std::nullopt;
    case GraphMetric::Deviation:
        return cost.measured && cost.isComparable && cost.estimate > 0
            ? std::optional(*cost.measured / cost.estimate - 1)
            : std::nullopt;
    case GraphMetric::Placement:
        break;
    }
    return std::nullopt;
}

QString numberText(GraphMetric metric, double value)
{
    const QLocale locale;
    if (metric == GraphMetric::Share)
        return formatShare(value);
    if (metric == GraphMetric::Deviation)
        return (value > 0 ? u"+"_s : QString()) + formatShare(value);
    return formatCount(quint64(std::llround(value)));
}

/// One of several kicks has no cycles of its own: the number says of how many it is.
bool isOneOfSeveral(const graph::Node &node, const NodeCost &cost)
{
    return node.entity.kind == EntityRef::Kind::NpuOperation && !node.collapsed
        && cost.operations == 1 && cost.kicks > 1;
}

QString sentenceOf(const NodeCost &cost, GraphMetric metric, double value, double total,
    std::optional<Origin> origin)
{
    const auto tag = origin ? originTag(*origin) : QString();
    if (metric == GraphMetric::Deviation)
        return Words::tr("%1 cycles (FVP) against %2 (est): %3")
            .arg(formatCount(quint64(std::llround(*cost.measured))),
                formatCount(quint64(cost.estimate)), numberText(metric, value));
    auto text = Words::tr("%1 cycles (%2), %3 of all")
                    .arg(formatCount(quint64(std::llround(*cost.cycles))), tag,
                        formatShare(total > 0 ? *cost.cycles / total : 0));
    if (cost.unknown > 0)
        text += u'\n'
            + Words::tr(
                "without %n operation(s) whose cycles are not known", nullptr, int(cost.unknown));
    return text;
}

double totalOf(const profile::OperationTable &table)
{
    double total = 0;
    for (const auto &operation : table.operations) {
        const auto cycles = operation.cycles();
        total += cycles ? cycles->value : 0;
    }
    return total;
}

bool hasMetricOf(GraphMetric metric, const profile::TimedOperation &operation)
{
    return metric == GraphMetric::Deviation
        ? operation.measuredCycles() && operation.estimatedCycles
        : operation.cycles().has_value();
}

} // namespace

bool hasMetric(GraphMetric metric, const profile::OperationTable *table)
{
    if (metric == GraphMetric::Placement)
        return true;
    return table && std::ranges::any_of(table->operations, [metric](const auto &operation) {
        return hasMetricOf(metric, operation);
    });
}

std::vector<EntityRef> streamsWith(
    GraphMetric metric, const ProfileSubject &subject, const profile::OperationTable &table)
{
    std::vector<EntityRef> found;
    std::set<int> seen;
    for (size_t i = 0; i < std::min(table.operations.size(), subject.entities.size()); ++i) {
        const auto &operation = table.operations[i];
        const auto &entities = subject.entities[i];
        const bool isPlaced = !entities.empty() && entities.back().isPartOfStream();
        if (isPlaced && hasMetricOf(metric, operation) && seen.insert(operation.stream).second)
            found.push_back(entities.back());
    }
    return found;
}

bool hasDebugInformation(const ProfileSubject &subject)
{
    return std::ranges::any_of(
        subject.streams, [](const auto &stream) { return !stream.debugEvents.empty(); });
}

GraphOverlay overlayOf(const graph::Graph &graph, const ProfileSubject &subject,
    const profile::OperationTable &table, GraphMetric metric)
{
    GraphOverlay overlay{ .metric = metric, .origin = table.origin };
    overlay.nodes.resize(graph.nodes.size());
    if (metric == GraphMetric::Placement)
        return overlay;
    const OperationIndex index(graph, subject, table);
    const auto total = totalOf(table);
    std::vector<std::optional<double>> values(graph.nodes.size());
    double highest = 0;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto cost = costOf(index.of(graph.nodes[i]), table);
        values[i] = valueOf(cost, metric, total);
        if (!values[i])
            continue;
        highest = std::max(highest, std::abs(*values[i]));
        NodeMark mark{ .isDiverging = metric == GraphMetric::Deviation,
            .number = numberText(metric, *values[i]),
            .sentence = sentenceOf(cost, metric, *values[i], total, table.origin) };
        if (isOneOfSeveral(graph.nodes[i], cost)) {
            const auto kicks = static_cast<int>(cost.kicks);
            if (metric != GraphMetric::Deviation)
                mark.number = u"%1 / %2"_s.arg(mark.number).arg(kicks);
            mark.sentence += u'\n'
                + Words::tr("of the whole operation, which takes %n kick(s)", nullptr, kicks);
        }
        overlay.nodes[i] = std::move(mark);
        ++overlay.known;
    }
    // Twice the estimate is as red as it gets: more would make all others grey.
    if (metric == GraphMetric::Deviation)
        highest = std::clamp(highest, 0.05, 1.0);
    for (size_t i = 0; i < values.size(); ++i) {
        if (values[i])
            overlay.nodes[i]->position
                = highest > 0 ? std::clamp(*values[i] / highest, -1.0, 1.0) : 0;
    }
    overlay.lowest = numberText(metric, metric == GraphMetric::Deviation ? -highest : 0);
    overlay.highest = numberText(metric, highest);
    return overlay;
}

QString metricName(GraphMetric metric)
{
    switch (metric) {
    case GraphMetric::Cycles:
        return Words::tr("Cycles");
    case GraphMetric::Share:
        return Words::tr("Share");
    case GraphMetric::Deviation:
        return Words::tr("Deviation");
    case GraphMetric::Placement:
        break;
    }
    return Words::tr("Placement");
}

std::optional<GraphMetric> graphMetricFrom(const QString &word)
{
    if (word == "placement"_L1)
        return GraphMetric::Placement;
    if (word == "cycles"_L1)
        return GraphMetric::Cycles;
    if (word == "share"_L1)
        return GraphMetric::Share;
    return word == "deviation"_L1 ? std::optional(GraphMetric::Deviation) : std::nullopt;
}

} // namespace tosaic::views
