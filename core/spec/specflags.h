// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

#include <QStringList>

#include <vector>

namespace tosaic::spec {

/// Checks the extra flags to Vela against its options (5.1.0), as ExecuTorch passes them: items are
/// split at blanks, and they stand before the flags that follow from target and memory.
std::vector<Diagnostic> checkFlags(const QStringList &extraFlags);

} // namespace tosaic::spec
