// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/run.h"

#include <QHash>

namespace tosaic::profile {

/// Inference jobs of core software and Zephyr: sent, run, answered. Jobs are told apart by their
/// address, which is used again for later jobs, or, in old versions, by their order.
class JobTracker
{
public:
    /// "Sending inference. job=<address>, name=<name>", or an older line without both.
    void sent(const QString &address, const QString &name);
    /// "Received inference job. job=<address>[, name=<name>]".
    void received(const QString &address, const QString &name);
    /// "Running inference job: <name>".
    void running(const QString &name);
    void answered(const QString &address, qint64 status);

    /// Name of the job that runs; empty if not known.
    QString current() const { return m_current; }
    bool hasFailed() const { return m_hasFailed; }
    /// Jobs answered with status 0; absent if none was answered.
    std::optional<quint64> succeeded() const { return m_succeeded; }
    std::vector<LogJob> take();
    bool wasLimited() const { return m_wasLimited; }

private:
    struct Job
    {
        LogJob job;
        QString address;
    };

    Job *waiting(const QString &address);
    Job *add(const QString &address, const QString &name);

    std::vector<Job> m_jobs;
    QHash<QString, size_t> m_byAddress; ///< the latest job at an address
    size_t m_firstOpen = 0; ///< jobs before it are answered
    QString m_current;
    std::optional<quint64> m_succeeded;
    bool m_hasFailed = false;
    bool m_wasLimited = false;
};

} // namespace tosaic::profile
