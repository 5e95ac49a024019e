// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/program.h"
#include "core/toolchain/compileresult.h"

#include <memory>

namespace tosaic {

/// A program and the compile that made it, as far as either is known.
struct OpenedModel
{
    QString path; ///< absolute, of the .pte; empty if the compile left none
    std::shared_ptr<const model::Program> program; ///< null if there is none or it cannot be read
    std::shared_ptr<const toolchain::CompileResult> result; ///< null if not known
    std::vector<Diagnostic> diagnostics; ///< of both
};

/// Opens a .pte, the folder of a compile, or its result.json. A .pte takes the result.json beside
/// it along if they belong together. Blocks: for a pool thread or a command line. Errors: of what
/// was named itself; what goes wrong with its counterpart is a diagnostic.
Result<OpenedModel> openModel(const QString &path);

/// The compile that made a program: result.json beside it, if the hashes it states prove that; else
/// null.
std::shared_ptr<const toolchain::CompileResult> resultBeside(
    const QString &programPath, const model::Program &program);

} // namespace tosaic
