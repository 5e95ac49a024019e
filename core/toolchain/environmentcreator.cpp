// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/environmentcreator.h"

#include "core/toolchain/environmentfolder.h"
#include "core/toolchain/toolprocess.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr int KeptLines = 20; // of the log, to tell why a step failed
constexpr int StepLimitMs = 60 * 60 * 1000;

} // namespace

EnvironmentCreator::EnvironmentCreator(QObject *parent) : QObject(parent)
{
    connect(&m_probe, &EnvironmentProbe::finished, this, [this](const ToolEnvironment &found) {
        if (m_isRunning)
            conclude(
                m_request.velaVersion.isEmpty() ? found.hasExecuTorch() : found.hasVela(), found);
    });
}

EnvironmentCreator::~EnvironmentCreator()
{
    m_process.reset();
    m_removal.waitForFinished();
    if (m_ownsFolder)
        QDir(m_request.folder).removeRecursively();
}

void EnvironmentCreator::start(const Request &request)
{
    Q_ASSERT(!m_isRunning);
    m_request = request;
    m_request.folder = QDir(request.folder).absolutePath();
    m_isRunning = true;
    m_current = 0;
    m_lastLines.clear();
    if (isIncomplete(m_request.folder))
        removeFolder([this] { begin(); });
    else
        QMetaObject::invokeMethod(this, &EnvironmentCreator::begin, Qt::QueuedConnection);
}

void EnvironmentCreator::begin()
{
    if (!m_isRunning)
        return;
    auto commands = plan();
    if (!commands)
        return fail(diagnosticOf(commands.error()));
    if (const auto ready = prepareFolder(); !ready)
        return fail(diagnosticOf(ready.error()));
    m_commands = std::move(*commands);
    m_ownsFolder = true;
    runNext();
}

Result<std::vector<EnvironmentCreator::Command>> EnvironmentCreator::plan() const
{
    const auto pins = readEnvironmentPins(m_request.drivers);
    if (!pins)
        return tosaic::fail(pins.error());
    const auto base = m_request.basePython.isEmpty() ? QStandardPaths::findExecutable(u"python3"_s)
                                                     : m_request.basePython;
    if (base.isEmpty())
        return tosaic::fail(ErrorCode::ToolMissing,
            u"there is no python3 on PATH; on Debian: sudo apt-get install python3-venv"_s);
    std::vector<Command> commands{ { u"Python environment"_s, base,
        { u"-m"_s, u"venv"_s, m_request.folder } } };
    auto steps = pins->steps;
    if (!m_request.velaVersion.isEmpty())
        steps = { { u"Vela "_s + m_request.velaVersion,
            { u"ethos-u-vela=="_s + m_request.velaVersion }, {} } };
    for (const auto &step : steps) {
        QStringList arguments{ u"-m"_s, u"pip"_s, u"install"_s, u"--disable-pip-version-check"_s,
            u"--no-input"_s, u"--progress-bar"_s, u"off"_s };
        if (!m_request.wheelsFolder.isEmpty())
            arguments += { u"--no-index"_s, u"--find-links"_s, m_request.wheelsFolder };
        else if (!m_request.extraIndexUrl.isEmpty())
            arguments += { u"--extra-index-url"_s, m_request.extraIndexUrl };
        if (m_request.useSuggestedIndex && m_request.wheelsFolder.isEmpty()
            && !step.suggestedIndex.isEmpty())
            // One retry: an index that cannot be reached is left aside without minutes of waiting.
            arguments += { u"--extra-index-url"_s, step.suggestedIndex, u"--retries"_s, u"1"_s };
        commands.push_back(
            { step.label, interpreterOf(m_request.folder), arguments + step.packages });
    }
    return commands;
}

Result<void> EnvironmentCreator::prepareFolder() const
{
    QDir folder(m_request.folder);
    const Location location{ .file = m_request.folder };
    if (folder.exists() && !folder.isEmpty())
        return tosaic::fail(ErrorCode::IoWrite,
            u"the folder is not empty; choose another, or remove it first"_s, location);
    QFile mark(folder.filePath(QLatin1StringView(IncompleteMark)));
    if (!folder.mkpath(u"."_s) || !mark.open(QIODevice::WriteOnly))
        return tosaic::fail(ErrorCode::IoWrite, u"the folder cannot be written"_s, location);
    return {};
}

