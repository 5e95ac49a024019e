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
/// flicker), error, and the content itself.
class StateStack : public QStackedWidget
{
    Q_OBJECT
public:
    explicit StateStack(QWidget *content, QWidget *parent = nullptr);

    void showContent();
    void showEmpty(const EmptyState &state);
    void showLoading(const QString &text);
    void showError(const ErrorText &error, const QString &actionText = {});

    bool isContentShown() const { return currentWidget() == m_content; }

Q_SIGNALS:
    /// The button of the empty or the error state.
    void actionTriggered();
    void cancelRequested();

private:
    QWidget *makeEmpty();
    QWidget *makeLoading();
    QWidget *makeError();
    void giveWay();
    void showPage(QWidget *page);

    QLabel *m_emptyIcon = nullptr;
    QLabel *m_emptyTitle = nullptr;
    QLabel *m_emptyText = nullptr;
    QPushButton *m_emptyAction = nullptr;
    QLabel *m_loadingText = nullptr;
    QLabel *m_errorTitle = nullptr;
    QLabel *m_errorText = nullptr;
    QPushButton *m_errorAction = nullptr;
    // Behind what makeEmpty() and its siblings fill in, which must not be reset afterwards.
    QWidget *m_content;
    QWidget *m_empty;
    QWidget *m_loading;
    QWidget *m_error;
    QString m_errorPlain;
    QTimer m_loadingTimer;
};

} // namespace tosaic::views
