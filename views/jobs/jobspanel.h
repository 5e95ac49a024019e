// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/jobhistory.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QTreeView;

namespace tosaic::views {

class JobsModel;
class StateStack;

/// Jobs of this session at the left, the live log of the chosen one at the right, with what to do
/// next when it failed.
class JobsPanel : public QWidget
{
    Q_OBJECT
public:
    JobsPanel(JobHistory &history, const Theme &theme, QWidget *parent = nullptr);

    void showJob(JobRecordId id);

private:
    QWidget *makeList(const Theme &theme);
    QWidget *makeLog(const Theme &theme);
    void update(JobRecordId id);

    JobHistory &m_history;
    JobsModel *m_model;
    JobRecordId m_shown;
    QTreeView *m_list = nullptr;
    QPlainTextEdit *m_log = nullptr;
    QLabel *m_stage = nullptr;
    QLabel *m_nextStep = nullptr;
    QProgressBar *m_progress = nullptr;
    QPushButton *m_cancel = nullptr;
    StateStack *m_states;
};

} // namespace tosaic::views
