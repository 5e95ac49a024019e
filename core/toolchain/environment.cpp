// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/environment.h"

#include "core/spec/specpython.h"
#include "core/toolchain/toolprocess.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QVersionNumber>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr qsizetype LongestProbe = 64 * 1024; // characters kept of what a probe prints
const auto Vela = u"ethos-u-vela"_s;
const auto ExecuTorch = u"executorch"_s;
const auto Torch = u"torch"_s;

Diagnostic problem(const QString &id, const QString &interpreter, const QString &text,
    Severity severity = Severity::Error)
{
    return { id, severity, Location{ .file = interpreter }, text };
}

/// "2.13.0" of "2.13.0+cpu": the local part tells the build, not the release.
QString releaseOf(const QString &version)
{
    return version.section(u'+', 0, 0);
}

QString requirementFor(const EnvironmentPins &pins, const QString &package)
{
    for (const auto &step : pins.steps) {
        for (const auto &requirement : step.packages) {
            if (requirement.startsWith(package))
                return requirement;
        }
    }
    return pins.versions.contains(package) ? package + u"=="_s + pins.versions.at(package)
                                           : package;
}

void checkPython(ToolEnvironment &environment, const EnvironmentPins &pins)
{
    const auto version = QVersionNumber::fromString(environment.pythonVersion);
    const auto smallest = QVersionNumber::fromString(pins.minimumPython);
    const auto below = QVersionNumber::fromString(pins.belowPython);
    if ((!smallest.isNull() && version < smallest) || (!below.isNull() && version >= below))
        environment.problems.push_back(problem(u"tool.version"_s, environment.interpreter,
            u"Python %1; the compilers need %2 or later, below %3"_s.arg(
                environment.pythonVersion, pins.minimumPython, pins.belowPython)));
}

/// `remedy` ends the sentence: what the user can do about it.
void checkPackage(ToolEnvironment &environment, const QString &package, const QString &pinned,
    const QString &remedy)
{
    const auto found = environment.version(package);
    if (found.isEmpty())
        environment.problems.push_back(problem(
            u"tool.missing"_s, environment.interpreter, package + u" is not installed"_s + remedy));
    else if (releaseOf(found) != pinned)
        environment.problems.push_back(problem(u"tool.version"_s, environment.interpreter,
            u"%1 is %2, Tosaic is made for %3"_s.arg(package, found, pinned) + remedy,
            Severity::Warning));
}

void checkPackages(ToolEnvironment &environment, const EnvironmentPins &pins)
{
    const bool isPythonFit = environment.problems.empty();
    if (isPythonFit && !environment.isExternallyManaged) {
        for (const auto &[package, pinned] : pins.versions)
            checkPackage(environment, package, pinned,
                u"; this installs it: %1 -m pip install %2"_s.arg(
                    spec::shellQuoted(environment.interpreter),
                    spec::shellQuoted(requirementFor(pins, package))));
        return;
    }
    // pip would refuse: an environment of its own brings all of them, so one says how.
    auto remedy = u"; this makes an environment %1: %2"_s.arg(
        isPythonFit ? u"beside this Python, which the system manages"_s : u"that fits"_s,
        repairCommands(environment, pins).join(u" && "_s));
    for (const auto &[package, pinned] : pins.versions) {
        const auto before = environment.problems.size();
        checkPackage(environment, package, pinned, remedy);
        if (environment.problems.size() > before)
            remedy.clear();
    }
}

/// How it ended, and the last line of what it said.
QString lastWords(const ToolProcess &process, const QString &output)
{
    const auto end = process.end() == ToolProcess::End::Crashed
        ? u"it was ended by %1"_s.arg(process.endDetail())
        : u"it ended with exit code %1"_s.arg(process.exitCode());
    const auto said = output.trimmed().section(u'\n', -1).left(300);
    return end + (said.isEmpty() ? u" and said nothing"_s : u" and said: "_s + said);
}

} // namespace

bool ToolEnvironment::hasVela() const
{
    return !version(Vela).isEmpty();
}

bool ToolEnvironment::hasExecuTorch() const
{
    return hasVela() && !version(ExecuTorch).isEmpty() && !version(Torch).isEmpty();
}

QString ToolEnvironment::version(const QString &package) const
{
    const auto found = versions.find(package);
    return found == versions.end() ? QString() : found->second;
}

QString interpreterPath(const QString &named)
{
    return named.contains(u'/') ? QDir::cleanPath(QDir::current().absoluteFilePath(named)) : named;
}

std::vector<EnvironmentCandidate> environmentCandidates(const QString &chosen)
{
    if (!chosen.isEmpty())
        return { { interpreterPath(chosen), u"chosen"_s } };
    std::vector<EnvironmentCandidate> candidates;
    const auto add = [&](const QString &interpreter, const QString &origin) {
        const bool isListed = std::any_of(candidates.begin(), candidates.end(),
            [&](const EnvironmentCandidate &c) { return c.interpreter == interpreter; });
        if (!isListed && QFileInfo(interpreter).isExecutable())
            candidates.push_back({ interpreter, origin });
    };
    const auto named = qEnvironmentVariable("TOSAIC_PYTHON");
    if (!named.isEmpty())
        candidates.push_back({ interpreterPath(named), u"TOSAIC_PYTHON"_s });
    if (!isIncomplete(createdEnvironmentDir()))
        add(interpreterOf(createdEnvironmentDir()), u"created"_s);
    for (const auto *variable : { "VIRTUAL_ENV", "CONDA_PREFIX" }) {
        const auto folder = qEnvironmentVariable(variable);
        if (!folder.isEmpty())
            add(interpreterOf(folder), QString::fromLatin1(variable));
    }
    const auto onPath = QStandardPaths::findExecutable(u"python3"_s);
    if (!onPath.isEmpty())
        add(onPath, u"PATH"_s);
    return candidates;
}

