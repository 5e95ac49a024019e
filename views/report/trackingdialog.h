// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QUrl>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace tosaic::views {

/// What goes into an experiment of an MLflow server, and which. Stays open beside the window.
class TrackingDialog : public QDialog
{
    Q_OBJECT
public:
    TrackingDialog(const QString &server, const QString &experiment, QWidget *parent = nullptr);

    /// What there is to send; the chosen one stays chosen where there are as many.
    void setChoices(const QStringList &names);
    /// How the last one went; `isBusy`: it is sent just now.
    void setState(const QString &text, bool isBusy);

Q_SIGNALS:
    void sendRequested(int choice, const QUrl &server, const QString &experiment);

private:
    void refresh();

    QComboBox *m_what;
    QLineEdit *m_server;
    QLineEdit *m_experiment;
    QLabel *m_note;
    QLabel *m_state;
    QPushButton *m_send;
    bool m_isBusy = false;
};

} // namespace tosaic::views
