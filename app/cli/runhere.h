// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"

namespace tosaic::cli {

/// "run here": a program on this machine, its NPU simulated. Arguments after "here".
Command runHereCommand();

} // namespace tosaic::cli
