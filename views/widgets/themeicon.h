// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QIcon>

namespace tosaic::views {

/// An own SVG from the resources (":/icons/<name>.svg"), its currentColor replaced by the theme's
/// text colour, and by the accent in the selected state. For the domain's things; everything else
/// comes from the desktop's icon theme.
QIcon themeIcon(const QString &name, const ThemeColors &colors);

} // namespace tosaic::views
