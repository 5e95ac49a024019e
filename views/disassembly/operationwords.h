// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/disassemble.h"
#include "core/npu/work.h"

#include <QCoreApplication>

/// Commands and operations in words; any thread.
namespace tosaic::views {

struct DisassemblyText
{
    Q_DECLARE_TR_FUNCTIONS(Disassembly)
};

/// "12 ELEMENTWISE ADD"
QString operationTitle(const npu::Operation &operation);
/// Shapes, kernel and bytes in one line. `work` may be null.
QString operationSummary(const npu::Operation &operation, const npu::Work *work);
/// "0x001200"
QString offsetText(quint64 offset);
/// The command as it stands in the stream: "00054102 00001200".
QString wordsText(const npu::Command &command);
/// Bytes in the stream.
quint64 lengthOf(const npu::Command &command);

} // namespace tosaic::views
