// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QLabel;
class QMenu;
class QToolBar;
class QToolButton;

namespace tosaic::shell {

class ActionRegistry;
class Session;

/// The toolbar: where one is in the history, what is open in a sentence, and at the right target
/// and memory mode as chips beside Compile.
class SummaryBar : public QObject
{
    Q_OBJECT
public:
    SummaryBar(Session &session, ActionRegistry &actions, QToolBar &bar);

private:
    QToolButton *addChip(const QString &name, const QString &accessibleName);
    void fillTargets();
    void fillMemoryModes();
    void showSpec();
    void showSentence();

    Session &m_session;
    QToolBar &m_bar;
    QLabel *m_sentence;
    QToolButton *m_target = nullptr;
    QToolButton *m_memory = nullptr;
};

} // namespace tosaic::shell
