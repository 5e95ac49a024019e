// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/model/program.h"
#include "core/toolchain/compileresult.h"
#include "profiler/session/runsdocument.h"

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::shell {

/// What a file turned out to be, read and ready to be put into the documents.
struct OpenedFile
{
    enum class Kind
    {
        Program, ///< .pte, with the compile that made it if it lies beside
        CompileResult, ///< folder with result.json, or that file
        CompileInput, ///< .py, .pt2, .tosa, .tflite: something to compile
        ConsoleLog,
        CompileSpec, ///< SPEC.json
        Workspace
    };

    Kind kind = Kind::Program;
    QString path; ///< absolute
    QString modelPath; ///< the .pte, where there is one
    std::shared_ptr<const model::Program> program;
    std::shared_ptr<const toolchain::CompileResult> result;
    std::vector<std::shared_ptr<const toolchain::CompileResult>> results; ///< of a workspace
    std::vector<NamedRun> runs;
    std::optional<spec::CompileSpec> spec;
    QString source; ///< file that was compiled into `result`, if it is at hand
    bool runsCode = false; ///< a model whose compile runs its author's code
    QString sha256; ///< of such a model
    std::vector<Diagnostic> diagnostics;
};

/// Recognises the file by its content and reads it. Blocks: for a pool thread.
Result<OpenedFile> readAnyFile(const QString &path, const JobControl &control);

/// The file a result was compiled from, if one of the same name and hash is beside it; else empty.
QString sourceBeside(const toolchain::CompileResult &result);

} // namespace tosaic::shell
