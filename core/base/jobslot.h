// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/joblist.h"
#include "core/base/result.h"

#include <QFutureWatcher>
#include <QObject>
#include <QtConcurrentRun>

#include <atomic>
#include <memory>

namespace tosaic {

/// Handed to a computation on a pool thread: ask isCancelled() in every loop, report progress
/// (throttled by Qt).
class JobControl
{
public:
    bool isCancelled() const { return m_cancelled->load(std::memory_order_relaxed); }
    void setProgress(double fraction) { m_progress->store(fraction, std::memory_order_relaxed); }

private:
    friend class JobSlot;
    std::shared_ptr<std::atomic<bool>> m_cancelled = std::make_shared<std::atomic<bool>>(false);
    std::shared_ptr<std::atomic<double>> m_progress = std::make_shared<std::atomic<double>>(-1.0);
};

/// One question, latest wins ("layout of this document"). Starting a computation cancels the one
/// before; a late result, or one whose slot died, is dropped. Lives on the thread of its owner; the
/// callback runs there. The destructor cancels and waits.
class JobSlot : public QObject
{
    Q_OBJECT
public:
    /// `jobs` may be null; otherwise the computation is listed there under its label while it runs.
    explicit JobSlot(JobList *jobs = nullptr, QObject *parent = nullptr);
    ~JobSlot() override;

    /// compute: Result<T>(JobControl), on a pool thread, captures values only. done:
    /// void(Result<T>), on this object's thread.
    template <typename Compute, typename Done>
    void start(const QString &label, Compute compute, Done done)
    {
        using Answer = std::invoke_result_t<Compute, JobControl>;
        cancel();
        const auto generation = m_generation;
        JobControl control;
        m_control = control;
        m_isRunning = true;
        m_listed = m_jobs ? m_jobs->begin(label, [control] { control.m_cancelled->store(true); })
                          : JobId{};
        auto *watcher = new QFutureWatcher<std::shared_ptr<Answer>>(this);
        connect(watcher, &QFutureWatcherBase::finished, this,
            [this, watcher, generation, done = std::move(done)]() mutable {
                watcher->deleteLater();
                m_running.removeOne(watcher);
                if (generation != m_generation)
                    return;
                endListing();
                if (watcher->future().resultCount() > 0)
                    done(std::move(*watcher->result()));
            });
        m_running.append(watcher);
        watcher->setFuture(QtConcurrent::run([compute = std::move(compute), control]() mutable {
            return std::make_shared<Answer>(compute(control));
        }));
    }

    /// Drops the running computation, if any; its callback will not run.
    void cancel();
    bool isRunning() const { return m_isRunning; }

private:
    void endListing();

    JobList *m_jobs;
    quint64 m_generation = 0;
    bool m_isRunning = false;
    JobId m_listed;
    JobControl m_control;
    QList<QFutureWatcherBase *> m_running;
};

} // namespace tosaic
