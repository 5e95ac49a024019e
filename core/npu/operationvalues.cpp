// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Scales, activation and DMA of an operation.
#include "core/npu/operationreader.h"
#include "core/npu/ranges.h"

#include <algorithm>

namespace tosaic::npu {

namespace {

constexpr quint32 FirstTable = 16; ///< U55, U65: activation functions 16 to 23 are tables 0 to 7

qint32 clipLimit(quint32 parameter, bool isSigned)
{
    return isSigned ? qint32(qint16(parameter)) : qint32(parameter);
}

/// Whether the limits take away anything of what the type can hold.
bool clips(const Operation &operation)
{
    if (!operation.activationMin || !operation.activationMax)
        return false;
    const auto isSigned = operation.ofm && operation.ofm->isSigned;
    const auto bits = std::min(operation.ofm ? operation.ofm->bits : 16U, 16U);
    const auto highest = (qint32(1) << (isSigned ? bits - 1 : bits)) - 1;
    const auto lowest = isSigned ? -highest - 1 : 0;
    return *operation.activationMin > lowest || *operation.activationMax < highest;
}

/// One side of a transfer: where it begins and how its rows and planes lie.
struct Side
{
    std::optional<RegionRange> range;
    bool isInternal = false;
};

Side sideAt(RegisterFile &registers, quint32 regionRegister, quint32 addressRegister,
    std::optional<quint64> length, const std::vector<Repeat> &repeats)
{
    const auto region = registers.parameter(regionRegister);
    const auto address = registers.address(addressRegister);
    Side side;
    side.isInternal = region && (*region >> 8 & 1) != 0;
    if (!region || !address || !length)
        return side;
    const auto covered
        = repeatedRanges(int(*region & 7), *address, *length, repeats, 1); // one range over all
    if (!covered.empty())
        side.range = covered.front();
    return side;
}

} // namespace

std::optional<Scale> OperationReader::scaleAt(
    RegisterFile &registers, quint32 opcode, const EnumNames &rounding) const
{
    const auto words = registers.words(opcode);
    if (!words)
        return std::nullopt;
    const auto parameter = quint32(*words >> 32);
    Scale scale{ quint32(*words), parameter & 0x3F, {} };
    if (m_isU85) {
        scale.multiplier &= 0x7FFFFFFF;
        scale.rounding = rounding.at(parameter >> 13 & 7);
    }
    return scale;
}

void OperationReader::readScaling(RegisterFile &registers, Operation &operation) const
{
    const auto precision = registers.parameter(OfmPrecision);
    if (m_isU85) {
        const auto words = registers.words(OfmScale);
        operation.rounding = words ? m_outputRounding.at(*words >> 45 & 7) : QString();
    } else if (precision) {
        operation.rounding = m_rounding.at(*precision >> 14 & 3);
    }
    if (precision && (*precision & GlobalScale) != 0) {
        operation.ofmScale = scaleAt(registers, OfmScale, m_outputRounding);
        if (operation.ofmScale)
            operation.ofmScale->rounding = operation.rounding;
    }
    if (operation.kind != OperationKind::Elementwise)
        return;
    // U55 and U65 scale their inputs only to add and subtract; other modes leave old values.
    const auto isAddOrSub = operation.modeNumber == 1 || operation.modeNumber == 2;
    if (!m_isU85 && !isAddOrSub)
        return;
    operation.ifmScale = scaleAt(registers, IfmScale, m_inputRounding);
    if (operation.ifm2)
        operation.ifm2Scale = scaleAt(registers, Ifm2Scale, m_inputRounding);
    if (m_isU85)
        return;
    if (operation.ifmScale)
        operation.ifmScale->rounding
            = m_rounding.at(registers.parameter(IfmPrecision).value_or(0) >> 14 & 3);
    if (operation.ifm2Scale) {
        operation.ifm2Scale->multiplier &= 0xFFFF;
        operation.ifm2Scale->shift = 0;
    }
}

void OperationReader::readActivation(RegisterFile &registers, Operation &operation) const
{
    const auto isSigned = operation.ofm && operation.ofm->isSigned;
    const auto bits = registers.parameter(ActivationFunction);
    const auto isUnclipped = m_isU85 && bits && (*bits >> 12 & 1) != 0;
    if (!isUnclipped) {
        if (const auto low = registers.parameter(ActivationMin))
            operation.activationMin = clipLimit(*low, isSigned);
        if (const auto high = registers.parameter(ActivationMax))
            operation.activationMax = clipLimit(*high, isSigned);
    }
    if (!bits)
        return;
    const auto function = *bits & 0x1F;
    if (function != 0 || (!m_isU85 && clips(operation)))
        operation.activation = m_activation.at(function);
    if (m_isU85 && function != 0)
        operation.activationTable = int(*bits >> 5 & 7);
    else if (function >= FirstTable && function < FirstTable + 8)
        operation.activationTable = int(function - FirstTable);
}

void OperationReader::readDma(RegisterFile &registers, Operation &operation) const
{
    Dma dma;
    const auto source = registers.parameter(DmaSourceRegion);
    const auto destination = registers.parameter(DmaDestinationRegion);
    const auto length = registers.address(DmaLength);
    const auto sourceMode = source.value_or(0) >> 9 & 3;
    const auto mode = m_isU85 ? sourceMode : std::max(sourceMode, destination.value_or(0) >> 9 & 3);
    dma.dimensions = int(std::min(mode, 2U)) + 1;
    if (mode > 0)
        dma.rows = registers.parameter(DmaSize0).value_or(0);
    if (mode > 1)
        dma.planes = registers.parameter(DmaSize1).value_or(0);
    const auto pitches = [&](bool isStrided, quint32 first) -> std::vector<Repeat> {
        const auto run = qint64(length.value_or(0));
        if (mode == 0)
            return {};
        auto row = m_isU85 ? registers.stride(first).value_or(run) : run;
        if (!m_isU85 && isStrided)
            row += registers.stride(DmaSkip0).value_or(0);
        auto plane = qint64(dma.rows) * row;
        if (mode > 1 && m_isU85)
            plane = registers.stride(first + 1).value_or(plane);
        else if (mode > 1 && isStrided)
            plane += registers.stride(DmaSkip1).value_or(0);
        return { { dma.rows, row }, { dma.planes, plane } };
    };
    auto sourcePitches = pitches(sourceMode > 0, DmaSkip0);
    auto destinationPitches
        = pitches((destination.value_or(0) >> 9 & 3) > 0, DmaDestinationStride0);
    const auto isGather = m_isU85 && (source.value_or(0) >> 11 & 1) != 0;
    const auto isScatter = m_isU85 && (destination.value_or(0) >> 11 & 1) != 0;
    if (isGather || isScatter) {
        // Any row up to the highest index may be touched.
        const auto highest = registers.payload(DmaIndexMax);
        auto &indexed = isGather ? sourcePitches : destinationPitches;
        if (highest && !indexed.empty())
            indexed.front().count = quint64(*highest & 0x7FFFFFFF) + 1;
        dma.indices = indexRange(registers, dma);
    }
    const auto from = sideAt(registers, DmaSourceRegion, DmaSource, length, sourcePitches);
    const auto to
        = sideAt(registers, DmaDestinationRegion, DmaDestination, length, destinationPitches);
    dma.source = from.range;
    dma.destination = to.range;
    dma.isInternal = to.isInternal;
    dma.bytes = length.value_or(0) * dma.rows * dma.planes;
    operation.dma = dma;
}

std::optional<RegionRange> OperationReader::indexRange(
    RegisterFile &registers, const Dma &dma) const
{
    constexpr quint64 IndexBytes = 4;
    const auto region = registers.parameter(DmaIndexRegion);
    const auto address = registers.address(DmaIndex);
    if (!region || !address)
        return std::nullopt;
    const auto row = qint64(dma.rows * IndexBytes);
    const auto skip = dma.planes > 1 ? registers.stride(DmaIndexSkip1).value_or(0) : 0;
    const auto covered = repeatedRanges(
        int(*region & 7), *address, quint64(row), { { dma.planes, row + skip } }, 1);
    return covered.empty() ? std::nullopt : std::optional(covered.front());
}

} // namespace tosaic::npu
