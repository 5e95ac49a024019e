// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/kernels/kernelprofile.h"

namespace tosaic::profile {

/// What each allocator gave out, by phase, in the order of first appearance.
std::vector<AllocationRow> allocationRows(const EtDump &dump);

} // namespace tosaic::profile
