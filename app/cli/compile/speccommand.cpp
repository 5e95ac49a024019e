// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"

#include "app/cli/compile/specsource.h"
#include "core/base/bytesource.h"
#include "core/spec/ruletable.h"
#include "core/spec/specdefaults.h"
#include "core/spec/specjson.h"
#include "core/spec/specpython.h"
#include "core/spec/specrules.h"
#include "core/toolchain/velainifacts.h"

#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace speccommand {
namespace {

/// What is asked of the command.
struct Question
{
    QString action;
    QString file;
    QString input; ///< network of the Vela command line, model of the recipe
    bool isRecipe = false;
    bool asJson = false;
    std::optional<JudgementFormat> format = {};
};

void printJson(const QJsonObject &object, Streams &streams)
{
    streams.out << QJsonDocument(object).toJson(QJsonDocument::Indented);
    streams.out.flush();
}

QJsonObject diagnosticJson(const Diagnostic &diagnostic)
{
    QJsonObject json{ { u"severity"_s, severityText(diagnostic.severity) },
        { u"code"_s, diagnostic.id }, { u"text"_s, diagnostic.text } };
    if (const auto place = diagnostic.location.toText(); !place.isEmpty())
        json.insert(u"location"_s, place);
    return json;
}

QJsonObject hitJson(const spec::RuleHit &hit)
{
    auto json = diagnosticJson(hit.diagnostic);
    json.insert(u"rule"_s, hit.rule);
    json.insert(u"source"_s, hit.source);
    if (hit.fixed)
        json.insert(u"fix"_s,
            QJsonObject{ { u"action"_s, hit.fixLabelId }, { u"value"_s, hit.fixArgument },
                { u"spec"_s, spec::toJson(*hit.fixed) } });
    return json;
}

QJsonArray defaultsJson(const spec::CompileSpec &spec)
{
    QJsonArray all;
    for (const auto &one : spec::silentDefaults(spec)) {
        QJsonArray elsewhere;
        for (const auto &other : one.elsewhere)
            elsewhere.append(
                QJsonObject{ { u"origin"_s, other.origin }, { u"value"_s, other.value } });
        QJsonObject json{ { u"key"_s, one.key }, { u"value"_s, one.value },
            { u"origin"_s, one.origin } };
        if (!elsewhere.isEmpty())
            json.insert(u"elsewhere"_s, elsewhere);
        all.append(json);
    }
    return all;
}

/// The spec's own ini file, looked for beside the spec; absent if there is none to read.
std::optional<spec::IniFacts> ownIni(const spec::CompileSpec &spec, const QString &specFile)
{
    const auto name = spec.configIni.value_or(QString());
    if (name.isEmpty() || spec::usesBundledIni(spec))
        return {};
    const auto facts = toolchain::readIniFacts(QFileInfo(specFile).absoluteDir().filePath(name));
    return facts ? std::optional(*facts) : std::nullopt;
}

Judgement judged(const Question &question, const std::vector<Diagnostic> &found, bool isValid)
{
    return { u"spec"_s, question.file,
        u"%1 is %2"_s.arg(
            QFileInfo(question.file).fileName(), isValid ? u"valid"_s : u"not valid"_s),
        checksOf(found), tableOf(found) };
}

int check(const Question &question, Streams &streams)
{
    const auto reading = readSpecFile(question.file);
    if (!reading) {
        const auto problem = diagnosticOf(reading.error());
        if (question.asJson)
            printJson({ { u"valid"_s, false },
                          { u"diagnostics"_s, QJsonArray{ diagnosticJson(problem) } } },
                streams);
        else if (question.format)
            printJudgement(judged(question, { problem }, false), *question.format, streams);
        else
            tellProblem(problem, streams);
        return BadInput;
    }
    const auto &spec = reading->spec;
    const auto ini = ownIni(spec, question.file);
    const auto hits = spec::checkRules(spec, ini ? &*ini : nullptr);
    const bool isValid = std::none_of(hits.begin(), hits.end(),
        [](const spec::RuleHit &hit) { return hit.diagnostic.severity == Severity::Error; });
    QJsonArray diagnostics;
    for (const auto &diagnostic : reading->diagnostics)
        diagnostics.append(diagnosticJson(diagnostic));
    for (const auto &hit : hits)
        diagnostics.append(hitJson(hit));
    if (question.asJson) {
        printJson({ { u"valid"_s, isValid }, { u"resolved"_s, spec::toJson(resolved(spec)) },
                      { u"defaults"_s, defaultsJson(spec) }, { u"diagnostics"_s, diagnostics } },
            streams);
        return isValid ? Fine : BadInput;
    }
    if (question.format) {
        auto found = reading->diagnostics;
        for (const auto &hit : hits)
            found.push_back(hit.diagnostic);
        printJudgement(judged(question, found, isValid), *question.format, streams);
        streams.out.flush();
        return isValid ? Fine : BadInput;
    }
    tellProblems(reading->diagnostics, streams);
    for (const auto &hit : hits)
        tellProblem(hit.diagnostic, streams);
    for (const auto &one : spec::silentDefaults(spec))
        streams.out << one.key << ": " << one.value << " (default of " << one.origin << ")\n";
    streams.out << (isValid ? u"valid"_s : u"not valid"_s) << '\n';
    streams.out.flush();
    return isValid ? Fine : BadInput;
}

int render(const Question &question, Streams &streams)
{
    const auto reading = readSpecFile(question.file);
    if (!reading)
        return inputError(reading.error(), streams);
    tellProblems(reading->diagnostics, streams);
    if (question.action == u"vela"_s)
        streams.out << spec::velaCommandLine(
            reading->spec, question.input.isEmpty() ? u"partition.tosa"_s : question.input);
    else if (question.isRecipe)
        streams.out << spec::pythonRecipe(
            reading->spec, question.input.isEmpty() ? u"model.pt2"_s : question.input);
    else
        streams.out << spec::pythonDeclarations(reading->spec);
    streams.out << '\n';
    streams.out.flush();
    return Fine;
}

int from(const Question &question, Streams &streams)
{
    const auto reading = recoverSpec(question.file);
    if (!reading)
        return inputError(reading.error(), streams);
    tellProblems(reading->diagnostics, streams);
    printJson(spec::toJson(reading->spec), streams);
    return Fine;
}

int listRules(const Question &question, Streams &streams)
{
    QJsonArray all;
    for (const auto &rule : spec::rules()) {
        all.append(QJsonObject{ { u"rule"_s, rule.name() }, { u"code"_s, rule.id },
            { u"severity"_s, severityText(rule.severity) }, { u"key"_s, rule.key },
            { u"explanation"_s, rule.explanation }, { u"source"_s, rule.source } });
        if (!question.asJson)
            streams.out << severityText(rule.severity) << ": " << rule.name() << ": " << rule.key
                        << ": " << rule.explanation << " [" << rule.source << "]\n";
    }
    if (question.asJson)
        printJson({ { u"rules"_s, all } }, streams);
    streams.out.flush();
    return Fine;
}

int answer(const Question &question, Streams &streams)
{
    if (question.action == u"rules"_s)
        return listRules(question, streams);
    if (question.action == u"schema"_s) {
        streams.out << spec::specSchema();
        streams.out.flush();
        return Fine;
    }
    if (question.action == u"check"_s)
        return check(question, streams);
    return question.action == u"from"_s ? from(question, streams) : render(question, streams);
}

int run(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Works with compile specs (SPEC.json).\n"
        "check: says what is wrong, what is taken silently, and the defaults. python, vela: prints "
        "the spec as EthosUCompileSpec(...) or as a command line. from: reads it back from a .pte, "
        "Python or a vela command line. rules: lists what is checked. schema: the JSON Schema."_s);
    const QCommandLineOption json(u"json"_s, u"Print one JSON document (check, rules)."_s);
    const QCommandLineOption recipe(
        u"recipe"_s, u"Print the whole flow with quantizer and partitioner (python)."_s);
    const QCommandLineOption input(
        u"input"_s, u"Network (vela) or model (python --recipe) to name."_s, u"FILE"_s);
    parser.addOptions({ json, recipe, input, formatOption() });
    parser.addPositionalArgument(u"ACTION"_s, u"check, python, vela, from, rules or schema."_s);
    parser.addPositionalArgument(u"FILE"_s, u"SPEC.json; for 'from' what holds a spec."_s);
    if (const auto end = endsAtArguments(parser, u"spec"_s, arguments, streams))
        return *end;
    if (const auto why = formatMisuse(parser); !why.isEmpty())
        return usageError(why, streams);
    const auto words = parser.positionalArguments();
    const Question question{ words.value(0), words.value(1), parser.value(input),
        parser.isSet(recipe), parser.isSet(json), judgementFormat(parser.value(u"format"_s)) };
    if (question.format && question.action != u"check"_s)
        return usageError(u"--format is for spec check"_s, streams);
    static const QStringList alone{ u"rules"_s, u"schema"_s };
    static const QStringList onFile{ u"check"_s, u"python"_s, u"vela"_s, u"from"_s };
    const bool isAlone = alone.contains(question.action) && words.size() == 1;
    const bool isOnFile = onFile.contains(question.action) && words.size() == 2;
    if (isAlone || isOnFile)
        return answer(question, streams);
    return usageError(
        u"tosaic-cli spec check|python|vela|from FILE, or spec rules|schema"_s, streams);
}

} // namespace
} // namespace speccommand

Command specCommand()
{
    using namespace speccommand;
    return { u"spec"_s, u"check, print, read back or explain compile specs"_s, false, run };
}

} // namespace tosaic::cli
