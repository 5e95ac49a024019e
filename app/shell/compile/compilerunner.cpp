// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compile/compilerunner.h"

#include "app/shell/compile/compilewords.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "core/base/try.h"
#include "core/documents/externaldata.h"
#include "core/formats/openprogram.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QScopedValueRollback>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

using compiled::CompileResult;
using toolchain::CompileJob;
using toolchain::JobQueue;
using toolchain::QueuedCompile;
using toolchain::QueuedJobId;

/// A compile that waits, runs, or whose result is being read.
struct CompileRunner::Live
{
    JobId record;
    QueuedJobId queued;
    QueuedCompile *job = nullptr; ///< owned by the queue, null once it has ended
    QString stage;
    QString work; ///< the last stage that was more than saving what came out
    double fraction = 0;
    std::vector<Diagnostic> problems;
    std::optional<int> model; ///< ModelSession::id of what it was asked for; absent: of none
    int openings = 0; ///< of documents in that model, when it was asked for
    std::unique_ptr<JobSlot> reading;
};

CompileRunner::CompileRunner(Session &session, QObject *parent)
    : QObject(parent), m_session(session)
{
    auto &queue = session.queue();
    connect(&queue, &JobQueue::started, this, &CompileRunner::takeStart);
    connect(&queue, &JobQueue::ended, this, &CompileRunner::takeEnd);
    connect(&queue, &JobQueue::measured, this, &CompileRunner::takeMemory);
    connect(&queue, &JobQueue::changed, this, &CompileRunner::tellWaiting);
    connect(&session.model(), &ModelDocument::changed, this, [this] {
        const auto model = m_session.modelId();
        if (std::exchange(m_shownModel, model) == model && !m_isShowing)
            ++m_openings[model];
    });
    connect(&session.settings(), &SettingsStore::changed, this, &CompileRunner::applyLimits);
    applyLimits();
}

CompileRunner::~CompileRunner()
{
    m_session.queue().disconnect(this);
    for (const auto &live : m_live)
        m_session.queue().cancel(live->queued);
}

void CompileRunner::applyLimits()
{
    auto limits = m_session.queue().limits();
    const auto jobs = m_session.settings().value(settings::ParallelJobs);
    limits.jobs = jobs > 0 ? jobs : JobQueue::defaultJobs();
    limits.timeLimitMs = m_session.settings().value(settings::JobTimeLimit) * 60'000;
    m_session.queue().setLimits(limits);
}

QString CompileRunner::newFolder(const toolchain::CompileRequest &request) const
{
    auto root = m_session.settings().value(settings::OutputFolder);
    if (root.isEmpty())
        root = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/compiles"_s;
    const auto name = u"%1-%2-%3"_s.arg(QFileInfo(request.input).completeBaseName(),
        request.spec.target, QDateTime::currentDateTime().toString(u"yyyyMMdd-HHmmss-zzz"_s));
    // Two asked for in one millisecond get a folder each.
    auto path = QDir(root).absoluteFilePath(name);
    const auto isTaken = [this](const QString &folder) {
        return std::any_of(m_jobs.begin(), m_jobs.end(),
            [&](const Job &job) { return job.request.outputFolder == folder; });
    };
    for (int n = 2; isTaken(path); ++n)
        path = QDir(root).absoluteFilePath(u"%1-%2"_s.arg(name).arg(n));
    return path;
}

JobId CompileRunner::start(toolchain::CompileRequest request)
{
    return add(std::move(request), m_session.modelId());
}

JobId CompileRunner::startAside(toolchain::CompileRequest request)
{
    return add(std::move(request), std::nullopt);
}

