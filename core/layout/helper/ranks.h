// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layout.h"

#include <vector>

namespace tosaic::layout {

/// Which links span more than `limit` ranks (longest path from the sources): few, but they make
/// nearly all the work of a layered layout. Links that run back count as short.
std::vector<bool> longLinks(const Request &request, int limit);

} // namespace tosaic::layout
