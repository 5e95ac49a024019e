// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/errortext.h"

#include <QStackedWidget>
#include <QTimer>

class QLabel;
class QProgressBar;
class QPushButton;

namespace tosaic::views {

/// What an empty panel says: what will be here, and the one action that fills it.
struct EmptyState
{
    QString iconName; ///< freedesktop name
    QString title;
    QString text;
    QString actionText; ///< empty: no button
};

/// The four states of a panel: empty, loading (shown after 300 ms, so that quick things do not
/// flicker), error, and the content itself. A state is made when it is first told of: a window has
/// many panels, most of which never fail.
class StateStack : public QStackedWidget
{
    Q_OBJECT
public:
    explicit StateStack(QWidget *content, QWidget *parent = nullptr);

    void showContent();
    void showEmpty(const EmptyState &state);
    void showLoading(const QString &text);
    /// `key` does what the button does, wherever the focus is in the window.
    void showError(
        const ErrorText &error, const QString &actionText = {}, const QKeySequence &key = {});

    bool isContentShown() const { return currentWidget() == m_content; }
    /// Of the empty state, to add another way out of it.
    QWidget *emptyPage();

Q_SIGNALS:
    /// The button of the empty or the error state.
    void actionTriggered();
    void cancelRequested();

private:
    QWidget *makeEmpty();
    QWidget *makeLoading();
    QWidget *makeError();
    QWidget *known(QWidget *&page, QWidget *(StateStack::*make)());
    void giveWay();
    void showPage(QWidget *page);

    QLabel *m_emptyTitle = nullptr;
    QLabel *m_emptyText = nullptr;
    QPushButton *m_emptyAction = nullptr;
    QLabel *m_loadingText = nullptr;
    QLabel *m_errorTitle = nullptr;
    QLabel *m_errorText = nullptr;
    QPushButton *m_errorAction = nullptr;
    QWidget *m_content;
    QWidget *m_empty = nullptr; ///< this and what follows: until it is told of
    QWidget *m_loading = nullptr;
    QWidget *m_error = nullptr;
    QString m_errorPlain;
    QTimer m_loadingTimer;
};

} // namespace tosaic::views
