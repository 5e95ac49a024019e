// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layout.h"

namespace tosaic::layout {

/// Breaks a tall, narrow drawing into columns that are read like a newspaper, so that a deep
/// network fills a window instead of a thread in its middle. Cuts where the fewest edges cross;
/// edges that are cut run down, through the gutter and up again. Hulls that are cut get pieces,
/// each with room for its title. `window` is the size to fill, px. A drawing that fits anyway, or
/// is no better in columns, comes back unchanged.
Layout inColumns(const Request &request, const Layout &layout, QSizeF window);

/// As above, with the columns of a drawing that was folded before: each begins as near as possible
/// to one of these heights, so that what is read stays where it was.
Layout inColumns(
    const Request &request, const Layout &layout, const std::vector<double> &beginnings);

} // namespace tosaic::layout
