// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"
#include "core/base/approvals.h"
#include "core/base/joblist.h"
#include "core/base/jobslot.h"
#include "profiler/session/livefiles.h"
#include "profiler/targets/runrecorder.h"
#include "views/target/targetform.h"

#include <QElapsedTimer>
#include <QJsonObject>
#include <QObject>
#include <QSet>
#include <QTimer>

namespace tosaic::views {
class RunPanel;
}

namespace tosaic::shell {

class HereController;
class ToolKeeper;
class WorkspaceStore;

/// Runs the program on a target and listens: one run at a time, shown in the list of runs while it
/// goes on, and kept in the open workspace.
class LiveController : public QObject
{
    Q_OBJECT
public:
    LiveController(const ShellContext &context, const ToolKeeper &tools, WorkspaceStore &store,
        views::RunPanel &panel, QObject *parent = nullptr);
    ~LiveController() override;

    bool isRunning() const { return m_run && !m_run->hasEnded(); }
    /// Runs of Tosaic itself.
    HereController &here() { return *m_here; }
    /// Null before the first run.
    profile::LiveRun *run() const { return m_run; }
    /// Looks whether it can run, and runs it; what stands in the way is shown by the panel. What a
    /// workspace of somebody else names is shown and asked about first.
    void start();
    void stop();

Q_SIGNALS:
    /// A run has begun to be listened to: what shows counters over time may come to the front.
    void started();

private:
    void registerActions();
    void connectAll();
    void updateActions();
    void fillDefaults();
    void restoreChoices();
    void noteChange();
    void keepChoices();
    void keepInSettings(const QJsonObject &choices);
    QSet<QString> foreignTargets(const QJsonObject &choices) const;
    void take(const profile::RunRequest &request, const std::vector<Diagnostic> &findings,
        const std::optional<TrustSubject> &foreign);
    void askTrust(const TrustSubject &subject);
    views::RunDefaults defaults() const;
    void refuse();
    void begin(profile::RunRequest request);
    QString makeFolder() const;
    void listRun();
    void takeConsole(const QByteArray &bytes);
    void takeRun();
    void takeEnd();
    void takeFiles(const LiveFiles &files);
    void keep(const std::vector<workspace::RunValue> &values);
    void takeStored(workspace::RunId id);
    void endJob();
    void showProblems(const std::vector<Diagnostic> &more);
    /// Of the run in the list; -1 if the user took it away.
    int index() const;
    void update(const std::function<void(profile::MeasuredRun &)> &change);

    ShellContext m_context;
    const ToolKeeper &m_tools;
    WorkspaceStore &m_store;
    views::RunPanel &m_panel;
    HereController *m_here;
    profile::RunRecorder *m_recorder;
    QString m_recordedIn; ///< workspace that the run is recorded in; empty: none
    profile::LiveRun *m_run = nullptr; ///< ours
    std::shared_ptr<const profile::Run> m_listed; ///< what the list shows of it
    profile::ArrivingValues m_values; ///< of its counters, when they came
    QElapsedTimer m_clock;
    QTimer m_settle; ///< choices change with every key
    QString m_consoleSha256; ///< once the run has ended
    QString m_modelSha256; ///< of the program that is open; empty: not hashed yet
    JobSlot m_checking;
    JobSlot m_reading;
    JobSlot m_hashing;
    JobId m_record;
    QByteArray m_line; ///< begun, for the log of the job
    bool m_isRestoring = false;
    QJsonObject m_plain; ///< choices of a panel that nobody has touched
    QJsonObject m_known; ///< choices as restored or kept: only what differs is a change of the user
    /// Targets whose choices came out of a workspace that was not written here: run only with an
    /// approval of the very thing, and never kept in the settings.
    QSet<QString> m_foreign;
};

} // namespace tosaic::shell
