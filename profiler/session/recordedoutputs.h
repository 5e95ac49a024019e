// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/localrun/recordedcall.h"
#include "profiler/parsers/etdump.h"

#include <vector>

namespace tosaic::profile {

/// What the program gave in the first execution that recorded its outputs, in their order, as
/// numbers. `buffer` is the debug buffer of the dump. Facts: devtools/etdump marks events of
/// program outputs, and their tensors say where their bytes lie in the buffer. FormatUnsupported if
/// no execution recorded outputs; FormatDamaged where the buffer is another one.
Result<std::vector<std::vector<double>>> recordedOutputs(
    const EtDump &dump, const ByteSource &buffer);

/// Tensors of calls in the first execution that recorded some, each call once: the runtime logs the
/// arguments behind every kernel and delegate (Method::execute_instruction) where it records
/// intermediate outputs. Of programs with one chain. Empty: none; FormatDamaged where the buffer is
/// another one.
Result<std::vector<localrun::RecordedCall>> recordedCalls(
    const EtDump &dump, const ByteSource &buffer);

} // namespace tosaic::profile
