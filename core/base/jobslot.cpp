// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jobslot.h"

namespace tosaic {

JobSlot::JobSlot(JobList *jobs, QObject *parent) : QObject(parent), m_jobs(jobs) { }

JobSlot::~JobSlot()
{
    cancel();
    // Computations capture values only, but they may keep a mapped file open: do not outlive the
    // owner's expectations.
    for (auto *watcher : std::as_const(m_running))
        watcher->waitForFinished();
}

void JobSlot::cancel()
{
    ++m_generation;
    m_control.m_cancelled->store(true);
    endListing();
}

void JobSlot::endListing()
{
    m_isRunning = false;
    if (m_jobs && m_listed)
        m_jobs->end(std::exchange(m_listed, JobId{}));
}

} // namespace tosaic
