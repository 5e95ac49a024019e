// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/weights.h"

#include "core/base/try.h"
#include "core/npusim/weightstream.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

constexpr qint64 RowStep = 16; ///< rows are filled up to a multiple
constexpr qint64 RecordBytes = 10;

Result<QByteArrayView> bytesAt(const Memory &memory, int region, quint64 address, quint64 size,
    const QString &what, AccessNotes &notes)
{
    const auto view = TRY(memory.readable(region));
    if (!view.holds(qint64(address), size)) {
        notes.isOutside = true;
        return fail(ErrorCode::FormatDamaged,
            u"%1 reach from %2 to %3, outside the %4 bytes of %5"_s.arg(what)
                .arg(address)
                .arg(address + size)
                .arg(view.size)
                .arg(regionText(region)));
    }
    if (view.written && size > 0 && !notes.unwritten) {
        if (const auto *found = std::memchr(view.written + address, 0, size))
            notes.unwritten
                = { region, quint64(static_cast<const quint8 *>(found) - view.written) };
    }
    return QByteArrayView(view.bytes + address, qsizetype(size));
}

using Orders = std::vector<std::vector<qint32>>;

/// U85, fast format: all decoders take turns at one stream.
std::vector<qint32> interleaved(const Orders &orders, qint64 chunk)
{
    std::vector<qint32> all;
    size_t longest = 0;
    for (const auto &order : orders)
        longest = std::max(longest, order.size());
    for (size_t at = 0; at < longest; at += size_t(chunk)) {
        for (const auto &order : orders) {
            const auto end = std::min(at + size_t(chunk), order.size());
            if (at < end)
                all.insert(
                    all.end(), order.begin() + qsizetype(at), order.begin() + qsizetype(end));
        }
    }
    return all;
}

/// Takes a stream's numbers to their places. What fills up must be 0: then the order is right.
Result<void> place(const std::vector<qint16> &decoded, const std::vector<qint32> &order,
    const WeightGeometry &geometry, LayerWeights &weights)
{
    const auto rowWeights = geometry.isDepthwise
        ? geometry.outputs
        : geometry.inputs * geometry.window.height * geometry.window.width;
    if (decoded.size() < order.size())
        return fail(ErrorCode::FormatDamaged,
            u"the weight stream holds %1 of %2 weights"_s.arg(decoded.size()).arg(order.size()));
    for (size_t i = 0; i < order.size(); ++i) {
        const auto to = order[i];
        if (to >= 0)
            weights.numbers[size_t(to / rowWeights * weights.rowLength + to % rowWeights)]
                = decoded[i];
        else if (decoded[i] != 0)
            return fail(ErrorCode::FormatDamaged,
                u"the weight stream has %1 where weights are filled up with 0"_s.arg(decoded[i]));
    }
    return {};
}

Result<std::shared_ptr<const LayerWeights>> decoded(const WeightGeometry &geometry,
    const Target &target, const std::vector<QByteArrayView> &streams)
{
    if (geometry.weights() > qint64(WeightLimit))
        return fail(
            ErrorCode::LimitExceeded, u"the layer has more than %1 weights"_s.arg(WeightLimit));
    auto weights = std::make_shared<LayerWeights>();
    const auto taps = geometry.window.height * geometry.window.width;
    const auto rows = geometry.isDepthwise ? taps : geometry.outputs;
    const auto used = geometry.isDepthwise ? geometry.outputs : geometry.inputs * taps;
    weights->rowLength = (used + RowStep - 1) / RowStep * RowStep;
    if (rows * weights->rowLength > qint64(WeightLimit) * 2)
        return fail(ErrorCode::LimitExceeded, u"the layer has too many weights"_s);
    weights->numbers.assign(size_t(rows * weights->rowLength), 0);
    if (geometry.isFast) {
        const auto numbers = TRY(decodeFastWeights(streams.front()));
        Orders orders;
        for (int stream = 0; stream < target.weightStreams; ++stream)
            orders.push_back(TRY(weightOrder(geometry, target, stream, numbers.size())));
        TRY(place(numbers, interleaved(orders, fastChunk(geometry, target)), geometry, *weights));
        return weights;
    }
    for (size_t stream = 0; stream < streams.size(); ++stream) {
        if (streams[stream].isEmpty() && stream > 0
            && qint64(stream) * (target.isU85 ? 4 : 1) >= geometry.outputs)
            continue; // no output falls to it
        const auto numbers = TRY(decodeStandardWeights(streams[stream]));
        const auto order = TRY(weightOrder(geometry, target, int(stream), numbers.size()));
        TRY(place(numbers, order, geometry, *weights));
    }
    return weights;
}

} // namespace

