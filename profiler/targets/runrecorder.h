// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"
#include "profiler/targets/liverun.h"
#include "profiler/targets/runkeeping.h"

#include <QElapsedTimer>
#include <QTimer>

namespace tosaic::profile {

/// Records a live run in a workspace while it goes on: its console in pieces and its counters as
/// series, so that a crash of ours loses less than a second of them, and numbers, conditions and
/// files when it has ended. Thread
/// of the run; the workspace is written from there.
class RunRecorder : public QObject
{
    Q_OBJECT
public:
    /// Both must outlive the recorder.
    RunRecorder(LiveRun &run, workspace::Workspace &workspace, QObject *parent = nullptr);
    ~RunRecorder() override;

    /// A folder for the files of a run that is recorded there: "W.runs/20260131-120000-000" beside
    /// W.tosaic. For RunRequest::folder; what the workspace keeps itself is removed from it by
    /// the destructor.
    static QString folderFor(const QString &workspacePath);

    /// Before the run is started. Errors: those of the workspace.
    Result<workspace::RunId> begin();
    workspace::RunId id() const { return m_id; } ///< none before begin()
    /// Why not everything was recorded; absent if all is well.
    const std::optional<Diagnostic> &problem() const { return m_problem; }

Q_SIGNALS:
    /// Once, after the run's finished(): it is all there, or problem() says what is not.
    void recorded(tosaic::workspace::RunId id);

private:
    void take(const QByteArray &bytes);
    void takeValues(bool isOver);
    void write();
    void finish();
    void tidy() const;
    std::vector<workspace::RunValue> values();
    void keep(const Result<void> &written);

    LiveRun &m_run;
    workspace::Workspace &m_workspace;
    workspace::RunId m_id;
    QByteArray m_waiting; ///< not yet in the workspace
    ArrivingValues m_values; ///< not yet in the workspace
    QElapsedTimer m_clock;
    QTimer m_flush;
    std::optional<Diagnostic> m_problem;
    bool m_isRecorded = false;
};

} // namespace tosaic::profile
