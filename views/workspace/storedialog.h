// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace tosaic::views {

/// Which store of the team the open workspace belongs to, how it stands with it, and the button
/// that sends and fetches now. Stays open beside the window.
class StoreDialog : public QDialog
{
    Q_OBJECT
public:
    /// `address`: the one in use; empty: none.
    explicit StoreDialog(const QString &address, QWidget *parent = nullptr);

    /// How it stands, in sentences; `isBusy`: something is sent or fetched just now.
    void setState(const QString &text, bool isBusy);

Q_SIGNALS:
    /// Empty: the workspace belongs to no store.
    void addressChosen(const QString &address);
    void syncRequested();

private:
    void refresh();

    QString m_chosen; ///< in use
    QLineEdit *m_address;
    QLabel *m_note;
    QLabel *m_state;
    QPushButton *m_use;
    QPushButton *m_sync;
    bool m_isBusy = false;
};

} // namespace tosaic::views
