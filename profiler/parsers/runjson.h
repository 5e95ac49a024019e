// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/run.h"

#include <QJsonObject>

namespace tosaic::profile {

/// The run in the shape of "inspect LOG --json" (command-line contract), without the keys common to
/// all formats ("format", "file", "diagnostics"). What is not known is absent, never 0 or null.
QJsonObject runToJson(const Run &run);

} // namespace tosaic::profile
