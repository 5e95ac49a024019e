// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QByteArray>
#include <QJsonObject>

/// A graph in other people's notations.
namespace tosaic::graph {

/// "npu", "cpu", "other", "boundary", "io" or "unknown".
QString placementText(Placement placement);

/// Graphviz source, partitions as clusters. `fills`: colours of the nodes ("#rrggbb"); empty: none.
QByteArray toDot(const Graph &graph, const QStringList &fills = {});

/// {"nodes":[...],"edges":[...],"groups":[...]}; what is not known is absent.
QJsonObject toJson(const Graph &graph);

} // namespace tosaic::graph
