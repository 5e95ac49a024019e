// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/estimatebudget.h"

#include <algorithm>

namespace tosaic::shell {

namespace {

std::optional<quint64> largest(const boards::Board &board, boards::Use use)
{
    std::optional<quint64> bytes;
    for (const auto *memory : board.memoriesFor(use)) {
        if (memory->isFitted && memory->bytes)
            bytes = std::max(bytes.value_or(0), *memory->bytes);
    }
    return bytes;
}

} // namespace

views::EstimateBudget budgetOf(const boards::Board *board)
{
    if (!board)
        return {};
    return { .board = board->name,
        .sramBytes = largest(*board, boards::Use::Sram),
        .flashBytes = largest(*board, boards::Use::Flash),
        .dramBytes = largest(*board, boards::Use::Dram) };
}

} // namespace tosaic::shell
