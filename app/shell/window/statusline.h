// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"

#include <QHash>
#include <QObject>

class QLabel;
class QProgressBar;
class QStatusBar;
class QToolButton;
class QWidget;

namespace tosaic::shell {

class Session;
class ToolKeeper;

/// The status bar: what is open at the left, tools and running jobs at the right.
class StatusLine : public QObject
{
    Q_OBJECT
public:
    StatusLine(Session &session, ToolKeeper &tools, QStatusBar &bar);

Q_SIGNALS:
    void jobsWanted();
    void toolsWanted();

private:
    QLabel *addFact(const QString &name, const QString &accessibleName);
    void showModel();
    void showProgram(const model::Program &program);
    QString formatText() const;
    void showTools();
    void showJobs();

    Session &m_session;
    ToolKeeper &m_tools;
    QWidget *m_facts; ///< one item of the bar: a message hides it as a whole
    QLabel *m_file;
    QLabel *m_size;
    QLabel *m_format;
    QLabel *m_npu;
    QLabel *m_arena;
    QToolButton *m_toolsButton;
    QToolButton *m_jobsButton;
    QProgressBar *m_progress;
};

} // namespace tosaic::shell
