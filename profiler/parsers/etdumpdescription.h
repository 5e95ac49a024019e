// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "profiler/parsers/etdump.h"

#include <QJsonArray>

namespace tosaic::profile {

/// [{"name", "events": {"profile", "allocation", "debug"}, "eventNames": {name: count}, "ticks":
/// {name: total}, "bundledInput"?, "delegateEvents"?: {the delegate's id: count}, "allocations"?:
/// [{"allocator", "count", "bytes"}], "programOutputs"?: n}]. Events without a name have the key
/// "". Ticks are the file's, whose unit it does not state.
QJsonArray runsJson(const EtDump &dump);

/// {"version", "sizePrefix": bool, "runs": as above}.
Description describeEtDump(const EtDump &dump);

} // namespace tosaic::profile