Result<std::shared_ptr<const LayerWeights>> WeightCache::weights(const WeightGeometry &geometry,
    const Target &target, const std::vector<QByteArrayView> &streams)
{
    size_t hash = 0;
    for (const auto &stream : streams)
        hash = qHashBits(stream.data(), size_t(stream.size()), hash + size_t(stream.size()));
    const auto isSame = [&](const Entry &entry) {
        if (entry.configuration != target.macs || !(entry.geometry == geometry))
            return false;
        qsizetype at = 0;
        for (const auto &stream : streams) {
            if (entry.bytes.size() - at < stream.size()
                || QByteArrayView(entry.bytes).sliced(at, stream.size()) != stream)
                return false;
            at += stream.size();
        }
        return at == entry.bytes.size();
    };
    const auto [first, last] = m_byHash.equal_range(hash);
    for (auto found = first; found != last; ++found) {
        if (isSame(*found->second))
            return found->second->weights;
    }
    auto weights = TRY(decoded(geometry, target, streams));
    Entry entry{ geometry, target.macs, {}, weights };
    for (const auto &stream : streams)
        entry.bytes.append(stream);
    m_kept += weights->numbers.size();
    m_entries.push_front(std::move(entry));
    m_byHash.emplace(hash, m_entries.begin());
    while (m_kept > Limit && m_entries.size() > 1) {
        m_kept -= m_entries.back().weights->numbers.size();
        std::erase_if(m_byHash, [oldest = std::prev(m_entries.end())](const auto &known) {
            return known.second == oldest;
        });
        m_entries.pop_back();
    }
    return weights;
}

Result<std::vector<QByteArrayView>> weightStreams(
    Setup &setup, const Memory &memory, bool isFast, AccessNotes &notes)
{
    const auto region = int(TRY(setup.needed(npu::WeightRegion, "WEIGHT_REGION")) & 7);
    std::vector<QByteArrayView> streams;
    const auto count = isFast ? 1 : setup.target().weightStreams;
    for (int i = 0; i < count; ++i) {
        // WEIGHT_BASE is followed by its length; so are the bases of the other streams.
        const auto base = i == 0 ? quint32(npu::WeightBase) : npu::Weight1Base + 2 * quint32(i - 1);
        const auto length = setup.payload(base + 1);
        if (length == 0 && i > 0) {
            streams.emplace_back();
            continue;
        }
        const auto address = TRY(setup.neededAddress(base, "WEIGHT_BASE"));
        streams.push_back(TRY(bytesAt(memory, region, address, length, u"the weights"_s, notes)));
    }
    return streams;
}

Result<qint64> microblockDepth(Setup &setup)
{
    const auto &target = setup.target();
    if (!target.isU85)
        return target.macs == 32 ? 4 : 8;
    constexpr std::array<int, 6> Elements{ 1, 2, 4, 4, 8, 16 };
    const auto microblock = setup.parameter(npu::AccFormat) >> 8 & 7;
    if (microblock >= Elements.size())
        return fail(ErrorCode::FormatUnsupported, u"there is no microblock %1"_s.arg(microblock));
    const auto depth = target.macs / (8 * Elements.at(microblock));
    if (depth < 1)
        return fail(ErrorCode::FormatDamaged,
            u"a microblock of %1 elements does not fit %2 MACs"_s.arg(Elements.at(microblock))
                .arg(target.macs));
    return depth;
}

