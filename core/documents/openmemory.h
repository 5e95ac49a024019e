// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryfacts.h"
#include "core/base/result.h"

namespace tosaic {

class ArtefactFinder;

/// From anything that openModel() opens (.pte, result.json, folder of a compile). `finder` knows
/// compiles that do not lie beside a .pte; may be null. Errors: of openModel(); FormatUnknown if
/// there is neither a program nor a compile with numbers.
Result<analysis::MemoryFacts> readMemoryFacts(
    const QString &path, const ArtefactFinder *finder = nullptr);

} // namespace tosaic
