// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/model/network.h"

#include <optional>

/// The display graph of a network: TOSA, TFLite, exported programs. A pure function over immutable
/// values, fit for any thread.
namespace tosaic::graph {

struct NetworkGraphOptions
{
    bool constants = false; ///< as nodes of their own; else they are folded into who takes them
    QString file; ///< put into the entities' name: the network is not what is open, but related
    /// Where its operators run: of a network that a delegate was made from. Absent: nobody has cut
    /// the network yet.
    std::optional<Placement> placement = {};
};

/// One node for each operator, input and output of a subgraph; entities are
/// EntityRef::networkOperator and networkTensor. Exported programs get a hull for each module that
/// holds more than one operator. A subgraph that does not exist gives an empty graph.
Graph networkGraph(
    const model::Network &network, int subgraph, const NetworkGraphOptions &options = {});

/// What an operator is called: TFLite and TOSA name what it computes, not the operator. Empty if
/// nothing is named.
QString nameOf(const model::Subgraph &subgraph, const model::NetworkOperator &op);

/// Whether an operator only names a constant (TOSA: CONST, CONST_SHAPE).
bool isConstantOperator(const model::NetworkOperator &op);

/// "int8 1x48x48x16"; sizes that are not fixed are "?".
QString tensorText(const model::NetworkTensor &tensor);
/// "[1, 2]", "true", "0.5", "\"SAME\"", "64 bytes"; long lists end in an ellipsis.
QString attributeText(const model::AttributeValue &value);

} // namespace tosaic::graph
