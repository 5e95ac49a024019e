// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inspect/openstreams.h"
#include "core/localrun/localrun.h"
#include "core/model/network.h"

namespace tosaic::localrun {

/// A .tflite whose operators are all `ethos-u`, one after the other. FormatUnsupported, by name,
/// for one that the CPU would have to compute.
Result<LocalResult> runNetwork(
    const inspect::FileStreams &opened, const model::Network &network, const LocalRequest &request);

} // namespace tosaic::localrun
