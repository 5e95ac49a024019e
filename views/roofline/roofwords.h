// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/rooflinewords.h"
#include "views/roofline/roofdata.h"

/// What the roofline says, in the user's words.
namespace tosaic::views {

QString gapText(profile::RooflineGap::Reason reason);
QString outsideText(); ///< nothing of it ran in the selected range
QString partlyOutsideText();
QString dmaGapText();
QString memberGapText(const QString &leader);
QString noStreamGapText();
QString noRoofsGapText();
QString runGapText(const QStringList &missing); ///< counters and symbols of runSample
QString otherNpuText();
QString unattachedText();
QString wholeRunName(const QString &run);

/// Where the cycles of the rows come from: "Cycles are estimated." Empty without rows.
QString cyclesText(const RoofData &data);
/// The hover card, as rich text.
QString cardHtml(const RoofData &data, const RoofRow &row);
/// The same in one line, for screen readers.
QString spokenText(const RoofData &data, const RoofRow &row);

} // namespace tosaic::views
