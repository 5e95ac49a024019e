// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>

#include <functional>
#include <type_traits>

namespace tosaic {

/// The values of a range, or what `convert` makes of each. Whole numbers stay whole up to 2^63.
template <typename Range, typename Convert = std::identity>
QJsonArray jsonList(const Range &range, Convert convert = {})
{
    QJsonArray list;
    for (const auto &value : range) {
        using Converted = std::decay_t<std::invoke_result_t<Convert, decltype(value)>>;
        if constexpr (std::is_integral_v<Converted> && !std::is_same_v<Converted, bool>)
            list.append(static_cast<qint64>(std::invoke(convert, value)));
        else
            list.append(std::invoke(convert, value));
    }
    return list;
}

} // namespace tosaic