void EnvironmentCreator::runNext()
{
    const auto count = static_cast<int>(m_commands.size()) + 1;
    const auto index = static_cast<int>(m_current);
    Q_EMIT progressed(static_cast<double>(index) / count);
    if (m_current == m_commands.size()) {
        Q_EMIT stageChanged(u"check"_s, index, count);
        return probe();
    }
    const auto &step = m_commands[m_current];
    Q_EMIT stageChanged(step.label, index, count);
    m_process = std::make_unique<ToolProcess>();
    connect(m_process.get(), &ToolProcess::lineRead, this, &EnvironmentCreator::readLine);
    connect(m_process.get(), &ToolProcess::finished, this, &EnvironmentCreator::commandFinished);
    ToolProcess::Command command;
    command.program = step.program;
    command.arguments = step.arguments;
    command.timeLimitMs = StepLimitMs;
    command.environment.insert(u"PYTHONUNBUFFERED"_s, u"1"_s);
    command.environment.insert(u"PYTHONUTF8"_s, u"1"_s);
    // A surrounding environment must not leak into the new one.
    command.environment.remove(u"PYTHONHOME"_s);
    command.environment.remove(u"PYTHONPATH"_s);
    m_process->start(command);
}

void EnvironmentCreator::readLine(const QString &line)
{
    m_lastLines.append(line);
    if (m_lastLines.size() > KeptLines)
        m_lastLines.removeFirst();
    Q_EMIT logLine(line);
}

void EnvironmentCreator::commandFinished()
{
    const auto process = std::move(m_process);
    const auto &step = m_commands[m_current];
    const Location location{ .file = step.program };
    if (process->end() == ToolProcess::End::Cancelled)
        return fail({ u"cancelled"_s, Severity::Error, {},
            u"cancelled; the half-made environment was removed"_s });
    if (process->end() == ToolProcess::End::NotStarted)
        return fail({ u"tool.missing"_s, Severity::Error, location,
            u"does not start: "_s + process->endDetail() });
    if (process->end() != ToolProcess::End::Exited || process->exitCode() != 0) {
        const auto log = m_lastLines.join(u'\n');
        const bool isFull
            = log.contains("No space left on device"_L1) || log.contains("Disk quota exceeded"_L1);
        static const QRegularExpression blame(
            u"^(ERROR: .*|Error: .*|.*Error: .*)$"_s, QRegularExpression::MultilineOption);
        auto why = blame.match(log).captured(1);
        if (why.isEmpty())
            why = m_lastLines.isEmpty() ? u"without a word"_s : m_lastLines.last();
        if (log.contains("ensurepip is not"_L1))
            why = u"Python's venv module is not complete; on Debian: sudo apt-get install "
                  "python3-venv"_s;
        return fail({ isFull ? u"io.disk-full"_s : u"tool.failed"_s, Severity::Error, location,
            u"the step '%1' failed: %2"_s.arg(step.label, why) });
    }
    ++m_current;
    runNext();
}

void EnvironmentCreator::probe()
{
    m_probe.start({ interpreterOf(m_request.folder), u"created"_s });
}

void EnvironmentCreator::cancel()
{
    if (m_process)
        m_process->cancel();
    else if (m_isRunning)
        fail({ u"cancelled"_s, Severity::Error, {}, u"cancelled"_s });
}

void EnvironmentCreator::fail(const Diagnostic &problem)
{
    ToolEnvironment environment;
    environment.problems.push_back(problem);
    conclude(false, environment);
}

void EnvironmentCreator::conclude(bool succeeded, const ToolEnvironment &environment)
{
    m_isRunning = false;
    const auto tell = [this, succeeded, environment] { Q_EMIT finished(succeeded, environment); };
    if (succeeded) {
        QFile::remove(QDir(m_request.folder).filePath(QLatin1StringView(IncompleteMark)));
        (void)markAsMade(m_request.folder); // without it the folder cannot be removed here, no more
        Q_EMIT progressed(1.0);
    } else if (m_ownsFolder) {
        m_ownsFolder = false;
        return removeFolder(tell);
    }
    m_ownsFolder = false;
    QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
}

void EnvironmentCreator::removeFolder(std::function<void()> then)
{
    // Tens of thousands of files: on a pool thread.
    m_removal
        = QtConcurrent::run([folder = m_request.folder] { QDir(folder).removeRecursively(); });
    m_removal.then(this, std::move(then));
}

} // namespace tosaic::toolchain
