// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/kicks.h"

#include "core/base/try.h"

#include <QtEndian>

#include <algorithm>
#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

constexpr quint32 InternalMode = 0x100;
constexpr quint32 IndexMode = 0x800;
constexpr quint64 IndexBytes = 4;

int regionOf(quint32 parameter)
{
    return (parameter & InternalMode) != 0 ? int(Memory::Internal) : int(parameter & 7);
}

/// One side of a transfer.
struct Side
{
    int region = 0;
    qint64 address = 0;
    qint64 rowStep = 0; ///< bytes
    qint64 planeStep = 0;
    bool isIndexed = false;

    qint64 at(qint64 plane, qint64 row) const
    {
        return address + plane * planeStep + row * rowStep;
    }
};

} // namespace

/// Copies also what is known of the bytes: noise stays noise.
Result<void> TransferKick::copyRun(
    int from, qint64 source, int to, qint64 destination, quint64 length)
{
    const auto read = TRY(m_machine.memory.readable(from));
    const auto write = TRY(m_machine.memory.writable(to));
    const auto outside = [&](qint64 address, int region, quint64 size) {
        m_notes.isOutside = true;
        return fail(ErrorCode::FormatDamaged,
            u"the DMA reaches from %1 to %2, outside the %3 bytes of %4"_s.arg(address)
                .arg(address + qint64(length))
                .arg(size)
                .arg(regionText(region)));
    };
    if (!read.holds(source, length))
        return outside(source, from, read.size);
    if (!write.view().holds(destination, length))
        return outside(destination, to, write.size);
    if (length == 0)
        return {};
    std::memmove(write.bytes + destination, read.bytes + source, length);
    if (read.written)
        std::memmove(write.written + destination, read.written + source, length);
    else
        std::memset(write.written + destination, 1, length);
    return {};
}

Result<void> TransferKick::run(quint32 /*parameter*/)
{
    const auto sourceBits = TRY(m_setup.needed(npu::DmaSourceRegion, "DMA0_SRC_REGION"));
    const auto destinationBits = TRY(m_setup.needed(npu::DmaDestinationRegion, "DMA0_DST_REGION"));
    Side source{ regionOf(sourceBits),
        qint64(TRY(m_setup.neededAddress(npu::DmaSource, "DMA0_SRC"))) };
    Side destination{ regionOf(destinationBits),
        qint64(TRY(m_setup.neededAddress(npu::DmaDestination, "DMA0_DST"))) };
    const auto length = TRY(m_setup.neededAddress(npu::DmaLength, "DMA0_LEN"));
    const auto dimensions = sourceBits >> 9 & 3;
    const bool isU85 = m_setup.target().isU85;
    source.isIndexed = isU85 && (sourceBits & IndexMode) != 0;
    destination.isIndexed = isU85 && (destinationBits & IndexMode) != 0;
    const bool hasIndices = source.isIndexed || destination.isIndexed;
    if (dimensions == 0 && !hasIndices) {
        TRY(charge(Wide(length)));
        return copyRun(
            source.region, source.address, destination.region, destination.address, length);
    }
    if (!isU85)
        return fail(ErrorCode::FormatUnsupported,
            u"transfers of two and three dimensions are known of U85 only"_s);
    if (dimensions == 3)
        return fail(ErrorCode::FormatUnsupported, u"there is no stride mode 3"_s);
    const auto rows = qint64(TRY(m_setup.needed(npu::DmaSize0, "DMA0_SIZE0")));
    const auto planes
        = dimensions == 2 ? qint64(TRY(m_setup.needed(npu::DmaSize1, "DMA0_SIZE1"))) : 1;
    const auto stride = [&](quint32 opcode, const char *name, bool isNeeded) -> Result<qint64> {
        return isNeeded ? m_setup.neededStride(opcode, name) : Result<qint64>(0);
    };
    source.rowStep = TRY(stride(npu::DmaSkip0, "DMA0_SRC_STRIDE0", rows > 1 || source.isIndexed));
    destination.rowStep = TRY(
        stride(npu::DmaDestinationStride0, "DMA0_DST_STRIDE0", rows > 1 || destination.isIndexed));
    source.planeStep = TRY(stride(npu::DmaSkip1, "DMA0_SRC_STRIDE1", planes > 1));
    destination.planeStep = TRY(stride(npu::DmaDestinationStride1, "DMA0_DST_STRIDE1", planes > 1));
    TRY(charge(Wide(length + 1) * rows * planes));

    std::vector<qint32> indices;
    if (hasIndices)
        indices = TRY(readIndices(rows, planes));
    size_t next = 0;
    for (qint64 plane = 0; plane < planes; ++plane) {
        for (qint64 row = 0; row < rows; ++row) {
            const auto index = hasIndices ? qint64(indices[next++]) : row;
            TRY(copyRun(source.region, source.at(plane, source.isIndexed ? index : row),
                destination.region, destination.at(plane, destination.isIndexed ? index : row),
                length));
        }
    }
    return {};
}

/// Of gather and scatter, one for each row: they follow each other, with a gap behind each plane.
Result<std::vector<qint32>> TransferKick::readIndices(qint64 rows, qint64 planes)
{
    const auto region = int(TRY(m_setup.needed(npu::DmaIndexRegion, "DMA0_IDX_REGION")) & 7);
    const auto first = qint64(TRY(m_setup.neededAddress(npu::DmaIndex, "DMA0_IDX")));
    const auto largest = qint64(m_setup.payload(npu::DmaIndexMax) & 0x7FFFFFFF);
    const auto skip = planes > 1 ? m_setup.optionalAddress(npu::DmaIndexSkip1) : 0;
    const auto view = TRY(m_machine.memory.readable(region));
    std::vector<qint32> indices;
    for (qint64 plane = 0; plane < planes; ++plane) {
        const auto address = first + plane * (rows * qint64(IndexBytes) + qint64(skip));
        if (!view.holds(address, quint64(rows) * IndexBytes)) {
            m_notes.isOutside = true;
            return fail(ErrorCode::FormatDamaged,
                u"the DMA's indices at %1 lie outside %2"_s.arg(address).arg(regionText(region)));
        }
        const auto *unwritten = view.written
            ? std::memchr(view.written + address, 0, size_t(rows) * IndexBytes)
            : nullptr;
        if (unwritten && !m_notes.unwritten)
            m_notes.unwritten
                = { region, quint64(static_cast<const quint8 *>(unwritten) - view.written) };
        for (qint64 row = 0; row < rows; ++row) {
            const auto index
                = qFromLittleEndian<qint32>(view.bytes + address + row * qint64(IndexBytes));
            if (index < 0 || index > largest)
                return fail(ErrorCode::FormatDamaged,
                    u"the DMA's index %1 is outside 0 to %2"_s.arg(index).arg(largest));
            indices.push_back(index);
        }
    }
    return indices;
}

} // namespace tosaic::npusim
