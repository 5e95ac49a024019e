// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/fvpsource.h"

#include "profiler/targets/fvpcommand.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr qsizetype BannerBytes = 16 * 1024;
const QByteArray TimeIsUp = QByteArrayLiteral("Reason: CPU time has been exceeded");

/// The FVP runs in a folder of its own, where relative paths would mean something else.
FvpTarget withAbsolutePaths(FvpTarget target)
{
    for (auto *path : { &target.elf, &target.pte }) {
        if (!path->isEmpty())
            *path = QFileInfo(*path).absoluteFilePath();
    }
    for (auto &path : target.inputFiles)
        path = QFileInfo(path).absoluteFilePath();
    return target;
}

toolchain::ToolProcess::Command commandOf(
    const FvpTarget &target, int timeLimitSeconds, const QString &folder)
{
    toolchain::ToolProcess::Command command;
    command.program = findFvp(target);
    command.arguments = fvpArguments(withAbsolutePaths(target), timeLimitSeconds, folder);
    command.workingDirectory = folder;
    command.hasInput = target.usesSemihosting;
    // In a pipe the console would come in blocks; run_fvp.sh does the same.
    if (const auto unbuffer = QStandardPaths::findExecutable(u"stdbuf"_s);
        !unbuffer.isEmpty() && !command.program.isEmpty()) {
        command.arguments = QStringList{ u"-oL"_s, command.program } + command.arguments;
        command.program = unbuffer;
    }
    return command;
}

} // namespace

FvpSource::FvpSource(const FvpTarget &target, int timeLimitSeconds, const QString &folder)
    : ProcessSource(commandOf(target, timeLimitSeconds, folder)),
      m_target(withAbsolutePaths(target)), m_folder(folder)
{
    connect(this, &ConsoleSource::output, this, &FvpSource::watch);
}

bool FvpSource::prepare()
{
    if (command().program.isEmpty()) {
        setProblem({ u"run.no-fvp"_s, Severity::Error, {},
            u"%1 was not found"_s.arg(factsOf(m_target.platform).program) });
        return false;
    }
    if (!m_target.usesSemihosting)
        return true;
    const auto prepared = prepareSemihosting(m_target, m_folder);
    if (!prepared)
        setProblem({ u"run.semihosting"_s, Severity::Error, prepared.error().location,
            prepared.error().detail });
    return prepared.has_value();
}

void FvpSource::takeExitCode(int code)
{
    Q_EMIT noticed({ u"run.exit-code"_s, Severity::Warning, { .file = findFvp(m_target) },
        u"the FVP ended with exit code %1"_s.arg(code) });
}

void FvpSource::watch(const QByteArray &bytes)
{
    const auto text = m_tail + bytes;
    if (!problem() && text.contains(TimeIsUp))
        setProblem({ u"run.timeout"_s, Severity::Error, {},
            u"the simulation was not complete within its time limit"_s });
    m_tail = text.right(TimeIsUp.size());
    if (!m_version.isEmpty() || m_head.size() >= BannerBytes)
        return;
    m_head += bytes.left(BannerBytes - m_head.size());
    static const QRegularExpression banner(u"Fast Models \\[(\\d+(?:\\.\\d+)+)[ \\]]"_s);
    m_version = banner.match(QString::fromLatin1(m_head)).captured(1);
}

std::vector<workspace::RunFile> FvpSource::files() const
{
    std::vector<workspace::RunFile> found;
    const QDir folder(m_folder);
    const auto add = [&](const QString &role, const QString &name) {
        const QFileInfo file(folder.filePath(name));
        if (file.isFile() && !file.isSymLink())
            found.push_back({ .role = role, .path = file.absoluteFilePath() });
    };
    if (m_target.writesPmuTrace)
        add(u"trace"_s, FvpTraceName);
    if (!m_target.usesSemihosting)
        return found;
    add(u"etdump"_s, u"etdump.bin"_s);
    add(u"debug-buffer"_s, u"debug_buffer.bin"_s);
    const auto outputs = folder.entryList({ u"out-*.bin"_s }, QDir::Files, QDir::Name);
    for (const auto &name : outputs)
        add(u"outputs"_s, name);
    return found;
}

void FvpSource::describe(workspace::RunConditions &conditions) const
{
    if (!m_version.isEmpty())
        conditions.tools[u"fvp"_s] = m_version;
}

} // namespace tosaic::profile
