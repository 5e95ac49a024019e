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

/// What an input is like.
struct InputPlace
{
    QString name;
    model::ScalarType type;
    std::vector<qint64> shape;
    qint64 bound = 0; ///< indices are below; 0: it has none
    bool isOfModel = true; ///< false: the compiler made the shape, arrays may have another
};
/// The input that the request gives under its index or name, else seeded numbers. SpecInvalid for
/// an array of another type or shape; one may lack dimensions of 1, or have a single one in all.
Result<Array> inputFor(const LocalRequest &request, size_t index, const InputPlace &place);

/// SpecInvalid if the request gives an input that nothing asked for.
Result<void> checkInputKeys(const LocalRequest &request, const std::vector<QString> &names);

} // namespace tosaic::localrun
