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

/// Bytes of a writable region that hold one thing from its first write to its last read.
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
    std::vector<quint32> writers; ///< operation indices
    std::vector<quint32> readers;
};

/// The most bytes of a region that are in use at one operation.
struct Peak
{
    int region = 0;
    quint64 bytes = 0; ///< covered by living buffers; overlaps counted once
    quint64 highWater = 0; ///< highest end of a buffer: what must be allocated
    quint32 operation = 0; ///< the first where `bytes` is reached
    std::vector<quint32> buffers; ///< alive there; into Dataflow::buffers, largest first
};

struct Dataflow
{
    std::vector<DataEdge> edges; ///< in the order of `to`
    std::vector<Buffer> buffers; ///< in the order of firstOperation
    std::vector<Peak> peaks; ///< one for each region that is written
    bool isComplete = true; ///< false if an address was unknown or a branch hides the order
};

/// Follows bytes through a stream without any side file. Inputs and outputs come from the place's
/// descriptors; without them what is read before it is written is an input. Any thread.
Dataflow dataflow(const Stream &stream, const StreamPlace &place);

} // namespace tosaic::npu
