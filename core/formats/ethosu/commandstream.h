// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/model/ethosu.h"

#include <QByteArrayView>

#include <vector>

namespace tosaic::formats::ethosu {

/// Words of register commands that one file may make us walk, all its delegates together.
struct CommandBudget
{
    static constexpr quint64 Limit = quint64(1) << 26; ///< 256 MiB of commands
    quint64 left = Limit;
};

/// One thing the driver is told. COP1: an action word; COP2: an entry.
struct DriverAction
{
    QString name; ///< "OPTIMIZER_CONFIG", "NOP", "COMMAND_STREAM"; "ACTION 9" if not known
    quint64 offset = 0; ///< bytes from the start of the driver payload
    quint32 parameter = 0; ///< COP1: bits 16 to 31, for a stream its words; COP2: bytes of its data
    std::vector<quint32> words; ///< what follows it, without register commands
};

/// The driver payload ("cmd_data") taken apart: what the driver is told before the stream, and
/// where the register commands lie.
struct DriverPayload
{
    static constexpr size_t ActionLimit = 4096; ///< Vela writes 5
    static constexpr size_t StreamLimit = 256; ///< Vela writes 1

    QString format; ///< "COP1" or "COP2"
    std::optional<model::NpuConfig> npu;
    std::vector<DriverAction> actions; ///< the first ActionLimit
    std::vector<QByteArrayView> streams; ///< whole 32-bit words of register commands, little-endian
    quint64 stagingBytes = 0; ///< COP2 only: fast scratch the stream uses
};

/// FormatDamaged if it begins with neither COP1 nor COP2 or is cut off before the commands.
/// Contradictions go to the sink at `place`.
Result<DriverPayload> readDriverPayload(
    QByteArrayView bytes, DiagnosticSink &sink, const Location &place);

struct CommandCounts
{
    quint64 commands = 0;
    quint64 operations = 0; ///< CONV, DEPTHWISE, POOL, ELEMENTWISE, RESIZE
    std::map<QString, quint64> kinds; ///< NPU_OP_* without the prefix
    quint64 unknown = 0; ///< opcodes that this product does not have, and words with reserved bits
    quint64 wordsBehindStop = 0;
    bool isCut = false; ///< ends inside a two-word command
    bool isStopped = false; ///< reached NPU_OP_STOP
};

/// Walks a register command stream up to NPU_OP_STOP (the last one that no branch passes) or its
/// end. Time is linear in its size.
CommandCounts countCommands(QByteArrayView stream, model::NpuProduct product);

} // namespace tosaic::formats::ethosu
