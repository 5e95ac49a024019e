// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/roofline/roofdata.h"

/// What the roofline says, in the user's words.
namespace tosaic::views {

/// Three digits, in the locale's way: "0.0312", "4.25", "128".
QString figureText(double value);
/// "MACs per cycle" as TOPS at a clock: 2 x rate x Hz / 1e12.
double teraOperations(double macsPerCycle, double clockHz);
QString originText(std::optional<Origin> origin); ///< "FVP", "Not stated"

QString gapText(profile::RooflineGap::Reason reason, bool isNarrowed);
QString dmaGapText();
QString memberGapText(const QString &leader);
QString noStreamGapText();
QString noRoofsGapText();
QString runGapText(const QStringList &missing); ///< counters and symbols of runSample
QString otherNpuText();
QString unattachedText();
QString wholeRunName(const QString &run);

/// Faster than the roof allows: the roof or the bytes are not those of what was measured.
bool isAboveRoof(const profile::RooflinePoint &point);
/// "Computation", "OffChipFlash": what keeps a row from being faster; "OffChipFlash, exceeded"
/// where it does not.
QString limitText(const profile::Roofline &roofline, const profile::RooflinePoint &point);
/// "Sram · 16 bytes per cycle · 8.00 GB/s"
QString ceilingText(const profile::Roofline &roofline, size_t ceiling);
QString shortCeilingText(const profile::Roofline &roofline, size_t ceiling); ///< "Sram · 8.00 GB/s"
QString peakText(const profile::Roofline &roofline); ///< "Peak · 128 MACs per cycle · 0.128 TOPS"
QString ridgeText(const profile::Roofline &roofline, size_t ceiling); ///< "Sram: 8 MACs per byte"

QString shortRidgeText(const profile::Roofline &roofline, size_t ceiling); ///< "8 MACs/byte"

/// Where the cycles of the rows come from: "Cycles are estimated." Empty without rows.
QString cyclesText(const RoofData &data);
/// The hover card, as rich text.
QString cardHtml(const RoofData &data, const RoofRow &row);
/// The same in one line, for screen readers.
QString spokenText(const RoofData &data, const RoofRow &row);

} // namespace tosaic::views
