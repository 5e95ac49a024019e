// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/formats/ethosu/commandstream.h"
#include "core/model/ethosu.h"
#include "core/model/program.h"

#include <QString>

#include <array>
#include <optional>
#include <vector>

/// A register command stream taken apart: every command, and every operation with the register
/// state it ran with. Source of the facts: the interface headers of Arm's Vela
/// (ethos_u65_interface.hpp, ethos_u85_interface.hpp) and the Ethos-U core driver; restated in
/// core/npu/README.md.
namespace tosaic::npu {

using model::NpuProduct;

/// One command as it stands in the stream.
struct Command
{
    quint32 offset = 0; ///< bytes from the start of the stream
    quint16 opcode = 0; ///< 10 bits; with and without payload are two number spaces
    quint16 parameter = 0; ///< upper half of the first word
    quint32 payload = 0; ///< second word; 0 if there is none
    bool hasPayload = false;
    /// Bits 10 to 15 of the first word if they break the encoding: the command is then unknown
    /// whatever its opcode. 0 in real streams.
    quint8 reservedBits = 0;
};

/// What the driver is told before the stream.
using formats::ethosu::DriverAction;

enum class OperationKind
{
    Conv,
    Depthwise,
    Pool,
    Elementwise,
    Resize,
    Dma,
    Branch,
    Irq,
    PmuMask,
    Stop
};
/// "CONV", "DMA_START", "STOP": the hardware's name without NPU_OP_.
QString operationKindName(OperationKind kind);
/// Conv to Resize: it computes.
bool isKernel(OperationKind kind);

/// Bytes of one region.
struct RegionRange
{
    int region = 0; ///< base pointer index 0 to 7
    quint64 address = 0; ///< bytes from the base
    quint64 length = 0; ///< bytes
    bool operator==(const RegionRange &) const = default;
};

/// A feature map as the registers describe it. Registers that were never written are absent.
struct FeatureMap
{
    /// ranges() never gives more than this many.
    static constexpr size_t RangeLimit = 4096;

    enum class Storage
    {
        Memory,
        Chained, ///< U85: stays inside the NPU in chaining buffer `chainBuffer`
        Scalar, ///< a constant from a register
        None ///< U85: not read or not written
    };
    Storage storage = Storage::Memory;
    int chainBuffer = -1;
    quint32 height = 0; ///< elements; 0 if not known
    quint32 width = 0;
    quint32 depth = 0;
    std::optional<int> region;
    std::array<std::optional<quint64>, 4>
        tileAddress; ///< BASE0..3: top left, top right, bottom left,
                     ///< bottom right; bytes from the region's base
    quint32 tileHeight0 = 0; ///< rows in tile 0
    quint32 tileHeight1 = 0; ///< rows in tile 1
    quint32 tileWidth0 = 0; ///< columns in tiles 0 and 2
    std::optional<qint64> strideX; ///< bytes; may be negative
    std::optional<qint64> strideY;
    std::optional<qint64> strideC;
    bool isSigned = false;
    quint32 bits = 8; ///< 8, 16, 32, 64
    bool isBrick = false; ///< NHCWB16: bricks of 16 channels; else NHWC
    qint32 zeroPoint = 0;
    quint32 broadcast = 0; ///< bits of the product's broadcast field; 0 none
    std::optional<qint64> scalar; ///< Storage::Scalar: the number, as the map's type reads it
    /// U85, OFM: activation_transpose. Height, width and depth are those before the transpose,
    /// tiles and strides those after it.
    quint8 transpose = 0;
    quint8 reverse = 0; ///< U85, OFM: activation_reverse; the same bytes in another order
    bool isTile3x1 = false; ///< U85: tiles 0, 1, 2 lie one above the other

