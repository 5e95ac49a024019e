// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/ethosu.h"
#include "core/npu/registerfile.h"
#include "core/npu/registernumbers.h"
#include "core/npusim/rounding.h"

#include <array>

/// What an operation finds in the registers, as numbers.
namespace tosaic::npusim {

struct Shape
{
    qint64 height = 0;
    qint64 width = 0;
    qint64 depth = 0;

    /// At most 2^48: each comes from 16 bits.
    qint64 elements() const { return height * width * depth; }
};

struct MapSetup
{
    enum class Storage
    {
        Memory,
        Chained, ///< U85: a chaining buffer, whose number is `region`
        None
    };
    QString name; ///< "IFM", "IFM2", "OFM"
    Storage storage = Storage::Memory;
    int bytes = 1; ///< of an element
    bool isSigned = false;
    bool isBrick = false; ///< NHCWB16
    int region = 0;
    qint64 zeroPoint = 0;
    qint64 width0 = 0; ///< columns of the tiles on the left
    qint64 height0 = 0; ///< rows of the tile top left
    qint64 height1 = 0; ///< and top right
    std::array<qint64, 4> base{};
    qint64 strideX = 0;
    qint64 strideY = 0;
    qint64 strideC = 0; ///< of bricks
};

struct OutputSetup
{
    MapSetup map;
    Shape shape; ///< as computed: before the transpose
    int transpose = 0; ///< U85: activation_transpose
    int reverse = 0; ///< U85: activation_reverse
    bool isScaleGlobal = false;
    Rounding rounding = Rounding::Double;
};

struct WindowSetup
{
    qint64 height = 1; ///< taps
    qint64 width = 1;
    qint64 dilatedHeight = 1;
    qint64 dilatedWidth = 1;
    qint64 strideY = 1;
    qint64 strideX = 1;
    qint64 dilationY = 1;
    qint64 dilationX = 1;
    qint64 top = 0;
    qint64 left = 0;
    qint64 bottom = 0;
    qint64 right = 0;
    bool isPartKernelFirst = false;

    bool isPadded() const { return top + left + bottom + right > 0; }
};

struct ScaleSetup
{
    qint64 multiplier = 1;
    int shift = 0;
    int preShift = 0; ///< U85, inputs: dbl_rnd
    Rounding rounding = Rounding::Double;
};

/// The NPU that the stream was made for.
struct Target
{
    explicit Target(const model::NpuConfig &config);

    model::NpuProduct product;
    bool isU85;
    int macs;
    int weightStreams; ///< cores of U65-512, weight decoders of U85; else 1
    quint64 tableMemory; ///< where the slots of look-up tables begin in the NPU's own memory
};

/// Reads the registers. Errors name the register that was never written (FormatDamaged) or the
/// value whose meaning is not known (FormatUnsupported).
class Setup
{
public:
    Setup(const Target &target, npu::RegisterFile &registers)
        : m_target(target), m_registers(registers)
    {
    }

    const Target &target() const { return m_target; }

    Result<MapSetup> ifm() { return map(npu::IfmRegisters, QStringLiteral("IFM")); }
    Result<MapSetup> ifm2() { return map(npu::Ifm2Registers, QStringLiteral("IFM2")); }
    Result<OutputSetup> output();
    Result<WindowSetup> window();
    Result<qint64> ifmDepth();

    /// A parameter; `name` is for the error.
    Result<quint32> needed(quint32 opcode, const char *name);
    Result<quint64> neededAddress(quint32 opcode, const char *name);
    Result<qint64> neededStride(quint32 opcode, const char *name);
    /// 0 if it was never written.
    quint64 optionalAddress(quint32 opcode) { return m_registers.address(opcode).value_or(0); }
    quint32 parameter(quint32 opcode, quint32 otherwise = 0)
    {
        return m_registers.parameter(opcode).value_or(otherwise);
    }
    quint32 payload(quint32 opcode, quint32 otherwise = 0)
    {
        return m_registers.payload(opcode).value_or(otherwise);
    }
    /// parameter << 32 | payload.
    Result<quint64> neededWords(quint32 opcode, const char *name);
    qint64 signedParameter(quint32 opcode) { return qint16(parameter(opcode)); }

    /// OFM_SCALE; U85: with its rounding. 1 if it was never written.
    ScaleSetup outputScale();
    /// U85: IFM_SCALE, IFM2_SCALE.
    ScaleSetup inputScale(quint32 opcode);

private:
    Result<MapSetup> map(const npu::MapRegisters &places, const QString &name);
    Result<void> readPlaces(const npu::MapRegisters &places, MapSetup &map);

    const Target &m_target;
    npu::RegisterFile &m_registers;
};

} // namespace tosaic::npusim
