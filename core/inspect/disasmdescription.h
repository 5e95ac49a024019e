// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/npu/disassemble.h"
#include "core/npu/streams.h"

#include <QJsonObject>
#include <QTextStream>

namespace tosaic::inspect {

/// An entry of "streams" in the contract's `disasm`: the stream and whose it is. Of a stream that
/// cannot be read only the owner and "error". Sizes and addresses in bytes.
QJsonObject streamToJson(const npu::PlacedStream &placed);

/// For people: what the stream was made for, and its operations as a table.
/// `knownOwner` replaces what ownerText() says without the file.
DescriptionSection describeStream(
    const npu::PlacedStream &placed, const QString &knownOwner = QString());

/// One command a line: offset, name, parameter, payload ("-" if there is none), fields.
void writeCommands(const npu::Stream &stream, QTextStream &out);

/// "delegate 2 of forward" cannot be told without the program: "method 0, delegate 2", "subgraph
/// 0, operator 5", empty for a file that is nothing but a stream.
QString ownerText(const model::EntityRef &owner);

} // namespace tosaic::inspect
