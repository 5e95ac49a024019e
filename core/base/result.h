// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <tl/expected.hpp>

#include <utility>

namespace tosaic {

/// A value, or why there is none. Derives from tl::expected only to be [[nodiscard]].
template <typename T>
class [[nodiscard]] Result : public tl::expected<T, Error>
{
public:
    using tl::expected<T, Error>::expected;
};

/// return fail(ErrorCode::FormatDamaged, u"root table outside the file"_s, location);
inline tl::unexpected<Error> fail(ErrorCode code, QString detail, Location location = {})
{
    return tl::unexpected<Error>(Error{ code, std::move(detail), std::move(location) });
}

inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

} // namespace tosaic
