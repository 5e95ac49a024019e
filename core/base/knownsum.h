// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace tosaic {

/// Adds to a sum of what is known; absent as long as nothing is.
template <typename Number, typename Value>
void addKnown(std::optional<Number> &sum, const std::optional<Value> &value)
{
    if (value)
        sum = sum.value_or(0) + static_cast<Number>(*value);
}

} // namespace tosaic
