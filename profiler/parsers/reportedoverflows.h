// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/run.h"

#include <QStringList>

namespace tosaic::profile {

/// Canonical names of the counters whose overflow the log reports ("log.counter-overflow"): their
/// values cannot be used.
QStringList reportedOverflows(const Run &run);

} // namespace tosaic::profile
