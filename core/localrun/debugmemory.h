// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/npu/streams.h"
#include "core/npusim/memory.h"

#include <map>
#include <vector>

namespace tosaic::localrun {

/// What a stream gets: of each input in the order of the payload's descriptors the given bytes,
/// seeded ones where there are none. Empty without a payload.
Result<std::vector<QByteArray>> debugInputs(
    const npu::PlacedStream &placed, const std::map<size_t, QByteArray> &given, quint64 seed);

/// Memory as the driver sets it up for one stream alone, with its inputs in place: the given ones
/// in the order of the payload's descriptors, seeded bytes where there are none. `source` is the
/// file, which must outlive the memory. Errors: of memoryFor() and putInput().
Result<npusim::Memory> debugMemory(const npu::PlacedStream &placed,
    const std::shared_ptr<const ByteSource> &source, const std::vector<QByteArray> &inputs,
    quint64 seed);

} // namespace tosaic::localrun
