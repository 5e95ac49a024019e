// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/dataflow.h"

#include <algorithm>
#include <vector>

/// What operations read and write, piece by piece: the step before following bytes.
namespace tosaic::npu {

/// One feature map, weight stream or DMA transfer.
struct Access
{
    Port port = Port::Ifm; ///< of reads
    std::vector<RegionRange> ranges;
};

struct Accesses
{
    std::vector<Access> reads;
    std::vector<RegionRange> writes;
    bool hasUnknownAddress = false; ///< something is read or written, but not known where
    bool isCoarse = false; ///< a map in many pieces was taken with gaps (FeatureMap::RangeLimit)
};

/// In the memory of the eight regions; what stays inside the NPU (chains, tables) is not here.
Accesses accessesOf(const Operation &operation);

/// Far behind the 40 bits of any register.
inline constexpr quint64 AddressEnd = quint64(1) << 48;

/// Behind the last byte.
inline quint64 endOf(const RegionRange &range)
{
    return std::min(range.address, AddressEnd) + std::min(range.length, AddressEnd);
}

/// Bytes all ranges together hold.
quint64 bytesOf(const std::vector<RegionRange> &ranges);

} // namespace tosaic::npu
