// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/workspace/records.h"
#include "profiler/run.h"
#include "profiler/targets/runtarget.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::profile {

/// How long a source bears with the other end. Tests have less patience than people.
struct SourceLimits
{
    int retryMs = 500; ///< between attempts to connect again
    int reconnectMs = 60'000; ///< then a connection that was lost is given up
};

/// Where the bytes of a console come from: one kind of target each. Lives on a thread with an event
/// loop; nothing here waits. To add a target: a class like these, a case in consolesources.cpp, its
/// checks in requestcheck.cpp.
class ConsoleSource : public QObject
{
    Q_OBJECT
public:
    enum class State
    {
        Starting,
        Running,
        Reconnecting
    };

    using QObject::QObject;

    /// Once. finished() follows, also after stop(), never from inside either.
    virtual void start() = 0;
    virtual void stop() = 0;
    virtual void send(const QByteArray &bytes) { Q_UNUSED(bytes) }
    /// Whether its console is that of a runner, which says how the run ended.
    virtual bool hasRunnerConsole() const { return true; }
    /// What a target without one says of its run; known once it has finished, null if it does not.
    virtual std::shared_ptr<const Run> run() const { return {}; }
    /// Role and path of what the target left; known once it has finished.
    virtual std::vector<workspace::RunFile> files() const { return {}; }
    /// Adds what is known by now.
    virtual void describe(workspace::RunConditions &conditions) const { Q_UNUSED(conditions) }
    /// Why it ended other than by itself or by stop(). What the console says may outweigh it.
    const std::optional<Diagnostic> &problem() const { return m_problem; }

Q_SIGNALS:
    void output(const QByteArray &bytes);
    void stateChanged(tosaic::profile::ConsoleSource::State state);
    /// Something odd; it goes on.
    void noticed(const tosaic::Diagnostic &diagnostic);
    /// Exactly once after start(); all output has been delivered.
    void finished();

protected:
    void setProblem(Diagnostic problem) { m_problem = std::move(problem); }
    /// finished() from the event loop.
    void finishLater()
    {
        QMetaObject::invokeMethod(this, &ConsoleSource::finished, Qt::QueuedConnection);
    }

private:
    std::optional<Diagnostic> m_problem;
};

/// The source for a request. `folder` is where its target may leave files; it exists.
std::unique_ptr<ConsoleSource> makeConsoleSource(
    const RunRequest &request, const QString &folder, const SourceLimits &limits);

} // namespace tosaic::profile
