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
    /// What is compiled is a model (.py, .pt2), so that it can be lowered anew.
    bool hasModel = false;
    int compiles = 0; ///< that run or wait, for advice that only a compile tells
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
    /// What the chosen change comes to, by a compile.
    void compileRequested(const tosaic::advice::Advice &advice);
    /// Which operators had better stay on the CPU.
    void pinSearchRequested();
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
    void showRow(const advice::Advice &advice);

    AdviceView m_view;
    AdviceModel *m_model;
    StateStack *m_states = nullptr;
    QPushButton *m_run = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_status = nullptr;
    DataTable *m_table = nullptr;
    QLabel *m_details = nullptr;
    QPushButton *m_use = nullptr;
    QPushButton *m_compile = nullptr;
    QPushButton *m_pins = nullptr;
};

} // namespace tosaic::views
