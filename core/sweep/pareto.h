// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace tosaic::sweep {

/// What a choice costs in up to three respects; less is better in each. Absent: not known.
struct Cost
{
    std::optional<double> first;
    std::optional<double> second;
    std::optional<double> third = {};
};

/// Indexes of the costs that no other one beats, i.e. is less in one respect and not more in the
/// others; in rising order of `first`, then of the others and of the index. Equal costs are all on
/// the front; a cost that is not known in each of the respects is neither on it nor beats anything.
/// `respects`: 2, or 3 with `third`.
std::vector<std::size_t> paretoFront(const std::vector<Cost> &costs, int respects = 2);

} // namespace tosaic::sweep
