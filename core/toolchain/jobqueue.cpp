// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/jobqueue.h"

#include <QThread>

#include <algorithm>

namespace tosaic::toolchain {

namespace {
constexpr int MeasureMs = 500; // between two looks at the memory of running jobs
}

struct JobQueue::Entry
{
    QueuedJobId id;
    std::unique_ptr<QueuedJob> job;
    std::optional<int> timeLimitMs;
    State state = State::Waiting;
    std::optional<State> stopReason;
    QTimer timeLimit;
    std::optional<quint64> memory; ///< now
    quint64 peak = 0; ///< of those measured
};

int JobQueue::defaultJobs()
{
    return std::max(1, QThread::idealThreadCount() - 1);
}

JobQueue::JobQueue(QObject *parent) : QObject(parent), m_available(availableMemoryBytes)
{
    m_start.setSingleShot(true);
    m_start.setInterval(0);
    m_measure.setInterval(MeasureMs);
    connect(&m_start, &QTimer::timeout, this, &JobQueue::startNext);
    connect(&m_measure, &QTimer::timeout, this, &JobQueue::measure);
}

JobQueue::~JobQueue() = default;

void JobQueue::setLimits(const Limits &limits)
{
    m_limits = limits;
    m_limits.jobs = std::max(1, limits.jobs);
    startLater();
}

void JobQueue::setMemorySource(std::function<std::optional<quint64>()> available)
{
    m_available = std::move(available);
    startLater();
}

QueuedJobId JobQueue::add(std::unique_ptr<QueuedJob> job, std::optional<int> timeLimitMs)
{
    auto entry = std::make_unique<Entry>();
    const QueuedJobId id(m_next++);
    entry->id = id;
    entry->job = std::move(job);
    entry->timeLimitMs = timeLimitMs;
    connect(entry->job.get(), &QueuedJob::finished, this, [this, id] { take(id); });
    m_entries.push_back(std::move(entry));
    startLater();
    Q_EMIT changed();
    return id;
}

JobQueue::Entry *JobQueue::find(QueuedJobId id) const
{
    const auto found = std::find_if(
        m_entries.begin(), m_entries.end(), [id](const auto &entry) { return entry->id == id; });
    return found == m_entries.end() ? nullptr : found->get();
}

void JobQueue::moveToFront(QueuedJobId id)
{
    const auto found = std::find_if(
        m_entries.begin(), m_entries.end(), [id](const auto &entry) { return entry->id == id; });
    if (found == m_entries.end() || (*found)->state != State::Waiting)
        return;
    std::rotate(m_entries.begin(), found, found + 1);
    startLater();
    Q_EMIT changed();
}

void JobQueue::cancel(QueuedJobId id)
{
    if (auto *entry = find(id))
        stop(*entry, State::Cancelled);
}

void JobQueue::stop(Entry &entry, State reason)
{
    if (entry.state == State::Running) {
        if (!entry.stopReason) {
            entry.stopReason = reason;
            entry.job->cancel();
        }
        return;
    }
    entry.stopReason = reason;
    take(entry.id);
}

void JobQueue::pause()
{
    m_isPaused = true;
    startLater();
}

void JobQueue::resume()
{
    m_isPaused = false;
    startLater();
}

int JobQueue::runningCount() const
{
    return static_cast<int>(std::count_if(m_entries.begin(), m_entries.end(),
        [](const auto &entry) { return entry->state == State::Running; }));
}

std::vector<QueuedJobId> JobQueue::waiting() const
{
    std::vector<QueuedJobId> ids;
    for (const auto &entry : m_entries) {
        if (entry->state == State::Waiting)
            ids.push_back(entry->id);
    }
    return ids;
}

std::optional<JobQueue::State> JobQueue::state(QueuedJobId id) const
{
    const auto *entry = find(id);
    return entry ? std::optional(entry->state) : std::nullopt;
}

JobQueue::WaitReason JobQueue::waitReason(QueuedJobId id) const
{
    const auto *entry = find(id);
    if (!entry || entry->state != State::Waiting)
        return WaitReason::None;
    if (m_isPaused)
        return WaitReason::Paused;
    const auto line = waiting();
    return line.front() == id ? obstacle(*entry) : WaitReason::Turn;
}

quint64 JobQueue::expectedMemory(QueuedJobId id) const
{
    const auto *entry = find(id);
    return entry
        ? m_expectation.expected(entry->job->kind(), entry->job->model(), entry->job->modelBytes())
        : 0;
}

std::optional<quint64> JobQueue::memory(QueuedJobId id) const
{
    const auto *entry = find(id);
    return entry ? entry->memory : std::nullopt;
}

JobQueue::WaitReason JobQueue::obstacle(const Entry &entry) const
{
    if (m_isPaused)
        return WaitReason::Paused;
    const auto running = runningCount();
    if (running >= m_limits.jobs)
        return WaitReason::Turn;
    const auto available = m_available();
    if (running == 0 || !available)
        return WaitReason::None;
    // What running jobs have is no longer available; what they will still take is.
    auto wanted = expectedMemory(entry.id);
    for (const auto &other : m_entries) {
        if (other->state != State::Running)
            continue;
        const auto expected = expectedMemory(other->id);
        wanted += expected - std::min(expected, other->memory.value_or(0));
    }
    const auto limit = static_cast<double>(*available) * m_limits.memoryShare;
    return static_cast<double>(wanted) > limit ? WaitReason::Memory : WaitReason::None;
}

void JobQueue::startLater()
{
    m_start.start();
}

void JobQueue::startNext()
{
    for (;;) {
        const auto next = std::find_if(m_entries.begin(), m_entries.end(),
            [](const auto &entry) { return entry->state == State::Waiting; });
        const auto reason = next == m_entries.end() ? WaitReason::None : obstacle(**next);
        if (reason != m_headReason) {
            m_headReason = reason;
            Q_EMIT changed();
        }
        if (next == m_entries.end() || reason != WaitReason::None)
            break;
        run(**next);
    }
    if (m_entries.empty())
        m_measure.stop();
    else if (!m_measure.isActive())
        m_measure.start();
}

void JobQueue::run(Entry &entry)
{
    entry.state = State::Running;
    const auto id = entry.id;
    const auto limit = entry.timeLimitMs.value_or(m_limits.timeLimitMs);
    if (limit > 0) {
        entry.timeLimit.setSingleShot(true);
        connect(&entry.timeLimit, &QTimer::timeout, this, [this, id] {
            if (auto *late = find(id))
                stop(*late, State::TimedOut);
        });
        entry.timeLimit.start(limit);
    }
    auto *job = entry.job.get();
    Q_EMIT started(id);
    if (find(id)) { // nobody cancelled it at the signal
        job->start();
        Q_EMIT changed();
    }
}

void JobQueue::take(QueuedJobId id)
{
    const auto found = std::find_if(
        m_entries.begin(), m_entries.end(), [id](const auto &entry) { return entry->id == id; });
    if (found == m_entries.end())
        return;
    const auto entry = std::move(*found);
    m_entries.erase(found);
    const auto peak = std::max(entry->peak, entry->job->peakMemoryBytes().value_or(0));
    m_expectation.learn(entry->job->kind(), entry->job->model(), peak);
    Q_EMIT ended(id, entry->stopReason.value_or(State::Finished));
    // Its own signal may be on the stack.
    entry->job->disconnect(this);
    entry->job.release()->deleteLater();
    startLater();
    Q_EMIT changed();
}

void JobQueue::measure()
{
    bool isMeasured = false;
    for (const auto &entry : m_entries) {
        const auto process = entry->state == State::Running ? entry->job->processId() : 0;
        const auto bytes = process > 0 ? treeMemoryBytes(process) : std::nullopt;
        if (!bytes)
            continue;
        entry->memory = bytes;
        entry->peak = std::max(entry->peak, *bytes);
        isMeasured = true;
    }
    if (isMeasured)
        Q_EMIT measured();
    startNext();
}

} // namespace tosaic::toolchain
