// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHashFunctions>

#include <compare>
#include <functional>
#include <limits>

namespace tosaic {

/// An index that cannot be mixed up with an index of something else. Default-constructed = none.
template <typename Tag>
struct Id
{
    static constexpr quint32 None = std::numeric_limits<quint32>::max();

    quint32 value = None;

    constexpr Id() = default;
    template <typename Integer>
    constexpr explicit Id(Integer index) : value(static_cast<quint32>(index))
    {
    }
    constexpr bool isValid() const { return value != None; }
    constexpr explicit operator bool() const { return isValid(); }
    constexpr auto operator<=>(const Id &) const = default;
    friend size_t qHash(Id id, size_t seed = 0) noexcept { return ::qHash(id.value, seed); }
};

} // namespace tosaic

template <typename Tag>
struct std::hash<tosaic::Id<Tag>>
{
    size_t operator()(tosaic::Id<Tag> id) const noexcept { return std::hash<quint32>{}(id.value); }
};
