// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"
#include "core/localrun/localrun.h"

#include <map>

namespace tosaic::cli {

/// The arrays in these .npy files.
Result<std::map<QString, localrun::Array>> readArrays(const std::map<QString, QString> &files);

/// "run here": a program on this machine, its NPU simulated. Arguments after "here".
Command runHereCommand();

} // namespace tosaic::cli
