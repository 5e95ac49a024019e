// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "profiler/session/modelhistory.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace tosaic::views {

class DataTable;
class HistoryModel;
class StateStack;
class Theme;

/// The columns of a model's history, for window and command line.
Columns<profile::HistoryStep> historyColumns();
/// "Vela 5.1.0 → 5.2.0; memoryMode Shared_Sram → Sram_Only": what differs from the step before for
/// the same target, or that there is none before it, or that nothing differs.
QString changesText(const profile::HistoryStep &step);

/// What became of a model over commits, specs and versions of the compilers: a row for each compile
/// in the workspace, with what changed at it.
class HistoryPage : public QWidget
{
    Q_OBJECT
public:
    explicit HistoryPage(const Theme &theme, QWidget *parent = nullptr);
    ~HistoryPage() override;

    /// Those of the workspace, to choose from. Empty: there is no workspace, or nothing in it.
    void setModels(const std::vector<profile::KnownModel> &models);
    /// Of the model that is chosen.
    void setSteps(std::vector<profile::HistoryStep> steps);
    /// Index into what was set; -1: there is none.
    int model() const;

Q_SIGNALS:
    void modelChosen(int model);
    /// The folder of a compile.
    void openRequested(const QString &folder);

private:
    void showDetails();
    void open();
    const profile::HistoryStep *current() const;

    HistoryModel *m_model;
    QComboBox *m_models = nullptr;
    DataTable *m_table = nullptr;
    QLabel *m_details = nullptr;
    QPushButton *m_open = nullptr;
    StateStack *m_states = nullptr;
};

} // namespace tosaic::views
