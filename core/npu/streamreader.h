// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/ethosu/commandstream.h"
#include "core/npu/disassemble.h"

namespace tosaic::npu {

/// What may still be kept in memory, over all streams that are read together.
struct StreamBudget
{
    quint64 commands = Stream::CommandLimit;
    quint64 operations = Stream::OperationLimit;
};

/// As disassemble(), but several payloads share one budget.
Result<std::vector<std::shared_ptr<const Stream>>> disassembleWithin(
    QByteArrayView driverPayload, const Location &place, StreamBudget &budget);

/// Commands, operations and diagnostics of `bytes` into a stream whose config and offset are set.
void readCommands(
    QByteArrayView bytes, const Location &place, StreamBudget &budget, Stream &stream);

/// First word of a command, decoded.
Command commandAt(QByteArrayView bytes, quint64 word);

/// Byte offsets that branches of the stream name, ascending.
std::vector<quint32> branchTargets(const Stream &stream);

} // namespace tosaic::npu
