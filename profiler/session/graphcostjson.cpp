// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/graphcostjson.h"

#include <QJsonArray>

#include <map>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using profile::OperationTable;
using profile::TimedOperation;

QJsonObject cyclesJson(double value, const GraphCosts &costs)
{
    QJsonObject object{ { u"value"_s, value } };
    if (costs.origin)
        object.insert(u"origin"_s, cyclesOriginKey(*costs.origin));
    if (costs.total > 0)
        object.insert(u"share"_s, value / costs.total);
    return object;
}

QJsonObject costJson(const graph::Graph &graph, const NodeCost &cost, const GraphCosts &costs)
{
    if (cost.cycles)
        return cyclesJson(*cost.cycles, costs);
    if (cost.in)
        return { { u"in"_s, nameOf(graph.nodes[cost.in->value]) } };
    return { { u"unknown"_s, QString::fromLatin1(unknownText(*cost.unknown)) } };
}

/// Why no operator has the cycles.
QString whyExtra(const TimedOperation &operation)
{
    if (operation.role == TimedOperation::Role::Dma)
        return u"the command stream waits for transfers"_s;
    if (operation.origin.isLayoutChange)
        return u"a transpose between layouts that the compiler put in"_s;
    return u"it comes from no operator that is drawn"_s;
}

QJsonArray extraJson(const GraphCosts &costs, const OperationTable &table)
{
    // Partitions have operators of the same name.
    const auto keyOf
        = [](const TimedOperation &one) { return std::pair(one.stream, operatorName(one)); };
    std::map<std::pair<int, QString>, double> sums;
    std::vector<const TimedOperation *> rows; // the first of each
    for (const auto index : costs.extra) {
        const auto &operation = table.operations[index];
        if (operation.leader && operation.cycles()->value == 0)
            continue; // its leader has the cycles of both
        const auto [sum, isNew] = sums.emplace(keyOf(operation), 0.0);
        sum->second += operation.cycles()->value;
        if (isNew)
            rows.push_back(&operation);
    }
    QJsonArray extra;
    for (const auto *row : rows) {
        QJsonObject object{ { u"name"_s, operatorName(*row) }, { u"kind"_s, row->kind },
            { u"why"_s, whyExtra(*row) }, { u"cycles"_s, cyclesJson(sums[keyOf(*row)], costs) } };
        if (row->stream >= 0)
            object.insert(u"partition"_s, row->stream);
        extra.append(object);
    }
    return extra;
}

} // namespace

QString cyclesOriginKey(Origin origin)
{
    switch (origin) {
    case Origin::Fvp:
        return u"fvp"_s;
    case Origin::Board:
        return u"board"_s;
    case Origin::ThisMachine:
        return u"this-machine"_s;
    case Origin::Estimate:
        break;
    }
    return u"est"_s;
}

void insertCosts(QJsonObject &json, const graph::Graph &graph, const GraphCosts &costs,
    const OperationTable &table)
{
    auto nodes = json.value(u"nodes"_s).toArray();
    for (size_t i = 0; i < costs.nodes.size(); ++i) {
        if (!costs.nodes[i].isOperator)
            continue;
        auto node = nodes[qsizetype(i)].toObject();
        node.insert(u"cycles"_s, costJson(graph, costs.nodes[i], costs));
        nodes[qsizetype(i)] = node;
    }
    json.insert(u"nodes"_s, nodes);
    json.insert(u"extra"_s, extraJson(costs, table));
    if (!costs.origin)
        return;
    json.insert(
        u"cyclesBasis"_s, costs.origin == Origin::Fvp ? u"attributedCycles"_s : u"cyclesTotal"_s);
    json.insert(u"cyclesSum"_s, costs.total);
}

} // namespace tosaic
