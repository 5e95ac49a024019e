// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"

#include "app/cli/frame/owninputs.h"
#include "core/base/alikeproblems.h"
#include "core/base/changedfiles.h"
#include "core/base/description.h"

#include <QCoreApplication>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

/// The parser's help names the program alone, and wraps only what it says of options and names.
QString commandHelp(const QString &command, QCommandLineParser &parser)
{
    auto about = parser.applicationDescription().split(u'\n');
    for (auto &line : about)
        line = wrappedText(line, HelpWidth, {}).chopped(1);
    parser.setApplicationDescription(about.join(u'\n'));
    auto text = parser.helpText();
    const auto program = QCoreApplication::arguments().value(0);
    const auto at = program.isEmpty() ? -1 : text.indexOf(program);
    if (at >= 0 && at < text.indexOf(u'\n'))
        text.replace(at, program.size(), command);
    return text;
}

int tell(const Refusal &refusal, const CommandSpec &spec, const Input &in)
{
    if (!refusal.misuse.isEmpty())
        return usageError(refusal.misuse, in.streams);
    if (!refusal.error)
        return refusal.exitCode;
    const auto format = spec.isJudged ? in.format() : std::nullopt;
    if (format) { // what could not be read has not passed
        const auto problem = diagnosticOf(*refusal.error);
        printJudgement({ spec.name, in.names.value(in.names.size() - 1), problem.text,
                           checksOf({ problem }), tableOf({ problem }) },
            *format, in.streams);
    }
    return inputError(*refusal.error, in.streams);
}

int run(const CommandSpec &spec, const QStringList &arguments, Streams &given)
{
    Streams streams{ given.out, given.err, given.width };
    QCommandLineParser parser;
    parser.setApplicationDescription(spec.description);
    for (const auto &name : spec.names)
        parser.addPositionalArgument(name.name, name.text, name.syntax);
    parser.addOptions(spec.options);
    if (spec.hasJson)
        parser.addOption({ u"json"_s, u"prints one JSON document"_s });
    if (spec.isJudged)
        parser.addOption(formatOption());
    if (spec.hasTables)
        parser.addOption({ u"wide"_s, u"prints tables as wide as they are"_s });
    if (const auto end
        = endsAtArguments(parser, spec.name, arguments, streams, spec.mayReplaceInput))
        return *end;
    if (spec.hasTables && parser.isSet(u"wide"_s))
        streams.width = {};
    if (const auto why = spec.isJudged ? formatMisuse(parser) : QString(); !why.isEmpty())
        return usageError(why, streams);
    const Input input{ parser, streams };
    if (spec.names.empty() && !input.names.isEmpty())
        return usageError(
            u"%1 takes options alone; '%2' is none"_s.arg(spec.name, input.names.constFirst()),
            streams);
    const auto answer = spec.answer(input);
    auto code = answer ? *answer : tell(answer.error(), spec, input);
    // Whoever read them: what was said of a file that did not stay as it was is no success.
    const bool isTold
        = !answer && answer.error().error && answer.error().error->code == ErrorCode::IoRead;
    for (const auto &changed : isTold ? std::vector<Error>() : takeChangedFiles()) {
        const auto failed = inputError(changed, streams);
        code = code == Fine ? failed : code;
    }
    streams.out.flush();
    streams.err.flush();
    return code;
}

} // namespace

QCommandLineOption formatOption()
{
    return { u"format"_s, u"prints what was judged as junit, sarif (2.1.0) or markdown"_s,
        u"FORMAT"_s };
}

QString formatMisuse(const QCommandLineParser &parser)
{
    if (!parser.isSet(u"format"_s))
        return {};
    if (parser.isSet(u"json"_s))
        return u"--format and --json are two forms of one answer: give one of them"_s;
    return judgementFormat(parser.value(u"format"_s)) ? QString()
                                                      : u"--format is junit, sarif or markdown"_s;
}

tl::unexpected<Refusal> misuse(const QString &why)
{
    Refusal refusal(Usage);
    refusal.misuse = why;
    return tl::make_unexpected(std::move(refusal));
}

Command commandOf(CommandSpec spec)
{
    Command command{ spec.name, spec.summary, spec.needsGui, {} };
    command.run = [spec = std::move(spec)](const QStringList &arguments, Streams &streams) {
        return run(spec, arguments, streams);
    };
    return command;
}

std::optional<int> endsAtArguments(QCommandLineParser &parser, const QString &command,
    const QStringList &arguments, Streams &streams, bool mayReplaceInput)
{
    const QCommandLineOption help({ u"h"_s, u"help"_s }, u"Show this help."_s);
    parser.addOption(help);
    const auto name = u"tosaic-cli "_s + command;
    if (!parser.parse(QStringList{ name } + arguments))
        return usageError(parser.errorText(), streams);
    if (!parser.isSet(help)) {
        const auto why = mayReplaceInput ? QString() : outputMisuse(parser);
        return why.isEmpty() ? std::nullopt : std::optional(usageError(why, streams));
    }
    streams.out << commandHelp(name, parser) << Qt::flush;
    return Fine;
}

int usageError(const QString &why, Streams &streams)
{
    streams.err << "error: usage: " << why << '\n' << Qt::flush;
    return Usage;
}

int inputError(const Error &error, Streams &streams)
{
    tellProblem(diagnosticOf(error), streams);
    return BadInput;
}

void tellProblem(const Diagnostic &problem, Streams &streams)
{
    streams.err << problem.toText() << '\n' << Qt::flush;
}

void tellProblems(const std::vector<Diagnostic> &problems, Streams &streams)
{
    for (const auto &group : alikeProblems(problems)) {
        auto problem = problems[group.front()];
        if (group.size() > 1)
            problem.text += u" (and %1 more of this kind)"_s.arg(group.size() - 1);
        tellProblem(problem, streams);
    }
}

void printJudgement(const Judgement &judgement, JudgementFormat format, Streams &streams)
{
    streams.out << QString::fromUtf8(written(judgement, format));
}

void printDocument(const QJsonObject &document, Streams &streams)
{
    streams.out << QJsonDocument(document).toJson();
}

void printTable(const Table &table, Streams &streams, const QString &indent)
{
    streams.out << tableText(table, streams.width, u"-"_s, indent);
}

} // namespace tosaic::cli
