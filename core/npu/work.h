// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/stream.h"

#include <map>
#include <optional>
#include <vector>

namespace tosaic::npu {

/// What one operation asks of the NPU. Counted from the registers, so it is a property of the
/// compiled stream (origin "file"), not an estimate of time.
struct Work
{
    std::optional<quint64>
        macs; ///< absent for operations that multiply nothing and for unknown shapes
    std::map<int, quint64> readBytes; ///< by region: feature maps, weights, scales, DMA source
    std::map<int, quint64> writtenBytes; ///< by region
};

/// One entry for each operation of the stream.
std::vector<Work> workOf(const Stream &stream);

struct WorkTotal
{
    quint64 macs = 0;
    quint64 operationsWithoutMacs = 0; ///< that compute, but whose MACs are not known
    std::map<int, quint64> readBytes;
    std::map<int, quint64> writtenBytes;
};
WorkTotal total(const std::vector<Work> &work);

/// "weights and constants (read only)", "arena (scratch)", "fast scratch": what Vela keeps in a
/// region. Untranslated: QT_TRANSLATE_NOOP("Description", ...). Empty for regions without a fixed
/// use.
const char *regionUse(int region);

} // namespace tosaic::npu
