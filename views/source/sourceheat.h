// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sourcelines.h"
#include "profiler/join/operationtable.h"
#include "profiler/session/profiledocument.h"

#include <map>
#include <optional>
#include <vector>

namespace tosaic::views {

/// A line with what it costs, as `operators --by source` has it.
struct HeatedLine
{
    analysis::SourceLine line;
    std::optional<double> cycles; ///< of one inference; absent: not known
    std::optional<double> share; ///< of the cycles of all lines
    std::optional<Origin> origin; ///< of the cycles
};

/// The lines of what is open, the compile before the network; cycles where the profile has them
/// (null: none). By file, then by number.
std::vector<HeatedLine> heatedLines(const compiled::CompileResult *result,
    const model::Network *network, const std::shared_ptr<const ProfileSubject> &subject,
    const std::shared_ptr<const profile::OperationTable> &table);

} // namespace tosaic::views
