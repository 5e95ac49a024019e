// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/npu/stream.h"

#include <QByteArrayView>

#include <memory>
#include <vector>

namespace tosaic::npu {

/// Takes a driver payload ("COP1", "COP2") apart; one Stream for each command stream in it. Linear
/// in its size. FormatDamaged if it is neither; what is odd but readable goes to
/// Stream::diagnostics with `place` plus the offset. Any thread.
Result<std::vector<std::shared_ptr<const Stream>>> disassemble(
    QByteArrayView driverPayload, const Location &place);

/// "NPU_SET_IFM_PAD_TOP"; empty for an opcode that the product does not have.
QString commandName(const Command &command, NpuProduct product);
/// Fields of the command in words: "width_m1=47", "address=0x1200"; the listing's last column.
QString commandFields(const Command &command, NpuProduct product);

/// Value of every register that was written before the operation ran, by name, in the order of
/// opcodes.
struct RegisterValue
{
    QString name;
    quint64 value = 0; ///< parameter, or for commands with payload parameter << 32 | payload
    quint32 command = 0; ///< that wrote it
};
std::vector<RegisterValue> registersAt(const Stream &stream, quint32 operation);
/// The same before a command, counted as in Stream::commands; the number of commands: at the end.
std::vector<RegisterValue> registersBefore(const Stream &stream, quint32 command);

} // namespace tosaic::npu
