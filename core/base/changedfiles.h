// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <vector>

namespace tosaic {

/// Large files are read where they are touched, long after they were opened. Of each such file that
/// is open, or was, an IoRead if it shrank, was written over or became unreachable since: what was
/// read of it is not to be relied on. Each is told once. Looks at every open one; any thread.
std::vector<Error> takeChangedFiles();

} // namespace tosaic
