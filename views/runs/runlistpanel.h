// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/runsdocument.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QAction;
class QListView;
class QPushButton;
class QStackedWidget;

namespace tosaic::views {

class SearchLine;

class RunListModel;

/// The runs at hand: one is looked at, several can be selected to be compared or merged. F2
/// renames, Del takes out of the list (not out of the workspace).
class RunListPanel : public QWidget
{
    Q_OBJECT
public:
    RunListPanel(RunsDocument &runs, const Theme &theme, QWidget *parent = nullptr);
    ~RunListPanel() override;

    QList<int> selectedRuns() const; ///< indices, in the order of the list

Q_SIGNALS:
    /// The user wants to open consoles, traces or dumps.
    void openRequested();
    /// Old: those marked as old, or of two selected the one that is older.
    void compareRequested(const QList<int> &oldRuns, const QList<int> &newRuns);
    void mergeRequested(const QList<int> &runs);

private:
    void filter();
    QListView *makeList(const Theme &theme);
    QWidget *makeButtons();
    QAction *addAction(const QString &name, const QString &text, const QKeySequence &keys,
        void (RunListPanel::*slot)());
    void removeSelected();
    void renameCurrent();
    void markOld();
    void compare();
    void merge();
    void showCurrent();
    void showChoices();
    std::pair<QList<int>, QList<int>> sides() const;

    RunsDocument &m_runs;
    RunListModel *m_model;
    QStackedWidget *m_stack = nullptr;
    SearchLine *m_filter = nullptr;
    QListView *m_list = nullptr;
    QAction *m_remove = nullptr;
    QAction *m_rename = nullptr;
    QAction *m_mark = nullptr;
    QPushButton *m_compare = nullptr;
    QPushButton *m_merge = nullptr;
    bool m_isFollowing = false;
};

} // namespace tosaic::views
