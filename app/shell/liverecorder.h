// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/runkeeping.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>

namespace tosaic::shell {

class WorkspaceStore;

/// Keeps a run in the open workspace while it goes on: console and numbers are written once a
/// second, so that what was read survives a crash. Where another workspace is opened meanwhile,
/// nothing more is written; the run is saved there as a whole then. Lives on the GUI thread.
class LiveRecorder : public QObject
{
    Q_OBJECT
public:
    explicit LiveRecorder(WorkspaceStore &store, QObject *parent = nullptr);

    /// Nothing happens while no workspace is open that could be written to.
    void begin(const profile::StoredRun &run);
    bool isRecording() const { return m_state != nullptr; }
    void addConsole(const QByteArray &bytes);
    /// Values that arrived: what profile::ArrivingValues gives out.
    void addValues(std::vector<profile::ArrivingValues::Series> series);
    /// Ends it. Of a run without a console, `values` are its numbers.
    void finish(const QString &status, const workspace::RunConditions &conditions,
        const std::vector<workspace::RunFile> &files,
        const std::vector<workspace::RunValue> &values = {});

Q_SIGNALS:
    /// Everything is written, and the run has this number there; or it could not be kept, and the
    /// number is none.
    void finished(tosaic::workspace::RunId id);

private:
    /// Shared with the changes, which run one after the other on a pool thread.
    struct State
    {
        QString path; ///< of the workspace
        workspace::RunId id; ///< touched by the changes only
        std::shared_ptr<workspace::RunLock> lock; ///< the run counts as running; by changes only
        std::atomic<quint32> stored = workspace::RunId::None; ///< once it is finished
        std::atomic<bool> isOver = false; ///< nothing more is written
    };
    void flush();
    void takeStored();

    WorkspaceStore &m_store;
    std::shared_ptr<State> m_state; ///< null: nothing is recorded
    QString m_label;
    bool m_isConsole = true;
    QByteArray m_console;
    std::vector<profile::ArrivingValues::Series> m_series; ///< a name may come more than once
    QTimer m_flush;
};

} // namespace tosaic::shell
