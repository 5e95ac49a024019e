// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/featuremap.h"

#include "core/base/try.h"

#include <algorithm>
#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

constexpr qint64 BrickDepth = 16;

/// Elements that follow each other in memory: columns [x, x + columns) of one row in one tile, and
/// of them the channels [c, c + channels).
struct Run
{
    qint64 x = 0;
    qint64 columns = 0;
    qint64 c = 0;
    qint64 channels = 0;
    qint64 address = 0; ///< of the first element
};

/// Calls `function` for the runs of row `y`; ends with the first error.
template <typename Function>
Result<void> forRuns(const MapSetup &map, qint64 y, Shape shape, Function &&function)
{
    const auto chunk = map.isBrick ? BrickDepth : shape.depth;
    for (const bool isRight : { false, true }) {
        const auto first = isRight ? map.width0 : 0;
        const auto end = isRight ? shape.width : std::min(shape.width, map.width0);
        if (first >= end)
            continue;
        const auto rows = isRight ? map.height1 : map.height0;
        const bool isLow = y >= rows;
        const auto row = map.base.at((isRight ? 1U : 0U) + (isLow ? 2U : 0U))
            + (isLow ? y - rows : y) * map.strideY;
        for (qint64 c = 0; c < shape.depth; c += chunk) {
            const Run run{ first, end - first, c, std::min(chunk, shape.depth - c),
                row + (c / chunk) * map.strideC * (map.isBrick ? 1 : 0) };
            if (const auto done = function(run); !done)
                return done;
        }
    }
    return {};
}

/// Whether all of a run lies in the region.
bool holds(const Memory::View &view, const MapSetup &map, const Run &run)
{
    const auto bytes = quint64(run.channels) * quint64(map.bytes);
    return view.holds(run.address, bytes)
        && view.holds(run.address + (run.columns - 1) * map.strideX, bytes);
}

Error outside(const MapSetup &map, const Run &run, quint64 size)
{
    return { ErrorCode::FormatDamaged,
        u"%1 reaches from %2 to %3, outside the %4 bytes of %5"_s.arg(map.name)
            .arg(run.address)
            .arg(run.address + (run.columns - 1) * map.strideX + run.channels * map.bytes)
            .arg(size)
            .arg(regionText(map.region)) };
}

template <typename Function>
auto withElement(const MapSetup &map, Function &&function)
{
    switch (map.bytes) {
    case 1:
        return map.isSigned ? function(qint8()) : function(quint8());
    case 2:
        return map.isSigned ? function(qint16()) : function(quint16());
    case 4:
        return map.isSigned ? function(qint32()) : function(quint32());
    default:
        return function(qint64());
    }
}

template <typename Element, typename Number>
void load(const quint8 *from, qint64 count, qint64 zeroPoint, Number *to)
{
    // Sums of narrow types fit an int: the loop works on many elements at a time.
    using Sum = std::conditional_t<(sizeof(Element) < 4 && sizeof(Number) < 8), qint32, qint64>;
    const auto zero = Sum(zeroPoint);
    for (qint64 i = 0; i < count; ++i) {
        Element element;
        std::memcpy(&element, from + i * qint64(sizeof element), sizeof element);
        to[i] = Number(Sum(element) - zero);
    }
}

void note(
    const MapSetup &map, const Memory::View &view, qint64 address, qint64 bytes, AccessNotes &notes)
{
    if (!view.written || notes.unwritten)
        return;
    if (const auto *found = std::memchr(view.written + address, 0, size_t(bytes)))
        notes.unwritten
            = { map.region, quint64(static_cast<const quint8 *>(found) - view.written) };
}

