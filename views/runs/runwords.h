// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/cycledivision.h"
#include "profiler/session/modelmatch.h"
#include "profiler/session/runsdocument.h"
#include "views/models/factrows.h"
#include "views/models/runnames.h"

#include <QString>

/// What the runs page says, in the user's words.
namespace tosaic::views {

/// How the recording of a run ended where that is not well: "Failed", "Cancelled", "Cut off";
/// empty otherwise. Its log may look complete all the same.
QString recordingWord(const profile::MeasuredRun &run);
/// Simulated without valid timing: no number of it is a measurement of time.
bool isFastMode(const profile::MeasuredRun &run);
/// What a run's recording and conditions say beside its log.
std::vector<FactRow> recordingFacts(const profile::MeasuredRun &run);
/// Of a run of any kind, its recording before its log; absent where nothing says it.
std::optional<profile::RunStatus> runStatusOf(const profile::MeasuredRun &run);
/// One line: "Complete · ExecuTorch runner", "Complete · 1,204 reads".
QString runDetails(const profile::MeasuredRun &run);
QString cyclePartName(profile::CyclePart::Kind kind); ///< "With the MAC engine"

/// What the log says beside counters.
std::vector<FactRow> logFacts(const profile::Run &run, const profile::Profile *profile);

/// "This run belongs to mv2.pte: the file size is the same (4,425,968)."
QString matchSentence(const profile::ModelMatchResult &match, const QString &fileName);

} // namespace tosaic::views
