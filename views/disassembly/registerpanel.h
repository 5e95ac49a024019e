// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/documents/npuanalysis.h"

#include <QWidget>

class QLabel;

namespace tosaic::views {

class DataTable;
class RegisterModel;
struct RegisterRow;

/// The registers an operation ran with: name, value, and the command that set it.
class RegisterPanel : public QWidget
{
    Q_OBJECT
public:
    explicit RegisterPanel(QWidget *parent = nullptr);

    /// -1: no operation. The state is computed on a pool thread.
    void show(const std::shared_ptr<const NpuAnalysis> &analysis, int operation);

Q_SIGNALS:
    /// Double click or Enter: go to the command that set the register.
    void commandChosen(int command);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void showTable(bool on);
    void take(std::vector<RegisterRow> rows);

    std::shared_ptr<const NpuAnalysis> m_analysis;
    int m_operation = -1;
    JobSlot m_slot;
    RegisterModel *m_model;
    QLabel *m_title;
    QLabel *m_empty;
    DataTable *m_table;
};

} // namespace tosaic::views