JobId CompileRunner::add(toolchain::CompileRequest request, std::optional<int> model)
{
    if (request.outputFolder.isEmpty())
        request.outputFolder = newFolder(request);
    if (request.timeLimitMs == 0)
        request.timeLimitMs = m_session.queue().limits().timeLimitMs;
    const auto file = QFileInfo(request.input).fileName();
    if (!isRunning() && model)
        m_session.problems().clear(u"compile"_s);
    auto job = std::make_unique<QueuedCompile>(request);
    job->job().setWarmCompiler(&m_warm);
    auto live = std::make_unique<Live>();
    live->job = job.get();
    live->model = model;
    live->openings = m_openings.value(m_session.modelId());
    // It watches its time itself, and then says what is wrong.
    live->queued = m_session.queue().add(std::move(job), 0);
    live->record = m_session.jobs().add({ .title = tr("Compile %1").arg(file),
        .target = request.spec.target,
        .state = JobRecord::State::Waiting,
        .input = request.input,
        .folder = request.outputFolder,
        .rerun = JobRecord::Rerun::Same,
        .cancel = [this, id = live->queued] { m_session.queue().cancel(id); } });
    follow(*live);
    m_jobs.insert(live->record, { .request = std::move(request) });
    const auto record = live->record;
    m_live.push_back(std::move(live));
    tellWaiting();
    Q_EMIT runningChanged(true);
    return record;
}

CompileRunner::Live *CompileRunner::find(QueuedJobId id) const
{
    const auto found = std::find_if(m_live.begin(), m_live.end(),
        [id](const auto &live) { return live->job && live->queued == id; });
    return found == m_live.end() ? nullptr : found->get();
}

CompileRunner::Live *CompileRunner::find(JobId id) const
{
    const auto found = std::find_if(
        m_live.begin(), m_live.end(), [id](const auto &live) { return live->record == id; });
    return found == m_live.end() ? nullptr : found->get();
}

const CompileRunner::Job *CompileRunner::job(JobId id) const
{
    const auto found = m_jobs.constFind(id);
    return found == m_jobs.cend() ? nullptr : &*found;
}

void CompileRunner::runNext(JobId id)
{
    if (const auto *live = find(id))
        m_session.queue().moveToFront(live->queued);
}

void CompileRunner::follow(Live &live)
{
    auto &job = live.job->job();
    auto *at = &live; // outlives the job
    connect(&job, &CompileJob::logLine, this,
        [this, at](const QString &line) { m_session.jobs().appendLog(at->record, line); });
    connect(&job, &CompileJob::stageChanged, this, [this, at](const QString &name, int, int) {
        if (at->stage != stageText(name))
            m_session.jobs().appendLog(at->record, stageText(name));
        at->stage = stageText(name);
        if (name != "save"_L1)
            at->work = at->stage;
        m_session.jobs().setStage(at->record, at->stage, at->fraction);
    });
    connect(&job, &CompileJob::progressed, this, [this, at](double fraction) {
        at->fraction = fraction;
        m_session.jobs().setStage(at->record, at->stage, fraction);
    });
    connect(&job, &CompileJob::problemFound, this, [this, at](const Diagnostic &problem) {
        at->problems.push_back(problem);
        m_session.jobs().setProblems(at->record, at->problems);
        if (at->model == m_session.modelId())
            m_session.problems().add(u"compile"_s, { problem, {} });
    });
}

void CompileRunner::cancel()
{
    for (auto live = m_live.rbegin(); live != m_live.rend(); ++live) {
        if ((*live)->job) {
            m_session.queue().cancel((*live)->queued);
            return;
        }
    }
}

void CompileRunner::takeStart(QueuedJobId id)
{
    if (auto *live = find(id)) {
        live->stage = stageText(u"import"_s);
        live->work = live->stage;
        if (live->model == m_session.modelId())
            m_session.problems().clear(u"compile"_s); // those of the compile before
        m_session.jobs().run(live->record);
        m_session.jobs().appendLog(live->record, live->stage); // tools may have nothing to say
        m_session.jobs().setStage(live->record, live->stage);
        Q_EMIT started(m_jobs.value(live->record).request);
    }
}

void CompileRunner::takeMemory()
{
    for (const auto &live : m_live) {
        const auto bytes = live->job ? m_session.queue().memory(live->queued) : std::nullopt;
        if (bytes)
            m_session.jobs().setMemory(live->record, *bytes);
    }
}

