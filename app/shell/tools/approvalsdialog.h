// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/approvals.h"
#include "views/models/columnmodel.h"

#include <QDialog>

class QPushButton;

namespace tosaic::views {
class DataTable;
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
    views::ColumnModel<Approval> *m_rows;
    views::DataTable *m_list;
    QPushButton *m_withdraw;
};

} // namespace tosaic::shell
