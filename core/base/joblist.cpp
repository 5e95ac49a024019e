// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/joblist.h"

#include <algorithm>
#include <utility>

namespace tosaic {

namespace {

JobRecord newRecord(const QString &title, std::function<void()> cancel)
{
    return { .title = title, .started = QDateTime::currentDateTime(), .cancel = std::move(cancel) };
}

JobRecord *in(std::vector<JobRecord> &records, JobId id)
{
    const auto found = std::ranges::find(records, id, &JobRecord::id);
    return id.isValid() && found != records.end() ? &*found : nullptr;
}

void closeStage(JobRecord &job, qint64 now)
{
    if (!job.stages.empty() && !job.stages.back().endMs)
        job.stages.back().endMs = now;
}

} // namespace

std::optional<qint64> JobRecord::durationMs(const QDateTime &now) const
{
    if (!started.isValid() || (hasEnded() && !ended.isValid()))
        return {};
    return started.msecsTo(ended.isValid() ? ended : now);
}

JobId JobList::begin(const QString &title, std::function<void()> cancel)
{
    auto record = newRecord(title, std::move(cancel));
    record.id = JobId(m_next++);
    m_background.push_back(std::move(record));
    Q_EMIT runningChanged();
    return m_background.back().id;
}

void JobList::end(JobId id)
{
    if (std::erase_if(m_background, [id](const JobRecord &job) { return job.id == id; }) > 0)
        tellEnd();
}

JobId JobList::start(const QString &title, std::function<void()> cancel)
{
    return add(newRecord(title, std::move(cancel)));
}

JobId JobList::add(JobRecord record)
{
    const JobId id(m_next++);
    record.id = id;
    if (!record.added.isValid())
        record.added = record.started.isValid() ? record.started : QDateTime::currentDateTime();
    const bool isRunning = !record.hasEnded();
    const auto at = record.isEarlier ? std::ranges::find(m_records, false, &JobRecord::isEarlier)
                                     : m_records.end();
    m_records.insert(at, std::move(record));
    Q_EMIT added(id);
    if (isRunning)
        Q_EMIT runningChanged();
    return id;
}

int JobList::position(JobId id) const
{
    const auto found = std::ranges::find(m_records, id, &JobRecord::id);
    return id.isValid() && found != m_records.end() ? static_cast<int>(found - m_records.begin())
                                                    : -1;
}

const JobRecord *JobList::record(JobId id) const
{
    const auto at = position(id);
    return at < 0 ? nullptr : &m_records[static_cast<size_t>(at)];
}

JobRecord *JobList::find(JobId id)
{
    return in(m_records, id);
}

JobRecord *JobList::findAny(JobId id)
{
    auto *background = in(m_background, id);
    return background ? background : find(id);
}

std::vector<const JobRecord *> JobList::running() const
{
    std::vector<const JobRecord *> all;
    for (const auto &job : m_background)
        all.push_back(&job);
    for (const auto &job : m_records) {
        if (!job.hasEnded())
            all.push_back(&job);
    }
    return all;
}

void JobList::tellChange(JobId id)
{
    if (find(id))
        Q_EMIT changed(id);
    Q_EMIT runningChanged();
}

void JobList::tellEnd()
{
    Q_EMIT runningChanged();
    if (isIdle())
        Q_EMIT idle();
}

void JobList::run(JobId id)
{
    auto *job = find(id);
    if (!job || job->state != JobRecord::State::Waiting)
        return;
    job->state = JobRecord::State::Running;
    job->started = QDateTime::currentDateTime();
    job->stage.clear();
    tellChange(id);
}

void JobList::setStage(JobId id, const QString &stage, std::optional<double> fraction)
{
    auto *job = findAny(id);
    if (!job || job->state != JobRecord::State::Running)
        return;
    if (!stage.isEmpty() && (job->stages.empty() || job->stages.back().name != stage)) {
        const auto now = job->started.msecsTo(QDateTime::currentDateTime());
        closeStage(*job, now);
        job->stages.push_back({ stage, now, {} });
    }
    job->stage = stage;
    job->fraction = fraction;
    tellChange(id);
}

void JobList::setProgress(JobId id, double fraction)
{
    auto *job = findAny(id);
    if (!job || job->state != JobRecord::State::Running)
        return;
    job->fraction = std::clamp(fraction, 0.0, 1.0);
    tellChange(id);
}

void JobList::setWaiting(JobId id, const QString &why)
{
    auto *job = find(id);
    if (!job || job->state != JobRecord::State::Waiting || job->stage == why)
        return;
    job->stage = why;
    tellChange(id);
}

void JobList::setMemory(JobId id, quint64 bytes)
{
    if (auto *job = find(id)) {
        job->memory = bytes;
        Q_EMIT changed(id);
    }
}

void JobList::setProblems(JobId id, std::vector<Diagnostic> problems)
{
    if (auto *job = find(id)) {
        job->problems = std::move(problems);
        Q_EMIT changed(id);
    }
}

void JobList::setFolder(JobId id, const QString &folder)
{
    if (auto *job = find(id)) {
        job->folder = folder;
        Q_EMIT changed(id);
    }
}

void JobList::setRerun(JobId id, JobRecord::Rerun rerun)
{
    if (auto *job = find(id)) {
        job->rerun = rerun;
        Q_EMIT changed(id);
    }
}

void JobList::appendLog(JobId id, const QString &line)
{
    auto *job = find(id);
    if (!job)
        return;
    job->log.append(line);
    if (job->log.size() > LogLimit)
        job->log.erase(job->log.begin(), job->log.begin() + LogLimit / 10);
    Q_EMIT logged(id, line);
}

void JobList::end(JobId id, JobRecord::State state, const QString &stage, const QString &nextStep)
{
    auto *job = find(id);
    if (!job || job->hasEnded())
        return;
    job->state = state;
    job->stage = stage;
    job->nextStep = nextStep;
    job->fraction.reset();
    job->ended = QDateTime::currentDateTime();
    if (job->started.isValid())
        closeStage(*job, job->started.msecsTo(job->ended));
    job->cancel = {};
    Q_EMIT changed(id);
    tellEnd();
}

void JobList::cancel(JobId id)
{
    // Copied: cancelling may end the job and so drop the function.
    if (const auto *job = findAny(id); job && job->cancel) {
        const auto stop = job->cancel;
        stop();
    }
}

void JobList::remove(JobId id)
{
    const auto at = position(id);
    if (at < 0 || !m_records[static_cast<size_t>(at)].hasEnded())
        return;
    m_records.erase(m_records.begin() + at);
    Q_EMIT removed(id, at);
}

} // namespace tosaic
