// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/work.h"
#include "profiler/analysis/formulas.h"
#include "profiler/join/operationjoin.h"

namespace tosaic::profile {

/// What the formulas of one operation need beside the table.
struct OperationMetricContext
{
    std::optional<quint32> npuMacs; ///< MACs per cycle of the NPU
    std::optional<quint64> clockHz; ///< NPU clock
    /// Bytes the operation's kicks read and write, each once: streamBytes.
    std::optional<quint64> bytes;
};

/// Bytes of all regions that the kicks of an operation read and write; absent without a command
/// stream or a place in it. `work` is npu::workOf of that stream.
std::optional<quint64> streamBytes(
    const TimedOperation &operation, const std::vector<npu::Work> &work);

/// The same metrics for every operation, with the reason where there is no value. Symbols: C cycles
/// (measured, else estimated: `origin` says which), E Vela's estimate with memory, M MACs, P MACs
/// per cycle, f clock in Hz, D bytes. Ids: "operation.time", ".utilisation", ".intensity",
/// ".byte-rate", ".deviation" (measured against estimate).
std::vector<ComputedMetric> operationMetrics(
    const TimedOperation &operation, const OperationMetricContext &context);

} // namespace tosaic::profile
