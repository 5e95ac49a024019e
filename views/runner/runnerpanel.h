// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/runnerplan.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace tosaic::views {

class StateStack;

/// The bare-metal runner of the open program: the kernels it must be linked with, and the commands
/// that build it, to copy or to run where a checkout and a cross compiler are.
class RunnerPanel : public QWidget
{
    Q_OBJECT
public:
    struct Choices
    {
        QString checkout;
        QString toolchain;
        analysis::ProgramPlacement placement = analysis::ProgramPlacement::Embedded;
        quint64 address = 0; ///< 0: none is written in full
        bool recordsEtdump = false;
    };

    explicit RunnerPanel(QWidget *parent = nullptr);

    Choices choices() const;
    void setChoices(const Choices &choices);
    /// `missing`: what keeps the commands from being run here.
    void showPlan(const QString &programName, const analysis::RunnerPlan &plan,
        const std::vector<Diagnostic> &missing);
    /// No program is open.
    void showEmpty();
    void setRunning(bool running);

Q_SIGNALS:
    void choicesChanged();
    void buildRequested(bool startFvp);
    void openRequested();

private:
    // runnerlayout.cpp
    QWidget *makeContent();
    QWidget *makeHead();
    QWidget *makeCheckout();
    QWidget *makeChoices();
    QWidget *makeKernels();
    QWidget *makeTexts();

    void connectParts();
    void chooseCheckout();
    void showAddress();
    void updateButtons();

    StateStack *m_states = nullptr;
    QLabel *m_title = nullptr;
    QLineEdit *m_checkout = nullptr;
    QPushButton *m_chooseCheckout = nullptr;
    QComboBox *m_toolchain = nullptr;
    QComboBox *m_placement = nullptr;
    QLineEdit *m_address = nullptr;
    QCheckBox *m_etdump = nullptr;
    QLineEdit *m_kernels = nullptr;
    QPushButton *m_copyKernels = nullptr;
    QPlainTextEdit *m_commands = nullptr;
    QPushButton *m_copyCommands = nullptr;
    QLabel *m_notes = nullptr;
    QWidget *m_notesArea = nullptr;
    QPushButton *m_build = nullptr;
    QPushButton *m_run = nullptr;
    bool m_canBuild = false;
    bool m_canRun = false;
    bool m_isRunning = false;
};

} // namespace tosaic::views
