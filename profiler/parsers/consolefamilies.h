// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/familyrules.h"

/// Where the families of consoles that are data are found.
namespace tosaic::profile {

struct ConsoleFamilies
{
    std::shared_ptr<const FamilyRules> rules;
    std::vector<Diagnostic> diagnostics; ///< of files that cannot be read; their rules are missing
};

/// Those that come with the program.
std::shared_ptr<const FamilyRules> shippedFamilies();

/// Folder of the user's own families, *.json.
QString userFamiliesDir();

/// Names further files, separated as PATH is.
inline constexpr auto FamiliesVariable = "TOSAIC_CONSOLES";

/// Those that come with the program, the user's own, and the files that FamiliesVariable lists.
/// Read anew each time: small files. Any thread.
ConsoleFamilies consoleFamilies();

} // namespace tosaic::profile
