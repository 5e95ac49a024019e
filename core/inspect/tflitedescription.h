// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/model/network.h"

namespace tosaic::inspect {

/// What `inspect` says about a TensorFlow Lite model. JSON in the contract's shape, with the
/// operators of each subgraph in "operatorList" (tensors by index; `ethos-u` operators have the
/// object "ethosu" there) and its tensors in "tensors". Where the JSON would become too large,
/// "omittedOperators" and "omittedTensors" count what was left out.
Description describeTfLite(const model::Network &network);

} // namespace tosaic::inspect
