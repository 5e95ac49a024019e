// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "profiler/targets/liverun.h"
#include "views/target/hereform.h"
#include "views/target/hereresult.h"
#include "views/target/targetform.h"
#include "views/widgets/theme.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QVBoxLayout;

namespace tosaic::views {

class ConsoleView;

/// Where a program runs and what it prints: a target with its few fields, what stands in the way,
/// the command line, Run and Stop, the console as it comes and the newest numbers.
class RunPanel : public QWidget
{
    Q_OBJECT
public:
    explicit RunPanel(const Theme &theme, QWidget *parent = nullptr);
    ~RunPanel() override;

    void setDefaults(const RunDefaults &defaults);
    /// What the user chose, of each target; to be kept by somebody else.
    QJsonObject choices() const;
    void restore(const QJsonObject &choices);

    /// Of a target that is listened to: not if isHere().
    profile::RunRequest request() const;
    /// Tosaic runs the program itself.
    bool isHere() const { return !form()->target(); }
    HereRequest hereRequest() const;
    /// Shows what stands in the way of it.
    std::vector<Diagnostic> checkHere();
    /// A run of Tosaic itself has begun.
    void beginHere();
    void endHere(const HereOutcome &outcome);
    /// "here", "fvp", "serial", "tcp", "command", "host".
    QString targetId() const;
    void setTarget(const QString &id);
    /// Shows findings of somebody who looked before this panel did.
    void showFindings(const std::vector<Diagnostic> &findings);
    /// From now on the panel shows this run, which may end before the panel does.
    void follow(profile::LiveRun &run);

protected:
    void resizeEvent(QResizeEvent *event) override;

Q_SIGNALS:
    void runRequested();
    void stopRequested();
    void choicesChanged();
    void problemsRequested();

private:
    // runlayout.cpp
    QWidget *makeHead();
    QWidget *makeCommand();
    QWidget *makeLeft();
    QWidget *makeCommon();
    QWidget *makeRight(const Theme &theme);
    void addForms();

    TargetForm *form() const;
    void showTarget();
    void takeChange();
    void check();
    void showState();
    void showFigures();
    void showProblem();
    void takeEnd();
    void updateButtons();
    void saveConsole();
    void arrange();
    bool isRunning() const { return m_isRunningHere || (m_run && !m_run->hasEnded()); }

    const Theme &m_theme;
    std::vector<TargetForm *> m_forms;
    HereForm *m_here = nullptr;
    HereResult *m_hereResult = nullptr;
    QComboBox *m_target = nullptr;
    QLabel *m_state = nullptr;
    QBoxLayout *m_head = nullptr; ///< target; state and buttons
    QLabel *m_targetLabel = nullptr;
    QPushButton *m_consoleButton = nullptr; ///< where there is no room for fields and console
    QPushButton *m_start = nullptr;
    QPushButton *m_stop = nullptr;
    QWidget *m_commandRow = nullptr;
    QLineEdit *m_command = nullptr;
    QWidget *m_left = nullptr;
    QWidget *m_right = nullptr;
    QStackedWidget *m_stack = nullptr;
    QVBoxLayout *m_findings = nullptr;
    QLineEdit *m_name = nullptr;
    QComboBox *m_origin = nullptr;
    QSpinBox *m_timeLimit = nullptr;
    QSpinBox *m_quiet = nullptr;
    QWidget *m_common = nullptr;
    QLabel *m_figures = nullptr;
    QLabel *m_problem = nullptr;
    ConsoleView *m_console = nullptr;
    QPointer<profile::LiveRun> m_run;
    QString m_consolePath;
    QElapsedTimer m_clock;
    QTimer m_tick; ///< the elapsed time, once a second
    QTimer m_settle; ///< fields change with every key
    JobSlot m_checking;
    JobSlot m_saving;
    bool m_isReady = false; ///< nothing stands in the way
    bool m_isFilling = false;
    bool m_isRunningHere = false;
};

} // namespace tosaic::views
