// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/spec/compilespec.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/// Where in the user's own things a message of a tool points: a line of the model's source, a field
/// of the spec, an operator, a line of vela.ini.
namespace tosaic::toolchain {

/// The innermost frame in a Python file below `folder` (not in installed packages), of the last
/// traceback in a console: file relative to the folder, and line. Knows tracebacks of exceptions
/// and of faulthandler, which begin at opposite ends. Absent if no frame is there.
std::optional<Location> pythonFrame(const QStringList &console, const QString &folder);

/// What Vela's error text is about: `entity` is a key of the spec ("target", "memoryMode",
/// "configIni", "extraFlags"), or the name of an operator. Texts are those of Vela 5.1.0.
Location velaErrorPlace(const QString &problemId, const QString &text);

/// Line of an ini file that explains why Vela refuses it; without a line if nothing there is known
/// to be wrong. Reads the file.
std::optional<Location> iniErrorPlace(const QString &iniPath, const QString &text);

/// Gives the problems of a compile that have no place yet one, where something tells it. `folder`
/// is that of the input, `consolePath` what the tools printed. Reads files.
void placeProblems(std::vector<Diagnostic> &problems, const spec::CompileSpec &spec,
    const QString &folder, const QString &consolePath);

} // namespace tosaic::toolchain
