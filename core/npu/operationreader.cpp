// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/operationreader.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::npu {

namespace {

enum Elementwise : quint32
{
    LeakyRelu = 5,
    Abs = 6,
    CountZeros = 7,
    Not = 36
};
bool hasOneInput(quint32 mode)
{
    return mode == LeakyRelu || mode == Abs || mode == CountZeros || mode == Not;
}
enum Pooling : quint32
{
    Max = 0,
    Min = 5,
    ArgMaxX = 6,
    ArgMaxY = 7
};
bool picksOneElement(quint32 mode)
{
    return mode == Max || mode == Min || mode == ArgMaxX || mode == ArgMaxY;
}

constexpr quint32 ModeMask = 0x3F;
constexpr quint32 AccumulatorsFromIfm2 = 2; ///< acc_input

quint32 plusOne(std::optional<quint32> value)
{
    return value ? *value + 1 : 0;
}

/// What the lowest `bits` of a register hold as a number.
qint64 numberIn(quint32 stored, quint32 bits, bool isSigned)
{
    const auto unused = 64 - std::min(bits, 32U);
    const auto shifted = quint64(stored) << unused;
    return isSigned ? qint64(shifted) >> unused : qint64(shifted >> unused);
}

/// A register range that an operation reads as a whole; absent if unknown or empty.
void addRange(RegisterFile &registers, std::optional<quint32> region, quint32 base,
    std::vector<RegionRange> &ranges)
{
    const auto address = registers.address(base);
    const auto length = registers.payload(base + 1);
    if (region && address && length && *length > 0)
        ranges.push_back({ int(*region & 7), *address, *length });
}

} // namespace

EnumNames::EnumNames(std::u16string_view enumeration, NpuProduct product, size_t count)
{
    m_names.reserve(count);
    for (size_t value = 0; value < count; ++value) {
        const auto text = formats::ethosu::enumText(enumeration, value, product);
        // Qt's QChar and char16_t share their layout; fromRawData refers to the static text.
        m_names.push_back(text.empty()
                ? QString()
                : QString::fromRawData(
                    reinterpret_cast<const QChar *>(text.data()), qsizetype(text.size())));
    }
}

OperationReader::OperationReader(NpuProduct product)
    : m_product(product), m_isU85(product == NpuProduct::U85), m_maps(product),
      m_elementwise(u"elementwise_mode", product, 64), m_pooling(u"pooling_mode", product, 8),
      m_resize(u"resize_mode", product, 4), m_activation(u"activation_function", product, 32),
      m_upscale(u"ifm_upscale_mode", product, 4), m_rounding(u"round_mode", product, 4),
      m_inputRounding(u"round_mode_ifm", product, 2),
      m_outputRounding(u"round_mode_ofm", product, 8)
{
}

void OperationReader::readKernel(
    RegisterFile &registers, quint32 kernelBits, Operation &operation) const
{
    readMode(kernelBits, operation);
    operation.ofm = m_maps.readOutput(registers);
    operation.ifm = m_maps.read(registers, IfmRegisters);
    operation.ifm->depth = plusOne(registers.parameter(IfmDepthM1));
    const auto isWindowed = operation.kind == OperationKind::Conv
        || operation.kind == OperationKind::Depthwise || operation.kind == OperationKind::Pool;
    if (isWindowed)
        readWindow(registers, operation);
    if (const auto upscale = registers.parameter(IfmUpscale); upscale && (*upscale & 3) != 0)
        operation.upscale = m_upscale.at(*upscale & 3);
    if (m_isU85 && operation.kind != OperationKind::Elementwise)
        operation.startsFromIfm2
            = (registers.parameter(AccFormat).value_or(0) >> 4 & 3) == AccumulatorsFromIfm2;
    readInputs(registers, operation);
    readWeights(registers, operation);
    readScales(registers, operation);
    readScaling(registers, operation);
    readActivation(registers, operation);
    operation.block = { plusOne(registers.parameter(OfmBlockHeightM1)),
        plusOne(registers.parameter(OfmBlockWidthM1)),
        plusOne(registers.parameter(OfmBlockDepthM1)) };
    operation.blockDependency = registers.parameter(BlockDep);
    completeShapes(operation);
}

void OperationReader::readMode(quint32 kernelBits, Operation &operation) const
{
    operation.modeNumber = quint8(kernelBits & ModeMask);
    switch (operation.kind) {
    case OperationKind::Conv:
        operation.hasWeightsFromIfm2 = m_isU85 && (kernelBits & 1) != 0;
        break;
    case OperationKind::Pool:
        operation.modeNumber &= 7;
        operation.mode = m_pooling.at(operation.modeNumber);
        break;
    case OperationKind::Elementwise:
        operation.mode = m_elementwise.at(operation.modeNumber);
        break;
    case OperationKind::Resize:
        operation.modeNumber &= 3;
        operation.mode = m_resize.at(operation.modeNumber);
        break;
    default:
        break;
    }
}

