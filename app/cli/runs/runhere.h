// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "core/localrun/localrun.h"

#include <utility>
#include <vector>

namespace tosaic::cli {

/// What "name=file.npy" of a repeated option says, and a .npz alone with an empty name; false if
/// one has another shape.
bool readPairs(const QStringList &values, std::vector<std::pair<QString, QString>> &pairs);

/// "run here": a program on this machine, its NPU simulated. Arguments after "here".
Command runHereCommand();

} // namespace tosaic::cli
