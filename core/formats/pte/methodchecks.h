// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/readcontext.h"
#include "core/model/program.h"

namespace tosaic::formats::pte {

/// Says what the runtime would refuse, or worse, silently get wrong: indices that lead nowhere, the
/// memory plan, jumps.
void checkMethod(ReadContext &context, const model::Method &method);
/// Kernel and delegate calls, moves, jumps and frees of a method; part of checkMethod.
void checkInstructions(ReadContext &context, const model::Method &method);

} // namespace tosaic::formats::pte
