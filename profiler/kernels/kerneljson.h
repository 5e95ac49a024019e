// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/kernels/kernelprofile.h"

#include <QJsonObject>

namespace tosaic::profile {

/// {"unit", "methods": [{"name"?, "evidence", "executions", "warmups", "times": T, "calls": T,
/// "rows": [{"kind", "name", "chain"?, "instruction"?, "delegateId"?, "delegateName"?, "call"?: T,
/// "kernel"?: T, "share"?, "metadataBytes"?}], "values": [{...}]}], "loading": [...],
/// "allocations": [...]}; T = {"calls", "total", "ticks": [[repeat, ...] for each execution],
/// "callsPerExecution": [fewest, most], "median"?, "min"?, "max"?, "untimed"?}. Ticks and totals
/// are in "unit"; spread is that of the sums of the executions. What is not known is absent.
QJsonObject kernelJson(const KernelProfile &profile);

} // namespace tosaic::profile
