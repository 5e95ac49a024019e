// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/compilejob.h"

#include <vector>

namespace tosaic::toolchain {

/// What can be told before any tool runs: contradictions of the spec, missing permission to run
/// code, no interpreter. An error among them means that the compile must not start.
std::vector<Diagnostic> preflight(const CompileRequest &request, const Result<InputKind> &kind);

/// Makes the output folder if needed. An id "output.exists" if an earlier result is there.
std::optional<Diagnostic> prepareOutput(const CompileRequest &request, InputKind kind);

/// Why a file in the output folder cannot be written: disk full, or not allowed.
Diagnostic writeProblem(const QString &path, const QString &reason, int systemError);

} // namespace tosaic::toolchain