    /// Height, width and depth as they lie in memory: after the transpose.
    std::array<quint32, 3> memoryShape() const;
    /// Bytes the map touches in memory, in ascending order, touching ranges merged; empty if an
    /// address is not known or the map is not in memory. Bricks count whole, with the channels that
    /// fill them up. If gaps would make more than RangeLimit ranges, the innermost ones are covered
    /// by one range each (gaps included) until there are few enough.
    std::vector<RegionRange> ranges() const;
};

struct Kernel
{
    quint32 width = 1; ///< elements, not dilated
    quint32 height = 1;
    quint32 strideX = 1;
    quint32 strideY = 1;
    quint32 dilationX = 1;
    quint32 dilationY = 1;
    bool isPartKernelFirst = false;
    std::array<quint32, 4> padding{}; ///< top, left, bottom, right
};

/// Fixed-point factor multiplier / 2^shift with the register's rounding.
struct Scale
{
    quint32 multiplier = 0;
    quint32 shift = 0;
    QString rounding; ///< hardware's name; empty if the register has none
};

struct Dma
{
    std::optional<RegionRange> source; ///< absent if a register is not known
    std::optional<RegionRange> destination;
    bool isInternal = false; ///< the destination is the NPU's own memory (look-up tables)
    int dimensions = 1;
    quint64 rows = 1; ///< second dimension
    quint64 planes = 1; ///< third dimension
    std::optional<RegionRange> indices; ///< U85 gather and scatter
    quint64 bytes = 0; ///< moved in all
};

struct Operation
{
    OperationKind kind = OperationKind::Stop;
    quint32 index = 0; ///< counts operations of the stream from 0, waits left out
    quint32 command = 0; ///< into Stream::commands: the one that starts it
    quint32 firstCommand = 0; ///< first command since the operation before: what was set for it
    quint32 offset = 0; ///< bytes from the start of the stream
    quint8 modeNumber = 0; ///< as in the command, for `mode`
    QString mode; ///< "ADD", "MAX", "AVERAGE", "NEAREST"; empty if the kind has none
    std::optional<FeatureMap> ifm;
    std::optional<FeatureMap> ifm2;
    std::optional<FeatureMap> ofm;
    std::optional<Kernel> kernel;
    std::vector<RegionRange> weights; ///< one for each core that has some
    std::vector<RegionRange> scales;
    bool hasSparseWeights = false; ///< U85: of four weights two are zero and left out
    bool hasWeightsFromIfm2 = false; ///< U85: a matrix product of two feature maps
    bool startsFromIfm2 = false; ///< U85: accumulators begin with the values of IFM2
    /// "RELU", "TANH", "TABLE_0", "LUT_S8_S8"; empty: none. RELU of U55 and U65 clips to the limits
    /// below and is named only where they are narrower than the OFM's type; U85 has no word for it.
    QString activation;
    int activationTable = -1; ///< slot of the NPU's look-up memory; -1: none
    std::optional<qint32> activationMin;
    std::optional<qint32> activationMax;
    QString rounding; ///< of the OFM: "DBL", "NATURAL"...; empty if not known
    QString upscale; ///< of the IFM: "NEAREST", "ZEROS"; empty: none
    std::optional<Scale> ofmScale; ///< absent if every channel has its own, in `scales`
    std::optional<Scale> ifmScale; ///< U55/U65: OPA
    std::optional<Scale> ifm2Scale; ///< U55/U65: OPB
    std::array<quint32, 3> block{}; ///< OFM block: height, width, depth; 0 if not known
    std::optional<quint32> blockDependency;
    std::optional<quint32> kernelWait; ///< waits that belong to this operation
    std::optional<quint32> dmaWait;
    std::optional<Dma> dma;
    std::optional<quint32> branchTarget; ///< bytes from the start of the stream
    int chain = -1; ///< U85: operations that hand maps on inside the NPU share a number
    bool isStateKnown = true; ///< false if it uses a register whose value a branch made unknown
};

/// A place where the stream contradicts itself or uses what the product does not have.
struct UnknownCommand
{
    quint32 command = 0; ///< into Stream::commands
};

struct Stream
{
    /// Of one payload together: what is beyond is not read, with a diagnostic.
    static constexpr quint64 CommandLimit = quint64(1) << 24;
    static constexpr quint64 OperationLimit = quint64(1) << 18;

    model::NpuConfig config; ///< configuration word of the driver payload
    QString driverFormat; ///< "COP1" or "COP2"
    std::vector<DriverAction> actions;
    quint64 streamOffset = 0; ///< of the first command, bytes from the start of the driver payload
    quint64 words = 0; ///< 32-bit words up to and with STOP
    quint64 stagingBytes = 0; ///< COP2: fast scratch the stream uses
    std::vector<Command> commands;
    std::vector<Operation> operations;
    std::vector<UnknownCommand> unknown;
    quint64 dmaWaits = 0;
    quint64 kernelWaits = 0;
    std::vector<Diagnostic> diagnostics;
};

} // namespace tosaic::npu
