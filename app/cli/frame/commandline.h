// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/command.h"
#include "app/cli/frame/judgement.h"
#include "core/base/diagnostic.h"
#include "core/base/try.h"

#include <QCommandLineParser>
#include <QJsonObject>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

/// How every command reads its arguments, answers and tells what is wrong.
namespace tosaic::cli {

/// What a command read of its arguments, or the exit code of one that ends there.
template <typename T>
using Parsed = tl::expected<T, int>;

/// Why a command ends without an answer; or the exit code of one that has told everything.
struct Refusal
{
    Refusal(Error why) : error(std::move(why)) { }
    Refusal(int code) : exitCode(code) { }

    int exitCode = BadInput;
    std::optional<Error> error;
    QString misuse; ///< of the command: Usage
};

/// The exit code, or why there is none.
using Answer = tl::expected<int, Refusal>;

/// return misuse(u"give one FILE"_s);
tl::unexpected<Refusal> misuse(const QString &why);

/// What a command was given, and where it answers.
struct Input
{
    const QCommandLineParser &parser;
    Streams &streams;
    QStringList names = parser.positionalArguments(); ///< what is no option

    bool isSet(const QString &option) const { return parser.isSet(option); }
    QString value(const QString &option) const { return parser.value(option); }
    QStringList values(const QString &option) const { return parser.values(option); }
    bool wantsJson() const { return parser.isSet(QStringLiteral("json")); }
    /// --format of a command that judges; absent: for people.
    std::optional<JudgementFormat> format() const
    {
        return judgementFormat(
            isSet(QStringLiteral("format")) ? value(QStringLiteral("format")) : QString());
    }
    /// Takes over the whole number of an option that is given; false if it is none, or below.
    template <typename Number>
    bool number(const QString &option, std::optional<Number> &to, qint64 least = 0) const
    {
        if (!isSet(option))
            return true;
        bool isNumber = false;
        const auto read = value(option).toLongLong(&isNumber);
        to = static_cast<Number>(read);
        return isNumber && read >= least && std::in_range<Number>(read);
    }
    /// A number of percent, 0 or more; absent if the option is no such number.
    std::optional<double> percent(const QString &option) const
    {
        bool isNumber = false;
        const auto read = value(option).toDouble(&isNumber);
        return isNumber && std::isfinite(read) && read >= 0 ? std::optional(read) : std::nullopt;
    }
};

/// A command as data: what it takes, and what answers it. --help comes by itself.
struct CommandSpec
{
    struct Name ///< what is no option
    {
        QString name;
        QString text;
        QString syntax = {}; ///< in the line of usage; empty: the name
    };

    QString name;
    QString summary; ///< in the list of commands
    QString description;
    std::vector<Name> names;
    QList<QCommandLineOption> options;
    std::function<Answer(const Input &input)> answer;
    bool hasJson = true; ///< --json prints one document
    bool hasTables = false; ///< --wide prints them as wide as they are
    bool needsGui = false;
    bool isJudged = false; ///< --format prints a Judgement
    /// -o may name the input: that is how a file is edited, or the command has a --force for it.
    bool mayReplaceInput = false;
};

/// --format junit|sarif|markdown.
QCommandLineOption formatOption();
/// What is wrong with --format; empty: nothing, or it is not given.
QString formatMisuse(const QCommandLineParser &parser);

Command commandOf(CommandSpec spec);

/// Adds --help and reads what follows the command's name ("operators", "run fvp"). An exit code:
/// the command ends here, as its help is printed or what is wrong is told: an output that is one of
/// the command's own inputs, too.
std::optional<int> endsAtArguments(QCommandLineParser &parser, const QString &command,
    const QStringList &arguments, Streams &streams, bool mayReplaceInput = false);

/// Tells how the command is misused; Usage.
int usageError(const QString &why, Streams &streams);

/// Tells what is wrong with the input; BadInput.
int inputError(const Error &error, Streams &streams);

/// One line for each.
void tellProblem(const Diagnostic &problem, Streams &streams);
void tellProblems(const std::vector<Diagnostic> &problems, Streams &streams);

void printJudgement(const Judgement &judgement, JudgementFormat format, Streams &streams);
void printDocument(const QJsonObject &document, Streams &streams);
/// As wide as the terminal; what is not known is a dash.
void printTable(const Table &table, Streams &streams, const QString &indent = {});

} // namespace tosaic::cli
