// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/roofline.h"

#include <algorithm>

namespace tosaic::profile {

namespace {

/// The memory that takes longest to move its bytes; absent without bytes.
std::optional<size_t> slowestMemory(
    const std::vector<RooflineCeiling> &ceilings, const RooflineSample &sample)
{
    std::optional<size_t> slowest;
    double longest = 0;
    const auto count = std::min(ceilings.size(), sample.bytes.size());
    for (size_t i = 0; i < count; ++i) {
        if (ceilings[i].bytesPerCycle <= 0)
            continue;
        const auto time = sample.bytes[i].value_or(0) / ceilings[i].bytesPerCycle;
        if (time <= longest)
            continue;
        longest = time;
        slowest = i;
    }
    return slowest;
}

std::optional<RooflineGap::Reason> whyNoPlace(const RooflineSample &sample, size_t ceilings)
{
    if (!sample.macs)
        return RooflineGap::Reason::MacsNotKnown;
    if (*sample.macs <= 0)
        return RooflineGap::Reason::NoMacs;
    if (!sample.cycles)
        return RooflineGap::Reason::CyclesNotKnown;
    if (*sample.cycles <= 0)
        return RooflineGap::Reason::NoCycles;
    const auto areKnown = sample.bytes.size() == ceilings
        && std::ranges::all_of(sample.bytes, [](const auto &bytes) { return bytes.has_value(); });
    return areKnown ? std::nullopt : std::optional(RooflineGap::Reason::BytesNotKnown);
}

} // namespace

double Roofline::ridge(size_t ceiling) const
{
    return peakMacsPerCycle / ceilings.at(ceiling).bytesPerCycle;
}

Roofline rooflineOf(double peakMacsPerCycle, std::optional<double> clockHz,
    std::vector<RooflineCeiling> ceilings, const std::vector<RooflineSample> &samples)
{
    Roofline roofline{
        .peakMacsPerCycle = peakMacsPerCycle, .clockHz = clockHz, .ceilings = std::move(ceilings)
    };
    for (size_t i = 0; i < samples.size(); ++i) {
        const auto &sample = samples[i];
        if (const auto reason = whyNoPlace(sample, roofline.ceilings.size())) {
            roofline.gaps.push_back({ i, *reason });
            continue;
        }
        const auto memory = slowestMemory(roofline.ceilings, sample);
        if (!memory) {
            roofline.gaps.push_back({ i, RooflineGap::Reason::NoBytes });
            continue;
        }
        RooflinePoint point{ .sample = i,
            .intensity = *sample.macs / *sample.bytes[*memory],
            .macsPerCycle = *sample.macs / *sample.cycles };
        const auto roof = point.intensity * roofline.ceilings[*memory].bytesPerCycle;
        point.attainable = std::min(peakMacsPerCycle, roof);
        if (roof < peakMacsPerCycle)
            point.ceiling = memory;
        point.share = point.attainable > 0 ? point.macsPerCycle / point.attainable : 0;
        roofline.points.push_back(point);
    }
    return roofline;
}

} // namespace tosaic::profile
