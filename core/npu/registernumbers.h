// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

/// Opcodes of the registers that operations are read from; names and fields of all are in
/// core/formats/ethosu/opcodes.cpp.
namespace tosaic::npu {

/// Commands without payload.
enum ShortRegister : quint32
{
    IfmPadTop = 0x100,
    IfmPadLeft = 0x101,
    IfmPadRight = 0x102,
    IfmPadBottom = 0x103,
    IfmDepthM1 = 0x104,
    IfmPrecision = 0x105,
    IfmUpscale = 0x107,
    IfmBroadcast = 0x108,
    OfmWidthM1 = 0x111,
    OfmHeightM1 = 0x112,
    OfmDepthM1 = 0x113,
    OfmPrecision = 0x114,
    OfmBlockWidthM1 = 0x115,
    OfmBlockHeightM1 = 0x116,
    OfmBlockDepthM1 = 0x117,
    KernelWidthM1 = 0x120,
    KernelHeightM1 = 0x121,
    KernelStride = 0x122,
    ParallelMode = 0x123,
    AccFormat = 0x124,
    ActivationFunction = 0x125,
    ActivationMin = 0x126,
    ActivationMax = 0x127,
    WeightRegion = 0x128,
    ScaleRegion = 0x129,
    ResizeXScale = 0x12A, ///< U85, as the other three
    ResizeYScale = 0x12B,
    ResizeXOffset = 0x12C,
    ResizeYOffset = 0x12D,
    WeightFormat = 0x12E,
    BlockDep = 0x12F,
    DmaSourceRegion = 0x130,
    DmaDestinationRegion = 0x131,
    DmaSize0 = 0x132,
    DmaSize1 = 0x133,
    DmaIndexRegion = 0x134,
    Ifm2Broadcast = 0x180,
    Ifm2Scalar = 0x181
};

/// Commands with payload.
enum LongRegister : quint32
{
    WeightBase = 0x020, ///< its length follows
    ScaleBase = 0x022,
    OfmScale = 0x024,
    IfmScale = 0x025, ///< U55, U65: OPA
    Ifm2Scale = 0x026, ///< U55, U65: OPB
    OpScalar = 0x027,
    DmaSource = 0x030,
    DmaDestination = 0x031,
    DmaLength = 0x032,
    DmaSkip0 = 0x033, ///< U65: bytes between rows; U85: SRC_STRIDE0; that of planes follows
    DmaSkip1 = 0x034,
    DmaDestinationStride0 = 0x035,
    DmaDestinationStride1 = 0x036,
    DmaIndex = 0x037,
    DmaIndexMax = 0x038,
    DmaIndexSkip1 = 0x039,
    Weight1Base = 0x090, ///< pairs of base and length; U85: up to WEIGHT3
    Scale1Base = 0x092, ///< U65
    ResizeXStep = 0x096, ///< U85
    ResizeYStep = 0x097
};

/// A feature map's registers lie alike for IFM, IFM2 and OFM.
struct MapRegisters
{
    quint32 precision;
    quint32 zeroPoint;
    quint32 width0M1;
    quint32 height0M1;
    quint32 height1M1;
    quint32 region;
    quint32 base; ///< with payload: BASE0 to 3, then strides of X, Y, C
    quint32 widthBits; ///< bit of the parameter where the precision begins
};
inline constexpr quint32 GlobalScale = 0x100; ///< of OFM_PRECISION: one scale for all channels

inline constexpr MapRegisters IfmRegisters{ 0x105, 0x109, 0x10A, 0x10B, 0x10C, 0x10F, 0x000, 2 };
inline constexpr MapRegisters OfmRegisters{ 0x114, 0x118, 0x11A, 0x11B, 0x11C, 0x11F, 0x010, 1 };
inline constexpr MapRegisters Ifm2Registers{ 0x185, 0x189, 0x18A, 0x18B, 0x18C, 0x18F, 0x080, 2 };

} // namespace tosaic::npu
