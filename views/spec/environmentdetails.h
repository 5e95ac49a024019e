// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/environment.h"

#include <QWidget>

#include <optional>

class QGridLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace tosaic::views {

class Theme;

/// What is in one environment beside what was tested, what is missing, and the commands that mend
/// it; without one, how to get one.
class EnvironmentDetails : public QWidget
{
    Q_OBJECT
public:
    explicit EnvironmentDetails(const Theme &theme, QWidget *parent = nullptr);

    /// Null: there is none.
    void showEnvironment(const toolchain::ToolEnvironment *environment);

private:
    void fillVersions(const toolchain::ToolEnvironment *environment);
    void showProblems(const toolchain::ToolEnvironment *environment);

    std::optional<toolchain::EnvironmentPins> m_pins;
    QLabel *m_title;
    QWidget *m_versionArea;
    QGridLayout *m_versions;
    QLabel *m_problems;
    QPlainTextEdit *m_commands;
    QPushButton *m_copy;
};

} // namespace tosaic::views
