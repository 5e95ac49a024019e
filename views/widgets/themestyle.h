// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

namespace tosaic::views {

/// The style sheet of the application: what a palette cannot say (radius 4, one border colour,
/// quiet titles). Kept small; everything else is Fusion.
QString themeStyleSheet(const ThemeColors &colors);

} // namespace tosaic::views
