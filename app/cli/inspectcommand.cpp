// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "core/base/bytesource.h"
#include "core/base/units.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/inspect/commonjson.h"
#include "core/inspect/programjson.h"
#include "core/inspect/programtext.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"

#include <QCommandLineParser>
#include <QJsonDocument>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

/// What a file says about itself, in both forms; only one is printed.
struct Description
{
    QJsonObject json;
    QString text;
};

void printError(const Error &error, Streams &streams)
{
    streams.err << diagnosticOf(error).toText() << '\n';
    streams.err.flush();
}

Description describe(const ByteSource &source, const QString &format, const QString &version,
    const std::vector<Diagnostic> &diagnostics, const QJsonObject &content, const QString &text)
{
    auto json = inspect::commonToJson(format, version, source, diagnostics);
    for (auto entry = content.begin(); entry != content.end(); ++entry)
        json.insert(entry.key(), entry.value());
    return { json, text };
}

QString count(quint64 number)
{
    return formatCount(number, QLocale(QLocale::English, QLocale::UnitedStates));
}

void appendProfile(QString &text, const profile::Profile &profile)
{
    text += u"\n"_s + (profile.label.isEmpty() ? u"Profile"_s : profile.label);
    if (profile.inferences)
        text += u", over %1 inferences"_s.arg(count(*profile.inferences));
    text += u'\n';
    const auto row = [&](const QString &name, quint64 value, const QString &unit) {
        text += u"  "_s + name.leftJustified(40) + count(value).rightJustified(18) + u' ' + unit
            + u'\n';
    };
    for (const auto &counter : profile.counters)
        row(counter.name, counter.value, counter.unit);
    if (profile.cpuCycles.inference)
        row(u"inference on the CPU"_s, *profile.cpuCycles.inference, u"CPU cycles"_s);
    if (profile.timeNs)
        row(u"time"_s, *profile.timeNs, u"ns"_s);
}

QString runText(const QString &name, const profile::Run &run)
{
    auto text = u"%1: console of %2, status %3\n"_s.arg(
        name, profile::familyName(run.family), profile::statusName(run.status));
    if (run.npu) {
        text += u"NPU: %1, "_s.arg(
            run.npu->product.isEmpty() ? u"product not known"_s : run.npu->product);
        text += run.npu->macs ? u"%1 MACs per cycle\n"_s.arg(*run.npu->macs)
                              : u"MACs per cycle not known\n"_s;
    }
    if (run.inferences)
        text += u"Inferences: %1\n"_s.arg(count(*run.inferences));
    for (const auto &profile : run.profiles)
        appendProfile(text, profile);
    for (const auto &error : run.errors)
        text += u"\nerror in line %1: %2\n"_s.arg(error.line).arg(error.text);
    return text;
}

Result<Description> inspectLog(
    const std::shared_ptr<const ByteSource> &source, formats::FileKind kind, Streams &streams)
{
    const auto run = profile::parseConsole(source->bytes());
    if (!run)
        return fail(ErrorCode::FormatUnknown,
            kind == formats::FileKind::Text
                ? u"this is text, but no console log of an NPU run"_s
                : u"nothing recognises this content: neither a model nor a console log"_s,
            { .file = source->name() });
    for (const auto &diagnostic : run->diagnostics)
        streams.err << diagnostic.toText() << '\n';
    return describe(*source, u"log"_s, {}, run->diagnostics, profile::runToJson(*run),
        runText(source->fileName(), *run));
}

Result<Description> inspectFile(const QString &path, Streams &streams)
{
    const auto source = ByteSource::map(path);
    if (!source)
        return fail(source.error());
    // Consoles have no mark of their own, so they are tried after everything that has one.
    const auto kind = formats::recognise((*source)->bytes());
    if (kind == formats::FileKind::Text || kind == formats::FileKind::Unknown)
        return inspectLog(*source, kind, streams);
    const auto program = formats::readProgram(*source);
    if (!program)
        return fail(program.error());
    for (const auto &diagnostic : (*program)->diagnostics)
        streams.err << diagnostic.toText() << '\n';
    return describe(**source, u"pte"_s, (*program)->identifier, (*program)->diagnostics,
        inspect::programToJson(**program), inspect::programToText(**program));
}

int run(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Describes an ExecuTorch program (.pte) or the console log of a run."_s);
    const QCommandLineOption json(u"json"_s, u"Print one JSON document."_s);
    const QCommandLineOption help({ u"h"_s, u"help"_s }, u"Show this help."_s);
    parser.addOptions({ json, help });
    parser.addPositionalArgument(u"FILE"_s, u"The file; its content decides, not its name."_s);
    const auto parsed = parser.parse(QStringList{ u"tosaic-cli inspect"_s } + arguments);
    if (parsed && parser.isSet(help)) {
        streams.out << parser.helpText();
        return Fine;
    }
    if (!parsed || parser.positionalArguments().size() != 1) {
        streams.err << "error: usage: "
                    << (parsed ? u"one file is needed: tosaic-cli inspect FILE [--json]"_s
                               : parser.errorText())
                    << '\n';
        return Usage;
    }
    const auto description = inspectFile(parser.positionalArguments().constFirst(), streams);
    if (!description) {
        printError(description.error(), streams);
        return BadInput;
    }
    if (parser.isSet(json))
        streams.out << QJsonDocument(description->json).toJson(QJsonDocument::Indented);
    else
        streams.out << description->text;
    streams.out.flush();
    streams.err.flush();
    return Fine;
}

} // namespace

Command inspectCommand()
{
    return { u"inspect"_s, u"describe a .pte program or a console log"_s, false, run };
}

} // namespace tosaic::cli
