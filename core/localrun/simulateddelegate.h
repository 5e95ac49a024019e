// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/localrun/localrun.h"
#include "core/npusim/invocation.h"

namespace tosaic::localrun {

/// Runs all command streams of one payload: inputs in, outputs out, in the order of its
/// descriptors. Empty if the simulator refused; that is in `result` with what was found. Other
/// errors: an input that does not fit.
Result<std::vector<QByteArray>> runSimulated(int index,
    const std::vector<npu::PlacedStream> &streams, const npusim::RegionSizes &sizes,
    const std::vector<QByteArray> &inputs, const LocalRequest &request, LocalResult &result);

/// The input that the request gives under its index or name, else seeded numbers; below `bound`
/// where they are indices (0: they are not).
Result<Array> inputFor(const LocalRequest &request, size_t index, const QString &name,
    model::ScalarType type, const std::vector<qint64> &shape, qint64 bound = 0);

/// SpecInvalid if the request gives an input that nothing asked for.
Result<void> checkInputKeys(const LocalRequest &request, const std::vector<QString> &names);

} // namespace tosaic::localrun
