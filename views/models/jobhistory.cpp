// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/jobhistory.h"

namespace tosaic::views {

JobRecordId JobHistory::begin(const QString &title, std::function<void()> cancel)
{
    const JobRecordId id(m_records.size());
    m_records.push_back({ .id = id,
        .title = title,
        .started = QDateTime::currentDateTime(),
        .cancel = std::move(cancel) });
    Q_EMIT added(id);
    return id;
}

JobRecord *JobHistory::find(JobRecordId id)
{
    return id.isValid() && id.value < m_records.size() ? &m_records[id.value] : nullptr;
}

const JobRecord *JobHistory::record(JobRecordId id) const
{
    return id.isValid() && id.value < m_records.size() ? &m_records[id.value] : nullptr;
}

void JobHistory::setStage(JobRecordId id, const QString &stage, std::optional<double> fraction)
{
    auto *job = find(id);
    if (!job || job->state != JobRecord::State::Running)
        return;
    job->stage = stage;
    job->fraction = fraction;
    Q_EMIT changed(id);
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
    if (!job || job->state != JobRecord::State::Running)
        return;
    job->state = state;
    job->stage = stage;
    job->nextStep = nextStep;
    job->fraction.reset();
    job->ended = QDateTime::currentDateTime();
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

} // namespace tosaic::views
