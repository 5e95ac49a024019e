// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryneed.h"
#include "core/workspace/records.h"

namespace tosaic::workspace {

/// As JobRecord::summary. Reads the reports of the compile: blocks.
QJsonObject recordedSummary(const compiled::CompileResult &result);

/// What a recorded compile needs of each memory, as it was told when it was recorded: its files may
/// be gone. Of records without it, what follows from Vela's summary, where sizes of weights and
/// commands are not known.
analysis::MemoryNeed needOf(const JobRecord &job);

} // namespace tosaic::workspace
