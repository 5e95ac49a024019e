// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/waterfall.h"

#include <QByteArray>

namespace tosaic::views {

/// A drawing on white, for paper; empty if there is nothing to draw.
QByteArray waterfallSvg(const profile::Waterfall &waterfall);

} // namespace tosaic::views
