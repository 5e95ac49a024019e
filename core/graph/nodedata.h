// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/graph.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/// Values for the nodes of a graph as Model Explorer exchanges them (its "node data" JSON: results
/// by node id or output tensor, thresholds or a gradient; source: its node_data_builder.py).
namespace tosaic::graph {

struct NodeData
{
    struct Value
    {
        std::optional<double> number;
        QString text; ///< where the value is no number
        QString color; ///< of this node alone: "#aabb00" or a name; empty: by its number
    };
    struct Threshold
    {
        double value = 0; ///< up to here
        QString color;
    };
    struct Stop
    {
        double at = 0; ///< 0: the smallest number, 1: the largest
        QString color;
    };
    QString name; ///< what the values are; empty: not said
    QHash<QString, Value> results;
    std::vector<Threshold> thresholds; ///< ascending
    std::vector<Stop> gradient; ///< ascending; goes before thresholds

    /// The smallest and the largest number; absent without one.
    std::optional<std::pair<double, double>> range() const;
    /// Of a node, by its name, title or number ("12"); null: it has none.
    const Value *of(const Graph &graph, size_t node) const;
    /// Of a number, by gradient or thresholds; empty: the file gives it none.
    QString colorOf(double number) const;
};

/// One graph's data, or that of several by their id: `graph` says which, empty takes the first.
/// Errors: FormatDamaged with what is wrong; a graph that is not there with those that are.
Result<NodeData> readNodeData(const QByteArray &json, const QString &graph = {});
/// The same format, of one graph.
QByteArray writeNodeData(const NodeData &data);

} // namespace tosaic::graph
