// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/model/entityref.h"

namespace tosaic::analysis {

/// The thing of a program that a Location names ("method forward, value 3", "method forward,
/// delegate 0", "segment 2"), else the bytes it names; empty if it names neither or the program has
/// no such thing.
model::EntityRef entityAt(const model::Program &program, const Location &location);

} // namespace tosaic::analysis
