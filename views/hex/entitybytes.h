// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/entityref.h"

#include <optional>

namespace tosaic::views {

/// Where in the file the bytes of an entity are; absent for things that have none.
std::optional<model::ByteRange> bytesOf(
    const model::Program &program, const model::EntityRef &entity);

} // namespace tosaic::views
