// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/joblist.h"

#include <algorithm>

namespace tosaic {

JobList::JobList(QObject *parent) : QObject(parent) { }

JobId JobList::begin(const QString &label, std::function<void()> cancel)
{
    const JobId id(m_next++);
    m_jobs.push_back({ id, label, std::nullopt, std::move(cancel) });
    Q_EMIT changed();
    return id;
}

JobList::Job *JobList::find(JobId id)
{
    const auto it
        = std::find_if(m_jobs.begin(), m_jobs.end(), [id](const Job &job) { return job.id == id; });
    return it == m_jobs.end() ? nullptr : &*it;
}

void JobList::setProgress(JobId id, double fraction, const QString &label)
{
    auto *job = find(id);
    if (!job)
        return;
    job->fraction = std::clamp(fraction, 0.0, 1.0);
    if (!label.isEmpty())
        job->label = label;
    Q_EMIT changed();
}

void JobList::end(JobId id)
{
    const auto removed = std::erase_if(m_jobs, [id](const Job &job) { return job.id == id; });
    if (removed == 0)
        return;
    Q_EMIT changed();
    if (m_jobs.empty())
        Q_EMIT idle();
}

void JobList::cancel(JobId id)
{
    // Copied: cancelling may end the job and so invalidate the entry.
    if (const auto *job = find(id); job && job->cancel) {
        const auto stop = job->cancel;
        stop();
    }
}

} // namespace tosaic
