// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/base/result.h"
#include "core/compiled/compileresult.h"
#include "core/model/network.h"
#include "core/model/program.h"
#include "core/npu/streams.h"

#include <memory>
#include <optional>
#include <vector>

namespace tosaic {

class ArtefactFinder;
struct ExternalData;

/// What a file turned out to be: a program and the compile that made it, as far as either is known;
/// or a network; or a file that is no graph and only describes itself.
struct OpenedModel
{
    QString path; ///< absolute, of the file shown; empty if the compile left no program
    std::shared_ptr<const model::Program> program; ///< null if there is none or it cannot be read
    std::shared_ptr<const compiled::CompileResult> result; ///< null if not known
    std::shared_ptr<const model::Network> network; ///< null if it is none
    std::shared_ptr<const ExternalData> external; ///< of the program; null if it needs none
    std::optional<Description> description; ///< only of files that are neither
    std::shared_ptr<const ByteSource> source; ///< of the file; ranges in it count from its start
    std::vector<npu::StreamPlace> streams; ///< of a file that is neither but holds some
    std::shared_ptr<const void> streamsOwner; ///< keeps alive what they point into
    std::vector<Diagnostic> diagnostics; ///< of all of it
};

/// Opens a .pte, the folder of a compile, or its result.json. A .pte takes the result.json beside
/// it along if they belong together. Blocks: for a pool thread or a command line. Errors: of what
/// was named itself; what goes wrong with its counterpart is a diagnostic.
/// Where no compile lies beside a .pte the finder is asked; it may be null. What the program keeps
/// in .ptd files comes from those given, which are absolute paths, and those beside it.
Result<OpenedModel> openModel(const QString &path, const ArtefactFinder *finder = nullptr,
    const QStringList &externalFiles = {});

/// What a compile left to look at: its program, or the network or command stream that Vela wrote;
/// else nothing but the result. What cannot be read is a diagnostic. Blocks.
OpenedModel openResult(
    std::shared_ptr<const compiled::CompileResult> result, const QStringList &externalFiles = {});

/// Opens everything that the window can show: what openModel() opens, networks (.tosa, .tflite,
/// .pt2, ETRecord), the program inside a .bpte, and files that only describe themselves. Recognised
/// by content; the name only helps to say what a damaged file should have been. Blocks. Errors as
/// openModel(); FormatUnknown for what nothing here can read.
Result<OpenedModel> openDocument(const QString &path, const ArtefactFinder *finder = nullptr,
    const QStringList &externalFiles = {});

/// The compile that made a program: result.json beside it, if the hashes it states prove that; else
/// null.
std::shared_ptr<const compiled::CompileResult> resultBeside(
    const QString &programPath, const model::Program &program);

} // namespace tosaic
