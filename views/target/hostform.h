// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/target/targetform.h"
#include "views/widgets/formparts.h"

class QLabel;

namespace tosaic::views {

/// ExecuTorch's runtime on this computer.
class HostForm : public TargetForm
{
    Q_OBJECT
public:
    explicit HostForm(QWidget *parent = nullptr);

    std::optional<profile::RunTarget> target() const override;
    bool listens() const override { return false; }
    void setDefaults(const RunDefaults &defaults) override;

private:
    void showInputs();

    RunDefaults m_defaults;
    PathLine *m_pte = nullptr;
    PathLine *m_data = nullptr;
    QComboBox *m_method = nullptr;
    QLabel *m_shapes = nullptr;
    PathLine *m_inputs = nullptr;
    QSpinBox *m_seed = nullptr;
    QSpinBox *m_warmups = nullptr;
    QSpinBox *m_repeats = nullptr;
    QCheckBox *m_etdump = nullptr;
    QCheckBox *m_outputs = nullptr;
    PathLine *m_interpreter = nullptr;
};

} // namespace tosaic::views
