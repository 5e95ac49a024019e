// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/dataflow.h"
#include "core/npu/stream.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace tosaic::npu {

/// How MACs were counted, so that totals are Vela's (`nn_macs` of its summary): output elements
/// times kernel elements, times input channels for CONV and REDUCE_SUM.
enum class MacRule
{
    None, ///< multiplies nothing (elementwise, resize, DMA), or shapes are not known
    Full,
    SparseWeights, ///< U85, 2:4 sparse weights: half of them, the others are skipped
    Rearrangement ///< U55/U65: a 1x1 pool that only permutes axes; Vela counts 0
};
/// "2:4 sparse weights: half the multiplications are skipped"; empty for None and Full.
/// Untranslated: QT_TRANSLATE_NOOP("Description", ...).
const char *macRuleNote(MacRule rule);

/// What one operation asks of the NPU. Counted from the registers, so it is a property of the
/// compiled stream (origin "file"), not an estimate of time.
struct Work
{
    std::optional<quint64>
        macs; ///< absent for operations that multiply nothing and for unknown shapes
    MacRule macRule = MacRule::None;
    bool isUncounted = false; ///< it multiplies, but a shape it needs is not known
    quint64 denseMacs = 0; ///< as if no weight were skipped and no pool were a permutation
    /// By region: feature maps, weights, scales, DMA source. Every byte counts once, also where the
    /// NPU fetches it again for the next block.
    std::map<int, quint64> readBytes;
    std::map<int, quint64> writtenBytes; ///< by region
    std::map<Port, quint64> readByPort; ///< the same reads by what they are read as
};

/// One entry for each operation of the stream.
std::vector<Work> workOf(const Stream &stream);

struct WorkTotal
{
    quint64 macs = 0;
    quint64 denseMacs = 0; ///< see Work
    quint64 operationsWithoutMacs = 0; ///< that multiply, but whose MACs are not known
    quint64 sparseOperations = 0; ///< of MacRule::SparseWeights
    quint64 rearrangements = 0; ///< of MacRule::Rearrangement
    std::map<int, quint64> readBytes;
    std::map<int, quint64> writtenBytes;
    std::map<Port, quint64> readByPort;
};
WorkTotal total(const std::vector<Work> &work);

/// "weights and constants (read only)", "arena (scratch)", "fast scratch": what Vela keeps in a
/// region. Untranslated: QT_TRANSLATE_NOOP("Description", ...). Empty for regions without a fixed
/// use.
const char *regionUse(int region);

} // namespace tosaic::npu
