// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/openmodel.h"

#include "core/analysis/join.h"
#include "core/base/try.h"
#include "core/compiled/resultreader.h"
#include "core/documents/artefactfinder.h"
#include "core/documents/externaldata.h"
#include "core/formats/bundled/bundledreader.h"
#include "core/formats/opennetwork.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/inspect/describefile.h"
#include "core/inspect/disasmdescription.h"
#include "core/inspect/openstreams.h"

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
    const auto source = TRY(ByteSource::map(path));
    auto program = formats::readProgram(source);
    if (!program) {
        auto error = program.error();
        if (error.location.file.isEmpty())
            error.location.file = path;
        return fail(std::move(error));
    }
    return program;
}

/// Of the program as the compile wrote it.
QStringList statedHashes(const compiled::CompileResult &result)
{
    QStringList hashes;
    for (const auto &artefact : result.artefacts) {
        if (artefact.kind == "pte"_L1 && !artefact.sha256.isEmpty())
            hashes << artefact.sha256;
    }
    return hashes;
}

/// The bytes of all delegates have the hashes that the compile stated; without delegates, the whole
/// file has.
bool belongTogether(const model::Program &program, const compiled::CompileResult &result)
{
    if (analysis::joinByPayload(program, result).isComplete())
        return true;
    if (!result.partitions.empty())
        return false;
    return statedHashes(result).contains(sha256Hex(program.source->bytes()));
}

/// Neither the file nor what is in it is what the compile wrote.
bool isExchanged(const model::Program &program, const compiled::CompileResult &result)
{
    const auto stated = statedHashes(result);
    return !stated.isEmpty() && !belongTogether(program, result)
        && !stated.contains(sha256Hex(program.source->bytes()));
}

/// What somebody remembers is believed only if the bytes prove it.
std::shared_ptr<const compiled::CompileResult> resultFound(
    const model::Program &program, const ArtefactFinder &finder)
{
    auto result = finder.compileOf(contentOf(program));
    return result && belongTogether(program, *result) ? result : nullptr;
}

/// What the program keeps in .ptd files, and all that is odd.
void addExternalData(OpenedModel &opened, const QStringList &externalFiles)
{
    if (!opened.program)
        return;
    auto whole
        = withExternalData(opened.program, QFileInfo(opened.path).absolutePath(), externalFiles);
    opened.program = std::move(whole.program);
    opened.external = std::move(whole.data);
    append(opened.diagnostics, opened.program->diagnostics);
    if (opened.external)
        append(opened.diagnostics, opened.external->diagnostics);
}

/// The network, or the command stream alone, that a compile by Vela left; null if it is not there.
const compiled::Artefact *leftByVela(const compiled::CompileResult &result)
{
    for (const auto &kind : { u"tflite"_s, u"vela-npz"_s }) {
        const auto found = std::ranges::find(result.artefacts, kind, &compiled::Artefact::kind);
        if (found != result.artefacts.end()
            && QFileInfo::exists(QDir(result.folder).filePath(found->path)))
            return &*found;
    }
    return nullptr;
}

Diagnostic otherProgram(const QString &path)
{
    return { u"result.other-program"_s, Severity::Error, { .file = path },
        u"not the program of this compile: its bytes are others, so that it is not shown; open it "
        "by itself"_s };
}

/// What it left, if its bytes are those that it wrote.
OpenedModel openLeft(const compiled::CompileResult &result, const compiled::Artefact &left)
{
    const auto path = QDir(result.folder).filePath(left.path);
    OpenedModel opened;
    auto document = openDocument(path);
    const auto source = ByteSource::map(path);
    if (!document) {
        opened.diagnostics.push_back(diagnosticOf(document.error()));
    } else if (source && !left.sha256.isEmpty() && sha256Hex((*source)->bytes()) != left.sha256) {
        opened.diagnostics.push_back(otherProgram(path));
        return opened;
    } else {
        opened = std::move(*document);
    }
    opened.path = path;
    return opened;
}

Result<OpenedModel> openResultFolder(const QString &folder, const QStringList &externalFiles)
{
    auto result = TRY(compiled::readCompileResult(folder));
    return openResult(
        std::make_shared<const compiled::CompileResult>(std::move(result)), externalFiles);
}

Result<OpenedModel> openNetwork(const QString &path, std::shared_ptr<const ByteSource> source)
{
    auto network = TRY(formats::readNetwork(std::move(source)));
    OpenedModel opened;
    opened.path = path;
    opened.network = std::move(network);
    opened.source = opened.network->source;
    opened.diagnostics = opened.network->diagnostics;
    return opened;
}

/// The program inside; the bundle's own ranges are not those of the program.
Result<OpenedModel> openBundle(
    const QString &path, std::shared_ptr<const ByteSource> source, const QStringList &externalFiles)
{
    const auto bundle = TRY(formats::readBundled(source));
    OpenedModel opened;
    opened.path = path;
    opened.diagnostics = bundle->diagnostics;
    opened.program = bundle->program;
    opened.source = opened.program ? opened.program->source : source;
    if (opened.program)
        addExternalData(opened, externalFiles);
    else if (auto description = inspect::describeFile(source, formats::FileKind::BundledProgram))
        opened.description = std::move(*description);
    return opened;
}

