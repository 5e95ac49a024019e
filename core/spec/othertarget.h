// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"

namespace tosaic::spec {

/// For another NPU. Names of memory that its family does not have go back to their defaults: the
/// tools would take them without a word.
CompileSpec withTarget(CompileSpec spec, const QString &target);

} // namespace tosaic::spec
