// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"

#include <map>

namespace tosaic::localrun {

/// Inputs of a method that a kernel takes as indices, and the number of things they choose from:
/// seeded numbers beyond would end the run. By value; views and casts between are followed. Facts:
/// the schemas of ATen's embedding, gather, index_select and index.Tensor.
std::map<qint32, qint64> indexBounds(const model::Method &method);

} // namespace tosaic::localrun
