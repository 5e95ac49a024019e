// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/featuremap.h"
#include "core/npusim/setup.h"
#include "core/npusim/weightorder.h"

#include <QByteArray>

#include <list>
#include <memory>
#include <vector>

/// Weights and scales of CONV and DEPTHWISE, as numbers.
namespace tosaic::npusim {

/// CONV: for each output a row of `rowLength` numbers (y, x, input), filled up with zeros to a
/// multiple of 16. DEPTHWISE: for each tap (y, x) a row of all outputs.
struct LayerWeights
{
    std::vector<qint16> numbers;
    qint64 rowLength = 0;

    const qint16 *row(qint64 index) const { return numbers.data() + index * rowLength; }
};

/// Weights that were decoded once, found again by their compressed bytes: programs copy them about,
/// so an address says nothing. One thread at a time.
class WeightCache
{
public:
    /// Decoded numbers that are kept at most; the oldest go.
    static constexpr size_t Limit = size_t(1) << 27;

    Result<std::shared_ptr<const LayerWeights>> weights(const WeightGeometry &geometry,
        const Target &target, const std::vector<QByteArrayView> &streams);

private:
    struct Entry
    {
        WeightGeometry geometry;
        int configuration = 0; ///< MACs: orders differ
        QByteArray bytes; ///< of all streams
        std::shared_ptr<const LayerWeights> weights;
    };
    std::list<Entry> m_entries; ///< newest first
    std::multimap<size_t, std::list<Entry>::iterator> m_byHash;
    size_t m_kept = 0;
};

/// What turns a channel's accumulator into its output.
struct ChannelScales
{
    std::vector<qint64> bias;
    std::vector<quint32> scale;
    std::vector<quint8> shift;
};

/// The records that SCALE names, one for each of `channels`.
Result<ChannelScales> readScales(
    Setup &setup, const Memory &memory, qint64 channels, AccessNotes &notes);

/// The compressed streams that WEIGHT names; empty where a decoder has none.
Result<std::vector<QByteArrayView>> weightStreams(
    Setup &setup, const Memory &memory, bool isFast, AccessNotes &notes);

/// Channels of the OFM that are computed at a time. FormatUnsupported, FormatDamaged.
Result<qint64> microblockDepth(Setup &setup);

/// How the registers say that weights are ordered. Window, depths and type are the operation's.
Result<WeightGeometry> weightGeometry(Setup &setup, bool isDepthwise, const OutputSetup &output,
    qint64 inputs, const WindowSetup &window, int ifmBits);

} // namespace tosaic::npusim
