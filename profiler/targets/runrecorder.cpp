// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/runrecorder.h"

#include "core/base/bytesource.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/store/runstore.h"
#include "profiler/store/runvalues.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr int FlushMs = 500;
constexpr qsizetype FlushBytes = 256 * 1024;

QString runsFolder(const QString &workspacePath)
{
    const QFileInfo file(workspacePath);
    return QDir(file.absolutePath()).filePath(file.completeBaseName() + u".runs"_s);
}

/// What the ETDump of a run on this machine says; its first executions are the warm-ups.
Result<std::vector<workspace::RunValue>> dumpValues(
    const std::vector<workspace::RunFile> &files, const RunTarget &target)
{
    const auto dump = std::ranges::find(files, u"etdump"_s, &workspace::RunFile::role);
    if (dump == files.end())
        return std::vector<workspace::RunValue>();
    const auto source = ByteSource::map(dump->path);
    if (!source)
        return fail(source.error());
    const auto read = readEtDump(*source);
    if (!read)
        return fail(read.error());
    const auto *host = std::get_if<HostTarget>(&target);
    return valuesOf(*read, host ? static_cast<quint64>(std::max(0, host->warmups)) : 0);
}

} // namespace

RunRecorder::RunRecorder(LiveRun &run, workspace::Workspace &workspace, QObject *parent)
    : QObject(parent), m_run(run), m_workspace(workspace)
{
    m_flush.setSingleShot(true);
    m_flush.setInterval(FlushMs);
    connect(&m_flush, &QTimer::timeout, this, &RunRecorder::write);
}

RunRecorder::~RunRecorder()
{
    if (m_isRecorded)
        tidy();
}

QString RunRecorder::folderFor(const QString &workspacePath)
{
    const auto now = QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss-zzz"_s);
    return QDir(runsFolder(workspacePath)).filePath(now);
}

Result<workspace::RunId> RunRecorder::begin()
{
    const auto id = RunStore(m_workspace).begin(beginningOf(m_run.request(), m_run.conditions()));
    if (!id)
        return id;
    m_id = *id;
    m_clock.start();
    connect(&m_run, &LiveRun::consoleAdded, this, &RunRecorder::take);
    connect(&m_run, &LiveRun::runChanged, this, [this] { takeValues(false); });
    connect(&m_run, &LiveRun::finished, this, &RunRecorder::finish);
    return id;
}

void RunRecorder::take(const QByteArray &bytes)
{
    m_waiting += bytes;
    if (m_waiting.size() >= FlushBytes)
        write();
    else if (!m_flush.isActive())
        m_flush.start();
}

void RunRecorder::write()
{
    m_flush.stop();
    keep(m_workspace.appendConsole(m_id, std::exchange(m_waiting, {})));
    keep(appendSeries(m_workspace, m_id, m_values.drain()));
}

void RunRecorder::takeValues(bool isOver)
{
    if (const auto run = m_run.run())
        m_values.take(*run, m_clock.elapsed(), isOver);
}

std::vector<workspace::RunValue> RunRecorder::values()
{
    const auto run = m_run.run();
    auto values = run ? valuesOf(*run) : std::vector<workspace::RunValue>();
    if (hasRunnerConsole(m_run.request()))
        return {}; // the console's
    const auto more = dumpValues(m_run.files(), m_run.request().target);
    if (more)
        values.insert(values.end(), more->begin(), more->end());
    else
        m_problem = diagnosticOf(more.error());
    return values;
}

void RunRecorder::finish()
{
    takeValues(true);
    write();
    keep(keepEnd(m_workspace, m_id,
        { .status = storedStatus(m_run.state()),
            .conditions = m_run.conditions(),
            .files = m_run.files(),
            .hasRunnerConsole = hasRunnerConsole(m_run.request()),
            .values = values() }));
    m_isRecorded = !m_problem;
    Q_EMIT recorded(m_id);
}

/// Removes from a folder of ours what the workspace has a copy of.
void RunRecorder::tidy() const
{
    const auto folder = m_run.request().folder;
    if (folder.isEmpty() || QFileInfo(folder).absolutePath() != runsFolder(m_workspace.path()))
        return;
    QFile::remove(m_run.consolePath());
    const auto files = m_run.files();
    const bool areAllKept = std::ranges::all_of(
        files, [](const auto &file) { return file.size <= workspace::BlobLimitBytes; });
    if (areAllKept)
        QDir(folder).removeRecursively();
    QDir().rmdir(runsFolder(m_workspace.path())); // only if it is empty
}

void RunRecorder::keep(const Result<void> &written)
{
    if (!written && !m_problem)
        m_problem = diagnosticOf(written.error());
}

} // namespace tosaic::profile
