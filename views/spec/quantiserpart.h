// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/formpart.h"

class QCheckBox;
class QComboBox;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace tosaic::views {

/// Delegation, quantisation and the samples it is calibrated with.
class QuantiserPart : public FormPart
{
    Q_OBJECT
public:
    explicit QuantiserPart(const Theme &theme, QWidget *parent = nullptr);

protected:
    void load(const spec::CompileSpec &spec) override;

private:
    void makeQuantiser();
    void makeCalibration();
    void changeQuantiser(const std::function<void(spec::Quantizer &)> &edit);
    void changeCalibration();
    void addFiles();

    QCheckBox *m_delegate;
    QComboBox *m_scheme;
    QComboBox *m_activations;
    QCheckBox *m_perChannel;
    QComboBox *m_calibration;
    QWidget *m_random;
    QSpinBox *m_samples;
    QSpinBox *m_seed;
    QWidget *m_fileRow;
    QListWidget *m_files;
};

} // namespace tosaic::views
