// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

#include <QList>
#include <QObject>

namespace tosaic::views {
class AccuracyPage;
class DebuggerPage;
class RunListPanel;
class RunsPage;
}

namespace tosaic::shell {

class RunsArea;
class WorkspaceStore;

/// What can be seen of runs: fills the area of the mode Runs with its tabs when it is built, and
/// has an action for each.
class RunsTabs : public QObject
{
    Q_OBJECT
public:
    RunsTabs(const ShellContext &context, const WorkspaceStore &store, QObject *parent = nullptr);

    /// Enters the mode with this tab in front: "counters", "timeline", "operators", "roofline",
    /// "time", "kernels", "compare", "debugger", "accuracy".
    void show(const QString &tab);

Q_SIGNALS:
    void countersBuilt(tosaic::views::RunsPage *page);
    void accuracyBuilt(tosaic::views::AccuracyPage *page);
    void debuggerBuilt(tosaic::views::DebuggerPage *page);
    /// Other runs are compared than before; both empty: none.
    void comparedRunsChanged(
        const QList<int> &oldRuns, const QList<int> &newRuns, double leastEffect);
    /// The user merged these.
    void mergedRunsChanged(const QList<int> &runs);

private:
    void registerActions();
    void fill(RunsArea &area);
    void addTabs(RunsArea &area);
    void connectList(views::RunListPanel &list);
    QWidget *makeCounters();
    QWidget *makeTimeline();
    QWidget *makeOperators();
    QWidget *makeRoofline();
    QWidget *makeTime();
    QWidget *makeKernels();
    QWidget *makeCompare();
    QWidget *makeDebugger();
    QWidget *makeAccuracy();
    void showSuitable();

    ShellContext m_context;
    const WorkspaceStore &m_store;
    QString m_suitable; ///< tab that was shown for a run without being asked for
    RunsArea *m_area = nullptr; ///< null until the mode is entered first
    views::RunListPanel *m_list = nullptr; ///< in the area
};

} // namespace tosaic::shell