bool isBareStream(formats::FileKind kind)
{
    return kind == formats::FileKind::CommandStream || kind == formats::FileKind::VelaStream;
}

/// Command streams that stand in a file by themselves.
Result<void> addStreams(OpenedModel &opened)
{
    auto streams = TRY(inspect::openStreams(opened.source));
    opened.source = streams.source;
    opened.streams = std::move(streams.places);
    opened.streamsOwner = std::move(streams.model);
    return {};
}

Description describeStreams(const OpenedModel &opened, formats::FileKind kind)
{
    Description description;
    description.format
        = kind == formats::FileKind::VelaStream ? u"vela-stream"_s : u"command-stream"_s;
    for (const auto &placed : npu::disassembleAll(*opened.source, opened.streams))
        description.sections.push_back(inspect::describeStream(placed));
    return description;
}

Result<OpenedModel> openDescribed(
    const QString &path, std::shared_ptr<const ByteSource> source, formats::FileKind kind)
{
    OpenedModel opened;
    opened.path = path;
    opened.source = std::move(source);
    if (isBareStream(kind)) {
        TRY(addStreams(opened));
        opened.description = describeStreams(opened, kind);
        return opened;
    }
    auto description = TRY(inspect::describeFile(opened.source, kind));
    opened.diagnostics = description.diagnostics;
    opened.description = std::move(description);
    if (kind == formats::FileKind::VelaNpz) {
        if (const auto added = addStreams(opened); !added)
            opened.diagnostics.push_back(diagnosticOf(added.error()));
    }
    return opened;
}

} // namespace

Result<OpenedModel> openModel(
    const QString &path, const ArtefactFinder *finder, const QStringList &externalFiles)
{
    const QFileInfo info(path);
    if (info.isDir())
        return openResultFolder(info.absoluteFilePath(), externalFiles);
    if (info.fileName() == QLatin1StringView(compiled::ResultFileName))
        return openResultFolder(info.absolutePath(), externalFiles);
    auto program = TRY(readProgramFile(info.absoluteFilePath()));
    OpenedModel opened{ .path = info.absoluteFilePath(), .program = std::move(program) };
    opened.result = resultBeside(opened.path, *opened.program);
    if (!opened.result && finder)
        opened.result = resultFound(*opened.program, *finder);
    addExternalData(opened, externalFiles);
    return ifIntact(*opened.program->source, Result<OpenedModel>(opened));
}

OpenedModel openResult(
    std::shared_ptr<const compiled::CompileResult> result, const QStringList &externalFiles)
{
    OpenedModel opened;
    // What is gone the reader of the result has said already.
    const auto pte = result->artefactPath(u"pte"_s);
    const auto *left = leftByVela(*result);
    if (!pte.isEmpty() && QFileInfo::exists(pte)) {
        auto program = readProgramFile(pte);
        const bool isOther = program && isExchanged(**program, *result);
        if (!isOther)
            opened.path = pte;
        if (isOther) {
            opened.diagnostics.push_back(otherProgram(pte));
        } else if (program) {
            opened.program = std::move(*program);
            addExternalData(opened, externalFiles);
        } else {
            opened.diagnostics.push_back(diagnosticOf(program.error()));
        }
    } else if (left) {
        opened = openLeft(*result, *left);
    }
    const auto &problems = result->problems;
    opened.diagnostics.insert(opened.diagnostics.begin(), problems.begin(), problems.end());
    opened.result = std::move(result);
    return opened;
}

Result<OpenedModel> openDocument(
    const QString &path, const ArtefactFinder *finder, const QStringList &externalFiles)
{
    const QFileInfo info(path);
    if (info.isDir() || info.fileName() == QLatin1StringView(compiled::ResultFileName))
        return openModel(path, finder, externalFiles);
    const auto absolute = info.absoluteFilePath();
    const auto source = TRY(ByteSource::map(absolute));
    const auto kind = formats::recognise(source->bytes());
    if (formats::holdsNetwork(kind))
        return ifIntact(*source, openNetwork(absolute, source));
    if (kind == formats::FileKind::BundledProgram)
        return ifIntact(*source, openBundle(absolute, source, externalFiles));
    if (isBareStream(kind) || inspect::canDescribe(kind))
        return ifIntact(*source, openDescribed(absolute, source, kind));
    return openModel(path, finder, externalFiles);
}

ProgramContent contentOf(const model::Program &program)
{
    ProgramContent content{ .sha256 = sha256Hex(program.source->bytes()), .payloads = {} };
    for (const auto &method : program.methods) {
        for (const auto &delegate : method.delegates) {
            if (const auto bytes = program.source->slice(delegate.data.offset, delegate.data.size))
                content.payloads << sha256Hex(*bytes);
        }
    }
    return content;
}

std::shared_ptr<const compiled::CompileResult> resultBeside(
    const QString &programPath, const model::Program &program)
{
    const auto folder = QFileInfo(programPath).absoluteDir();
    if (!folder.exists(QLatin1StringView(compiled::ResultFileName)))
        return nullptr;
    auto result = compiled::readCompileResult(folder.absolutePath());
    if (!result || !belongTogether(program, *result))
        return nullptr;
    return std::make_shared<const compiled::CompileResult>(std::move(*result));
}

} // namespace tosaic
