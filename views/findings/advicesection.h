// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advice/advicerun.h"
#include "core/report/report.h"

#include <optional>

namespace tosaic::views {

/// What a report says of advice: what was tried with the difference that Vela measured, why, and
/// how it goes into the spec. Absent where nothing was tried.
std::optional<report::Section> adviceSection(const advice::AdviceResult &result);

/// The same in short, for the start of a report: the changes that help most, or that none does, or
/// that none was tried. Nothing where there is no advice.
std::vector<report::Statement> adviceStatements(const advice::AdviceResult &result);

} // namespace tosaic::views
