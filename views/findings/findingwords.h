// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/findings.h"

#include <QString>

/// Findings in the user's words; one wording for the window, the report and the command line.
namespace tosaic::views {

/// One sentence with its numbers, their units and origin.
QString findingSentence(const Finding &finding);
/// What a total includes: "the whole inference, NPU and processor"; empty where that is not asked.
QString includesWord(const FindingEvidence &evidence);

} // namespace tosaic::views
