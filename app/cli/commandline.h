// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"
#include "core/base/diagnostic.h"
#include "core/base/result.h"

#include <optional>
#include <vector>

class QCommandLineParser;

/// How every command reads its arguments and tells what is wrong.
namespace tosaic::cli {

/// What a command read of its arguments, or the exit code of one that ends there.
template <typename T>
using Parsed = tl::expected<T, int>;

/// Adds --help and reads what follows the command's name ("operators", "run fvp"). An exit code:
/// the command ends here, as its help is printed or what is wrong is told.
std::optional<int> endsAtArguments(QCommandLineParser &parser, const QString &command,
    const QStringList &arguments, Streams &streams);

/// Tells how the command is misused; Usage.
int usageError(const QString &why, Streams &streams);

/// Tells what is wrong with the input; BadInput.
int inputError(const Error &error, Streams &streams);

/// One line for each.
void tellProblem(const Diagnostic &problem, Streams &streams);
void tellProblems(const std::vector<Diagnostic> &problems, Streams &streams);

} // namespace tosaic::cli
