// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"
#include "profiler/targets/liverun.h"
#include "profiler/targets/runkeeping.h"

#include <QElapsedTimer>
#include <QTimer>

#include <functional>
#include <memory>

namespace tosaic::profile {

/// Records a live run in a workspace while it goes on: its console in pieces and its counters as
/// series, so that a crash of ours loses about a second of them, and numbers, conditions and files
/// when it has ended. Lives on the thread of the run. The workspace is written wherever its writer
/// does that: at once (the command line), or on another thread (a window).
class RunRecorder : public QObject
{
    Q_OBJECT
public:
    using Change = std::function<Result<void>(workspace::Workspace &)>;
    /// Whether lists of runs show what a change does, or it only adds to what a run holds.
    enum class Seen
    {
        InLists,
        InTheRun
    };
    /// Applies changes one after the other, in their order; `name` is that of the run. A change may
    /// outlive the recorder.
    using Writer = std::function<void(const QString &name, Change change, Seen seen)>;

    /// Where the writer works later, settle() tells that it may have.
    explicit RunRecorder(Writer writer, QObject *parent = nullptr);
    /// Follows a run from begin() to its end and writes at once. Both must outlive the recorder.
    RunRecorder(LiveRun &run, workspace::Workspace &workspace, QObject *parent = nullptr);
    ~RunRecorder() override;

    /// A folder for the files of a run that is recorded there: "W.runs/20260131-120000-000" beside
    /// W.tosaic. For RunRequest::folder; what the workspace keeps itself is removed from it by
    /// the destructor.
    static QString folderFor(const QString &workspacePath);

    /// Of the run that is followed, before it is started. Errors: those of the workspace.
    Result<workspace::RunId> begin();
    /// Any other, in the workspace of this path; what is written while another is open is dropped.
    void begin(const MeasuredRun &run, const QString &workspacePath);
    bool isRecording() const { return m_state != nullptr; }
    void addConsole(const QByteArray &bytes);
    /// Values that arrived: what ArrivingValues gives out.
    void addValues(std::vector<ArrivingValues::Series> series);
    void finish(RunEnd end);
    /// Nothing more is written: the workspace is not the open one any more.
    void abandon();
    /// Looks whether the writer has written the end, and says so by recorded().
    void settle();

    workspace::RunId id() const; ///< none before it began in the file
    /// Why not everything was recorded; absent if all is well.
    std::optional<Diagnostic> problem() const;

Q_SIGNALS:
    /// Once: it is all there, or problem() says what is not and the number may be none.
    void recorded(tosaic::workspace::RunId id);

private:
    struct State;
    void change(Change change, Seen seen);
    void flush();
    void takeValues(bool isOver);
    void finishFollowed();
    void tidy() const;

    Writer m_writer;
    LiveRun *m_run = nullptr; ///< that is followed; null: somebody else tells what comes
    workspace::Workspace *m_workspace = nullptr; ///< of the run that is followed
    std::shared_ptr<State> m_state; ///< null: nothing is recorded
    std::shared_ptr<const State> m_ended; ///< of the run before
    QString m_name;
    bool m_hasRunnerConsole = true;
    QByteArray m_console; ///< not yet in the workspace
    std::vector<ArrivingValues::Series> m_series; ///< the same; a name may come more than once
    ArrivingValues m_values; ///< of the run that is followed
    QElapsedTimer m_clock;
    QTimer m_flush;
};

} // namespace tosaic::profile
