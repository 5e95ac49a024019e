// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/reprotexts.h"

#include "core/compiled/resultwriter.h"
#include "core/spec/specpython.h"
#include "core/toolchain/memoryuse.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSysInfo>
#include <QThread>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::repro {

namespace {

// Hash order, import paths, numbers of threads (order of float sums), languages of messages.
constexpr const char16_t *Variables[] = { u"PYTHONHASHSEED", u"PYTHONPATH", u"PYTHONSAFEPATH",
    u"PYTHONUTF8", u"PYTHONUNBUFFERED", u"PYTHONWARNINGS", u"OMP_NUM_THREADS", u"MKL_NUM_THREADS",
    u"OPENBLAS_NUM_THREADS", u"LANG", u"LC_ALL", u"LD_LIBRARY_PATH", u"LD_PRELOAD", u"VIRTUAL_ENV",
    u"CONDA_PREFIX", u"TORCH_LOGS", u"TORCH_SHOW_CPP_STACKTRACES", u"TOSAIC_DRIVERS" };

QString joined(const QStringList &words)
{
    QStringList quoted;
    for (const auto &word : words)
        quoted.append(spec::shellQuoted(word));
    return quoted.join(u' ');
}

qint64 totalMemoryBytes()
{
    QFile file(u"/proc/meminfo"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    for (const auto &line : file.readAll().split('\n')) {
        if (line.startsWith("MemTotal:"))
            return line.simplified().split(' ').value(1).toLongLong() * 1024;
    }
    return 0;
}

/// How Tosaic itself runs it again.
QString tosaicCommand(const CompileRequest &request, bool runsCode)
{
    QString text = u"tosaic-cli compile "_s
        + spec::shellQuoted(u"inputs/"_s + QFileInfo(request.input).fileName())
        + u" --spec spec.json -o out --python \"$PYTHON\""_s;
    if (request.timeLimitMs > 0)
        text += u" --timeout "_s + QString::number(request.timeLimitMs / 1000.0);
    return runsCode ? text + u" --trust"_s : text;
}

} // namespace

QString commandText(
    const QStringList &exact, const QStringList &again, const CompileRequest &request)
{
    auto text = u"# What was run, in {OUTPUT}:\n"_s + joined(exact) + u'\n';
    if (!again.isEmpty())
        text
            += u"\n# The same in the unpacked bundle; PYTHON is the interpreter of an environment\n"
               "# with the versions of environment.txt:\nmkdir -p out\n\"$PYTHON\" "_s
            + joined(again) + u'\n';
    const auto kind = inputKindOf(request.input);
    text += u"\n# With Tosaic, in the unpacked bundle:\n"_s
        + tosaicCommand(request, kind && runsCode(*kind)) + u'\n';
    return text;
}

QString environmentText(const ToolEnvironment &environment, const compiled::CompileResult &result)
{
    QString text;
    if (!environment.pythonVersion.isEmpty())
        text += u"# Python "_s + environment.pythonVersion + u'\n';
    for (const auto &[package, version] : environment.versions)
        text += package + u"=="_s + version + u'\n';
    if (environment.versions.empty()) {
        for (const auto &[tool, version] : result.tools)
            text += (tool == u"vela"_s ? u"ethos-u-vela"_s : tool) + u"=="_s + version + u'\n';
    }
    return text.isEmpty() ? u"# not known: the environment could not be asked\n"_s : text;
}

QString platformText(const QProcessEnvironment &environment)
{
    QJsonObject variables;
    for (const auto *name : Variables) {
        const auto key = QString::fromUtf16(name);
        if (environment.contains(key))
            variables.insert(key, environment.value(key));
    }
    QJsonObject platform{ { u"system"_s, QSysInfo::prettyProductName() },
        { u"kernel"_s, QSysInfo::kernelType() + u' ' + QSysInfo::kernelVersion() },
        { u"architecture"_s, QSysInfo::currentCpuArchitecture() },
        { u"cpus"_s, QThread::idealThreadCount() }, { u"environment"_s, variables } };
    if (const auto total = totalMemoryBytes(); total > 0)
        platform.insert(u"memoryBytes"_s, total);
    if (const auto free = availableMemoryBytes())
        platform.insert(u"availableMemoryBytes"_s, static_cast<qint64>(*free));
    return QString::fromUtf8(QJsonDocument(platform).toJson(QJsonDocument::Indented));
}

QString readmeText(const ReproMaterial &material, bool isVela, bool runsCode)
{
    const auto &result = material.result;
    auto text = u"Repro bundle of a compile with Tosaic\n\n%1: %2 for %3\n"_s.arg(
        statusText(result.status), result.sourceName, result.spec.target);
    const auto error = std::find_if(result.problems.begin(), result.problems.end(),
        [](const Diagnostic &d) { return d.severity == Severity::Error; });
    if (error != result.problems.end())
        text += error->toText() + u'\n';
    text += u"\nTo run it again\n\n"
            "    python3 -m venv env\n"
            "    env/bin/pip install -r environment.txt\n"
            "    export PYTHON=env/bin/python\n    "_s
        + tosaicCommand(material.request, runsCode) + u'\n';
    if (isVela)
        text += u"\nor, without Tosaic, with the command of command.txt.\n"_s;
    text
        += u"\nWhat is here\n\n"
           "    spec.json, spec-resolved.json   what was asked, and with the tools' defaults\n"
           "    command.txt                     the command that was run\n"
           "    console.txt                     what the tools printed\n"
           "    result.json, problems.txt       what came out\n"
           "    inputs/, inputs.json            the inputs, with size and SHA-256\n"
           "    environment.txt                 versions of the tools, as pip freeze has them\n"
           "    platform.json                   system, CPUs, memory, environment variables\n"
           "\nInputs of more than 32 MiB are not included, nor pictures that take more together.\n"_s;
    if (runsCode && material.request.input.endsWith(".py"_L1))
        text += material.withSource
            ? u"The Python source of the model and the modules beside it that it imports ARE "
              "included. Look at them before you give this file to somebody.\n"_s
            : u"The Python source of the model is not included, only its size and hash. Put it "
              "into inputs/ to run this again.\n"_s;
    return text
        + u"Folders of the machine it was made on are written as {HOME}, {INPUT}, {OUTPUT}, "
          "{PYTHON_ENV}, {DRIVERS} and {TMP}.\n"_s;
}

} // namespace tosaic::toolchain::repro
