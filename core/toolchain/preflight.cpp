// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/preflight.h"

#include "core/spec/specrules.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/environment.h"
#include "core/toolchain/resultreader.h"

#include <QDir>
#include <QFileInfo>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

Diagnostic error(const QString &id, const QString &file, const QString &text)
{
    return { id, Severity::Error, Location{ .file = file }, text };
}

Diagnostic noInterpreter()
{
    QString commands;
    if (const auto pins = readEnvironmentPins())
        commands = u"; these commands make one:\n  "_s
            + creationCommands(*pins, createdEnvironmentDir()).join(u"\n  "_s);
    return error(
        u"tool.missing"_s, {}, u"there is no Python environment with the compilers"_s + commands);
}

} // namespace

std::vector<Diagnostic> preflight(const CompileRequest &request, const Result<InputKind> &kind)
{
    auto problems = spec::check(request.spec);
    // Only ExecuTorch splits Vela's arguments at blanks; we pass a path as it is.
    if (kind && usesVelaAlone(*kind))
        std::erase_if(problems, [](const Diagnostic &d) {
            return d.id == u"spec.space"_s && d.location.entity == u"configIni"_s;
        });
    if (!kind) {
        problems.push_back(diagnosticOf(kind.error()));
        return problems;
    }
    if (*kind == InputKind::ExportedProgram && !request.trusted)
        problems.push_back({ u"trust.advised"_s, Severity::Warning,
            Location{ .file = QFileInfo(request.input).fileName() },
            u"a .pt2 file can hold pickled parts, which run code when they are loaded"_s });
    if (*kind == InputKind::PythonModel && !request.trusted)
        problems.push_back(error(u"trust.needed"_s, QFileInfo(request.input).fileName(),
            u"compiling this file runs code that its author wrote; allow it only if you trust "
            "where it comes from"_s));
    if (usesVelaAlone(*kind) && !request.spec.keepOnCpu.isEmpty())
        problems.push_back({ u"spec.no-effect"_s, Severity::Warning,
            Location{ .entity = u"partition.keepOnCpu"_s },
            u"this file is partitioned already; only a Python or .pt2 model can be cut anew"_s });
    if (request.interpreter.isEmpty())
        problems.push_back(noInterpreter());
    return problems;
}

std::optional<Diagnostic> prepareOutput(const CompileRequest &request, InputKind kind)
{
    const QDir folder(request.outputFolder);
    errno = 0;
    if (request.outputFolder.isEmpty() || !QDir().mkpath(request.outputFolder))
        return writeProblem(request.outputFolder, u"the output folder cannot be made"_s, errno);
    QStringList results{ QLatin1StringView(ResultFileName), QLatin1StringView(ConsoleFileName) };
    if (usesVelaAlone(kind))
        results.append(velaModelName(request.input, kind));
    else
        results.append(QFileInfo(request.input).completeBaseName() + u".pte"_s);
    for (const auto &name : results) {
        if (folder.exists(name))
            return error(u"output.exists"_s, folder.filePath(name),
                u"an earlier result is there and is never overwritten; choose a new folder"_s);
    }
    return {};
}

Diagnostic writeProblem(const QString &path, const QString &reason, int systemError)
{
    const bool isFull = systemError == ENOSPC || systemError == EDQUOT || systemError == EFBIG;
    if (isFull)
        return error(u"io.disk-full"_s, path, u"the disk is full; free some space"_s);
    return error(u"io.write"_s, path,
        reason + (systemError == 0 ? QString() : u": "_s + qt_error_string(systemError)));
}

} // namespace tosaic::toolchain