void OperationReader::readInputs(RegisterFile &registers, Operation &operation) const
{
    const auto isElementwise = operation.kind == OperationKind::Elementwise;
    if (isElementwise && m_isU85)
        applyBroadcast(registers, IfmBroadcast, *operation.ifm);
    const auto hasTwo = isElementwise ? !hasOneInput(operation.modeNumber)
                                      : operation.hasWeightsFromIfm2 || operation.startsFromIfm2;
    if (!hasTwo)
        return;
    operation.ifm2 = m_maps.read(registers, Ifm2Registers);
    if (isElementwise)
        applyBroadcast(registers, Ifm2Broadcast, *operation.ifm2);
}

void OperationReader::applyBroadcast(RegisterFile &registers, quint32 opcode, FeatureMap &map) const
{
    constexpr quint32 OldConstant = 0x80; // the old field's bit 23
    constexpr quint32 Scalar = 8;
    const auto bits = registers.parameter(opcode).value_or(0);
    const auto isScalar = m_isU85 ? (bits & 0xF) == Scalar : (bits & OldConstant) != 0;
    map.broadcast = bits & (m_isU85 ? 0xF : 0xC7);
    if (!isScalar)
        return;
    const auto zeroPoint = map.zeroPoint;
    map = FeatureMap{ .storage = FeatureMap::Storage::Scalar,
        .isSigned = map.isSigned,
        .bits = map.bits,
        .zeroPoint = zeroPoint,
        .broadcast = map.broadcast };
    map.height = map.width = map.depth = 1;
    constexpr quint32 OldScalarBits = 16;
    const auto stored = m_isU85 ? registers.payload(OpScalar) : registers.parameter(Ifm2Scalar);
    if (stored)
        map.scalar = numberIn(*stored, m_isU85 ? map.bits : OldScalarBits, map.isSigned);
}

void OperationReader::readWindow(RegisterFile &registers, Operation &operation) const
{
    Kernel kernel;
    const auto bits = registers.parameter(KernelStride).value_or(0);
    kernel.strideX = 1 + (bits & 1) + (bits >> 6 & 1) * 2;
    kernel.strideY = 1 + (bits >> 1 & 1) + (bits >> 9 & 1) * 2;
    kernel.isPartKernelFirst = (bits >> 2 & 1) != 0;
    kernel.dilationX = 1 + (bits >> 3 & 1);
    kernel.dilationY = 1 + (bits >> 4 & 1);
    // The registers hold what the dilated kernel spans, minus one.
    kernel.width = registers.parameter(KernelWidthM1).value_or(0) / kernel.dilationX + 1;
    kernel.height = registers.parameter(KernelHeightM1).value_or(0) / kernel.dilationY + 1;
    kernel.padding = { registers.parameter(IfmPadTop).value_or(0) & 0x7F,
        registers.parameter(IfmPadLeft).value_or(0) & 0x7F,
        registers.parameter(IfmPadBottom).value_or(0) & 0xFF,
        registers.parameter(IfmPadRight).value_or(0) & 0xFF };
    operation.kernel = kernel;
}

void OperationReader::readWeights(RegisterFile &registers, Operation &operation) const
{
    const auto hasWeights
        = operation.kind == OperationKind::Depthwise || operation.kind == OperationKind::Conv;
    if (!hasWeights || operation.hasWeightsFromIfm2)
        return;
    if (m_isU85)
        operation.hasSparseWeights = (registers.parameter(WeightFormat).value_or(0) >> 4 & 1) != 0;
    const auto region = registers.parameter(WeightRegion);
    addRange(registers, region, WeightBase, operation.weights);
    if (m_product == NpuProduct::U55)
        return;
    if (m_product == NpuProduct::U65) {
        if ((registers.parameter(ParallelMode).value_or(0) & 1) != 0)
            addRange(registers, region, Weight1Base, operation.weights);
        return;
    }
    for (quint32 core = 0; core < 3; ++core)
        addRange(registers, region, Weight1Base + core * 2, operation.weights);
}

void OperationReader::readScales(RegisterFile &registers, Operation &operation) const
{
    if ((registers.parameter(OfmPrecision).value_or(GlobalScale) & GlobalScale) != 0)
        return;
    // A pool without a global scale divides by the elements under its window (U55, U65) or picks
    // one of them; only on U85 it may scale each channel.
    const auto hasScales = operation.kind == OperationKind::Conv
        || operation.kind == OperationKind::Depthwise
        || (m_isU85 && operation.kind == OperationKind::Pool
            && !picksOneElement(operation.modeNumber));
    if (!hasScales)
        return;
    const auto region = registers.parameter(ScaleRegion);
    addRange(registers, region, ScaleBase, operation.scales);
    if (m_product == NpuProduct::U65 && (registers.parameter(ParallelMode).value_or(0) & 1) != 0)
        addRange(registers, region, Scale1Base, operation.scales);
}

} // namespace tosaic::npu
