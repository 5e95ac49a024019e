// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/networkmatch.h"

namespace tosaic::views {

/// What was compared, translated, in one sentence.
QString evidenceText(const analysis::Evidence &evidence);
/// "Speaks for it", "Speaks against it", "Says nothing".
QString evidenceWord(analysis::Evidence::Verdict verdict);

} // namespace tosaic::views
