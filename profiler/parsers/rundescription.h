// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "profiler/run.h"

#include <vector>

namespace tosaic::profile {

/// What a console tells, for people: the same facts as runToJson, with units. Values stay as
/// printed; only hundreds of rows are left out (DescriptionTable::omitted). What the console does
/// not tell is absent, but for family, status, product and MACs: "Not known".
std::vector<DescriptionSection> describeRun(const Run &run);

} // namespace tosaic::profile
