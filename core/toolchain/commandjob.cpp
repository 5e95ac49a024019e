// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/commandjob.h"

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

CommandJob::CommandJob(QString kind, std::vector<Command> commands, QObject *parent)
    : QueuedJob(parent), m_kind(std::move(kind)), m_commands(std::move(commands))
{
}

void CommandJob::start()
{
    QMetaObject::invokeMethod(this, &CommandJob::next, Qt::QueuedConnection);
}

void CommandJob::cancel()
{
    m_isCancelled = true;
    if (m_process)
        m_process->cancel();
}

qint64 CommandJob::processId() const
{
    return m_process ? m_process->processId() : 0;
}

void CommandJob::next()
{
    if (m_current >= m_commands.size()) {
        end({});
        return;
    }
    if (m_isCancelled) {
        end(Diagnostic{ u"cancelled"_s, Severity::Info,
            Location{ .entity = m_commands[m_current].title }, u"stopped on request"_s });
        return;
    }
    const auto &command = m_commands[m_current];
    Q_EMIT stageChanged(
        command.title, static_cast<int>(m_current), static_cast<int>(m_commands.size()));
    m_lastLine.clear();
    m_process = std::make_unique<ToolProcess>();
    connect(m_process.get(), &ToolProcess::lineRead, this, [this](const QString &line) {
        if (!line.trimmed().isEmpty())
            m_lastLine = line.trimmed();
        Q_EMIT logLine(line);
    });
    connect(m_process.get(), &ToolProcess::finished, this, &CommandJob::take);
    m_process->start({ .program = command.program,
        .arguments = command.arguments,
        .workingDirectory = command.workingFolder });
}

void CommandJob::take()
{
    auto problem = m_process->problem();
    m_process.release()->deleteLater(); // it is the sender
    if (problem) {
        problem->location.entity = m_commands[m_current].title;
        if (problem->id == "tool.failed"_L1 && !m_lastLine.isEmpty())
            problem->text += u": "_s + m_lastLine;
        end(problem);
        return;
    }
    ++m_current;
    next();
}

void CommandJob::end(std::optional<Diagnostic> problem)
{
    m_problem = std::move(problem);
    Q_EMIT finished();
}

} // namespace tosaic::toolchain
