// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/compilejob.h"
#include "core/toolchain/outputmarker.h"

#include <vector>

namespace tosaic::toolchain {

/// What can be told before any tool runs: contradictions of the spec, missing permission to run
/// code or to write elsewhere, no interpreter. `sha256` is that of the input now. An error among
/// them means that the compile must not start.
std::vector<Diagnostic> preflight(
    const CompileRequest &request, const Result<InputKind> &kind, const QString &sha256);

/// Where spec.intermediatesFolder leads if that is not below the output folder, from which a
/// relative one starts; else empty. Absolute. Follows links.
QString folderOutside(const CompileRequest &request);

/// "tool.missing" with the commands that make an environment.
Diagnostic missingInterpreter();

/// Makes the output folder if needed. The result of a compile that failed or was cancelled is
/// removed from it: result.json, console.txt, repro.zip and the artefacts it lists that are
/// unchanged. So is what a compile left that was killed or could not write its result, by its
/// marker. An id "output.exists" if one that succeeded is there, or files of unknown origin under
/// the names of a result; "output.busy" if another compile runs there. Else the marker is taken.
std::optional<Diagnostic> prepareOutput(
    const CompileRequest &request, InputKind kind, OutputMarker &marker);

/// Why a file in the output folder cannot be written: disk full, or not allowed.
Diagnostic writeProblem(const QString &path, const QString &reason, int systemError);

} // namespace tosaic::toolchain
