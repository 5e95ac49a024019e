// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/stream.h"

#include <vector>

namespace tosaic::npu {

/// `count` runs of bytes, `stride` bytes from start to start.
struct Repeat
{
    quint64 count = 1;
    qint64 stride = 0; ///< may be negative
};

/// The ranges that runs of `length` bytes cover, repeated in every combination of `repeats`, the
/// first at `address`. At most `limit` of them: beyond, the innermost gaps are covered. Empty if
/// bytes would lie before the region. Ascending, not merged.
std::vector<RegionRange> repeatedRanges(
    int region, quint64 address, quint64 length, std::vector<Repeat> repeats, size_t limit);

/// Sorts and joins ranges that touch or overlap.
std::vector<RegionRange> merged(std::vector<RegionRange> ranges);

} // namespace tosaic::npu
