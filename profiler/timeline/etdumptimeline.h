// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/etdump.h"
#include "profiler/timeline/timeline.h"

#include <optional>

namespace tosaic::profile {

/// What an ETDump does not say itself.
struct EtDumpTime
{
    /// "ns" for dumps of a host, "cycles" for those of Arm's bare-metal runner (of the CPU's
    /// clock); "ticks" if not known.
    QString unit = QStringLiteral("ticks");
    std::optional<Origin> origin;
};

/// The timeline of an ETDump: its runs, the runtime's own events, operators with the kernels they
/// call, and delegates. Times count from the first event: the recorded origin is arbitrary. A run
/// that begins before the one before it (a 32-bit counter went round, or dumps of several
/// processes) is laid behind that, which "timeline.clock" says. Events without a duration are left
/// out
/// ("timeline.event"). Any thread.
Timeline timelineOf(const EtDump &dump, const EtDumpTime &time = {});

} // namespace tosaic::profile
