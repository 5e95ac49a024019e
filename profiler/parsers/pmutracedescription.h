// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "profiler/parsers/pmutrace.h"

namespace tosaic::profile {

/// {"events", "skipped", "complete": bool, "compressed": bool, "jsonBytes", "cycles"?: {"first",
/// "last"}, "queueReads": {"count", "firstWord"?, "lastWord"?}, "tracks": [{"kind":
/// "spans"|"counter"|"instants", "process", "thread", "name", "argument"?, "events", "cycles"?: sum
/// of durations}]}. Words are those of the command stream.
Description describePmuTrace(const PmuTrace &trace);

} // namespace tosaic::profile
