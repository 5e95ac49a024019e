// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "profiler/run.h"

namespace tosaic::profile {

/// One block of measurements, for people; 'index' counts from 1. `overflows`: counters that are
/// marked as not usable.
DescriptionSection profileSection(
    const Profile &profile, size_t index, LogFamily family, const QStringList &overflows);
/// Its table of layers.
DescriptionSection layersSection(const LayerTable &layers, size_t index);

} // namespace tosaic::profile
