// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/joblist.h"
#include "views/jobs/jobactions.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QTabWidget;
class QToolButton;

namespace tosaic::views {

class DataTable;
class JobLogView;
class JobProblems;
class JobsModel;
class StageTimeline;
class StateStack;

/// All jobs at the left, the chosen one at the right: its stages, its live log, its problems, and
/// what to do next when it failed.
class JobsPanel : public QWidget
{
    Q_OBJECT
public:
    JobsPanel(JobList &jobs, const Theme &theme, QWidget *parent = nullptr);

    void showJob(JobId id);
    JobId shown() const { return m_shown; }
    /// The user has chosen it, not the panel because it is new.
    bool wasChosen() const { return m_wasChosen; }
    JobActions &actions() { return *m_actions; }
    JobProblems &problems() { return *m_problems; }
    /// Of the queue: nothing new starts.
    void setPaused(bool paused);

Q_SIGNALS:
    void actionRequested(tosaic::JobId id, tosaic::views::JobActions::Kind kind);
    void pauseRequested(bool pause);
    void saveLogRequested(tosaic::JobId id, const QString &text);
    void problemChosen(tosaic::JobId id, const tosaic::Diagnostic &problem);
    void problemActivated(tosaic::JobId id, const tosaic::Diagnostic &problem);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fitColumns();
    QWidget *makeList(const Theme &theme);
    QWidget *makeListHead();
    QWidget *makeDetails(const Theme &theme);
    QLayout *makeHead(QWidget *side);
    void connectHistory();
    void choose(JobId id);
    void update(JobId id);
    void updateCounts();
    void leave(JobId id);

    JobList &m_jobs;
    JobsModel *m_model;
    JobActions *m_actions;
    JobId m_shown;
    bool m_wasChosen = false;
    bool m_isFollowing = false;
    DataTable *m_list = nullptr;
    QLabel *m_counts = nullptr;
    QToolButton *m_pause = nullptr;
    QLabel *m_stage = nullptr;
    QLabel *m_nextStep = nullptr;
    QProgressBar *m_progress = nullptr;
    QPushButton *m_cancel = nullptr;
    StageTimeline *m_timeline = nullptr;
    QTabWidget *m_tabs = nullptr;
    JobLogView *m_log = nullptr;
    JobProblems *m_problems = nullptr;
    StateStack *m_states;
};

} // namespace tosaic::views
