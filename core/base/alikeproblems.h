// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

#include <span>
#include <vector>

namespace tosaic {

/// Places in `problems`, those together that say the same of one file but for the numbers in it
/// (many a value in a segment that is cut off), in the order of the first of each. A few of a kind
/// stay by themselves. For faces to read; JSON has all.
std::vector<std::vector<size_t>> alikeProblems(std::span<const Diagnostic> problems);

} // namespace tosaic
