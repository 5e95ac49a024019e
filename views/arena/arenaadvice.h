// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/arena/arenadata.h"

#include <QStringList>

namespace tosaic::views {

/// Why the peak is as high as it is, and what would lower it: sentences that follow from the
/// buffers, nothing guessed. Counts the arena again for each "without"; linear in buffers times
/// steps.
QStringList peakAdvice(const Arena &arena);

} // namespace tosaic::views
