// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spec/estimatebudget.h"

#include "core/sweep/grid.h"

namespace tosaic::shell {

views::EstimateBudget budgetOf(const boards::Board *board)
{
    if (!board)
        return {};
    const auto budget = sweep::budgetOf(*board);
    return { .board = board->name,
        .sramBytes = budget.sramBytes,
        .flashBytes = budget.flashBytes,
        .dramBytes = budget.dramBytes };
}

} // namespace tosaic::shell
