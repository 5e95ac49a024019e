// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryneed.h"

class QTextStream;

namespace tosaic::cli {

/// "SRAM (est)   522 KiB: scratch 144 KiB, weights 364 KiB, commands 14.1 KiB", a line for each
/// memory in which something lies.
void printNeed(const analysis::MemoryNeed &need, const QString &indent, QTextStream &out);

} // namespace tosaic::cli
