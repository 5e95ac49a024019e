// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advice/advicerun.h"

#include <QWidget>

#include <memory>

class QLabel;
class QProgressBar;
class QPushButton;

namespace tosaic::views {

class AdviceModel;
class DataTable;
class StateStack;
class Theme;

/// What the page shows of the advice about the open compile.
struct AdviceView
{
    bool hasInput = false; ///< there is TOSA to try it on
    bool hasTools = false;
    bool isRunning = false;
    int done = 0; ///< of `all` experiments, while it runs
    int all = 0;
    std::shared_ptr<const advice::AdviceResult> result; ///< null: not tried yet
};

/// Advice as a table: each change, what Vela says it makes of cycles and memory, the most useful
/// first; one click takes a change into the spec.
class AdvicePage : public QWidget
{
    Q_OBJECT
public:
    explicit AdvicePage(const Theme &theme, QWidget *parent = nullptr);
    ~AdvicePage() override;

    void setView(const AdviceView &view);

Q_SIGNALS:
    void tryRequested();
    void cancelRequested();
    /// The whole spec with the chosen change.
    void useRequested(const tosaic::spec::CompileSpec &spec);
    void openRequested();
    /// There is no Vela: where compilers are chosen.
    void toolsWanted();

private:
    QWidget *makeBar();
    QWidget *makeDetails();
    void showState();
    void showDetails();
    const advice::Advice *current() const;
    void use();

    AdviceView m_view;
    AdviceModel *m_model;
    StateStack *m_states = nullptr;
    QPushButton *m_run = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_status = nullptr;
    DataTable *m_table = nullptr;
    QLabel *m_details = nullptr;
    QPushButton *m_use = nullptr;
};

} // namespace tosaic::views
