// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/debugdb.h"
#include "core/npu/stream.h"
#include "profiler/join/operationjoin.h"

#include <QByteArray>

#include <map>

/// Traces like those that an FVP writes with --pmu-trace, made from a compile: the NPU's read
/// pointer goes through the command stream, a word of a register setting takes one cycle, a kernel
/// takes a random time at the read of its NPU_OP word, a DMA_WAIT stands for a random time. Only
/// the queue table and the stream are used; nothing of the join.
namespace tosaic::test {

struct TraceOptions
{
    quint32 seed = 1;
    int inferences = 1;
    /// Every command is read; false: only the words of the queue rows and one behind the last.
    bool readsEveryCommand = true;
    bool standsAtDmaWaits = false; ///< 20 to 200 cycles, if a transfer is under way; else one
    quint64 startTs = 0;
    quint64 gap = 1000; ///< cycles between inferences
};

struct GeneratedTrace
{
    std::vector<profile::PointerRead> reads;
    /// By scheduled (Python core: optimised) id of the queue row, of the first inference: cycles
    /// from the read of its first kick to that of the next row's. Members of chains by themselves.
    std::map<qint64, quint64> cycles;
    quint64 dmaWaits = 0; ///< of the first inference
    quint64 before = 0; ///< of the first inference: up to the first kick, waits left out
};

/// Without a stream the pointer goes from row to row.
GeneratedTrace generateTrace(const std::vector<formats::vela::QueueEntry> &rows,
    const npu::Stream *stream, const TraceOptions &options);

/// Reads as Chrome trace JSON with values as strings, between events of other threads.
QByteArray traceJson(const std::vector<profile::PointerRead> &reads);

} // namespace tosaic::test
