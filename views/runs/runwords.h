// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/metrics.h"
#include "profiler/session/modelmatch.h"
#include "profiler/session/runsdocument.h"
#include "views/runs/texttablemodel.h"

#include <QString>

/// What the runs page says, in the user's words.
namespace tosaic::views {

QString originWord(std::optional<Origin> origin); ///< "FVP", "Not stated"
QString statusWord(profile::RunStatus status); ///< "Complete"
QString familyWord(profile::LogFamily family); ///< "ExecuTorch runner"
/// formatShare, but what is not 0 is not written as 0, nor less than all as all: "< 0.1 %".
QString shareWord(double share);
QString metricName(const profile::Metric &metric);
QString metricValue(const profile::Metric &metric);
/// "Measurement 2", or the label the log gives.
QString profileTitle(const profile::Profile &profile, int index);
/// Short name of a counter for charts: "AXI0 read"; the canonical name if there is no shorter one.
QString counterShortName(const QString &counter);

/// What the log says beside counters.
std::vector<TextRow> logFacts(const profile::Run &run, const profile::Profile *profile);
std::vector<TextRow> derivedRows(const std::vector<profile::Metric> &metrics);
std::vector<TextRow> errorRows(const profile::Run &run);

/// "This run belongs to mv2.pte: the file size is the same (4,425,968)."
QString matchSentence(const profile::ModelMatchResult &match, const QString &fileName);

} // namespace tosaic::views
