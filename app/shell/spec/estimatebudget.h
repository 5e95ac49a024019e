// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/boards/board.h"
#include "views/spec/estimatewords.h"

namespace tosaic::shell {

/// What the live estimate is held against on a board: of each kind the largest memory that is
/// fitted; all absent without a board. How pieces and sharing add up is the memory picture's.
views::EstimateBudget budgetOf(const boards::Board *board);

} // namespace tosaic::shell
