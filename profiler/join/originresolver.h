// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationjoin.h"
#include "profiler/join/unmatchedlist.h"

namespace tosaic::profile {

/// Fills TimedOperation::origin of the operations of one stream: Vela's source operator, the
/// operator of the input file at its key, the node and the line of the model. Every step is checked
/// against what both sides say (type of the operator, name of its output, target of the node); what
/// is contradicted stays empty and is listed.
void resolveOrigins(
    int stream, const JoinStream &facts, OperationTable &table, UnmatchedList &unmatched);

/// Whether the table "source" lists operators of this network: each of its blocks agrees with one
/// subgraph in the type of every operator. False for a table without operators.
bool describesNetwork(const formats::vela::VelaDebugDb &database, const model::Network &network);

} // namespace tosaic::profile
