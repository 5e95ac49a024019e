// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryneed.h"

#include <QString>

/// The memory need in the user's words; one wording for the pages, the report and the command line.
namespace tosaic::views {

QString memoryName(analysis::Memory memory); ///< "SRAM"
/// A memory as Vela names it: "Sram" is "SRAM", "OnChipFlash" "On-chip flash".
QString memoryAreaName(const QString &memory);
QString partName(analysis::PartKind kind); ///< "Weights"
/// "522 KiB", "at least 508 KiB" or "Not known".
QString needText(const analysis::MemoryNeed &need, analysis::Memory memory);
/// "scratch 144 KiB, weights 364 KiB, commands 14.1 KiB"; empty if nothing lies there.
QString needDetail(const analysis::MemoryNeed &need, analysis::Memory memory);

} // namespace tosaic::views
