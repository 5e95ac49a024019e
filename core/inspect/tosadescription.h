// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/model/network.h"

namespace tosaic::inspect {

/// What `inspect` says about a TOSA graph, JSON in the contract's shape. Lists of operators and
/// tensors stop where the whole would become too large; "omittedOperators" and "omittedTensors"
/// then count the rest.
Description describeTosa(const model::Network &network);

} // namespace tosaic::inspect
