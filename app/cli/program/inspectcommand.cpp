// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/familyoption.h"
#include "core/base/try.h"

#include "app/cli/frame/toolcommand.h"
#include "core/analysis/programcheck.h"
#include "core/base/bytesource.h"
#include "core/base/description.h"
#include "core/compiled/resultreader.h"
#include "core/compiled/resultwriter.h"
#include "core/documents/externaldata.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/inspect/commonjson.h"
#include "core/inspect/describefile.h"
#include "core/inspect/programjson.h"
#include "core/inspect/programtext.h"
#include "profiler/imports/runimport.h"
#include "profiler/parsers/etdumpdescription.h"
#include "profiler/parsers/gzipreader.h"
#include "profiler/parsers/pmutracedescription.h"
#include "profiler/parsers/rundescription.h"
#include "profiler/parsers/runjson.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace inspectcommand {
namespace {

/// What a file says about itself, in both forms; only one is printed.
struct Output
{
    QJsonObject json;
    QString text;
    std::vector<Diagnostic> found = {};

    bool isBad() const ///< something found is an error
    {
        return std::ranges::find(found, Severity::Error, &Diagnostic::severity) != found.end();
    }
};

struct Options
{
    bool isJson = false;
    bool isCheck = false; ///< errors that were found decide the exit code
    const analysis::Runtime *runtime = nullptr; ///< null: kernels and delegates are not checked
    QStringList externalFiles; ///< .ptd files for the program, absolute
};

/// The hash reads the whole file, so JSON is only made where it is printed.
Output outputOf(const ByteSource &source, const Description &description, const QString &text,
    const Options &options)
{
    if (!options.isJson)
        return { {}, text, description.diagnostics };
    auto json = inspect::commonToJson(
        description.format, description.formatVersion, source, description.diagnostics);
    for (auto entry = description.json.begin(); entry != description.json.end(); ++entry)
        json.insert(entry.key(), entry.value());
    return { json, text, description.diagnostics };
}

/// Consoles, PMU traces and ETDumps, as everything that opens runs reads them.
Result<Output> inspectRun(
    const std::shared_ptr<const ByteSource> &source, const Options &options, Streams &streams)
{
    const auto run = TRY(profile::readRun(source));
    auto title = u"%1: console log"_s.arg(source->fileName());
    Description description{ .format = u"log"_s };
    if (run.kind == "pmu-trace"_L1) {
        description = profile::describePmuTrace(*run.trace);
        title = u"%1: PMU trace"_s.arg(source->fileName());
    } else if (run.kind == "etdump"_L1) {
        description = profile::describeEtDump(*run.etdump);
        title = u"%1: %2"_s.arg(source->fileName(), formats::describe(formats::FileKind::EtDump));
    } else {
        description.json = profile::runToJson(*run.run);
        description.sections = profile::describeRun(*run.run);
        description.diagnostics = run.run->diagnostics;
    }
    tellProblems(description.diagnostics, streams);
    return outputOf(
        *source, description, descriptionText(title, description.sections, streams.width), options);
}

QJsonObject externalJson(const ExternalData &external)
{
    QJsonArray files;
    for (const auto &file : external.files) {
        const auto source = ByteSource::map(file.path);
        files.append(QJsonObject{ { u"path"_s, file.path },
            { u"sha256"_s, source ? sha256Hex((*source)->bytes()) : QString() },
            { u"keys"_s, QJsonArray::fromStringList(file.keys) } });
    }
    return { { u"files"_s, files },
        { u"missing"_s, QJsonArray::fromStringList(external.missing) } };
}

QString externalText(const ExternalData &external, TextWidth width)
{
    QString text;
    for (const auto &file : external.files)
        text += wrappedText(u"external data: %1 of %2 keys are in %3"_s.arg(file.keys.size())
                                .arg(external.keys.size())
                                .arg(file.path),
            width);
    return text;
}

Result<Output> inspectProgram(
    const std::shared_ptr<const ByteSource> &source, const Options &options, Streams &streams)
{
    const auto whole = withExternalData(TRY(formats::readProgram(source)),
        QFileInfo(source->name()).absolutePath(), options.externalFiles);
    const auto &program = *whole.program;
    auto diagnostics = program.diagnostics;
    const auto append = [&](const std::vector<Diagnostic> &more) {
        diagnostics.insert(diagnostics.end(), more.begin(), more.end());
    };
    append(analysis::checkMemory(program));
    if (options.runtime)
        append(analysis::checkRuntime(program, *options.runtime));
    auto json = inspect::programToJson(program);
    auto text = inspect::programToText(program, streams.width);
    if (const auto &external = whole.data) {
        append(external->diagnostics);
        json.insert(u"externalData"_s, externalJson(*external));
        text += externalText(*external, streams.width);
    }
    tellProblems(diagnostics, streams);
    const Description description{ .format = u"pte"_s,
        .formatVersion = program.identifier,
        .json = std::move(json),
        .diagnostics = diagnostics };
    return outputOf(*source, description, text, options);
}

/// `content`: of the file, which may be compressed.
Result<Output> inspectOther(const std::shared_ptr<const ByteSource> &source,
    const std::shared_ptr<const ByteSource> &content, const Options &options, Streams &streams)
{
    const auto kind = formats::recognise(content->bytes());
    const auto description = TRY(inspect::describeFile(content, kind));
    tellProblems(description.diagnostics, streams);
    const auto title = u"%1: %2"_s.arg(source->fileName(), formats::describe(kind));
    return outputOf(
        *source, description, descriptionText(title, description.sections, streams.width), options);
}

/// The result of a compile says so by its keys; absent for any other JSON or text.
std::optional<QJsonObject> resultIn(const ByteSource &source)
{
    const auto bytes = source.bytes();
    if (source.size() > compiled::LargestResult || !bytes.contains("\"artefacts\""))
        return {};
    const auto object
        = QJsonDocument::fromJson(QByteArray::fromRawData(bytes.data(), bytes.size())).object();
    const bool isResult
        = object.value(u"artefacts"_s).isArray() && object.value(u"status"_s).isString();
    return isResult ? std::optional(object) : std::nullopt;
}

Result<Output> inspectResult(const std::shared_ptr<const ByteSource> &source,
    const QJsonObject &object, const Options &options, Streams &streams)
{
    const auto folder = QFileInfo(source->name()).absolutePath();
    const auto result = compiled::compileResultFromJson(object, folder);
    const auto facts = analysis::memoryFacts(result, analysis::programOf(result));
    const auto need = analysis::memoryNeed(facts);
    tellProblems(facts.diagnostics, streams);
    auto json = compiled::toJson(result);
    analysis::insertNeed(json, need);
    const auto text = headline(result, result.sourceName) + u'\n'
        + factsText(summaryFacts({}, need), streams.width);
    const Description description{
        .format = u"compile-result"_s, .json = std::move(json), .diagnostics = facts.diagnostics
    };
    return outputOf(*source, description, text, options);
}

Result<Output> inspectSource(
    const std::shared_ptr<const ByteSource> &source, const Options &options, Streams &streams)
{
    const auto kind = formats::recognise(source->bytes());
    if (const auto result = kind == formats::FileKind::Text ? resultIn(*source) : std::nullopt)
        return inspectResult(source, *result, options, streams);
    using profile::RunFileKind;
    const auto runKind = profile::runFileKind(*source);
    if (runKind == RunFileKind::Console || runKind == RunFileKind::Trace
        || runKind == RunFileKind::EtDump)
        return inspectRun(source, options, streams);
    if (inspect::canDescribe(kind))
        return inspectOther(source, source, options, streams);
    if (runKind == RunFileKind::VelaReport) {
        auto content = profile::gunzipped(source->bytes());
        if (!content)
            return fail(content.error().code, content.error().detail, { .file = source->name() });
        return inspectOther(
            source, ByteSource::fromBytes(std::move(*content), source->name()), options, streams);
    }
    return inspectProgram(source, options, streams);
}

Result<Output> inspectFile(const QString &path, const Options &options, Streams &streams)
{
    const bool isFolder = QFileInfo(path).isDir();
    const auto file
        = isFolder ? QDir(path).filePath(QString::fromLatin1(compiled::ResultFileName)) : path;
    if (isFolder && !QFileInfo::exists(file))
        TRY(compiled::readCompileResult(path)); // says what is missing
    const auto source = TRY(ByteSource::map(file));
    return ifIntact(*source, inspectSource(source, options, streams));
}

QString runtimeIds()
{
    QStringList ids;
    for (const auto &runtime : analysis::knownRuntimes())
        ids << runtime.id;
    return ids.join(u", "_s);
}

Judgement judged(const Output &output, const QString &file)
{
    const auto errors = std::ranges::count(output.found, Severity::Error, &Diagnostic::severity);
    const auto others = qsizetype(output.found.size()) - errors;
    return { u"inspect"_s, file,
        u"%1: %2, %3 to note"_s.arg(QFileInfo(file).fileName(),
            errors == 0 ? u"no errors"_s : u"errors: %1"_s.arg(errors), QString::number(others)),
        checksOf(output.found), tableOf(output.found) };
}

Answer run(const Input &in)
{
    if (in.format() && !in.isSet(u"check"_s))
        return misuse(u"--format is for --check"_s);
    if (in.names.size() != 1)
        return misuse(u"one file is needed: tosaic-cli inspect FILE [--json]"_s);
    TRY(useFamilies(in));
    Options options{ .isJson = in.wantsJson(), .isCheck = in.isSet(u"check"_s) };
    for (const auto &path : in.values(u"data"_s))
        options.externalFiles << QFileInfo(path).absoluteFilePath();
    if (in.isSet(u"runtime"_s)) {
        options.runtime = analysis::findRuntime(in.value(u"runtime"_s));
        if (!options.runtime)
            return misuse(u"runtime \"%1\" is not known; known are: %2"_s.arg(
                in.value(u"runtime"_s), runtimeIds()));
    }
    const auto output = TRY(inspectFile(in.names.constFirst(), options, in.streams));
    if (const auto format = in.format())
        printJudgement(judged(output, in.names.constFirst()), *format, in.streams);
    else if (options.isJson)
        printDocument(output.json, in.streams);
    else
        in.streams.out << output.text;
    return options.isCheck && output.isBad() ? BadInput : Fine;
}

} // namespace
} // namespace inspectcommand

Command inspectCommand()
{
    return commandOf({ .name = u"inspect"_s,
        .summary = u"describe a program, network, compiler report or console log"_s,
        .description
        = u"Describes a file: programs (.pte, .bpte, .ptd), networks (TOSA, TensorFlow Lite, "
          ".pt2), what Vela and ExecuTorch write beside them, and consoles of runs."_s,
        .names = { { u"FILE"_s, u"The file; its content decides, not its name."_s } },
        .options = { { u"runtime"_s,
                         u"Report operators and delegates of a program that this runtime cannot "
                         "run (%1)."_s.arg(inspectcommand::runtimeIds()),
                         u"NAME"_s },
            familyOption(),
            { u"check"_s, u"Exit with 1 if anything that was found is an error."_s },
            { u"data"_s,
                u"External data of a program; those beside it are found. Again for more."_s,
                u"FILE.ptd"_s } },
        .answer = inspectcommand::run,
        .hasTables = true,
        .isJudged = true });
}

} // namespace tosaic::cli
