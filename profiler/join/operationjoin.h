// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/formats/vela/debugdb.h"
#include "core/formats/vela/perlayercsv.h"
#include "core/model/network.h"
#include "core/npu/stream.h"
#include "profiler/join/debugevents.h"
#include "profiler/join/operationslices.h"
#include "profiler/join/operationtable.h"

#include <memory>
#include <span>

/// Joins a trace of the FVP's NPU (--pmu-trace) to Vela's debug database, the command stream, the
/// TOSA graph and the model. Pure functions over values; any thread. Linear in reads and rows.
/// Method: that of ExecuTorch's visualize.py, which takes the time at which the NPU's read pointer
/// arrives at an operation for the end of the one before; with a command stream it also knows an
/// operation's first kick (the tables have the last), waits for DMA, branches and the end.
namespace tosaic::profile {

/// The NPU's read pointer arrived at a word of the command stream.
struct PointerRead
{
    qint64 ts = 0; ///< cycles of the NPU clock since the trace began
    quint64 word = 0; ///< 32-bit words from the start of the register commands
};

/// Cycles. Later reads are no measurement (it is months), and doubles cannot tell them apart.
inline constexpr quint64 LargestReadTime = quint64(1) << 53;

/// Reads of a trace (PmuTrace::queueReads: anything with `ts` and `word`) as the join takes them;
/// those beyond LargestReadTime are left out.
template <typename Reads>
std::vector<PointerRead> pointerReads(const Reads &reads)
{
    std::vector<PointerRead> result;
    result.reserve(reads.size());
    for (const auto &read : reads) {
        if (quint64(read.ts) <= LargestReadTime)
            result.push_back({ qint64(read.ts), quint64(read.word) });
    }
    return result;
}

/// One command stream (a delegate of the program) and what is known of it. Anything may be missing:
/// what follows from it is then not known. Without a database the operations are the kicks of the
/// command stream.
struct JoinStream
{
    std::shared_ptr<const formats::vela::VelaDebugDb> database;
    std::optional<qint64> commandStream; ///< cmdstream_id; absent: the only one of the database
    std::shared_ptr<const npu::Stream> stream;
    std::shared_ptr<const model::Network> network; ///< that Vela compiled
    std::optional<int> partition; ///< of the compile that made it; absent: not known
    model::EntityRef owner; ///< of the command stream in the open file; empty: it is not in it
    std::vector<DebugEvent> debugEvents; ///< of the same partition
    std::vector<compiled::TosaOrigin> origins; ///< of the same partition
    std::vector<compiled::ModelNode> nodes; ///< of the same partition: candidates for edgeNode
};

/// Where the join goes beyond visualize.py; all false gives its result.
struct JoinOptions
{
    bool startsAtFirstKick = true; ///< an operation of several kicks begins with its first one
    bool separatesDmaWaits = true; ///< standing at a DMA_WAIT is not the operation's time
    bool separatesLeadIn = true; ///< what is before the first operation is not its time
    bool endsAtStop = true; ///< the last operation runs until STOP is read, not for one read more
    /// Members go to their own leader, not to the operation before them, and a chain that is the
    /// last operation does not end at the first read behind its leader.
    bool usesGroups = true;
    /// An inference is a command stream's only if so large a share of the operations that the
    /// pointer arrived at or passed was met at its very word (of its first kick, or throughout of
    /// its queue row), and hardly a read is outside of the stream; else it is listed as
    /// InferenceForeign. Reads of another stream meet most by chance. 0: whatever fits best.
    double leastPrecision = 0;
};

/// As ExecuTorch's visualize.py attributes cycles.
inline constexpr JoinOptions VisualizeMethod{ .startsAtFirstKick = false,
    .separatesDmaWaits = false,
    .separatesLeadIn = false,
    .endsAtStop = false,
    .usesGroups = false };

/// Without reads the table has the estimates alone. Streams are in the order of execution. `slices`
/// (may be null) is told when each operation ran: their lengths add up to what the table has as
/// measured, for each operation and inference; inferences that have too many are listed as
/// SlicesLeftOut.
OperationTable joinOperations(const std::vector<JoinStream> &streams,
    std::span<const PointerRead> reads, const JoinOptions &options = {},
    OperationSlices *slices = nullptr);

/// Vela's per-layer table as operations, for compiles without a debug database (Python core).
OperationTable estimateOf(const formats::vela::PerLayerFile &layers);

} // namespace tosaic::profile
