// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace tosaic::views {

using JobRecordId = Id<struct JobRecordTag>;

/// A job that a person started (a compile, an import, the creation of an environment), with its
/// log; kept after it ended.
struct JobRecord
{
    enum class State
    {
        Running,
        Succeeded,
        Failed,
        Cancelled
    };

    JobRecordId id;
    QString title; ///< "Compile mv2.py for ethos-u55-128"
    QString stage; ///< what it does now, or how it ended
    State state = State::Running;
    std::optional<double> fraction; ///< 0 to 1, absent while unknown
    QDateTime started;
    QDateTime ended;
    QString nextStep; ///< after a failure: what to do about it
    QStringList log; ///< the last LogLimit lines
    std::function<void()> cancel; ///< may be empty
};

/// Jobs of this session, oldest first. Lives on the GUI thread.
class JobHistory : public QObject
{
    Q_OBJECT
public:
    static constexpr qsizetype LogLimit = 20'000; // lines of a job that are kept

    using QObject::QObject;

    JobRecordId begin(const QString &title, std::function<void()> cancel = {});
    void setStage(JobRecordId id, const QString &stage, std::optional<double> fraction = {});
    void appendLog(JobRecordId id, const QString &line);
    void end(
        JobRecordId id, JobRecord::State state, const QString &stage, const QString &nextStep = {});
    void cancel(JobRecordId id);

    const std::vector<JobRecord> &records() const { return m_records; }
    const JobRecord *record(JobRecordId id) const;

Q_SIGNALS:
    void added(tosaic::views::JobRecordId id);
    void changed(tosaic::views::JobRecordId id);
    void logged(tosaic::views::JobRecordId id, const QString &line);

private:
    JobRecord *find(JobRecordId id);

    std::vector<JobRecord> m_records;
};

} // namespace tosaic::views
