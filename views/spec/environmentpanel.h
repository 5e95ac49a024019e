// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/environment.h"
#include "core/toolchain/environmentcreator.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QGridLayout;
class QLabel;
class QCheckBox;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace tosaic::views {

class Theme;

/// The Python environment that holds the compilers: which one is chosen, what is in it, what is
/// missing, and how to get one. Looks for one when it is first shown, or on refresh().
class EnvironmentPanel : public QWidget
{
    Q_OBJECT
public:
    explicit EnvironmentPanel(const Theme &theme, QWidget *parent = nullptr);
    ~EnvironmentPanel() override;

    /// Path of the Python interpreter in use: the chosen one, else the first that was found with
    /// the compilers; empty if none.
    QString interpreter() const;
    /// The user's choice from the settings; empty: look for one. Probes it; does not signal.
    void setInterpreter(const QString &python);
    /// What is in the environment in use; absent while nothing was found or asked.
    const std::optional<toolchain::ToolEnvironment> &environment() const { return m_current; }
    bool isCreating() const { return m_creator.isRunning(); }

public Q_SLOTS:
    /// Looks again at what is installed.
    void refresh();

Q_SIGNALS:
    /// The user chose another interpreter, or a new environment is ready.
    void interpreterChosen(const QString &python);
    /// environment() may have changed.
    void changed();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void makeStatus(QWidget *parent);
    void makeFound(QWidget *parent);
    void makeCreation(QWidget *parent);
    void onSearched(const std::optional<toolchain::ToolEnvironment> &found,
        const std::vector<toolchain::ToolEnvironment> &probed);
    void showOne(const toolchain::ToolEnvironment &environment);
    void showNone();
    void fillVersions();
    void fillFound();
    void showProblems();
    void chooseInterpreter();
    void choose(const QString &python);
    void startCreation();
    void onCreated(bool succeeded, const toolchain::ToolEnvironment &environment);
    void setCreating(bool on);

    const Theme &m_theme;
    toolchain::EnvironmentSearch m_search;
    toolchain::EnvironmentCreator m_creator;
    std::optional<toolchain::EnvironmentPins> m_pins;
    QString m_chosen;
    std::optional<toolchain::ToolEnvironment> m_current;
    std::vector<toolchain::ToolEnvironment> m_probed;
    bool m_wasAsked = false;

    QLabel *m_status = nullptr;
    QLabel *m_path = nullptr;
    QWidget *m_versionArea = nullptr;
    QGridLayout *m_versions = nullptr;
    QLabel *m_problems = nullptr;
    QPlainTextEdit *m_commands = nullptr;
    QPushButton *m_copyCommands = nullptr;
    QListWidget *m_found = nullptr;
    QLineEdit *m_folder = nullptr;
    QLineEdit *m_packages = nullptr;
    QCheckBox *m_cpuIndex = nullptr;
    QPushButton *m_create = nullptr;
    QPushButton *m_cancel = nullptr;
    QLabel *m_stage = nullptr;
    QProgressBar *m_progress = nullptr;
    QPlainTextEdit *m_log = nullptr;
};

} // namespace tosaic::views