ToolEnvironment environmentFromProbe(
    const QString &interpreter, const QJsonObject &probe, const EnvironmentPins &pins)
{
    ToolEnvironment environment;
    environment.interpreter = interpreter;
    environment.pythonVersion = probe.value(u"python"_s).toString();
    const auto versions = probe.value(u"packages"_s).toObject();
    for (const auto &package : versions.keys())
        environment.versions.emplace(package, versions.value(package).toString());
    environment.velaIni = probe.value(u"velaIni"_s).toString();
    environment.isExternallyManaged = probe.value(u"externallyManaged"_s).toBool();
    checkPython(environment, pins);
    checkPackages(environment, pins);
    return environment;
}

QJsonObject probeObject(const ToolEnvironment &environment)
{
    QJsonObject packages;
    for (const auto &[package, version] : environment.versions)
        packages.insert(package, version);
    return { { u"python"_s, environment.pythonVersion }, { u"packages"_s, packages },
        { u"velaIni"_s, environment.velaIni },
        { u"externallyManaged"_s, environment.isExternallyManaged } };
}

EnvironmentProbe::EnvironmentProbe(QObject *parent) : QObject(parent) { }
EnvironmentProbe::~EnvironmentProbe() = default;

void EnvironmentProbe::start(const EnvironmentCandidate &candidate)
{
    m_candidate = candidate;
    m_output.clear();
    m_process = std::make_unique<ToolProcess>();
    connect(m_process.get(), &ToolProcess::lineRead, this, [this](const QString &line) {
        if (m_output.size() < LongestProbe)
            m_output += line + u'\n';
    });
    connect(m_process.get(), &ToolProcess::finished, this, &EnvironmentProbe::conclude);
    ToolProcess::Command command;
    command.program = candidate.interpreter;
    command.arguments = { driverPath(u"tosaic_probe.py"_s, {}) };
    command.environment.insert(u"PYTHONUTF8"_s, u"1"_s);
    command.environment.insert(u"PYTHONDONTWRITEBYTECODE"_s, u"1"_s);
    command.timeLimitMs = m_timeLimit;
    m_process->start(command);
}

void EnvironmentProbe::conclude()
{
    // Kept until the end of this function: its handlers have returned, but m_process is free again.
    const auto process = std::move(m_process);
    const auto &interpreter = m_candidate.interpreter;
    ToolEnvironment environment;
    environment.interpreter = interpreter;
    const auto pins = readEnvironmentPins();
    // Warnings may come before the object, on the same console.
    const auto begin = m_output.indexOf(u'{');
    const auto probe = begin < 0 ? QJsonObject()
                                 : QJsonDocument::fromJson(m_output.mid(begin).toUtf8()).object();
    if (!pins)
        environment.problems.push_back(diagnosticOf(pins.error()));
    else if (process->ending().fault)
        environment.problems.push_back(diagnosticOf(*process->ending().fault));
    else if (process->end() == ToolProcess::End::NotStarted)
        environment.problems.push_back(problem(u"tool.missing"_s, interpreter,
            u"the Python interpreter does not start (%1); choose another, or let Tosaic make an "
            "environment"_s.arg(process->endDetail())));
    else if (process->end() == ToolProcess::End::TimedOut)
        environment.problems.push_back(problem(u"tool.timeout"_s, interpreter,
            u"did not answer within %1 s; is this a Python interpreter?"_s.arg(
                m_timeLimit / 1000)));
    else if (process->exitCode() != 0 || !probe.contains(u"python"_s))
        environment.problems.push_back(problem(u"tool.failed"_s, interpreter,
            u"is not a working Python 3.10 or later; "_s + lastWords(*process, m_output)));
    else
        environment = environmentFromProbe(interpreter, probe, *pins);
    environment.origin = m_candidate.origin;
    Q_EMIT finished(environment);
}

EnvironmentSearch::EnvironmentSearch(QObject *parent) : QObject(parent)
{
    connect(&m_probe, &EnvironmentProbe::finished, this, &EnvironmentSearch::take);
}

void EnvironmentSearch::start(Need need, const QString &chosen)
{
    m_need = need;
    m_candidates = environmentCandidates(chosen);
    m_probed.clear();
    QMetaObject::invokeMethod(this, &EnvironmentSearch::next, Qt::QueuedConnection);
}

void EnvironmentSearch::next()
{
    if (m_probed.size() < m_candidates.size())
        m_probe.start(m_candidates[m_probed.size()]);
    else
        Q_EMIT finished({}, m_probed);
}

void EnvironmentSearch::take(const ToolEnvironment &environment)
{
    m_probed.push_back(environment);
    const bool fits = m_need == Need::Vela ? environment.hasVela() : environment.hasExecuTorch();
    // An interpreter named in TOSAIC_PYTHON is meant: falling back silently would be a surprise.
    if (fits || environment.origin == u"TOSAIC_PYTHON"_s) {
        const auto probed = m_probed;
        Q_EMIT finished(fits ? std::optional(environment) : std::nullopt, probed);
        return;
    }
    next();
}

} // namespace tosaic::toolchain
