// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"

#include <QCommandLineParser>
#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

/// The parser's help names the program alone.
QString commandHelp(const QString &command, const QCommandLineParser &parser)
{
    auto text = parser.helpText();
    const auto program = QCoreApplication::arguments().value(0);
    const auto at = program.isEmpty() ? -1 : text.indexOf(program);
    if (at >= 0 && at < text.indexOf(u'\n'))
        text.replace(at, program.size(), command);
    return text;
}

} // namespace

std::optional<int> endsAtArguments(QCommandLineParser &parser, const QString &command,
    const QStringList &arguments, Streams &streams)
{
    const QCommandLineOption help({ u"h"_s, u"help"_s }, u"Show this help."_s);
    parser.addOption(help);
    const auto name = u"tosaic-cli "_s + command;
    if (!parser.parse(QStringList{ name } + arguments))
        return usageError(parser.errorText(), streams);
    if (!parser.isSet(help))
        return {};
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
    for (const auto &problem : problems)
        tellProblem(problem, streams);
}

} // namespace tosaic::cli
