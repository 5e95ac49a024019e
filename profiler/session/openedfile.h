// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/compiled/compileresult.h"
#include "core/documents/openmodel.h"
#include "profiler/session/runsdocument.h"

#include <memory>
#include <optional>
#include <vector>

namespace tosaic {

/// What a file turned out to be, read and ready to be put into the documents.
struct OpenedFile
{
    enum class Kind
    {
        Program, ///< .pte or .bpte, with the compile that made it if it lies beside
        CompileResult, ///< folder with result.json, or that file
        Network, ///< .tosa, .tflite, .pt2, ETRecord: a graph, and mostly something to compile
        CompileInput, ///< .py: something to compile that has no graph yet
        Description, ///< a file that only describes itself
        ConsoleLog, ///< and other measured runs: PMU traces, ETDumps
        CompileSpec, ///< SPEC.json
        Workspace
    };

    Kind kind = Kind::Program;
    QString path; ///< absolute
    OpenedModel model; ///< what the model document shows; of a workspace, too
    std::vector<std::shared_ptr<const compiled::CompileResult>> results; ///< of a workspace
    std::vector<profile::MeasuredRun> runs;
    std::optional<spec::CompileSpec> spec;
    QString source; ///< file that was compiled into `model.result`, if it is at hand
    QString openModels; ///< of a workspace: what the window kept of the models open in it
    bool addsExternalData = false; ///< `model` is the one shown, with a .ptd that it needs
    bool isCompileInput = false; ///< a compiler takes it
    bool isVelaReport = false; ///< a debug database or per-layer table: belongs to a model
    bool runsCode = false; ///< a model whose compile runs its author's code
    std::vector<Diagnostic> diagnostics;
};

/// Recognises the file by its content and reads it. The finder is asked for the compile of a
/// program that lies alone; it may be null. Blocks: for a pool thread.
Result<OpenedFile> readAnyFile(
    const QString &path, const JobControl &control, const ArtefactFinder *finder = nullptr);

/// The open program once more, with a .ptd that holds what it needs; absent if the file is none, or
/// has nothing for it. Blocks.
std::optional<Result<OpenedFile>> readExternalData(const QString &path, const QString &programPath,
    const std::shared_ptr<const ExternalData> &needed, const ArtefactFinder *finder);

/// The file a result was compiled from, if one of the same name and hash is beside it; else empty.
QString sourceBeside(const compiled::CompileResult &result);

} // namespace tosaic
