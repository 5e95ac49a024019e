// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphoverlay.h"

#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "profiler/session/graphcosts.h"
#include "profiler/session/operationsdata.h"

#include <QCoreApplication>
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

/// Of the operations of a node what deviations are made of.
struct Compared
{
    std::optional<double> measured;
    double estimate = 0;
    bool isComparable = true; ///< every operation has both
    size_t kicks = 0; ///< of the command stream that share the cycles
    size_t operations = 0;
};

Compared comparedOf(const NodeCost &cost, const profile::OperationTable &table)
{
    Compared compared;
    for (const auto i : cost.operations) {
        const auto &operation = table.operations[i];
        if (operation.leader) // its leader has the cycles of both
            continue;
        ++compared.operations;
        compared.kicks += operation.kicks.size();
        const auto measured = operation.measuredCycles();
        if (measured)
            compared.measured = compared.measured.value_or(0) + *measured;
        if (operation.role != profile::TimedOperation::Role::Dma)
            compared.isComparable = compared.isComparable && measured && operation.estimatedCycles;
        compared.estimate += operation.estimatedCycles.value_or(0);
    }
    return compared;
}

std::optional<double> asDouble(const std::optional<quint64> &number)
{
    return number ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

std::optional<double> valueOf(const NodeCost &cost, const OperationsData &data, GraphMetric metric)
{
    const auto &table = *data.table;
    const auto row = [&] { return rowOf(data, cost.operations); };
    switch (metric) {
    case GraphMetric::Cycles:
        return cost.cycles;
    case GraphMetric::Share:
        return cost.share;
    case GraphMetric::Deviation: {
        const auto compared = comparedOf(cost, table);
        return compared.measured && compared.isComparable && compared.estimate > 0
            ? std::optional(*compared.measured / compared.estimate - 1)
            : std::nullopt;
    }
    case GraphMetric::Utilisation:
        return row().utilisation;
    case GraphMetric::Macs:
        return asDouble(row().macs);
    case GraphMetric::Bytes:
        return asDouble(row().bytes);
    default:
        break;
    }
    return std::nullopt;
}

QString numberText(GraphMetric metric, double value)
{
    const QLocale locale;
    if (metric == GraphMetric::Share || metric == GraphMetric::Utilisation)
        return formatShare(value);
    if (metric == GraphMetric::Macs)
        return formatCount(static_cast<quint64>(value));
    if (metric == GraphMetric::Bytes)
        return formatBytes(static_cast<quint64>(value));
    if (metric == GraphMetric::Deviation)
        return (value > 0 ? u"+"_s : QString()) + formatPercent(value);
    return formatCycles(value);
}

/// One of several kicks has no cycles of its own: the number says of how many it is.
bool isOneOfSeveral(const graph::Node &node, const Compared &compared)
{
    return node.entity.kind == EntityRef::Kind::NpuOperation && !node.collapsed
        && compared.operations == 1 && compared.kicks > 1;
}

QString sentenceOf(const NodeCost &cost, const Compared &compared, GraphMetric metric, double value,
    std::optional<Origin> origin)
{
    if (metric == GraphMetric::Deviation)
        return Words::tr("%1 cycles (FVP) against %2 (est): %3")
            .arg(formatCycles(*compared.measured), formatCycles(compared.estimate),
                numberText(metric, value));
    if (metric == GraphMetric::Utilisation)
        return Words::tr("%1 of what the MACs of the NPU could do (%2)")
            .arg(numberText(metric, value), origin ? originTag(*origin) : QString());
    if (metric == GraphMetric::Macs)
        return Words::tr("%1 MACs, as Vela counts them (est)").arg(numberText(metric, value));
    if (metric == GraphMetric::Bytes)
        return Words::tr("%1 read and written, by the command stream")
            .arg(numberText(metric, value));
    auto text = Words::tr("%1 cycles (%2), %3 of all")
                    .arg(formatCycles(*cost.cycles), origin ? originTag(*origin) : QString(),
                        formatShare(cost.share.value_or(0)));
    if (cost.missing > 0)
        text += u'\n'
            + Words::tr(
                "without %n operation(s) whose cycles are not known", nullptr, int(cost.missing));
    return text;
}

bool hasMetricOf(GraphMetric metric, const profile::TimedOperation &operation)
{
    switch (metric) {
    case GraphMetric::Deviation:
        return operation.measuredCycles() && operation.estimatedCycles;
    case GraphMetric::Macs:
        return operation.macs.has_value();
    case GraphMetric::Utilisation:
        return operation.macs && operation.cycles();
    case GraphMetric::Bytes:
        return !operation.kicks.empty();
    default:
        return operation.cycles().has_value();
    }
}

} // namespace

bool hasMetric(GraphMetric metric, const profile::OperationTable *table)
{
    if (metric == GraphMetric::Placement)
        return true;
    return table && isOfOperations(metric)
        && std::ranges::any_of(table->operations,
            [metric](const auto &operation) { return hasMetricOf(metric, operation); });
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
    return std::ranges::any_of(subject.streams,
        [](const auto &stream) { return !stream.origins.empty() || !stream.debugEvents.empty(); });
}

