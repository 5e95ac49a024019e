// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

namespace tosaic {

/// Widens a range so that it covers everything from one number to another; absent: nothing yet.
template <typename T>
void cover(
    std::optional<std::pair<T, T>> &range, std::type_identity_t<T> from, std::type_identity_t<T> to)
{
    if (!range)
        range.emplace(from, to);
    range->first = std::min(range->first, from);
    range->second = std::max(range->second, to);
}

} // namespace tosaic
