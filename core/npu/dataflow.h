// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/stream.h"
#include "core/npu/streams.h"

#include <optional>
#include <vector>

namespace tosaic::npu {

/// What an operation reads bytes as.
enum class Port
{
    Ifm,
    Ifm2,
    Weights,
    Scales,
    Table, ///< look-up table in the NPU
    Chain, ///< U85: handed on inside the NPU
    DmaSource,
    DmaIndices
};

/// `to` reads bytes that `from` was the last to write before it.
struct DataEdge
{
    qint32 from = -1; ///< operation index; -1: an input of the network or what the file holds
    qint32 to = -1; ///< operation index; -1: an output of the network
    Port port = Port::Ifm;
    std::optional<RegionRange> range; ///< absent for chains and tables
};

/// Bytes of a writable region that hold one thing from its first write to its last read. What
/// several operations write in stripes or slices is one buffer if somebody reads it as one map; an
/// address that is used again is another buffer. Regions that nothing writes (0: constants) have
/// none.
struct Buffer
{
    enum class Kind
    {
        Input,
        Output,
        FeatureMap,
        Weights, ///< copied in by DMA
        Other ///< constants, tables, unknown
    };
    RegionRange range;
    Kind kind = Kind::FeatureMap;
    qint32 firstOperation = 0; ///< that writes it; 0 for inputs
    qint32 lastOperation = 0; ///< that reads it, inclusive; the last operation for outputs
    /// Until when its bytes cannot be reused: DMA that starts while the last kernel that uses the
    /// buffer may still be running (no wait between them) writes beside it, not over it. At least
    /// lastOperation.
    qint32 heldUntil = 0;
    std::vector<quint32> writers; ///< operation indices
    std::vector<quint32> readers;
};

/// Vela allocates multiples of this and the hardware wants base addresses at them: buffers take up
/// whole quanta.
inline constexpr quint64 AllocationQuantum = 16;

/// What a file reserves for a region, against what the buffers of its stream take up.
enum class Reservation
{
    Unknown, ///< the file does not say what it reserves
    Exact,
    Shared, ///< more: CPU operators and further streams of the same file live there too
    Branches, ///< more: buffers that are planned for branch or loop bodies, but that no register
              ///< names
    Unexplained, ///< more, and nothing in the file tells why
    TooSmall ///< less than the stream touches: it would overwrite what is behind
};

/// The most bytes of a region that are in use at one operation; buffers count until heldUntil.
struct Peak
{
    int region = 0;
    quint64 bytes = 0; ///< covered by living buffers in whole quanta; overlaps counted once
    quint64 highWater = 0; ///< highest end of a buffer in whole quanta: what must be allocated
    quint32 operation = 0; ///< the first where `bytes` is reached
    std::vector<quint32> buffers; ///< alive there; into Dataflow::buffers, largest first
    std::optional<quint64> reserved; ///< what the file asks for: arena (region 1), staging (2)
    Reservation reservation = Reservation::Unknown; ///< `reserved` against `highWater`
};

/// Bytes of a region that are in use from an operation on, until the next of a list.
struct RegionUse
{
    quint32 from = 0; ///< operation index; one behind the last is the end of the stream
    quint64 bytes = 0; ///< as Peak::bytes counts
};

/// The course of which Peak::bytes is the most. Empty if nothing of the region is written.
std::vector<RegionUse> usesOf(const std::vector<Buffer> &buffers, int region);

/// Why a Dataflow does not know everything.
struct Gaps
{
    bool hasUnknownAddresses = false; ///< a register that an operation needs was never written
    bool hasBranches = false; ///< operations are followed in the order of the stream only
    bool hasCoarseMaps = false; ///< maps in too many pieces were taken with their gaps
    bool isCut = false; ///< stopped at the limit of steps; edges behind it are missing
};

struct Dataflow
{
    std::vector<DataEdge> edges; ///< in the order of `to`
    std::vector<Buffer> buffers; ///< in the order of firstOperation
    std::vector<Peak> peaks; ///< one for each region that is written
    bool isComplete = true; ///< false if an address was unknown or a branch hides the order
    Gaps gaps; ///< why it is not complete
};

/// Follows bytes through a stream without any side file. Region 2 (fast scratch) counts as memory
/// of its own: Vela names it only in its Dedicated modes, where it is. Inputs and outputs come from
/// the place's descriptors; without them what is read before it is written is an input. Any thread.
Dataflow dataflow(const Stream &stream, const StreamPlace &place);

} // namespace tosaic::npu
