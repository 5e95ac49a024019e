// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/runsdocument.h"
#include "profiler/store/runstore.h"

namespace tosaic {

/// What a listed run is in a workspace, without the bytes it was read from: what comparing needs.
/// Of a dump or a trace that is loaded the numbers are computed if they were not before: for a
/// pool thread.
profile::StoredRun storedRun(const NamedRun &run);

/// How a run of a workspace is listed. Of a kind that is no console, `run` says what the numbers
/// say; trace and dump are not loaded.
NamedRun namedRun(const profile::StoredRun &stored);

/// Counters and times among the numbers as a run that has them, one profile for each repeat.
profile::Run runFromValues(const std::vector<workspace::RunValue> &values);

} // namespace tosaic
