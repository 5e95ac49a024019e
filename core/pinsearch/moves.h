// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"

#include <vector>

namespace tosaic::pinsearch {

/// A change of what stays on the CPU.
struct Move
{
    spec::KeepOnCpu add;
    spec::KeepOnCpu drop;

    spec::KeepOnCpu appliedTo(const spec::KeepOnCpu &kept) const;
    Move with(const Move &other) const;
};

/// What is worth a preview, the likely first: islands, pins that are there, operators at a
/// boundary or where the SRAM peaks, modules, kinds. `base` as compiled with the pins `kept`.
std::vector<Move> movesOf(const compiled::CompileResult &base, const spec::KeepOnCpu &kept);

} // namespace tosaic::pinsearch
