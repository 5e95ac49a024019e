// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace tosaic {

using JobId = Id<struct JobTag>;

/// What is going on in the background, for the status bar, the jobs panel and tests that wait for
/// idle. It observes; it schedules nothing. Lives on the GUI thread.
class JobList : public QObject
{
    Q_OBJECT
public:
    struct Job
    {
        JobId id;
        QString label;
        std::optional<double> fraction; ///< 0 to 1, absent while unknown
        std::function<void()> cancel; ///< may be empty
    };

    explicit JobList(QObject *parent = nullptr);

    JobId begin(const QString &label, std::function<void()> cancel = {});
    void setProgress(JobId id, double fraction, const QString &label = {});
    void end(JobId id);
    void cancel(JobId id);

    const std::vector<Job> &jobs() const { return m_jobs; }
    bool isIdle() const { return m_jobs.empty(); }

Q_SIGNALS:
    void changed();
    void idle();

private:
    Job *find(JobId id);

    std::vector<Job> m_jobs;
    quint32 m_next = 0;
};

} // namespace tosaic
