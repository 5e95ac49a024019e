// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advice/advice.h"

#include <QString>

/// Advice in the user's words; one wording for the window, the report and the command line.
namespace tosaic::views {

/// What to do alone: "Memory mode Shared_Sram → Sram_Only".
QString adviceStep(const advice::Advice &advice);
/// What to change and what came of it, with units and origin: "memory mode Shared_Sram → Sram_Only:
/// 902,227 → 849,502 cycles (−5.8 %), SRAM 146 KiB → 522 KiB (est)."
QString adviceSentence(const advice::Advice &advice);
/// Why it was tried: "scratch 146 KiB (est), cache limit 64 KiB"; empty: without a condition.
QString adviceEvidence(const advice::Advice &advice);
/// "better", "better, at a price", "no effect", "worse", "needs a compile", "only a
/// run tells".
QString effectWord(const advice::Advice &advice);

} // namespace tosaic::views
