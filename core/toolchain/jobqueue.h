// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/toolchain/memoryuse.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tosaic::toolchain {

using QueuedJobId = Id<struct QueuedJobTag>;

/// Something that a JobQueue starts when there is room for it: a compile, a Vela run, a respec. A
/// job that talks to programs does so asynchronously; it lives on the queue's thread.
class QueuedJob : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Jobs of one kind take about the same memory: "vela", "executorch", "respec", ...
    virtual QString kind() const = 0;
    /// What it works on, a path; empty if memory does not depend on it.
    virtual QString model() const { return {}; }
    virtual quint64 modelBytes() const { return 0; }
    /// Once. `finished` follows, also after cancel().
    virtual void start() = 0;
    virtual void cancel() = 0;
    /// Root of the processes that run now; 0 if there are none.
    virtual qint64 processId() const { return 0; }
    /// Of a job that has ended; absent if it was not measured.
    virtual std::optional<quint64> peakMemoryBytes() const { return {}; }

Q_SIGNALS:
    /// Exactly once after start(), never from inside it.
    void finished();
};

/// Jobs wait here and run in order while cores and memory allow. Only the first in line is looked
/// at, so that a large job is not overtaken for ever; a single job always runs, however large.
/// Lives on a thread with an event loop; nothing blocks.
class JobQueue : public QObject
{
    Q_OBJECT
public:
    struct Limits
    {
        int jobs = defaultJobs(); ///< that run at once, at least 1
        double memoryShare = 0.75; ///< of the memory that is available when a job is to start
        int timeLimitMs = 0; ///< then a running job is cancelled; 0: none
    };
    /// All cores but one, at least 1.
    static int defaultJobs();

    enum class State
    {
        Waiting,
        Running,
        Finished, ///< it said so by itself
        Cancelled, ///< on request, before or while it ran
        TimedOut
    };
    /// Why the first in line does not run yet.
    enum class WaitReason
    {
        None,
        Turn, ///< enough jobs run
        Memory, ///< it is expected to take more than is left
        Paused
    };

    explicit JobQueue(QObject *parent = nullptr);
    /// Destroys its jobs, which kills what they run.
    ~JobQueue() override;

    void setLimits(const Limits &limits);
    const Limits &limits() const { return m_limits; }
    /// For tests: bytes that are available; absent: not known, then memory does not limit.
    void setMemorySource(std::function<std::optional<quint64>()> available);

    /// Never starts it from inside this function. `timeLimitMs` goes before that of the limits.
    QueuedJobId add(std::unique_ptr<QueuedJob> job, std::optional<int> timeLimitMs = {});
    /// The next to run.
    void moveToFront(QueuedJobId id);
    void cancel(QueuedJobId id);
    /// What runs goes on; nothing new starts.
    void pause();
    void resume();
    bool isPaused() const { return m_isPaused; }

    bool isIdle() const { return m_entries.empty(); }
    int runningCount() const;
    int waitingCount() const { return static_cast<int>(m_entries.size()) - runningCount(); }
    /// Waiting ones, in the order in which they will run.
    std::vector<QueuedJobId> waiting() const;
    /// Absent for a job that has ended.
    std::optional<State> state(QueuedJobId id) const;
    WaitReason waitReason(QueuedJobId id) const;
    /// Bytes that it is expected to take (in all), as known now.
    quint64 expectedMemory(QueuedJobId id) const;
    /// Bytes that a running job has now; absent until measured.
    std::optional<quint64> memory(QueuedJobId id) const;

    MemoryExpectation &memoryExpectation() { return m_expectation; }

Q_SIGNALS:
    void started(tosaic::toolchain::QueuedJobId id);
    /// The job object goes when control is back in the event loop.
    void ended(tosaic::toolchain::QueuedJobId id, tosaic::toolchain::JobQueue::State state);
    /// memory() of running jobs was measured.
    void measured();
    /// Order, reason to wait, or number of jobs.
    void changed();

private:
    struct Entry;

    Entry *find(QueuedJobId id) const;
    void startLater();
    void startNext();
    WaitReason obstacle(const Entry &entry) const;
    void run(Entry &entry);
    void stop(Entry &entry, State reason);
    void take(QueuedJobId id);
    void measure();

    Limits m_limits;
    std::function<std::optional<quint64>()> m_available;
    MemoryExpectation m_expectation;
    std::vector<std::unique_ptr<Entry>> m_entries; ///< running ones anywhere; waiting in order
    QTimer m_start;
    QTimer m_measure; ///< looks at the memory of running jobs, and whether there is room by now
    quint32 m_next = 0;
    bool m_isPaused = false;
    WaitReason m_headReason = WaitReason::None;
};

} // namespace tosaic::toolchain
