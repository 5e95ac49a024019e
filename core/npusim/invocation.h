// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/streams.h"
#include "core/npusim/memory.h"

#include <optional>

/// What a driver does around a stream: the regions, inputs before and outputs behind it.
namespace tosaic::npusim {

struct RegionSizes
{
    quint64 arena = 0; ///< region 1, bytes
    /// Region 2; 0: it is the arena. Absent: the file does not say, and what the stream touches
    /// counts.
    std::optional<quint64> fast;
};

/// The sizes that the file tells.
RegionSizes regionSizes(const npu::StreamPlace &place);

/// Memory as the driver would set it up. Constants are not copied: what `place` points into must
/// outlive it. `seed` of the noise in bytes that nobody wrote. LimitExceeded.
Result<Memory> memoryFor(const npu::StreamPlace &place, const npu::Stream &stream,
    const RegionSizes &sizes, quint64 seed);

/// Bytes that the descriptor's elements take; absent if they are not placed or too many.
std::optional<quint64> bytesOf(const model::IoDescriptor &io);

/// Copies an input to its place. FormatDamaged if it has another size or lies outside.
Result<void> putInput(Memory &memory, const model::IoDescriptor &io, QByteArrayView bytes);
Result<QByteArray> outputOf(const Memory &memory, const model::IoDescriptor &io);

} // namespace tosaic::npusim
