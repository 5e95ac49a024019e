// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specjson.h"
#include "core/spec/specpython.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/driverrun.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

QProcessEnvironment pythonEnvironment()
{
    auto environment = QProcessEnvironment::systemEnvironment();
    // Otherwise the lines of Vela's C++ core and of its Python part come out of order.
    environment.insert(u"PYTHONUNBUFFERED"_s, u"1"_s);
    environment.insert(u"PYTHONUTF8"_s, u"1"_s);
    // "-m" would import from the working folder first, which is the user's.
    environment.insert(u"PYTHONSAFEPATH"_s, u"1"_s);
    environment.remove(u"PYTHONHOME"_s);
    return environment;
}

} // namespace

spec::CompileSpec withOwnIni(spec::CompileSpec spec, const QString &folder)
{
    if (!spec.configIni)
        return spec;
    const QFileInfo own(QDir(folder), *spec.configIni);
    if (own.isFile())
        spec.configIni = own.absoluteFilePath();
    return spec;
}

QProcessEnvironment driverEnvironment()
{
    auto environment = pythonEnvironment();
    // The driver puts its own folder and that of the model on the path itself.
    environment.remove(u"PYTHONSAFEPATH"_s);
    return environment;
}

ToolProcess::Command velaCommand(const CompileRequest &request, InputKind kind)
{
    ToolProcess::Command command;
    command.program = request.interpreter;
    // Reports change neither the compiled bytes nor the summary.
    command.arguments = { u"-m"_s, u"ethosu.vela"_s, u"--enable-debug-db"_s,
        u"--verbose-performance"_s, u"--verbose-cycle-estimate"_s };
    command.arguments
        += spec::velaArguments(withOwnIni(request.spec, QFileInfo(request.input).absolutePath()),
            u"."_s, kind == InputKind::Tosa);
    command.arguments.append(QFileInfo(request.input).absoluteFilePath());
    command.workingDirectory = request.outputFolder;
    command.environment = pythonEnvironment();
    command.timeLimitMs = request.timeLimitMs;
    return command;
}

ToolProcess::Command driverCommand(const CompileRequest &request, const QString &jobFile)
{
    auto command = DriverRun::command({ .script = u"tosaic_compile.py"_s,
                                          .interpreter = request.interpreter,
                                          .outputFolder = request.outputFolder,
                                          .drivers = request.drivers,
                                          .timeLimitMs = request.timeLimitMs },
        jobFile);
    // Its supervisor stops the compile at once, then writes down what was known.
    command.graceMs = 1500; // all has to be gone 2 s after a cancel
    return command;
}

namespace {

/// tosaic-cli beside this program; the window's too.
QString commandLineProgram()
{
    if (const auto chosen = qEnvironmentVariable("TOSAIC_CLI"); !chosen.isEmpty())
        return chosen;
    const QFileInfo beside(QDir(QCoreApplication::applicationDirPath()).filePath(u"tosaic-cli"_s));
    return beside.isExecutable() ? beside.absoluteFilePath() : QString();
}

} // namespace

QJsonObject driverJob(const CompileRequest &request)
{
    QJsonObject job{ { u"input"_s, QFileInfo(request.input).absoluteFilePath() },
        { u"spec"_s, spec::toJson(request.spec) }, { u"outputDir"_s, request.outputFolder } };
    if (!request.keptTosa.isEmpty()) {
        job.insert(u"action"_s, u"respec"_s);
        job.insert(u"tosa"_s, QJsonArray::fromStringList(request.keptTosa));
        if (!request.velaInterpreter.isEmpty())
            job.insert(u"vela"_s, request.velaInterpreter);
    } else if (request.onlyPartitions) {
        job.insert(u"action"_s, u"partition"_s);
    }
    if (request.spec.calibration && request.spec.calibration->hasImages())
        job.insert(u"imageDecoder"_s, commandLineProgram());
    return job;
}

QString velaModelName(const QString &input, InputKind kind)
{
    // Python's splitext: only the last extension goes.
    const auto base = QFileInfo(input).completeBaseName();
    return base + (kind == InputKind::Tosa ? u"_vela.npz"_s : u"_vela.tflite"_s);
}

} // namespace tosaic::toolchain
