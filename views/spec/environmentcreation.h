// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/environmentcreator.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace tosaic::views {

class Theme;

/// Makes a new environment: what is to be in it, where, and how far that is.
class EnvironmentCreation : public QWidget
{
    Q_OBJECT
public:
    explicit EnvironmentCreation(const Theme &theme, QWidget *parent = nullptr);

    bool isRunning() const { return m_creator.isRunning(); }
    /// What happens to an environment otherwise, in the line of the stages.
    void say(const QString &text);
    /// Fills the form in for Vela alone in this version; who looks at it begins.
    void propose(const QString &velaVersion);

Q_SIGNALS:
    void created(const toolchain::ToolEnvironment &environment);

private:
    void makeRequest();
    void makeProgress(const Theme &theme);
    void connectParts();
    bool isVelaOnly() const;
    void updateForm();
    void start();
    void onFinished(bool succeeded, const toolchain::ToolEnvironment &environment);
    void setRunning(bool on);

    toolchain::EnvironmentCreator m_creator;
    QComboBox *m_what;
    QLineEdit *m_velaVersion;
    QLabel *m_note;
    QLineEdit *m_folder;
    QLineEdit *m_packages;
    QCheckBox *m_cpuIndex;
    QPushButton *m_create;
    QPushButton *m_cancel;
    QLabel *m_stage;
    QProgressBar *m_progress;
    QPlainTextEdit *m_log;
};

} // namespace tosaic::views
