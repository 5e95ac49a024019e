// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/openmodel.h"

#include "core/analysis/join.h"
#include "core/formats/openprogram.h"
#include "core/toolchain/resultreader.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

void append(std::vector<Diagnostic> &all, const std::vector<Diagnostic> &more)
{
    all.insert(all.end(), more.begin(), more.end());
}

Result<std::shared_ptr<const model::Program>> readProgramFile(const QString &path)
{
    const auto source = ByteSource::map(path);
    if (!source)
        return fail(source.error());
    auto program = formats::readProgram(*source);
    if (!program) {
        auto error = program.error();
        if (error.location.file.isEmpty())
            error.location.file = path;
        return fail(std::move(error));
    }
    return program;
}

/// The bytes of all delegates have the hashes that the compile stated; without delegates, the whole
/// file has.
bool belongTogether(const model::Program &program, const toolchain::CompileResult &result)
{
    if (analysis::joinByPayload(program, result).isComplete())
        return true;
    if (!result.partitions.empty())
        return false;
    const auto hash = sha256Hex(program.source->bytes());
    return std::any_of(result.artefacts.begin(), result.artefacts.end(),
        [&](const auto &artefact) { return artefact.kind == "pte"_L1 && artefact.sha256 == hash; });
}

Result<OpenedModel> openResultFolder(const QString &folder)
{
    auto result = toolchain::readCompileResult(folder);
    if (!result)
        return fail(result.error());
    OpenedModel opened;
    opened.result = std::make_shared<const toolchain::CompileResult>(std::move(*result));
    opened.diagnostics = opened.result->problems;
    const auto pte = opened.result->artefactPath(u"pte"_s);
    if (pte.isEmpty() || !QFileInfo::exists(pte))
        return opened; // the reader has said already that an artefact is gone
    opened.path = pte;
    auto program = readProgramFile(pte);
    if (!program) {
        opened.diagnostics.push_back(diagnosticOf(program.error()));
        return opened;
    }
    opened.program = std::move(*program);
    append(opened.diagnostics, opened.program->diagnostics);
    return opened;
}

} // namespace

Result<OpenedModel> openModel(const QString &path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return openResultFolder(info.absoluteFilePath());
    if (info.fileName() == QLatin1StringView(toolchain::ResultFileName))
        return openResultFolder(info.absolutePath());
    auto program = readProgramFile(info.absoluteFilePath());
    if (!program)
        return fail(program.error());
    OpenedModel opened{ .path = info.absoluteFilePath(), .program = std::move(*program) };
    opened.diagnostics = opened.program->diagnostics;
    opened.result = resultBeside(opened.path, *opened.program);
    return opened;
}

std::shared_ptr<const toolchain::CompileResult> resultBeside(
    const QString &programPath, const model::Program &program)
{
    const auto folder = QFileInfo(programPath).absoluteDir();
    if (!folder.exists(QLatin1StringView(toolchain::ResultFileName)))
        return nullptr;
    auto result = toolchain::readCompileResult(folder.absolutePath());
    if (!result || !belongTogether(program, *result))
        return nullptr;
    return std::make_shared<const toolchain::CompileResult>(std::move(*result));
}

} // namespace tosaic
