// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/timeline/timeline.h"

#include <memory>

namespace tosaic::fuzz {

/// What holds of every timeline whatever it was made from: order, sizes, answers of its index and
/// an export that is read again. Aborts where it does not.
void checkTimeline(const std::shared_ptr<const profile::Timeline> &timeline);

} // namespace tosaic::fuzz
