// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>
#include <map>
#include <optional>
#include <vector>

/// What the Ethos-U delegate of a .pte carries (the Vela stream, split into blocks), or an
/// `ethos-u` operator of a .tflite (tensors instead of blocks, no stream). Facts: ExecuTorch's
/// backends/arm/arm_vela.py and runtime/VelaBinStream, the Ethos-U core driver's payload format;
/// variants by age in core/formats/README.md.
namespace tosaic::model {

struct PayloadBlock
{
    QString name; ///< "cmd_data", "weight_data", ...
    quint64 headerOffset = 0; ///< from the start of the payload, bytes
    quint64 offset = 0; ///< of the block's bytes, from the start of the payload
    quint64 size = 0; ///< bytes, without padding
    quint64 padding = 0; ///< bytes of zeros behind it
    bool isExternal = false; ///< the bytes are in named data under `externalKey`
    QString externalKey;
    std::optional<quint64> externalSize; ///< bytes under the key, where they are at hand

    /// Bytes that the runtime gets; absent: not known from what is at hand.
    std::optional<quint64> bytes() const { return isExternal ? externalSize : size; }
};

/// One input or output of the delegate as Vela laid it out (not the torch shape).
struct IoDescriptor
{
    std::vector<qint32> shape; ///< 4 or 6 dimensions, leading ones
    qint32 elementSize = 0; ///< bytes
    qint64 offset = 0; ///< bytes from the start of the region
    qint32 region = 0; ///< base pointer index: 0 weights, 1 scratch, 2 fast scratch; -1 none

    /// False where the file does not say where the bytes lie (an unplanned tensor of a .tflite).
    bool isPlaced() const { return region >= 0 || offset >= 0; }
};

enum class NpuProduct
{
    U55,
    U65,
    U85
};
QString productName(NpuProduct product); ///< "U55"

/// Decoded from the configuration word in the command stream's driver header: what the payload was
/// really compiled for.
struct NpuConfig
{
    NpuProduct product = NpuProduct::U55;
    quint32 macs = 0; ///< MACs per cycle: 32 to 2048
    quint32 commandStreamVersion = 0;
    quint32 configWord = 0;
    quint32 idWord = 0;

    QString name() const; ///< "Ethos-U55-128"
};

struct EthosUPayload
{
    std::optional<int> streamVersion; ///< variant of the Vela stream, 0 to 3; absent: no stream
    std::vector<PayloadBlock> blocks;
    std::optional<quint64> arenaBytes; ///< scratch the runtime must provide at each call
    std::optional<quint64> persistentBytes; ///< newer streams only
    std::optional<quint64> fastArenaBytes; ///< fast scratch (region 2); not in a .pte
    std::vector<IoDescriptor> inputs;
    std::vector<IoDescriptor> outputs;
    std::optional<NpuConfig>
        npu; ///< absent if there is no configuration word (or the commands are not at hand)
    QString driverFormat; ///< "COP1" or "COP2"
    quint64 commandStreamWords = 0; ///< 32-bit words of register commands
    quint64 operations
        = 0; ///< NPU_OP_* commands that compute: CONV, DEPTHWISE, POOL, ELEMENTWISE, RESIZE
    std::map<QString, quint64>
        operationKinds; ///< "CONV" -> 36; all NPU_OP_*, also DMA_START, DMA_WAIT, KERNEL_WAIT, STOP
    quint64 unknownCommands = 0;

    const PayloadBlock *block(const QString &name) const;
};

} // namespace tosaic::model
