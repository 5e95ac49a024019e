// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tosa/graphcontext.h"
#include "core/model/network.h"

namespace tosaic::formats::tosa {

/// Fills NetworkOperator::subgraphs of COND_IF and WHILE_LOOP from the names in their attributes:
/// first the branch taken if true (or the condition), then the other (or the body). Names that
/// lead nowhere and blocks that contain themselves are reported and left out, so that whoever
/// follows the links comes to an end.
void linkControlFlow(GraphContext &context, model::Network &network);

} // namespace tosaic::formats::tosa
