// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/doctor/checkup.h"

namespace tosaic::profile {

/// Whether the team's store can be asked: the driver, and of an address the store behind it. Empty:
/// none is chosen. Blocks up to 5 s for a server that does not answer; any thread.
CheckedTool checkedStore(const QString &address);

} // namespace tosaic::profile
