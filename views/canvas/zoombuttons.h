// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QHBoxLayout;

namespace tosaic::views {

class Canvas;

/// Zoom out, zoom in and fit, at the end of a bar; called `name`ZoomOut, `name`ZoomIn, `name`Fit.
void addZoomButtons(QHBoxLayout &bar, Canvas &canvas, const QString &name);

} // namespace tosaic::views
