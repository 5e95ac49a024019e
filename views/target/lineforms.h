// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/target/targetform.h"
#include "views/widgets/formparts.h"

class QLabel;

namespace tosaic::views {

/// A board at a serial port.
class SerialForm : public TargetForm
{
    Q_OBJECT
public:
    explicit SerialForm(QWidget *parent = nullptr);

    std::optional<profile::RunTarget> target() const override;
    bool isEndless() const override { return true; }
    /// Looks for ports: that takes longer than all the rest of the panel.
    void choose() override;
    /// Looks which ports there are.
    void refresh();

private:
    bool m_hasLooked = false;
    QString m_chosen; ///< empty: the first port that was found
    QComboBox *m_port = nullptr;
    QComboBox *m_baud = nullptr;
    QCheckBox *m_reconnects = nullptr;
    QLabel *m_note = nullptr;
};

/// A console behind a TCP port.
class TcpForm : public TargetForm
{
    Q_OBJECT
public:
    explicit TcpForm(QWidget *parent = nullptr);

    std::optional<profile::RunTarget> target() const override;
    bool isEndless() const override { return true; }

private:
    QLineEdit *m_host = nullptr;
    QSpinBox *m_port = nullptr;
    QCheckBox *m_reconnects = nullptr;
};

/// Any program that prints a console.
class CommandForm : public TargetForm
{
    Q_OBJECT
public:
    explicit CommandForm(QWidget *parent = nullptr);

    std::optional<profile::RunTarget> target() const override;

private:
    PathLine *m_program = nullptr;
    QLineEdit *m_arguments = nullptr;
    PathLine *m_folder = nullptr;
};

} // namespace tosaic::views
