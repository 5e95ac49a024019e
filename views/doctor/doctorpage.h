// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/doctor/checkup.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace tosaic::views {

class DataTable;
class DoctorModel;
class Theme;

/// What this machine has of the tools, a row each: whether it fits, and of the chosen one the
/// commands that mend it, with the licence they ask for. Runs nothing by itself.
class DoctorPage : public QWidget
{
    Q_OBJECT
public:
    explicit DoctorPage(const Theme &theme, QWidget *parent = nullptr);
    ~DoctorPage() override;

    /// The chosen row stays chosen where there are as many.
    void setTools(const std::vector<profile::CheckedTool> &tools);
    /// Something is looked for or checked just now.
    void setBusy(bool isBusy);

Q_SIGNALS:
    void checkAllRequested();
    /// The smallest check of one row of what was set.
    void checkRequested(int row);
    /// Where compilers are chosen and made.
    void compilersRequested();

private:
    QWidget *makeBar();
    QWidget *makeDetails(const Theme &theme);
    void showDetails();
    const profile::CheckedTool *current() const;

    DoctorModel *m_model;
    DataTable *m_table = nullptr;
    QLabel *m_status = nullptr;
    QPushButton *m_all = nullptr;
    QPushButton *m_one = nullptr;
    QLabel *m_details = nullptr;
    QPlainTextEdit *m_commands = nullptr;
    QPushButton *m_copy = nullptr;
    QPushButton *m_compilers = nullptr;
    bool m_isBusy = false;
};

} // namespace tosaic::views
