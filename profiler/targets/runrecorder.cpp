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
#include <QMutex>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr int FlushMs = 1000; // what a crash may cost

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

/// Shared with the changes, which may run on another thread, one after the other.
struct RunRecorder::State
{
    QString path; ///< of the workspace
    workspace::RunId id; ///< touched by the changes only
    std::shared_ptr<workspace::RunLock> lock; ///< the run counts as running; by changes only
    std::atomic<quint32> begun = workspace::RunId::None; ///< as `id`
    std::atomic<bool> isOver = false; ///< the end was written, or could not be
    mutable QMutex mutex;
    std::optional<Error> error; ///< the first
};

RunRecorder::RunRecorder(Writer writer, QObject *parent)
    : QObject(parent), m_writer(std::move(writer))
{
    m_flush.setSingleShot(true);
    m_flush.setInterval(FlushMs);
    connect(&m_flush, &QTimer::timeout, this, &RunRecorder::flush);
}

RunRecorder::RunRecorder(LiveRun &run, workspace::Workspace &workspace, QObject *parent)
    : RunRecorder(
        [&workspace](const QString &, const Change &change, Seen) {
            static_cast<void>(change(workspace).has_value()); // it notes what is wrong itself
        },
        parent)
{
    m_run = &run;
    m_workspace = &workspace;
}

RunRecorder::~RunRecorder()
{
    if (m_run && m_ended && !problem())
        tidy();
}

QString RunRecorder::folderFor(const QString &workspacePath)
{
    const auto now = QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss-zzz"_s);
    return QDir(runsFolder(workspacePath)).filePath(now);
}

workspace::RunId RunRecorder::id() const
{
    const auto *state = m_state ? m_state.get() : m_ended.get();
    return state ? workspace::RunId(state->begun.load()) : workspace::RunId();
}

std::optional<Diagnostic> RunRecorder::problem() const
{
    const auto *state = m_state ? m_state.get() : m_ended.get();
    if (!state)
        return {};
    const QMutexLocker locker(&state->mutex);
    return state->error ? std::optional(diagnosticOf(*state->error)) : std::nullopt;
}

Result<workspace::RunId> RunRecorder::begin()
{
    begin(beginningOf(m_run->request(), m_run->conditions()), m_workspace->path());
    if (!id().isValid()) {
        auto error = m_state->error.value_or(Error());
        m_state.reset();
        return fail(std::move(error));
    }
    m_clock.start();
    connect(m_run, &LiveRun::consoleAdded, this, &RunRecorder::addConsole);
    connect(m_run, &LiveRun::runChanged, this, [this] { takeValues(false); });
    connect(m_run, &LiveRun::finished, this, &RunRecorder::finishFollowed);
    return id();
}

void RunRecorder::begin(const MeasuredRun &run, const QString &workspacePath)
{
    m_console.clear();
    m_series.clear();
    m_ended.reset();
    m_name = run.name;
    m_hasRunnerConsole = run.isConsole();
    m_state = std::make_shared<State>();
    m_state->path = workspacePath;
    change(
        [state = m_state, run](workspace::Workspace &file) -> Result<void> {
            const auto id = RunStore(file).begin(run);
            if (!id)
                return fail(id.error());
            state->id = *id;
            state->begun = id->value;
            state->lock = file.runLock(*id);
            return {};
        },
        Seen::InLists);
}

/// What goes wrong is noted; nothing is written to another workspace than that of the run.
void RunRecorder::change(Change change, Seen seen)
{
    m_writer(
        m_name,
        [state = m_state, change = std::move(change)](workspace::Workspace &file) -> Result<void> {
            if (file.path() != state->path)
                return {};
            auto changed = change(file);
            const QMutexLocker locker(&state->mutex);
            if (!changed && !state->error)
                state->error = changed.error();
            return changed;
        },
        seen);
}

void RunRecorder::addConsole(const QByteArray &bytes)
{
    if (!m_state)
        return;
    m_console += bytes;
    if (!m_flush.isActive())
        m_flush.start();
}

void RunRecorder::addValues(std::vector<ArrivingValues::Series> series)
{
    if (!m_state)
        return;
    std::ranges::move(series, std::back_inserter(m_series));
    if (!m_flush.isActive())
        m_flush.start();
}

void RunRecorder::flush()
{
    m_flush.stop();
    if (!m_state || (m_console.isEmpty() && m_series.empty()))
        return;
    change(
        [state = m_state, console = std::exchange(m_console, {}),
            series = std::exchange(m_series, {})](workspace::Workspace &file) -> Result<void> {
            if (!state->id.isValid())
                return {};
            if (const auto added = file.appendConsole(state->id, console); !added)
                return added;
            return appendSeries(file, state->id, series);
        },
        Seen::InTheRun);
}

void RunRecorder::takeValues(bool isOver)
{
    if (const auto run = m_run->run())
        m_values.take(*run, m_clock.elapsed(), isOver);
    addValues(m_values.drain());
}

void RunRecorder::finishFollowed()
{
    takeValues(true);
    RunEnd end{ .status = storedStatus(m_run->state()),
        .conditions = m_run->conditions(),
        .files = m_run->files(),
        .values = {} };
    if (!m_hasRunnerConsole) {
        if (const auto run = m_run->run())
            end.values = valuesOf(*run);
        if (const auto more = dumpValues(end.files, m_run->request().target)) {
            end.values.insert(end.values.end(), more->begin(), more->end());
        } else {
            const QMutexLocker locker(&m_state->mutex);
            m_state->error = more.error();
        }
    }
    finish(std::move(end));
    settle();
}

void RunRecorder::finish(RunEnd end)
{
    if (!m_state)
        return;
    flush();
    end.hasRunnerConsole = m_hasRunnerConsole;
    // Over even where another workspace is open by then.
    m_writer(
        m_name,
        [state = m_state, end = std::move(end)](workspace::Workspace &file) -> Result<void> {
            Result<void> kept;
            if (state->id.isValid() && file.path() == state->path)
                kept = keepEnd(file, state->id, end);
            const QMutexLocker locker(&state->mutex);
            if (!kept) {
                state->begun = workspace::RunId::None;
                if (!state->error)
                    state->error = kept.error();
            }
            state->isOver = true;
            return kept;
        },
        Seen::InLists);
}

void RunRecorder::abandon()
{
    m_flush.stop();
    m_state.reset();
}

void RunRecorder::settle()
{
    if (!m_state || !m_state->isOver)
        return;
    m_ended = std::exchange(m_state, nullptr);
    Q_EMIT recorded(id());
}

/// Removes from a folder of ours what the workspace has a copy of.
void RunRecorder::tidy() const
{
    const auto folder = m_run->request().folder;
    if (folder.isEmpty() || QFileInfo(folder).absolutePath() != runsFolder(m_workspace->path()))
        return;
    QFile::remove(m_run->consolePath());
    const auto files = m_run->files();
    const bool areAllKept = std::ranges::all_of(
        files, [](const auto &file) { return file.size <= workspace::BlobLimitBytes; });
    if (areAllKept)
        QDir(folder).removeRecursively();
    QDir().rmdir(runsFolder(m_workspace->path())); // only if it is empty
}

} // namespace tosaic::profile
