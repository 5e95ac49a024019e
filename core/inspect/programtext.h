// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/model/program.h"

namespace tosaic::inspect {

/// A program for people at a terminal: what runs where first, then inputs, memory, kernels and
/// partitions in aligned columns. Ends with a line end.
QString programToText(const model::Program &program, TextWidth width = {});

} // namespace tosaic::inspect
