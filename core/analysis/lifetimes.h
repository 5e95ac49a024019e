// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"

#include <map>
#include <optional>
#include <vector>

namespace tosaic::analysis {

/// When a memory-planned tensor holds data. No file stores this; it follows from the order of
/// instructions (executorch schema/program.fbs keeps only offsets): from the first instruction that
/// names the value, which is the one that writes it, to the last. Inputs hold data from the start,
/// outputs to the end. Backward jumps stretch what is alive when the loop is entered over the loop.
struct Lifetime
{
    model::ValueIndex value;
    qsizetype first = 0; ///< instruction index
    qsizetype last = 0; ///< instruction index, inclusive
    quint32 memoryId = 0; ///< 1-based: index into Method::plannedBuffers
    quint64 offset = 0; ///< bytes from the start of that buffer
    std::optional<quint64> bytes; ///< absent if the tensor's size is not known
    bool isInput = false;
    bool isOutput = false;
    /// A view whose making was optimised away: no instruction writes the value before it is read,
    /// it shows the bytes of this value. Its life begins with that of the value it shows.
    std::optional<model::ValueIndex> viewOf = {};

    /// False if the first instruction that names the value calls a kernel or delegate whose
    /// interface is not known here: when the value begins to hold data is then a guess.
    bool isFirstUseKnown = true;

    bool isAliveAt(qsizetype instruction) const
    {
        return first <= instruction && instruction <= last;
    }
};

/// Use of one planned buffer over the instructions of a method.
struct BufferUse
{
    quint32 memoryId = 0; ///< 1-based
    std::optional<quint64> plannedBytes; ///< size the runtime must provide; absent if the file
                                         ///< does not list the buffer
    std::vector<quint64> liveBytes; ///< at each instruction: bytes covered by living tensors
    quint64 peakBytes = 0; ///< largest of these
    qsizetype peakInstruction = -1; ///< the first where it is reached; -1 without instructions
    quint64 highWaterBytes = 0; ///< highest end of a tensor
    size_t unknownTensors = 0; ///< living tensors without a known size: peaks are lower bounds
};

struct MemoryUse
{
    std::vector<Lifetime> lifetimes; ///< in the order of values; only those that are used
    std::vector<BufferUse> buffers; ///< in the order of memory ids
    std::vector<model::ValueIndex> unused; ///< planned tensors that no instruction names

    const Lifetime *lifetime(model::ValueIndex value) const;
    const BufferUse *buffer(quint32 memoryId) const;
};

/// Where tensors times instructions pass 100 million, a buffer has no
/// BufferUse::liveBytes (peakInstruction stays -1): refused to protect time.
MemoryUse memoryUse(const model::Method &method);

/// The views of Lifetime::viewOf alone: by the value that no instruction writes, the value whose
/// bytes it shows.
std::map<qint32, qint32> viewedValues(const model::Method &method);

} // namespace tosaic::analysis
