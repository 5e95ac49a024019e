// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/median.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tosaic {

double medianOf(std::span<const double> values)
{
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const auto middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle]
                                  : std::midpoint(sorted[middle - 1], sorted[middle]);
}

} // namespace tosaic
