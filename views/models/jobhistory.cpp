// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/jobhistory.h"

#include <algorithm>
#include <utility>

namespace tosaic::views {

std::optional<qint64> JobRecord::durationMs(const QDateTime &now) const
{
    if (!started.isValid() || (hasEnded() && !ended.isValid()))
        return {};
    return started.msecsTo(ended.isValid() ? ended : now);
}

JobRecordId JobHistory::begin(const QString &title, std::function<void()> cancel)
{
    return add(
        { .title = title, .started = QDateTime::currentDateTime(), .cancel = std::move(cancel) });
}

JobRecordId JobHistory::add(JobRecord record)
{
    const JobRecordId id(m_next++);
    record.id = id;
    if (!record.added.isValid())
        record.added = record.started.isValid() ? record.started : QDateTime::currentDateTime();
    const auto at = record.isEarlier ? std::find_if(m_records.begin(), m_records.end(),
                        [](const JobRecord &other) { return !other.isEarlier; })
                                     : m_records.end();
    m_records.insert(at, std::move(record));
    Q_EMIT added(id);
    return id;
}

int JobHistory::position(JobRecordId id) const
{
    const auto found = std::find_if(m_records.begin(), m_records.end(),
        [id](const JobRecord &record) { return record.id == id; });
    return id.isValid() && found != m_records.end() ? static_cast<int>(found - m_records.begin())
                                                    : -1;
}

const JobRecord *JobHistory::record(JobRecordId id) const
{
    const auto at = position(id);
    return at < 0 ? nullptr : &m_records[static_cast<size_t>(at)];
}

JobRecord *JobHistory::find(JobRecordId id)
{
    const auto at = position(id);
    return at < 0 ? nullptr : &m_records[static_cast<size_t>(at)];
}

void JobHistory::run(JobRecordId id)
{
    auto *job = find(id);
    if (!job || job->state != JobRecord::State::Waiting)
        return;
    job->state = JobRecord::State::Running;
    job->started = QDateTime::currentDateTime();
    job->stage.clear();
    Q_EMIT changed(id);
}

void JobHistory::closeStage(JobRecord &job, qint64 now)
{
    if (!job.stages.empty() && !job.stages.back().endMs)
        job.stages.back().endMs = now;
}

void JobHistory::setStage(JobRecordId id, const QString &stage, std::optional<double> fraction)
{
    auto *job = find(id);
    if (!job || job->state != JobRecord::State::Running)
        return;
    if (!stage.isEmpty() && (job->stages.empty() || job->stages.back().name != stage)) {
        const auto now = job->started.msecsTo(QDateTime::currentDateTime());
        closeStage(*job, now);
        job->stages.push_back({ stage, now, {} });
    }
    job->stage = stage;
    job->fraction = fraction;
    Q_EMIT changed(id);
}

void JobHistory::setWaiting(JobRecordId id, const QString &why)
{
    auto *job = find(id);
    if (!job || job->state != JobRecord::State::Waiting || job->stage == why)
        return;
    job->stage = why;
    Q_EMIT changed(id);
}

void JobHistory::setMemory(JobRecordId id, quint64 bytes)
{
    if (auto *job = find(id)) {
        job->memory = bytes;
        Q_EMIT changed(id);
    }
}

void JobHistory::setProblems(JobRecordId id, std::vector<Diagnostic> problems)
{
    if (auto *job = find(id)) {
        job->problems = std::move(problems);
        Q_EMIT changed(id);
    }
}

void JobHistory::setFolder(JobRecordId id, const QString &folder)
{
    if (auto *job = find(id)) {
        job->folder = folder;
        Q_EMIT changed(id);
    }
}

void JobHistory::setRerun(JobRecordId id, JobRecord::Rerun rerun)
{
    if (auto *job = find(id)) {
        job->rerun = rerun;
        Q_EMIT changed(id);
    }
}

void JobHistory::appendLog(JobRecordId id, const QString &line)
{
    auto *job = find(id);
    if (!job)
        return;
    job->log.append(line);
    if (job->log.size() > LogLimit)
        job->log.erase(job->log.begin(), job->log.begin() + LogLimit / 10);
    Q_EMIT logged(id, line);
}

void JobHistory::end(
    JobRecordId id, JobRecord::State state, const QString &stage, const QString &nextStep)
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
}

void JobHistory::cancel(JobRecordId id)
{
    // Copied: cancelling may end the job and so drop the function.
    if (const auto *job = find(id); job && job->cancel) {
        const auto stop = job->cancel;
        stop();
    }
}

void JobHistory::remove(JobRecordId id)
{
    const auto at = position(id);
    if (at < 0 || !m_records[static_cast<size_t>(at)].hasEnded())
        return;
    m_records.erase(m_records.begin() + at);
    Q_EMIT removed(id, at);
}

} // namespace tosaic::views
