// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/debugdb.h"
#include "core/model/network.h"
#include "core/npu/stream.h"

#include <QString>

#include <memory>

/// What lies in the folder of a debug database and is about the same compile, told by content.
/// Blocks.
namespace tosaic {

/// The TOSA or TFLite file that Vela compiled: all operators of the database are in it. Null if
/// none or several are.
std::shared_ptr<const model::Network> networkBeside(
    const QString &databasePath, const formats::vela::VelaDebugDb &database);

/// The command stream that Vela wrote: all places of the database start something in it. Null if
/// none does, or unlike ones do.
std::shared_ptr<const npu::Stream> streamBeside(
    const QString &databasePath, const formats::vela::VelaDebugDb &database, qint64 commandStream);

} // namespace tosaic
