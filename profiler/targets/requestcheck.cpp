// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/formats/openprogram.h"
#include "profiler/targets/fvpcheck.h"
#include "profiler/targets/hostcheck.h"
#include "profiler/targets/liverun.h"
#include "profiler/targets/processsource.h"
#include "profiler/targets/serialsource.h"

#include <QFileInfo>
#include <QSerialPortInfo>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using Findings = std::vector<Diagnostic>;

Diagnostic obstacle(const QString &id, const QString &text, const QString &file = {})
{
    return { id, Severity::Error, { .file = file }, text };
}

Findings check(const FvpTarget &target)
{
    return checkFvp(target);
}

Findings check(const SerialTarget &target)
{
    Findings findings;
    if (target.port.isEmpty())
        findings.push_back(obstacle(u"run.no-port"_s, u"no serial port is named"_s));
    else if (auto problem = serialPortProblem(target.port))
        findings.push_back(std::move(*problem));
    if (target.baudRate <= 0)
        findings.push_back(
            obstacle(u"run.baud-rate"_s, u"%1 is no baud rate"_s.arg(target.baudRate)));
    else if (!QSerialPortInfo::standardBaudRates().contains(target.baudRate))
        findings.push_back({ u"run.baud-rate"_s, Severity::Warning, { .entity = target.port },
            u"%1 is no usual baud rate: not every port can do it"_s.arg(target.baudRate) });
    return findings;
}

Findings check(const TcpTarget &target)
{
    Findings findings;
    if (target.host.isEmpty())
        findings.push_back(obstacle(u"run.no-host"_s, u"no host is named"_s));
    if (target.port == 0)
        findings.push_back(obstacle(u"run.no-port"_s, u"no TCP port is named"_s));
    return findings;
}

Findings check(const CommandTarget &target)
{
    Findings findings;
    if (target.program.isEmpty())
        findings.push_back(obstacle(u"run.no-program"_s, u"no program is named"_s));
    else if (findProgram(target.program).isEmpty())
        findings.push_back(obstacle(u"run.no-program"_s,
            target.program.contains(u'/')
                ? u"there is no such program, or it is not executable"_s
                : u"it is in no folder of PATH (%1)"_s.arg(qEnvironmentVariable("PATH")),
            target.program));
    if (!target.workingFolder.isEmpty() && !QFileInfo(target.workingFolder).isDir())
        findings.push_back(
            obstacle(u"run.no-folder"_s, u"there is no such folder"_s, target.workingFolder));
    return findings;
}

/// What the runtime here would refuse, as the program itself says.
void checkHostProgram(const HostTarget &target, Findings &findings)
{
    const auto source = ByteSource::map(target.pte);
    const auto program = source
        ? formats::readProgram(*source)
        : Result<std::shared_ptr<const model::Program>>(fail(source.error()));
    if (!program)
        return findings.push_back(obstacle(u"run.pte"_s,
            u"this is no program that can be run: %1"_s.arg(program.error().detail), target.pte));
    const auto kernels = readHostKernels();
    if (!kernels)
        return findings.push_back(diagnosticOf(kernels.error()));
    auto found = checkHostRun(**program, target, *kernels);
    std::ranges::move(found, std::back_inserter(findings));
}

Findings check(const HostTarget &target)
{
    Findings findings;
    const auto needFile = [&](const QString &path, const QString &id, const QString &what) {
        if (path.isEmpty())
            findings.push_back(obstacle(id, u"no %1 is named"_s.arg(what)));
        else if (!QFileInfo(path).isFile())
            findings.push_back(obstacle(id, u"there is no such file (%1)"_s.arg(what), path));
    };
    needFile(target.pte, u"run.no-pte"_s, u".pte"_s);
    for (const auto &file : target.dataFiles)
        needFile(file, u"run.no-data"_s, u".ptd"_s);
    for (const auto &file : target.inputFiles)
        needFile(file, u"run.no-input"_s, u"input"_s);
    if (!target.interpreter.isEmpty() && findProgram(target.interpreter).isEmpty())
        findings.push_back(obstacle(
            u"run.no-interpreter"_s, u"there is no such interpreter"_s, target.interpreter));
    if (findings.empty())
        checkHostProgram(target, findings);
    return findings;
}

} // namespace

std::vector<Diagnostic> checkRequest(const RunRequest &request)
{
    auto findings = std::visit([](const auto &target) { return check(target); }, request.target);
    if (request.timeLimitSeconds < 0)
        findings.push_back(obstacle(u"run.time-limit"_s, u"a time limit cannot be negative"_s));
    return findings;
}

} // namespace tosaic::profile