template <typename Number>
Result<void> readChain(
    const MapSource &source, const MapSetup &map, Shape shape, Destination<Number> to)
{
    const auto chain = source.chains.find(map.region);
    if (chain == source.chains.end())
        return fail(ErrorCode::FormatDamaged,
            u"%1 is chaining buffer %2, which nobody wrote"_s.arg(map.name).arg(map.region));
    const auto &[held, numbers] = chain->second;
    if (shape.height > held.height || shape.width > held.width || shape.depth > held.depth)
        return fail(ErrorCode::FormatDamaged,
            u"%1 is larger than what chaining buffer %2 holds"_s.arg(map.name).arg(map.region));
    for (qint64 y = 0; y < shape.height; ++y) {
        for (qint64 x = 0; x < shape.width; ++x) {
            const auto *from = numbers.data() + (y * held.width + x) * held.depth;
            auto *row = to.first + y * to.rowStride + x * shape.depth;
            for (qint64 c = 0; c < shape.depth; ++c)
                row[c] = Number(from[c] - map.zeroPoint);
        }
    }
    return {};
}

template <typename Element, typename Number>
void store(const Number *from, qint64 count, quint8 *to)
{
    for (qint64 i = 0; i < count; ++i) {
        const auto element = Element(from[i]);
        std::memcpy(to + i * qint64(sizeof element), &element, sizeof element);
    }
}

} // namespace

template <typename Number>
Result<void> readMap(
    const MapSource &source, const MapSetup &map, Shape shape, Destination<Number> to)
{
    if (map.storage == MapSetup::Storage::None)
        return fail(ErrorCode::FormatDamaged, u"%1 is read, but has no storage"_s.arg(map.name));
    if (map.storage == MapSetup::Storage::Chained)
        return readChain(source, map, shape, to);
    const auto view = TRY(source.memory.readable(map.region));
    for (qint64 y = 0; y < shape.height; ++y) {
        TRY(forRuns(map, y, shape, [&](const Run &run) -> Result<void> {
            if (!holds(view, map, run)) {
                source.notes.isOutside = true;
                return fail(outside(map, run, view.size));
            }
            auto *row = to.first + y * to.rowStride + run.x * shape.depth + run.c;
            const bool isDense
                = run.channels == shape.depth && map.strideX == shape.depth * map.bytes;
            const auto pieces = isDense ? 1 : run.columns;
            const auto length = isDense ? run.columns * run.channels : run.channels;
            withElement(map, [&](auto element) {
                for (qint64 i = 0; i < pieces; ++i) {
                    const auto address = run.address + i * map.strideX;
                    note(map, view, address, length * map.bytes, source.notes);
                    load<decltype(element)>(
                        view.bytes + address, length, map.zeroPoint, row + i * shape.depth);
                }
            });
            return {};
        }));
    }
    return {};
}

template Result<void> readMap(const MapSource &, const MapSetup &, Shape, Destination<qint16>);
template Result<void> readMap(const MapSource &, const MapSetup &, Shape, Destination<qint64>);

Result<MapWriter> MapWriter::open(Memory &memory, const MapSetup &map, AccessNotes &notes)
{
    return MapWriter(TRY(memory.writable(map.region)), map, notes);
}

template <typename Number>
Result<void> MapWriter::writeRow(qint64 y, Shape shape, const Number *values) const
{
    const auto &map = *m_map;
    return forRuns(map, y, shape, [&](const Run &run) -> Result<void> {
        if (!holds(m_view.view(), map, run)) {
            m_notes->isOutside = true;
            return fail(outside(map, run, m_view.size));
        }
        const auto *row = values + run.x * shape.depth + run.c;
        const bool isDense = run.channels == shape.depth && map.strideX == shape.depth * map.bytes;
        const auto pieces = isDense ? 1 : run.columns;
        const auto length = isDense ? run.columns * run.channels : run.channels;
        withElement(map, [&](auto element) {
            for (qint64 i = 0; i < pieces; ++i) {
                const auto address = run.address + i * map.strideX;
                if (const auto bytes = length * map.bytes; bytes == 1) // not a call for each
                    m_view.written[address] = 1;
                else
                    std::memset(m_view.written + address, 1, size_t(bytes));
                store<decltype(element)>(row + i * shape.depth, length, m_view.bytes + address);
            }
        });
        return {};
    });
}

template Result<void> MapWriter::writeRow(qint64, Shape, const qint32 *) const;
template Result<void> MapWriter::writeRow(qint64, Shape, const qint64 *) const;

} // namespace tosaic::npusim
