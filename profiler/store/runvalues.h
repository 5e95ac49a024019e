// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/records.h"
#include "profiler/parsers/etdump.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/run.h"

#include <vector>

/// The numbers of a run, one row each, from what its files say. Values stay as printed.
namespace tosaic::profile {

/// Counters and CPU cycles of each profile, its times (of every inference where they are printed,
/// ns) and the rows of its layers; of an ETDump in the console what is in it, without its first
/// `warmups` executions. Profiles with the same label are repeats.
std::vector<workspace::RunValue> valuesOf(const Run &run, quint64 warmups = 0);
/// As above, but counters that are sums over inferences divided by their number: what runs with
/// different numbers of inferences are compared by. Sums of an unknown number are left out.
std::vector<workspace::RunValue> valuesPerInference(const Run &run, quint64 warmups = 0);

/// "Method::execute" in all and each operator or delegate call by its instruction, in ticks; each
/// execution is a repeat, but the first `warmups`, which do not count. Several methods are groups
/// of their own ("Execute, method 2"): one's instructions are not the other's. The unit of a tick
/// is the runtime's.
std::vector<workspace::RunValue> valuesOf(const EtDump &dump, quint64 warmups = 0);

/// How often a method was run.
quint64 executionsOf(const EtDump &dump);

/// Of an FVP's trace: the NPU cycles of each inference (InferenceCycles, a repeat each), and how
/// long each track of spans was busy in all. The latter are derived: the file has the spans, not
/// their sum.
std::vector<workspace::RunValue> valuesOf(const PmuTrace &trace);
inline constexpr QLatin1StringView InferenceCycles{ "NPU cycles of an inference" };

/// NPU cycles of each inference (inferencesOf()).
std::vector<quint64> inferenceCyclesOf(const PmuTrace &trace);

} // namespace tosaic::profile
