// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QString>

#include <optional>
#include <vector>

namespace tosaic::profile {

/// A memory as a roof: what its ports move at most.
struct RooflineCeiling
{
    QString name; ///< "Sram", "OffChipFlash": as in the system configuration
    double bytesPerCycle = 0; ///< of the NPU clock
};

/// What one operator (or a whole run) did.
struct RooflineSample
{
    QString name;
    std::optional<double> macs;
    std::optional<double> cycles; ///< of the NPU clock
    /// By ceiling, in the order of Roofline::ceilings; absent: not known.
    std::vector<std::optional<double>> bytes;
    std::optional<Origin> origin; ///< of the cycles
};

/// A sample in the diagram. It stands at the intensity of the memory that limits it most.
struct RooflinePoint
{
    size_t sample = 0; ///< index of the RooflineSample
    double intensity = 0; ///< MACs per byte of that memory
    double macsPerCycle = 0; ///< reached
    double attainable = 0; ///< MACs per cycle: the lower of peak and roof at that intensity
    std::optional<size_t> ceiling; ///< that limits it; absent: computation does
    double share = 0; ///< reached of attainable; above 1 the model of the memories is wrong
};

/// A sample without a place, with the reason.
struct RooflineGap
{
    enum class Reason
    {
        MacsNotKnown,
        NoMacs, ///< it only moves or adds
        CyclesNotKnown,
        NoCycles,
        BytesNotKnown,
        NoBytes ///< everything stays inside the NPU: intensity is infinite
    };
    size_t sample = 0;
    Reason reason = Reason::MacsNotKnown;
};

/// Axes: intensity (MACs per byte) and rate (MACs per cycle), both logarithmic.
struct Roofline
{
    double peakMacsPerCycle = 0;
    std::optional<double> clockHz; ///< NPU clock, to state rates in MACs and bytes per second
    std::vector<RooflineCeiling> ceilings;
    std::vector<RooflinePoint> points;
    std::vector<RooflineGap> gaps;

    /// MACs per byte at which the roof of a ceiling meets the peak.
    double ridge(size_t ceiling) const;
};

/// Places the samples under the roofs. Ceilings of no bandwidth limit nothing.
Roofline rooflineOf(double peakMacsPerCycle, std::optional<double> clockHz,
    std::vector<RooflineCeiling> ceilings, const std::vector<RooflineSample> &samples);

} // namespace tosaic::profile
