// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/jobtracker.h"

#include "profiler/parsers/consolelimits.h"

namespace tosaic::profile {

namespace {

/// Unanswered jobs looked at from the oldest on, so that a hostile log costs no quadratic time.
constexpr size_t Window = 64;

} // namespace

JobTracker::Job *JobTracker::add(const QString &address, const QString &name)
{
    if (m_jobs.size() >= limits::Jobs) {
        m_wasLimited = true;
        return nullptr;
    }
    m_jobs.push_back({ .job = { .name = name }, .address = address });
    if (!address.isEmpty())
        m_byAddress.insert(address, m_jobs.size() - 1);
    return &m_jobs.back();
}

JobTracker::Job *JobTracker::waiting(const QString &address)
{
    if (!address.isEmpty()) {
        const auto it = m_byAddress.constFind(address);
        if (it != m_byAddress.cend() && !m_jobs[*it].job.status)
            return &m_jobs[*it];
    }
    while (m_firstOpen < m_jobs.size() && m_jobs[m_firstOpen].job.status)
        ++m_firstOpen;
    // Old versions print no address when they send: the first that waits is meant.
    for (auto i = m_firstOpen; i < m_jobs.size() && i < m_firstOpen + Window; ++i) {
        if (!m_jobs[i].job.status && (address.isEmpty() || m_jobs[i].address.isEmpty()))
            return &m_jobs[i];
    }
    return nullptr;
}

void JobTracker::sent(const QString &address, const QString &name)
{
    add(address, name);
}

void JobTracker::received(const QString &address, const QString &name)
{
    auto *job = waiting(address);
    if (!job)
        return; // its sending was left out of the log
    if (job->address.isEmpty() && !address.isEmpty()) {
        job->address = address;
        m_byAddress.insert(address, static_cast<size_t>(job - m_jobs.data()));
    }
    if (job->job.name.isEmpty())
        job->job.name = name;
    m_current = job->job.name;
}

void JobTracker::running(const QString &name)
{
    m_current = name;
    auto *job = waiting({}); // also moves m_firstOpen
    for (auto i = m_firstOpen; i < m_jobs.size() && i < m_firstOpen + Window; ++i) {
        if (!m_jobs[i].job.status && m_jobs[i].job.name == name)
            return;
    }
    if (job && job->job.name.isEmpty())
        job->job.name = name;
    else
        add({}, name);
}

void JobTracker::answered(const QString &address, qint64 status)
{
    m_hasFailed = m_hasFailed || status != 0;
    if (status == 0)
        m_succeeded = m_succeeded.value_or(0) + 1;
    if (auto *job = waiting(address))
        job->job.status = status;
}

std::vector<LogJob> JobTracker::take()
{
    std::vector<LogJob> jobs;
    for (auto &job : m_jobs)
        jobs.push_back(std::move(job.job));
    m_jobs.clear();
    return jobs;
}

} // namespace tosaic::profile
