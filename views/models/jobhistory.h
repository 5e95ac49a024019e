// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
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

/// A part of a job, in milliseconds from its start.
struct JobStage
{
    QString name;
    qint64 beginMs = 0;
    std::optional<qint64> endMs; ///< absent while it runs
};

/// A job that a person started (a compile, an import, the creation of an environment), with its
/// log; kept after it ended.
struct JobRecord
{
    enum class State
    {
        Running,
        Succeeded,
        Failed,
        Cancelled,
        Waiting
    };
    /// Whether the same job can be run once more.
    enum class Rerun
    {
        No,
        Same, ///< the input is what it was
        Changed, ///< the input is there, but has changed since
        Gone, ///< the input is not there any more
        Unknown ///< not looked at yet
    };

    JobRecordId id = {};
    QString title = {}; ///< "Compile mv2.py"
    QString target = {}; ///< "ethos-u55-128"; empty if the job has none
    QString stage = {}; ///< what it does now, why it waits, or how it ended
    State state = State::Running;
    std::optional<double> fraction = {}; ///< 0 to 1, absent while unknown
    QDateTime added = {};
    QDateTime started = {}; ///< invalid while it waits
    QDateTime ended = {};
    QString nextStep = {}; ///< after a failure: what to do about it
    QStringList log = {}; ///< the last LogLimit lines
    std::vector<JobStage> stages = {};
    std::vector<Diagnostic> problems = {};
    std::optional<quint64> memory = {}; ///< bytes now, or at the most once it ended
    QString input = {}; ///< absolute path of what was compiled; empty if not known
    QString folder = {}; ///< of its results; empty if it has none
    bool isEarlier = false; ///< of an earlier session
    Rerun rerun = Rerun::No;
    std::function<void()> cancel = {}; ///< may be empty

    bool hasEnded() const { return state != State::Running && state != State::Waiting; }
    /// Absent while it waits, and where it was not recorded.
    std::optional<qint64> durationMs(const QDateTime &now) const;
};

/// Jobs of this session and those an opened workspace tells about, oldest first. Lives on the GUI
/// thread.
class JobHistory : public QObject
{
    Q_OBJECT
public:
    static constexpr qsizetype LogLimit = 20'000; // lines of a job that are kept

    using QObject::QObject;

    /// A job that runs at once.
    JobRecordId begin(const QString &title, std::function<void()> cancel = {});
    /// Any record; it gets its id here. One of an earlier session goes before those of this one.
    JobRecordId add(JobRecord record);
    /// A waiting job is running now.
    void run(JobRecordId id);
    /// A stage of another name ends the one before.
    void setStage(JobRecordId id, const QString &stage, std::optional<double> fraction = {});
    void setWaiting(JobRecordId id, const QString &why);
    void setMemory(JobRecordId id, quint64 bytes);
    void setProblems(JobRecordId id, std::vector<Diagnostic> problems);
    void setFolder(JobRecordId id, const QString &folder);
    void setRerun(JobRecordId id, JobRecord::Rerun rerun);
    void appendLog(JobRecordId id, const QString &line);
    void end(
        JobRecordId id, JobRecord::State state, const QString &stage, const QString &nextStep = {});
    void cancel(JobRecordId id);
    /// Only one that has ended; its files stay.
    void remove(JobRecordId id);

    const std::vector<JobRecord> &records() const { return m_records; }
    const JobRecord *record(JobRecordId id) const;
    /// Its place in records(); -1 if there is none.
    int position(JobRecordId id) const;

Q_SIGNALS:
    void added(tosaic::views::JobRecordId id);
    void changed(tosaic::views::JobRecordId id);
    void logged(tosaic::views::JobRecordId id, const QString &line);
    /// `position` is where it was.
    void removed(tosaic::views::JobRecordId id, int position);

private:
    JobRecord *find(JobRecordId id);
    void closeStage(JobRecord &job, qint64 now);

    std::vector<JobRecord> m_records;
    quint32 m_next = 0;
};

} // namespace tosaic::views
