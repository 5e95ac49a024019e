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

namespace tosaic {

using JobId = Id<struct JobTag>;

/// A part of a job, in milliseconds from its start.
struct JobStage
{
    QString name;
    qint64 beginMs = 0;
    std::optional<qint64> endMs; ///< absent while it runs
};

/// Something that goes on: what a person started (a compile, a run, the creation of an
/// environment), which is kept with its log after it ended, or work in the background.
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

    JobId id = {};
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

/// Everything that goes on or went on, for the status bar, the jobs panel and tests that wait for
/// idle: the jobs of this session and those an opened workspace tells about, and what works in the
/// background meanwhile. It observes; it schedules nothing. Lives on the GUI thread.
class JobList : public QObject
{
    Q_OBJECT
public:
    static constexpr qsizetype LogLimit = 20'000; // lines of a job that are kept

    using QObject::QObject;

    /// In the background: no record is kept of it.
    JobId begin(const QString &title, std::function<void()> cancel = {});
    /// Of something in the background: it is gone. Others: see below.
    void end(JobId id);

    /// Runs at once and is kept.
    JobId start(const QString &title, std::function<void()> cancel = {});
    /// Any record to be kept; it gets its id here. One of an earlier session goes before those of
    /// this one.
    JobId add(JobRecord record);
    /// A waiting job is running now.
    void run(JobId id);
    void setWaiting(JobId id, const QString &why);
    void setMemory(JobId id, quint64 bytes);
    void setProblems(JobId id, std::vector<Diagnostic> problems);
    void setFolder(JobId id, const QString &folder);
    void setRerun(JobId id, JobRecord::Rerun rerun);
    void appendLog(JobId id, const QString &line);
    void end(JobId id, JobRecord::State state, const QString &stage, const QString &nextStep = {});
    /// Only one that has ended; its files stay.
    void remove(JobId id);

    // Of both kinds.
    /// A stage of another name ends the one before.
    void setStage(JobId id, const QString &stage, std::optional<double> fraction = {});
    void setProgress(JobId id, double fraction);
    void cancel(JobId id);
    /// What works in the background, then what runs or waits, oldest first.
    std::vector<const JobRecord *> running() const;
    bool isIdle() const { return running().empty(); }

    /// Those that are kept, oldest first.
    const std::vector<JobRecord> &records() const { return m_records; }
    const JobRecord *record(JobId id) const;
    /// Its place in records(); -1 if there is none.
    int position(JobId id) const;

Q_SIGNALS:
    /// What running() says has changed.
    void runningChanged();
    void idle();
    // Of those that are kept.
    void added(tosaic::JobId id);
    void changed(tosaic::JobId id);
    void logged(tosaic::JobId id, const QString &line);
    /// `position` is where it was.
    void removed(tosaic::JobId id, int position);

private:
    JobRecord *find(JobId id);
    JobRecord *findAny(JobId id);
    void tellChange(JobId id);
    void tellEnd();

    std::vector<JobRecord> m_background;
    std::vector<JobRecord> m_records;
    quint32 m_next = 0;
};

} // namespace tosaic