Result<WeightGeometry> weightGeometry(Setup &setup, bool isDepthwise, const OutputSetup &output,
    qint64 inputs, const WindowSetup &window, int ifmBits)
{
    const auto &target = setup.target();
    WeightGeometry geometry{ .outputs = output.shape.depth,
        .inputs = isDepthwise ? 1 : inputs,
        .window = window,
        .isDepthwise = isDepthwise,
        .ifmBits = ifmBits };
    geometry.blockDepth = qint64(TRY(setup.needed(npu::OfmBlockDepthM1, "OFM_BLK_DEPTH_M1"))) + 1;
    if (!target.isU85) {
        geometry.microblockDepth = TRY(microblockDepth(setup));
        return geometry;
    }
    const auto format = setup.parameter(npu::WeightFormat);
    geometry.isFast = (format & 1) != 0;
    geometry.isSparse = (format >> 4 & 1) != 0;
    if (geometry.isFast && (geometry.isSparse || isDepthwise))
        return fail(ErrorCode::FormatUnsupported,
            u"the order of %1 weights in the fast format is not known"_s.arg(
                isDepthwise ? u"depthwise"_s : u"sparse"_s));
    geometry.microblockDepth = TRY(microblockDepth(setup));
    return geometry;
}

namespace {

quint64 littleEndian(const char *bytes, int count)
{
    quint64 value = 0;
    for (int i = 0; i < count; ++i)
        value |= quint64(quint8(bytes[i])) << (8 * i);
    return value;
}

qint64 signExtended(quint64 value, int bits)
{
    return qint64(value << (64 - bits)) >> (64 - bits);
}

struct RecordLayout
{
    int biasBytes;
    int scaleBytes;
    quint32 scaleMask;
    int shiftAt;
};

} // namespace

Result<ChannelScales> readScales(
    Setup &setup, const Memory &memory, qint64 channels, AccessNotes &notes)
{
    const auto &target = setup.target();
    const bool isWide = target.isU85 && (setup.parameter(npu::AccFormat) & 3) == 1;
    const auto layout = !target.isU85 ? RecordLayout{ 5, 4, 0xFFFFFFFF, 9 }
        : isWide                      ? RecordLayout{ 6, 2, 0x7FFF, 8 }
                                      : RecordLayout{ 4, 4, 0x7FFFFFFF, 8 };
    const auto region = int(TRY(setup.needed(npu::ScaleRegion, "SCALE_REGION")) & 7);
    ChannelScales scales;
    scales.bias.resize(size_t(channels));
    scales.scale.resize(size_t(channels));
    scales.shift.resize(size_t(channels));
    const qint64 streams = target.isU85 ? 1 : target.weightStreams;
    for (qint64 stream = 0; stream < streams; ++stream) {
        const auto base = stream == 0 ? npu::ScaleBase : npu::Scale1Base;
        const auto count = (channels + streams - 1 - stream) / streams;
        if (count == 0)
            continue;
        const auto address = TRY(setup.neededAddress(base, "SCALE_BASE"));
        const auto bytes = TRY(
            bytesAt(memory, region, address, quint64(count * RecordBytes), u"the scales"_s, notes));
        for (qint64 i = 0; i < count; ++i) {
            const auto *record = bytes.data() + i * RecordBytes;
            const auto channel = size_t(i * streams + stream);
            scales.bias[channel]
                = signExtended(littleEndian(record, layout.biasBytes), 8 * layout.biasBytes);
            scales.scale[channel]
                = quint32(littleEndian(record + layout.biasBytes, layout.scaleBytes))
                & layout.scaleMask;
            scales.shift[channel] = quint8(record[layout.shiftAt]) & 63;
        }
    }
    return scales;
}

} // namespace tosaic::npusim
