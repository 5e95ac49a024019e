// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/openedfile.h"

#include "core/base/try.h"
#include "core/compiled/resultreader.h"
#include "core/documents/externaldata.h"
#include "core/documents/openmodel.h"
#include "core/formats/registry.h"
#include "core/spec/specjson.h"
#include "core/toolchain/compilejob.h"
#include "profiler/imports/runimport.h"
#include "profiler/parsers/etdumpdescription.h"
#include "profiler/parsers/pmutracedescription.h"
#include "profiler/session/workspacefile.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using Kind = OpenedFile::Kind;

/// A program, the folder of a compile, its result.json, a network, or a file that describes itself.
Result<OpenedFile> readModelFile(const QString &path, Kind kind,
    const ArtefactFinder *finder = nullptr, const QStringList &externalFiles = {})
{
    auto model = TRY(openDocument(path, finder, externalFiles));
    OpenedFile opened{ .kind = kind, .path = path, .model = std::move(model) };
    opened.diagnostics = opened.model.diagnostics;
    if (opened.model.result)
        opened.source = sourceBeside(*opened.model.result);
    return opened;
}

Result<OpenedFile> readCompileInput(const QString &path)
{
    const auto kind = TRY(toolchain::inputKindOf(path));
    OpenedFile opened{ .kind = Kind::CompileInput, .path = path, .isCompileInput = true };
    opened.runsCode = toolchain::runsCode(kind);
    return opened;
}

/// A graph that a compiler may take. What only our reader does not know yet can be compiled all the
/// same.
Result<OpenedFile> readNetworkFile(const QString &path)
{
    auto opened = readModelFile(path, Kind::Network);
    const bool isInput = toolchain::inputKindOf(path).has_value();
    if (opened) {
        opened->isCompileInput = isInput;
        return opened;
    }
    const auto code = opened.error().code;
    const bool isBeyondUs
        = code == ErrorCode::FormatUnsupported || code == ErrorCode::LimitExceeded;
    if (!isInput || !isBeyondUs)
        return opened;
    auto input = readCompileInput(path);
    if (input)
        input->diagnostics.push_back(diagnosticOf(opened.error()));
    return input;
}

/// Consoles, PMU traces and ETDumps.
Result<OpenedFile> readRun(
    const QString &path, const std::shared_ptr<const ByteSource> &source, const JobControl &control)
{
    auto run = TRY(profile::readRun(source, 0, control));
    OpenedFile opened{ .kind = Kind::ConsoleLog, .path = path };
    if (run.trace)
        opened.model.description = profile::describePmuTrace(*run.trace);
    else if (run.etdump)
        opened.model.description = profile::describeEtDump(*run.etdump);
    if (opened.model.description) {
        opened.model.path = path;
        opened.model.source = source;
    }
    opened.diagnostics
        = opened.model.description ? opened.model.description->diagnostics : run.diagnostics;
    opened.runs.push_back(std::move(run));
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

Result<OpenedFile> readReport(const QString &path)
{
    auto opened = readModelFile(path, Kind::Description);
    if (opened)
        opened->isVelaReport = true;
    return opened;
}

Result<OpenedFile> readByContent(const QString &path,
    const std::shared_ptr<const ByteSource> &source, const JobControl &control,
    const ArtefactFinder *finder)
{
    using formats::FileKind;
    using profile::RunFileKind;
    const auto kind = formats::recognise(source->bytes());
    const auto runKind = profile::runFileKind(*source);
    const bool isPacked = kind == FileKind::Gzip && runKind != RunFileKind::None;
    if (runKind == RunFileKind::Trace || runKind == RunFileKind::EtDump || kind == FileKind::Text
        || isPacked)
        return readRun(path, source, control);
    if (runKind == RunFileKind::Console) {
        // Serial lines leave junk in a console. What nothing reads is said by the reader that the
        // name asks for.
        if (auto run = readRun(path, source, control);
            run || run.error().code != ErrorCode::FormatUnknown)
            return run;
    }
    switch (kind) {
    case FileKind::Pte:
    case FileKind::BundledProgram:
        return readModelFile(path, Kind::Program, finder);
    case FileKind::Tosa:
    case FileKind::TfLite:
    case FileKind::Pt2:
    case FileKind::EtRecord:
        return readNetworkFile(path);
    case FileKind::VelaDebugDb:
    case FileKind::VelaPerLayer:
        return readReport(path);
    case FileKind::Workspace:
        return readWorkspaceFile(path);
    case FileKind::CompileSpec:
        return readSpec(path, *source);
    default:
        break;
    }
    // Files that describe themselves; and where the name says what it should have been, the reader
    // says what is wrong with it.
    return readModelFile(path, Kind::Description);
}

} // namespace

Result<OpenedFile> readAnyFile(
    const QString &path, const JobControl &control, const ArtefactFinder *finder)
{
    const QFileInfo info(path);
    const auto absolute = info.absoluteFilePath();
    const auto resultName = QString::fromLatin1(compiled::ResultFileName);
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
    auto source = TRY(ByteSource::map(absolute));
    if (info.suffix() == "py"_L1)
        return readCompileInput(absolute);
    return readByContent(absolute, source, control, finder);
}

std::optional<Result<OpenedFile>> readExternalData(const QString &path, const QString &programPath,
    const std::shared_ptr<const ExternalData> &needed, const ArtefactFinder *finder)
{
    const auto absolute = QFileInfo(path).absoluteFilePath();
    if (!needed || !holdsAnyOf(absolute, needed->keys))
        return std::nullopt;
    // What was given last counts.
    auto files = needed->given;
    files.removeAll(absolute);
    files.prepend(absolute);
    auto opened = readModelFile(programPath, Kind::Program, finder, files);
    if (opened)
        opened->addsExternalData = true;
    return opened;
}

QString sourceBeside(const compiled::CompileResult &result)
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

} // namespace tosaic
