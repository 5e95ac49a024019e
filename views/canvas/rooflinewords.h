// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/roofline.h"
#include "profiler/join/operatorrows.h"

/// What a roofline says, in the user's words.
namespace tosaic::views {

/// Three digits, in the locale's way: "0.0312", "4.25", "128".
QString figureText(double value);
/// "MACs per cycle" as TOPS at a clock: 2 x rate x Hz / 1e12.
double teraOperations(double macsPerCycle, double clockHz);
/// "128 MACs per cycle · 0.128 TOPS"
QString rateText(const profile::Roofline &roofline, double rate);
/// Faster than the roof allows: the roof or the bytes are not those of what was measured.
bool isAboveRoof(const profile::RooflinePoint &point);
/// "Computation", "SRAM", "Not known": what sets an operator's pace.
QString limitName(const std::optional<profile::CycleLimit> &limit);
/// The same within a sentence: "computation", "SRAM", "not known".
QString limitPhrase(const std::optional<profile::CycleLimit> &limit);
/// "SRAM", "Off-chip flash": the memory that a roof is of.
QString roofTitle(const profile::RooflineCeiling &ceiling);
/// "Peak", "Off-chip flash": the roof above a point, which need not be what limits it;
/// "Off-chip flash, exceeded" where the point is above.
QString roofName(const profile::Roofline &roofline, const profile::RooflinePoint &point);
/// "13.7 % of the SRAM roof"
QString roofShareText(const profile::Roofline &roofline, const profile::RooflinePoint &point);
/// "SRAM · 16 bytes per cycle · 8.00 GB/s"
QString ceilingText(const profile::Roofline &roofline, size_t ceiling);
QString shortCeilingText(const profile::Roofline &roofline, size_t ceiling); ///< "SRAM · 8.00 GB/s"
QString peakText(const profile::Roofline &roofline); ///< "Peak · 128 MACs per cycle · 0.128 TOPS"
QString ridgeText(const profile::Roofline &roofline, size_t ceiling); ///< "SRAM: 8 MACs per byte"
QString shortRidgeText(const profile::Roofline &roofline, size_t ceiling); ///< "8 MACs/byte"

} // namespace tosaic::views
