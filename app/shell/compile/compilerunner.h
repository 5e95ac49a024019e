// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/joblist.h"
#include "core/base/jobslot.h"
#include "core/toolchain/queuedcompile.h"
#include "core/toolchain/warmcompiler.h"

#include <QHash>
#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::shell {

class Session;

/// Puts compiles into the session's queue and tells the documents about them: log and stages to the
/// job history, progress to the job list, problems to the problems, and at the end the result is
/// opened, unless the user has opened another file in the meantime. Lives on the GUI thread; the
/// compiles are child processes.
class CompileRunner : public QObject
{
    Q_OBJECT
public:
    /// What is known of a job of this session, for running it again and for a repro bundle.
    struct Job
    {
        toolchain::CompileRequest request;
        std::shared_ptr<const compiled::CompileResult> result; ///< null until it has ended
        toolchain::ToolEnvironment environment;
    };

    explicit CompileRunner(Session &session, QObject *parent = nullptr);
    ~CompileRunner() override;

    /// The output folder is made by the runner: below the settings' folder, or the user's data
    /// folder, named after input, target and time. It waits if enough runs already.
    JobId start(toolchain::CompileRequest request);
    /// The same, asked for by something else than the shown model: its end is told by endedAside()
    /// alone, and no document takes the result in.
    JobId startAside(toolchain::CompileRequest request);
    /// The newest that has not ended.
    void cancel();
    /// Something runs or waits.
    bool isRunning() const { return !m_live.empty(); }
    /// Log of the compile that wrote this folder; empty if it was not in this session.
    QString logOf(const QString &folder) const { return m_logs.value(folder); }
    /// Keeps the compilers loaded between compiles.
    toolchain::WarmCompiler &warm() { return m_warm; }
    /// Null if it is no compile of this session.
    const Job *job(JobId id) const;
    void runNext(JobId id);

Q_SIGNALS:
    void runningChanged(bool running);
    /// It runs now; it waited until here.
    void started(const tosaic::toolchain::CompileRequest &request);
    /// After documents have taken the result in.
    void finished(const std::shared_ptr<const tosaic::compiled::CompileResult> &result);
    /// It ended, but something else is shown by now: in the model `model` (ModelSession::id), or
    /// that model is not shown.
    void finishedAside(
        const std::shared_ptr<const tosaic::compiled::CompileResult> &result, int model);
    /// Of startAside(), exactly once; null: it never started.
    void endedAside(
        tosaic::JobId id, const std::shared_ptr<const tosaic::compiled::CompileResult> &result);

private:
    struct Live;

    JobId add(toolchain::CompileRequest request, std::optional<int> model);
    Live *find(toolchain::QueuedJobId id) const;
    Live *find(JobId id) const;
    void follow(Live &live);
    void takeStart(toolchain::QueuedJobId id);
    void takeEnd(toolchain::QueuedJobId id, toolchain::JobQueue::State state);
    void takeMemory();
    void tellWaiting();
    void applyLimits();
    void endRecord(const Live &live, const compiled::CompileResult *result);
    void show(Live &live, const std::shared_ptr<const compiled::CompileResult> &result);
    void leave(JobId id);
    QString newFolder(const toolchain::CompileRequest &request) const;

    Session &m_session;
    toolchain::WarmCompiler m_warm;
    std::vector<std::unique_ptr<Live>> m_live; ///< in the order they were added
    QHash<JobId, Job> m_jobs;
    QHash<QString, QString> m_logs;
    QHash<int, int> m_openings; ///< documents that somebody else opened, by model
    int m_shownModel = 0;
    bool m_isShowing = false;
};

} // namespace tosaic::shell