void CompileRunner::tellWaiting()
{
    for (const auto &live : m_live) {
        if (!live->job || m_session.queue().state(live->queued) != JobQueue::State::Waiting)
            continue;
        const auto why = waitText(m_session.queue(), live->queued);
        m_session.jobs().setWaiting(live->record, why);
    }
}

void CompileRunner::takeEnd(QueuedJobId id, JobQueue::State)
{
    auto *live = find(id);
    if (!live)
        return;
    const auto result = live->job->result();
    const auto peak = live->job->peakMemoryBytes();
    auto &known = m_jobs[live->record];
    known.result = result;
    known.environment = live->job->job().environment();
    live->job->job().disconnect(this);
    live->job = nullptr;
    if (peak)
        m_session.jobs().setMemory(live->record, *peak);
    endRecord(*live, result.get());
    if (const auto *record = m_session.jobs().record(live->record); record && result)
        m_logs.insert(result->folder, record->log.join(u'\n'));
    if (!live->model) {
        const auto record = live->record;
        if (result)
            m_session.jobs().setProblems(record, result->problems);
        leave(record);
        Q_EMIT endedAside(record, result);
        return;
    }
    if (!result) // it never started
        return leave(live->record);
    // A place in a compile's problem is a place in the user's source, not in the open program.
    const auto model = *live->model;
    const bool isShown = model == m_session.modelId();
    if (isShown)
        m_session.problems().set(u"compile"_s, result->problems);
    m_session.jobs().setProblems(live->record, result->problems);
    if (result->status == compiled::Status::Succeeded)
        return show(*live, result);
    if (isShown)
        m_session.results().add(result);
    leave(live->record);
    if (isShown)
        Q_EMIT finished(result);
    else
        Q_EMIT finishedAside(result, model);
}

void CompileRunner::leave(JobId id)
{
    const auto *live = find(id);
    if (!live)
        return;
    // A slot of its own may be on the stack.
    auto reading = std::move(find(id)->reading);
    if (reading)
        reading.release()->deleteLater();
    std::erase_if(m_live, [id](const auto &other) { return other->record == id; });
    Q_EMIT runningChanged(isRunning());
}

void CompileRunner::endRecord(const Live &live, const CompileResult *result)
{
    auto &jobs = m_session.jobs();
    const auto status = result ? result->status : compiled::Status::Cancelled;
    switch (status) {
    case compiled::Status::Succeeded:
        jobs.end(live.record, JobRecord::State::Succeeded, tr("Finished"));
        break;
    case compiled::Status::Failed:
        jobs.end(live.record, JobRecord::State::Failed, tr("Failed: %1").arg(live.work),
            nextStepOf(*result));
        break;
    case compiled::Status::Cancelled:
        jobs.end(live.record, JobRecord::State::Cancelled, tr("Cancelled"),
            tr("Nothing was changed. Compile again when you are ready."));
        break;
    }
}

void CompileRunner::show(Live &live, const std::shared_ptr<const CompileResult> &result)
{
    live.reading = std::make_unique<JobSlot>(&m_session.jobs());
    live.reading->start(
        tr("Opening the result"),
        [result](const JobControl &) -> Result<OpenedModel> { return openResult(result); },
        [this, result, id = live.record, model = *live.model, before = live.openings](
            Result<OpenedModel> opened) {
            const bool isShown = model == m_session.modelId();
            const bool isAside = !isShown || before != m_openings.value(model);
            if (!isAside) {
                const QScopedValueRollback guard(m_isShowing, true);
                m_session.selection().reset();
                if (opened->path.isEmpty())
                    opened->path = result->folder;
                for (const auto &problem : opened->diagnostics) {
                    const bool isKnown = std::ranges::count(result->problems, problem) > 0;
                    if (problem.severity == Severity::Error && !isKnown)
                        m_session.problems().add(u"compile"_s, { problem, model::EntityRef() });
                }
                m_session.model().set(std::move(*opened));
            }
            if (isShown)
                m_session.results().add(result);
            m_session.setUnsaved(true);
            leave(id);
            if (isAside)
                Q_EMIT finishedAside(result, model);
            else
                Q_EMIT finished(result);
        });
}

} // namespace tosaic::shell
