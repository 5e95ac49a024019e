// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QPushButton;
class QTreeWidget;

namespace tosaic {
class Approvals;
}

namespace tosaic::shell {

/// What files of other people may start, connect to or write on this machine, to be looked at and
/// withdrawn.
class ApprovalsDialog : public QDialog
{
    Q_OBJECT
public:
    /// The approvals outlive it.
    explicit ApprovalsDialog(Approvals &approvals, QWidget *parent = nullptr);

Q_SIGNALS:
    void withdrawn();

private:
    void fill();
    void withdraw();

    Approvals &m_approvals;
    QTreeWidget *m_list;
    QPushButton *m_withdraw;
};

} // namespace tosaic::shell
