// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/velasummary.h"

#include <optional>

namespace tosaic::compiled {

/// Seconds of one inference by Vela's reports: partitions, things with a summary `vela`, run one
/// after another. Absent without one, or if the report of one is not at hand: a sum over some of
/// them would be a wrong number.
template <typename Partitions>
std::optional<double> inferenceTime(const Partitions &partitions)
{
    std::optional<double> sum;
    for (const auto &partition : partitions) {
        if (!partition.vela || !partition.vela->inferenceTimeS)
            return {};
        sum = sum.value_or(0) + *partition.vela->inferenceTimeS;
    }
    return sum;
}

} // namespace tosaic::compiled
