// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <type_traits>

namespace tosaic {

/// What TRY gives: the value; nothing of a Result<void>.
template <typename T, typename E>
T valueOf(tl::expected<T, E> &&result)
{
    if constexpr (!std::is_void_v<T>)
        return std::move(*result);
}

} // namespace tosaic

/// The value of a Result; its error ends the function, which returns a Result itself:
///     const auto file = TRY(Workspace::open(path));
#define TRY(expression) TOSAIC_TRY(expression, __COUNTER__)
#define TOSAIC_TRY(expression, number) TOSAIC_TRY_IN(expression, number)
#define TOSAIC_TRY_IN(expression, number) TOSAIC_TRY_AS(expression, tried##number)
#define TOSAIC_TRY_AS(expression, tried)                                                           \
    __extension__({                                                                                \
        auto tried = (expression);                                                                 \
        if (!tried)                                                                                \
            return ::tl::make_unexpected(std::move(tried.error()));                                \
        ::tosaic::valueOf(std::move(tried));                                                       \
    })
