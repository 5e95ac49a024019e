// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"

#include "app/cli/needoutput.h"
#include "app/cli/toolcommand.h"
#include "core/analysis/programcheck.h"
#include "core/base/bytesource.h"
#include "core/base/description.h"
#include "core/documents/externaldata.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/inspect/commonjson.h"
#include "core/inspect/describefile.h"
#include "core/inspect/programjson.h"
#include "core/inspect/programtext.h"
#include "core/toolchain/resultreader.h"
#include "core/toolchain/resultwriter.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/etdumpdescription.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/parsers/pmutracedescription.h"
#include "profiler/parsers/rundescription.h"
#include "profiler/parsers/runjson.h"

#include <QCommandLineParser>
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
    bool isBad = false; ///< something found is an error
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
    const auto isBad = std::any_of(description.diagnostics.begin(), description.diagnostics.end(),
        [](const Diagnostic &diagnostic) { return diagnostic.severity == Severity::Error; });
    if (!options.isJson)
        return { {}, text, isBad };
    auto json = inspect::commonToJson(
        description.format, description.formatVersion, source, description.diagnostics);
    for (auto entry = description.json.begin(); entry != description.json.end(); ++entry)
        json.insert(entry.key(), entry.value());
    return { json, text, isBad };
}

Result<Output> inspectLog(const std::shared_ptr<const ByteSource> &source, formats::FileKind kind,
    const Options &options, Streams &streams)
{
    const auto run = profile::parseConsole(source->bytes());
    if (!run)
        return fail(ErrorCode::FormatUnknown,
            kind == formats::FileKind::Text
                ? u"this is text, but no console log of an NPU run"_s
                : u"nothing recognises this content: neither a model nor a console log"_s,
            { .file = source->name() });
    tellProblems(run->diagnostics, streams);
    const Description description{ .format = u"log"_s,
        .json = profile::runToJson(*run),
        .sections = profile::describeRun(*run),
        .diagnostics = run->diagnostics };
    const auto title = u"%1: console log"_s.arg(source->fileName());
    return outputOf(*source, description, descriptionText(title, description.sections), options);
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

QString externalText(const ExternalData &external)
{
    QString text;
    for (const auto &file : external.files)
        text += u"external data: %1 of %2 keys are in %3\n"_s.arg(file.keys.size())
                    .arg(external.keys.size())
                    .arg(file.path);
    return text;
}

Result<Output> inspectProgram(
    const std::shared_ptr<const ByteSource> &source, const Options &options, Streams &streams)
{
    const auto read = formats::readProgram(source);
    if (!read)
        return fail(read.error());
    const auto &program = **read;
    auto diagnostics = program.diagnostics;
    const auto append = [&](const std::vector<Diagnostic> &more) {
        diagnostics.insert(diagnostics.end(), more.begin(), more.end());
    };
    append(analysis::checkMemory(program));
    if (options.runtime)
        append(analysis::checkRuntime(program, *options.runtime));
    auto json = inspect::programToJson(program);
    auto text = inspect::programToText(program);
    const auto external = findExternalData(
        program, QFileInfo(source->name()).absolutePath(), options.externalFiles);
    if (external) {
        append(external->diagnostics);
        json.insert(u"externalData"_s, externalJson(*external));
        text += externalText(*external);
    }
    tellProblems(diagnostics, streams);
    const Description description{ .format = u"pte"_s,
        .formatVersion = program.identifier,
        .json = std::move(json),
        .diagnostics = diagnostics };
    return outputOf(*source, description, text, options);
}

Result<Output> inspectOther(const std::shared_ptr<const ByteSource> &source, formats::FileKind kind,
    const Options &options, Streams &streams)
{
    auto description = kind == formats::FileKind::EtDump
        ? profile::readEtDump(source).map(profile::describeEtDump)
        : inspect::describeFile(source, kind);
    if (!description)
        return fail(description.error());
    tellProblems(description->diagnostics, streams);
    const auto title = u"%1: %2"_s.arg(source->fileName(), formats::describe(kind));
    return outputOf(*source, *description, descriptionText(title, description->sections), options);
}

Result<Output> inspectTrace(
    const std::shared_ptr<const ByteSource> &source, const Options &options, Streams &streams)
{
    const auto trace = profile::readPmuTrace(source);
    if (!trace)
        return fail(trace.error());
    const auto description = profile::describePmuTrace(*trace);
    tellProblems(description.diagnostics, streams);
    const auto title = u"%1: PMU trace"_s.arg(source->fileName());
    return outputOf(*source, description, descriptionText(title, description.sections), options);
}

/// The result of a compile says so by its keys; absent for any other JSON or text.
std::optional<QJsonObject> resultIn(const ByteSource &source)
{
    constexpr quint64 LargestResult = 256 * 1024 * 1024; // bytes
    const auto bytes = source.bytes();
    if (source.size() > LargestResult || !bytes.contains("\"artefacts\""))
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
    const auto result = toolchain::compileResultFromJson(object, folder);
    const auto facts = analysis::memoryFacts(result, analysis::programOf(result));
    const auto need = analysis::memoryNeed(facts);
    tellProblems(facts.diagnostics, streams);
    auto json = toolchain::toJson(result);
    analysis::insertNeed(json, need);
    QString text = headline(result, result.sourceName) + u'\n';
    QTextStream out(&text);
    printNeed(need, u"  "_s, out);
    out.flush();
    const Description description{
        .format = u"compile-result"_s, .json = std::move(json), .diagnostics = facts.diagnostics
    };
    return outputOf(*source, description, text, options);
}

Result<Output> inspectFile(const QString &path, const Options &options, Streams &streams)
{
    const auto source = ByteSource::map(QFileInfo(path).isDir()
            ? QDir(path).filePath(QString::fromLatin1(toolchain::ResultFileName))
            : path);
    if (!source)
        return fail(source.error());
    // Consoles and traces have no mark of their own, so they are tried after everything that has.
    const auto kind = formats::recognise((*source)->bytes());
    const bool mayBeTrace = kind == formats::FileKind::Gzip || kind == formats::FileKind::Text
        || kind == formats::FileKind::Unknown;
    if (mayBeTrace && profile::isPmuTrace((*source)->bytes()))
        return inspectTrace(*source, options, streams);
    if (const auto result = kind == formats::FileKind::Text ? resultIn(**source) : std::nullopt)
        return inspectResult(*source, *result, options, streams);
    if (kind == formats::FileKind::Text || kind == formats::FileKind::Unknown)
        return inspectLog(*source, kind, options, streams);
    if (kind == formats::FileKind::EtDump || inspect::canDescribe(kind))
        return inspectOther(*source, kind, options, streams);
    return inspectProgram(*source, options, streams);
}

QString runtimeIds()
{
    QStringList ids;
    for (const auto &runtime : analysis::knownRuntimes())
        ids << runtime.id;
    return ids.join(u", "_s);
}

int print(const Result<Output> &output, const Options &options, Streams &streams)
{
    if (!output)
        return inputError(output.error(), streams);
    if (options.isJson)
        streams.out << QJsonDocument(output->json).toJson(QJsonDocument::Indented);
    else
        streams.out << output->text;
    streams.out.flush();
    streams.err.flush();
    return options.isCheck && output->isBad ? BadInput : Fine;
}

int run(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Describes a file: programs (.pte, .bpte, .ptd), networks (TOSA, TensorFlow Lite, .pt2), "
        u"what "
        "Vela and ExecuTorch write beside them, and consoles of runs."_s);
    const QCommandLineOption json(u"json"_s, u"Print one JSON document."_s);
    const QCommandLineOption runtime(u"runtime"_s,
        u"Report operators and delegates of a program that this runtime cannot run (%1)."_s.arg(
            runtimeIds()),
        u"NAME"_s);
    const QCommandLineOption check(
        u"check"_s, u"Exit with 1 if anything that was found is an error."_s);
    const QCommandLineOption data(u"data"_s,
        u"External data of a program; those beside it are found. Again for more."_s, u"FILE.ptd"_s);
    parser.addOptions({ json, runtime, check, data });
    parser.addPositionalArgument(u"FILE"_s, u"The file; its content decides, not its name."_s);
    if (const auto end = endsAtArguments(parser, u"inspect"_s, arguments, streams))
        return *end;
    if (parser.positionalArguments().size() != 1)
        return usageError(u"one file is needed: tosaic-cli inspect FILE [--json]"_s, streams);
    Options options{ .isJson = parser.isSet(json), .isCheck = parser.isSet(check) };
    for (const auto &path : parser.values(data))
        options.externalFiles << QFileInfo(path).absoluteFilePath();
    if (parser.isSet(runtime)) {
        options.runtime = analysis::findRuntime(parser.value(runtime));
        if (!options.runtime)
            return usageError(u"runtime \"%1\" is not known; known are: %2"_s.arg(
                                  parser.value(runtime), runtimeIds()),
                streams);
    }
    return print(
        inspectFile(parser.positionalArguments().constFirst(), options, streams), options, streams);
}

} // namespace
} // namespace inspectcommand

Command inspectCommand()
{
    using namespace inspectcommand;
    return { u"inspect"_s, u"describe a program, network, compiler report or console log"_s, false,
        run };
}

} // namespace tosaic::cli
