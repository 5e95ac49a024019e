// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "profiler/run.h"
#include "profiler/targets/runtarget.h"

#include <QObject>

#include <memory>

namespace tosaic::profile {

/// A run while it goes on: the bytes of its console as they come, what they say so far, and how it
/// ends. The raw console is kept in a file from the first byte on. Lives on a thread with an event
/// loop; nothing here waits.
class LiveRun : public QObject
{
    Q_OBJECT
public:
    enum class State
    {
        Idle,
        Starting,
        Running,
        Reconnecting, ///< serial and TCP: the other end went away
        Complete,
        Failed, ///< problem() says why
        Stopped, ///< by the user; what was read stays
        TimedOut
    };

    /// How much it takes and bears. Tests have less patience than people.
    struct Limits
    {
        quint64 consoleBytes = quint64(2) * 1024 * 1024 * 1024; ///< then the run is ended
        int retryMs = 500; ///< between attempts to connect again
        int reconnectMs = 60'000; ///< then a connection that was lost is given up
        int snapshotMs = 100; ///< between two runChanged(), at least
    };

    explicit LiveRun(RunRequest request, QObject *parent = nullptr);
    ~LiveRun() override;

    /// Before start().
    void setLimits(const Limits &limits);
    const RunRequest &request() const;
    State state() const;
    bool hasEnded() const;
    /// What the console says so far; null before the first line that means something. A new value
    /// with each runChanged(). Of a run on this machine: the time of each call, once it has ended.
    std::shared_ptr<const Run> run() const;
    /// The raw console so far, read from consolePath().
    QByteArray console() const;
    /// File of the raw console; empty before start(). Temporary unless the request names a folder.
    QString consolePath() const;
    quint64 consoleBytes() const;
    /// Files that the target left: "trace" (PMU trace), "etdump", "debug-buffer", "outputs".
    std::vector<workspace::RunFile> files() const;
    /// As stated, with what is known now: target, tools, mode "fast".
    workspace::RunConditions conditions() const;
    /// Why it failed or timed out. "run.failed", "run.truncated" and "run.no-inference" are what
    /// the console says; other ids are of the target.
    std::optional<Diagnostic> problem() const;
    std::vector<Diagnostic> diagnostics() const; ///< what was odd, reconnects among it

    /// Once for each object.
    void start();
    /// Ends it and keeps what was read.
    void stop();
    /// To the target's standard input or line; nothing for targets that do not listen.
    void send(const QByteArray &bytes);

Q_SIGNALS:
    void consoleAdded(const QByteArray &bytes);
    /// At most some ten times a second.
    void runChanged();
    void stateChanged(tosaic::profile::LiveRun::State state);
    /// Each of diagnostics() as it comes, and problem().
    void problemFound(const tosaic::Diagnostic &problem);
    /// Exactly once after start(), never from inside it.
    void finished();

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// "complete", "timed-out", ...: as the command line prints it.
QString stateName(LiveRun::State state);

/// Where the numbers of such a run come from: as stated, else as the target says; absent for a
/// command and a TCP port, behind which anything may be.
std::optional<Origin> originOf(const RunRequest &request);

/// As stated, else made from the target: "add.pte on ethos-u55-128".
QString runName(const RunRequest &request);

/// What stands in the way of a run before it is started: missing programs and files, MACs of the
/// target that differ from those the payload was compiled for. Looks at the file system only. Ids
/// "run.*"; errors keep it from starting, warnings do not.
std::vector<Diagnostic> checkRequest(const RunRequest &request);

/// The command line as a person would type it, quoted for a POSIX shell; empty for serial and TCP.
/// A run itself starts an FVP in the run's folder, where its trace appears.
QString commandLine(const RunRequest &request);

} // namespace tosaic::profile
