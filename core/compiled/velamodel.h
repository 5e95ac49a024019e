// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/compiled/estimate.h"

namespace tosaic::compiled {

/// Adds what the model that Vela wrote says to `numbers`: of a raw result (.npz) the sizes of its
/// blocks, its inputs and outputs and the NPU; of a TFLite file the commands of all its `ethos-u`
/// operators, whose tensors share one arena that only Vela's summary tells. Errors: of the readers.
/// Any thread; weights are not touched.
Result<void> readVelaModel(
    const std::shared_ptr<const ByteSource> &source, PartitionEstimate &numbers);

} // namespace tosaic::compiled
