// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"
#include "core/npu/streams.h"

#include <map>

namespace tosaic::localrun {

/// Inputs of a method that a kernel takes as indices, and the number of things they choose from:
/// seeded numbers beyond would end the run. By value; views and casts between are followed. Facts:
/// the schemas of ATen's embedding, gather, index_select and index.Tensor. `streams` by delegate:
/// what the NPU gathers by.
std::map<qint32, qint64> indexBounds(
    const model::Method &method, const std::map<int, std::vector<npu::PlacedStream>> &streams = {});

/// The same of a stream: by its input, where the transfers of an U85 read indices right from it.
std::map<size_t, qint64> indexBounds(const npu::PlacedStream &stream);

} // namespace tosaic::localrun
