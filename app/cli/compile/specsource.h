// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/spectext.h"

namespace tosaic::cli {

/// SPEC.json.
Result<spec::SpecReading> readSpecFile(const QString &path);

/// The spec that a file holds, told by its content: a program, Python, a vela command line, or
/// SPEC.json itself. Diagnostics tell what was lost, and when the delegates of a program differ;
/// the spec is then that of the first.
Result<spec::SpecReading> recoverSpec(const QString &path);

} // namespace tosaic::cli
