// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/toolchain/compilejob.h"
#include "core/workspace/records.h"

namespace tosaic::workspace {

/// What Workspace::addCompile() is to keep of a compile besides its result: the specs, and the
/// files it read, the model, the vela.ini and the calibration data, each with its hash. `input` is
/// the file that was compiled; it is recorded as the model only if it still has the hash the result
/// states. `interpreter` may be empty. Hashes the files: blocks.
JobRecord compileDetails(
    const compiled::CompileResult &result, const QString &input, const QString &interpreter);

/// What Workspace::beginJob() is to keep of a compile that starts now, so that it is found even if
/// nobody can record its end. Hashes the input: blocks.
JobRecord startedCompile(const toolchain::CompileRequest &request);

} // namespace tosaic::workspace
