// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/runsdocument.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QAction;
class QComboBox;
class QListView;
class QPushButton;
class QStackedWidget;

namespace tosaic::views {

class SearchLine;

class RunListModel;
class RunOrderModel;

/// The runs at hand: one is looked at, several can be selected to be compared, merged, noted or
/// dragged to a side of the comparison; grouped by what they have in common, with the trend of
/// those that are like the current one. A click on the title of a group selects it. F2 renames, Del
/// takes out of the list (not out of the workspace).
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
    bool eventFilter(QObject *watched, QEvent *event) override;
    void filter();
    void group();
    void selectGroup(int row);
    void editNote();
    QListView *makeList(const Theme &theme);
    QComboBox *makeGroups();
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
    RunOrderModel *m_order; ///< what the list shows; its rows are no indices
    QStackedWidget *m_stack = nullptr;
    SearchLine *m_filter = nullptr;
    QComboBox *m_groups = nullptr;
    QListView *m_list = nullptr;
    QAction *m_remove = nullptr;
    QAction *m_rename = nullptr;
    QAction *m_mark = nullptr;
    QAction *m_note = nullptr;
    QAction *m_group = nullptr; ///< selects the group
    QPushButton *m_compare = nullptr;
    QPushButton *m_merge = nullptr;
    bool m_isFollowing = false;
};

} // namespace tosaic::views
