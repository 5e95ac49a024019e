// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/graphcosts.h"

#include <QJsonObject>

namespace tosaic {

/// Puts what everything costs into a graph's JSON (graph::toJson): "cycles" of each node that is an
/// operator, as {"value","origin","share"}, {"in":NAME} or {"unknown":REASON}; "extra", rows that
/// no node has; "cyclesBasis", what all of them add up to, "cyclesTotal" of Vela's summary or
/// "attributedCycles" of the trace, and "cyclesSum", its value.
void insertCosts(QJsonObject &json, const graph::Graph &graph, const GraphCosts &costs,
    const profile::OperationTable &table);

/// "est", "fvp": as the contract of the command line spells origins of cycles.
QString cyclesOriginKey(Origin origin);

} // namespace tosaic
