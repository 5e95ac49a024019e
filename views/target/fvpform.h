// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/target/targetform.h"
#include "views/widgets/formparts.h"

class QFormLayout;
class QLabel;

namespace tosaic::views {

/// Arm's Fixed Virtual Platforms.
class FvpForm : public TargetForm
{
    Q_OBJECT
public:
    explicit FvpForm(QWidget *parent = nullptr);

    std::optional<profile::RunTarget> target() const override;
    bool listens() const override { return false; }
    void setDefaults(const RunDefaults &defaults) override;
    void restore(const QJsonObject &choices) override;

private:
    enum class Placement
    {
        Image,
        Address,
        Semihosting
    };

    void build();
    void fillMacs(quint32 wanted);
    void showPlacement();
    Placement placement() const;
    profile::FvpTarget::Platform platform() const;

    QFormLayout *m_form = nullptr;
    QComboBox *m_platform = nullptr;
    QComboBox *m_macs = nullptr;
    QLabel *m_compiledFor = nullptr;
    PathLine *m_program = nullptr;
    PathLine *m_elf = nullptr;
    QComboBox *m_placement = nullptr;
    PathLine *m_pte = nullptr;
    QLineEdit *m_address = nullptr;
    PathLine *m_inputs = nullptr;
    QCheckBox *m_fast = nullptr;
    QCheckBox *m_trace = nullptr;
    QLineEdit *m_extra = nullptr;
    bool m_isGiven = false; ///< platform and MACs are those of the program
};

} // namespace tosaic::views
