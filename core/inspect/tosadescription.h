// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/model/network.h"

namespace tosaic::inspect {

/// What `inspect` says about a TOSA graph, JSON in the contract's shape. The list of operators
/// stops where the whole would become too large; "omittedOperators" then counts the rest.
Description describeTosa(const model::Network &network);

} // namespace tosaic::inspect
