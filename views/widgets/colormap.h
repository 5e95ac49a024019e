// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QColor>

/// The colours of metrics, the same wherever one is shown.
namespace tosaic::views {

/// Of 0 to 1, viridis; more stands out in both themes: dark on light, bright on dark.
QColor sequentialColor(double position, const ThemeColors &colors);
/// Of -1 to 1, centred on zero: better, neutral, worse.
QColor divergingColor(double position, const ThemeColors &colors);
/// Of the nth of several things that have no order: with a contrast of 3:1, and told apart under
/// the three common colour-vision deficiencies, too. They repeat after seven; the last is grey.
QColor categoryColor(int place, const ThemeColors &colors);
/// Black or white, whichever has more contrast on it.
QColor readableOn(const QColor &color);

} // namespace tosaic::views
