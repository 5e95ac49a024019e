// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/metrics.h"
#include "profiler/analysis/roofline.h"

#include <QStringList>

namespace tosaic::profile {

/// A whole run as a sample of the roofline, of one inference: MACs of the context, active cycles,
/// bytes of the first (AXI0; U85: SRAM) and second group of ports (AXI1; U85: EXT), in the order of
/// operationRoofline's ceilings. Bytes are absent unless every event of the group was counted; the
/// second port of the U55 only reads.
struct RunSample
{
    RooflineSample sample;
    /// What it lacks: counters ("SRAM_WR_DATA_BEAT_WRITTEN"), or symbols as computeMetrics has them
    /// ("M": MACs of the model, "A": active cycles, "N": inferences, "B": the product).
    QStringList missing;
};
RunSample runSample(const QString &name, const Profile &profile, const MetricContext &context);

} // namespace tosaic::profile
