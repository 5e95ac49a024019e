// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memorypicture.h"

/// Sizes of one partition from whatever is at hand; used by memorypicture.cpp only.
namespace tosaic::analysis {

using Number = std::optional<quint64>;

struct PartitionSizes
{
    Number commands;
    Number weights;
    Number scratch;
    Number fastScratch;
    Number readOnlyAndScratch; ///< only where the summary's sum is all there is
};

PartitionSizes sizesOf(const PartitionMemory &partition, Placement placement);

/// Bytes of an input or output; absent if the shape overflows or is negative.
Number descriptorBytes(const model::IoDescriptor &io);

/// Weights that one inference copies on chip; absent without a summary.
Number stagedBytes(const PartitionMemory &partition);

} // namespace tosaic::analysis