namespace {

/// Of each drawn node, one after the other: values first, then what is fused into them.
class Overlaying
{
public:
    Overlaying(const graph::Graph &graph, const ProfileSubject &subject,
        const profile::OperationTable &table, GraphMetric metric)
        : m_graph(graph), m_table(table), m_costs(costsOf(graph, subject, table)),
          m_values(graph.nodes.size()), m_overlay{ .metric = metric }
    {
        // Borrowed for as long as this lives.
        m_data.subject = { std::shared_ptr<void>(), &subject };
        m_data.table = { std::shared_ptr<void>(), &table };
        m_data.origin = table.origin;
        if (metric == GraphMetric::Bytes)
            m_data.bytes = operationBytes(subject, table);
        else if (metric != GraphMetric::Macs) // counted, whatever the cycles are
            m_overlay.origin = table.origin;
        m_overlay.nodes.resize(graph.nodes.size());
        m_overlay.reasons.resize(graph.nodes.size());
    }

    GraphOverlay make()
    {
        m_overlay.expected
            = static_cast<size_t>(std::ranges::count_if(m_costs.nodes, &NodeCost::isOperator));
        for (size_t i = 0; i < m_values.size(); ++i)
            mark(i);
        scale();
        for (size_t i = 0; i < m_values.size(); ++i) {
            if (!m_overlay.nodes[i])
                markElsewhere(i);
        }
        return std::move(m_overlay);
    }

private:
    /// Another kick of the same operation has the same number.
    const NodeCost &shownCost(size_t node) const
    {
        const auto &cost = m_costs.nodes[node];
        return cost.in && cost.isSameOperation ? m_costs.nodes[cost.in->value] : cost;
    }
    void mark(size_t node)
    {
        const auto metric = m_overlay.metric;
        const auto &cost = shownCost(node);
        m_values[node] = valueOf(cost, m_data, metric);
        if (!m_values[node])
            return;
        const auto value = *m_values[node];
        const auto compared = comparedOf(cost, m_table);
        NodeMark mark{ .isDiverging = metric == GraphMetric::Deviation,
            .number = numberText(metric, value),
            .sentence = sentenceOf(cost, compared, metric, value, m_table.origin) };
        if (isOneOfSeveral(m_graph.nodes[node], compared)) {
            const auto kicks = static_cast<int>(compared.kicks);
            if (metric != GraphMetric::Deviation && metric != GraphMetric::Utilisation)
                mark.number = u"%1 / %2"_s.arg(mark.number).arg(kicks);
            mark.sentence += u'\n'
                + Words::tr("of the whole operation, which takes %n kick(s)", nullptr, kicks);
        }
        m_overlay.nodes[node] = std::move(mark);
        ++m_overlay.known;
    }
    void scale()
    {
        const bool isDeviation = m_overlay.metric == GraphMetric::Deviation;
        double highest = 0;
        for (const auto &value : m_values)
            highest = std::max(highest, std::abs(value.value_or(0)));
        // Twice the estimate is as red as it gets: more would make all others grey.
        if (isDeviation)
            highest = std::clamp(highest, 0.05, 1.0);
        for (size_t i = 0; i < m_values.size(); ++i) {
            if (m_values[i])
                m_overlay.nodes[i]->position
                    = highest > 0 ? std::clamp(*m_values[i] / highest, -1.0, 1.0) : 0;
        }
        m_overlay.lowest = numberText(m_overlay.metric, isDeviation ? -highest : 0);
        m_overlay.highest = numberText(m_overlay.metric, highest);
    }
    void markElsewhere(size_t node)
    {
        const auto &cost = m_costs.nodes[node];
        if (cost.unknown)
            m_overlay.reasons[node]
                = Words::tr("%1: not known; %2")
                      .arg(metricName(m_overlay.metric),
                          QCoreApplication::translate("GraphCosts", unknownText(*cost.unknown)));
        if (!cost.in || !m_overlay.nodes[cost.in->value])
            return;
        const auto &carrier = m_graph.nodes[cost.in->value];
        auto mark = *m_overlay.nodes[cost.in->value];
        mark.isElsewhere = true;
        mark.number = Words::tr("in %1").arg(carrier.title);
        mark.sentence = Words::tr("Fused or folded: its work is in %1\n%2")
                            .arg(graph::nameOf(carrier), mark.sentence);
        m_overlay.nodes[node] = std::move(mark);
        ++m_overlay.known;
    }

    const graph::Graph &m_graph;
    const profile::OperationTable &m_table;
    OperationsData m_data;
    GraphCosts m_costs;
    std::vector<std::optional<double>> m_values;
    GraphOverlay m_overlay;
};

} // namespace

GraphOverlay overlayOf(const graph::Graph &graph, const ProfileSubject &subject,
    const profile::OperationTable &table, GraphMetric metric)
{
    if (!isOfOperations(metric)) {
        GraphOverlay overlay;
        overlay.nodes.resize(graph.nodes.size());
        return overlay;
    }
    return Overlaying(graph, subject, table, metric).make();
}

} // namespace tosaic::views
