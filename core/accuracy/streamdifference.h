// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/comparison.h"
#include "core/compiled/compileresult.h"
#include "core/npu/stream.h"
#include "core/npusim/memory.h"

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace tosaic::accuracy {

/// Where the numbers come from that a stream should compute.
struct RightValues
{
    QString tosa; ///< of the partition
    QString database; ///< Vela's debug database of it
    QString kept; ///< folder of a run of the TOSA reference model; empty: it runs now
    QString interpreter; ///< Python with tosa-tools
    std::shared_ptr<const std::atomic<bool>> cancelled; ///< null: nobody cancels
    std::function<void(std::function<void()>)> setCancel; ///< gets what ends a child process
};
/// As a compile leaves them in the folder of a partition.
RightValues rightValuesIn(const QString &folder);
/// Of a partition that a compile kept; `partition` is Partition::index. Empty paths: not kept.
RightValues rightValuesOf(const compiled::CompileResult &compile, int partition);

/// Runs the stream to its end in the memory that holds `inputs`, each operation beside what the
/// reference says. Blocks; any thread. Errors: of the simulator and of reading or computing the
/// reference; SpecInvalid if the reference names none of the stream's tensors; Cancelled.
Result<AccuracyTable> compareStream(const npu::Stream &stream, npusim::Memory &memory,
    const std::vector<QByteArray> &inputs, const RightValues &right);

} // namespace tosaic::accuracy
