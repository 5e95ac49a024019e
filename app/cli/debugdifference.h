// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/npu/stream.h"
#include "core/npusim/memory.h"

#include <QJsonObject>

#include <optional>
#include <vector>

namespace tosaic::cli {

/// Where the numbers come from that a stream should compute.
struct RightValues
{
    QString partition; ///< folder with partition.tosa and debug.xml, as a compile leaves them
    QString kept; ///< folder of a run of the TOSA reference model; empty: it runs now
    QString interpreter; ///< Python with tosa-tools
};

struct Difference
{
    quint32 operation = 0; ///< of the stream
    QJsonObject json;
};

/// Runs the stream to its end in the memory that holds `inputs`; the first operation whose result
/// is not what the reference says. Absent: there is none. Errors: of the simulator and of reading
/// or computing the reference; SpecInvalid if the reference names none of the stream's tensors.
Result<std::optional<Difference>> firstDifference(const npu::Stream &stream, npusim::Memory &memory,
    const std::vector<QByteArray> &inputs, const RightValues &right);

} // namespace tosaic::cli
