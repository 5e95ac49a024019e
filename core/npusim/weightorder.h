// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/setup.h"

#include <vector>

/// The order in which weights follow each other in their stream: it is that in which the hardware
/// walks blocks, sub-kernels and microblocks, so it depends on more than the layer.
namespace tosaic::npusim {

struct WeightGeometry
{
    qint64 outputs = 0; ///< channels of the OFM
    qint64 inputs = 1; ///< channels that each weighs; 1 of DEPTHWISE
    WindowSetup window;
    bool isDepthwise = false;
    int ifmBits = 8;
    qint64 blockDepth = 0; ///< of the OFM block
    qint64 microblockDepth = 8; ///< outputs that are computed at a time
    bool isSparse = false; ///< U85, 2:4
    bool isFast = false; ///< U85: one stream for all decoders

    bool operator==(const WeightGeometry &) const;
    /// Numbers in the layout that orders point into: (output, y, x, input), input innermost; of
    /// DEPTHWISE (y, x, output).
    /// WeightLimit + 1 if there are more.
    qint64 weights() const;
};

/// For each position of a stream the index of its weight, or -1 where the stream holds a 0 that
/// fills up. `stream` counts from 0 below Target::weightStreams. FormatDamaged if it would have
/// more than `limit` positions.
Result<std::vector<qint32>> weightOrder(
    const WeightGeometry &geometry, const Target &target, int stream, size_t limit);

/// Channels of the IFM that the NPU, and so a stream of weights, works on at a time. Not DEPTHWISE.
qint64 inputBlockDepth(const WeightGeometry &geometry, const Target &target);

/// U85, fast format: values that one decoder takes from the common stream at a time.
qint64 fastChunk(const WeightGeometry &geometry, const Target &target);

} // namespace tosaic::npusim
