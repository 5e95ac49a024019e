// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace tosaic::sweep {

/// What a choice costs in two respects; less is better in both. Absent: not known.
struct Cost
{
    std::optional<double> first;
    std::optional<double> second;
};

/// Indexes of the costs that no other one beats, i.e. is less in one respect and not more in the
/// other; in rising order of `first`, then of the index. Equal costs are all on the front; a cost
/// that is not known in both respects is neither on it nor beats anything.
std::vector<std::size_t> paretoFront(const std::vector<Cost> &costs);

} // namespace tosaic::sweep
