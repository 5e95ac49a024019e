// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/debugdb.h"
#include "core/npu/stream.h"

namespace tosaic {

/// Whether the queue table of a debug database is about a command stream.
struct DatabaseFit
{
    quint64 rows = 0; ///< places that the table lists
    quint64 misplaced = 0; ///< of these: nothing starts there in the command stream
    bool endsTogether = false; ///< behind the last place no kernel is started

    bool fits() const { return rows > 0 && misplaced == 0 && endsTogether; }
};

/// `commandStream`: cmdstream_id. Offsets depend on every command before them, so equal offsets of
/// all operations are good evidence; only compiles of the same graph can share them.
DatabaseFit fitOf(
    const formats::vela::VelaDebugDb &database, qint64 commandStream, const npu::Stream &stream);

/// Whether operations start at the same places in both.
bool haveEqualPlaces(const npu::Stream &one, const npu::Stream &other);

/// Whether both databases give the same operations the same estimates: it does not matter which.
bool haveEqualEstimates(
    const formats::vela::VelaDebugDb &one, const formats::vela::VelaDebugDb &other);

} // namespace tosaic
