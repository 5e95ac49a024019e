// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/kernels/kernelprofile.h"

namespace tosaic::profile {

/// Values that the executions recorded, each place and position once, in the order of the first
/// execution. `buffer` (the debug buffer) may be null: then tensors are compared by type and shape
/// only. Numbers are in the dump itself.
std::vector<RecordedValue> recordedValues(
    const EtDump &dump, const std::vector<Execution> &executions, const ByteSource *buffer);

/// How long the debug buffer of a dump is at least: the end of the tensor that lies farthest in it,
/// in bytes; 0: the dump recorded no tensor there.
quint64 leastBufferSize(const EtDump &dump);

} // namespace tosaic::profile
