// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/openedfile.h"

#include "app/shell/workspacefile.h"
#include "core/documents/openmodel.h"
#include "core/formats/registry.h"
#include "core/spec/specjson.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/resultreader.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

using Kind = OpenedFile::Kind;

/// A program, the folder of a compile, or its result.json.
Result<OpenedFile> readModelFile(const QString &path, Kind kind)
{
    auto model = openModel(path);
    if (!model)
        return fail(model.error());
    OpenedFile opened{ .kind = kind, .path = path, .modelPath = model->path };
    opened.program = std::move(model->program);
    opened.result = std::move(model->result);
    opened.diagnostics = std::move(model->diagnostics);
    if (opened.result)
        opened.source = sourceBeside(*opened.result);
    return opened;
}

Result<OpenedFile> readCompileInput(const QString &path, const ByteSource &source)
{
    const auto kind = toolchain::inputKindOf(path);
    if (!kind)
        return fail(kind.error());
    OpenedFile opened{ .kind = Kind::CompileInput, .path = path };
    opened.runsCode = toolchain::runsCode(*kind);
    if (opened.runsCode)
        opened.sha256 = sha256Hex(source.bytes());
    return opened;
}

Result<OpenedFile> readConsole(const QString &path)
{
    auto run = loadRun(path);
    if (!run)
        return fail(run.error());
    OpenedFile opened{ .kind = Kind::ConsoleLog, .path = path };
    opened.diagnostics = run->run->diagnostics;
    opened.runs.push_back(std::move(*run));
    return opened;
}

Result<OpenedFile> readSpec(const QString &path, const ByteSource &source)
{
    OpenedFile opened{ .kind = Kind::CompileSpec, .path = path };
    auto spec = spec::fromJsonText(source.bytes().toByteArray(), &opened.diagnostics);
    if (!spec) {
        auto error = spec.error();
        error.location.file = path;
        return fail(std::move(error));
    }
    opened.spec = std::move(*spec);
    return opened;
}

Result<OpenedFile> readByContent(
    const QString &path, const std::shared_ptr<const ByteSource> &source)
{
    using formats::FileKind;
    const auto kind = formats::recognise(source->bytes());
    switch (kind) {
    case FileKind::Pte:
        return readModelFile(path, Kind::Program);
    case FileKind::Tosa:
    case FileKind::TfLite:
    case FileKind::Pt2:
        return readCompileInput(path, *source);
    case FileKind::Workspace:
        return readWorkspaceFile(path);
    case FileKind::CompileSpec:
        return readSpec(path, *source);
    case FileKind::Text:
        return readConsole(path);
    default:
        break;
    }
    // The name says what it should have been, the reader says what is wrong with it.
    if (path.endsWith(".pte"_L1))
        return readModelFile(path, Kind::Program);
    return fail(formats::notAProgram(kind, path));
}

} // namespace

Result<OpenedFile> readAnyFile(const QString &path, const JobControl &)
{
    const QFileInfo info(path);
    const auto absolute = info.absoluteFilePath();
    const auto resultName = QString::fromLatin1(toolchain::ResultFileName);
    if (info.isDir()) {
        if (!QFileInfo::exists(QDir(absolute).filePath(resultName))) {
            return fail(ErrorCode::FormatUnknown,
                u"the folder holds no result.json, so it is not the output of a compile"_s,
                { .file = absolute });
        }
        return readModelFile(absolute, Kind::CompileResult);
    }
    if (info.fileName() == resultName)
        return readModelFile(info.absolutePath(), Kind::CompileResult);
    auto source = ByteSource::map(absolute);
    if (!source)
        return fail(source.error());
    if (info.suffix() == "py"_L1)
        return readCompileInput(absolute, **source);
    return readByContent(absolute, *source);
}

QString sourceBeside(const toolchain::CompileResult &result)
{
    if (result.sourceName.isEmpty())
        return {};
    const QDir folder(result.folder);
    for (const auto &place : { u"."_s, u".."_s, u"../.."_s }) {
        const auto path = QDir::cleanPath(
            folder.absoluteFilePath(place + u'/' + QFileInfo(result.sourceName).fileName()));
        const auto source = QFileInfo(path).isFile()
            ? ByteSource::map(path)
            : Result<std::shared_ptr<const ByteSource>>(fail(ErrorCode::IoOpen, {}));
        if (source && sha256Hex((*source)->bytes()) == result.sourceSha256)
            return path;
    }
    return {};
}

} // namespace tosaic::shell
