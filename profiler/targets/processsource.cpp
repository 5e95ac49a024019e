// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/processsource.h"

#include <QFileInfo>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

using toolchain::ToolProcess;

QString findProgram(const QString &name)
{
    if (!name.contains(u'/'))
        return QStandardPaths::findExecutable(name);
    const QFileInfo file(name);
    return file.isFile() && file.isExecutable() ? file.absoluteFilePath() : QString();
}

ProcessSource::ProcessSource(ToolProcess::Command command, QObject *parent)
    : ConsoleSource(parent), m_command(std::move(command))
{
    m_command.isRaw = true;
    connect(
        &m_process, &ToolProcess::started, this, [this] { Q_EMIT stateChanged(State::Running); });
    connect(&m_process, &ToolProcess::outputRead, this, &ConsoleSource::output);
    connect(&m_process, &ToolProcess::finished, this, &ProcessSource::conclude);
}

void ProcessSource::start()
{
    if (!prepare())
        return finishLater();
    m_process.start(m_command);
}

void ProcessSource::stop()
{
    m_process.cancel();
}

void ProcessSource::send(const QByteArray &bytes)
{
    if (m_command.hasInput)
        m_process.write(bytes);
}

void ProcessSource::takeExitCode(int code)
{
    setProblem({ u"run.exit-code"_s, Severity::Error, { .file = m_command.program },
        u"the program ended with exit code %1"_s.arg(code) });
}

void ProcessSource::conclude()
{
    const Location location{ .file = m_command.program };
    switch (m_process.end()) {
    case ToolProcess::End::Exited:
        if (m_process.exitCode() != 0)
            takeExitCode(m_process.exitCode());
        break;
    case ToolProcess::End::Crashed:
        setProblem({ u"run.crashed"_s, Severity::Error, location,
            u"the program was ended by %1"_s.arg(m_process.endDetail()) });
        break;
    case ToolProcess::End::NotStarted:
        setProblem({ u"run.not-started"_s, Severity::Error, location,
            u"the program did not start: %1"_s.arg(m_process.endDetail()) });
        break;
    case ToolProcess::End::TimedOut:
    case ToolProcess::End::Cancelled:
        break;
    }
    Q_EMIT finished();
}

} // namespace tosaic::profile
