// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/arraydifference.h"
#include "core/base/diagnostic.h"
#include "views/target/imageinput.h"
#include "views/target/targetform.h"
#include "views/widgets/formparts.h"

namespace tosaic::views {

/// What is run in Tosaic itself, the NPU simulated. Values only.
struct HereRequest
{
    QString program; ///< .pte, .bpte, or what holds one stream: .tflite, .npz
    QString method = QStringLiteral("forward");
    /// .npy or pictures in the order of the inputs, or .npz by name; none: seeded, or a .bpte's.
    QStringList inputFiles;
    Preprocessing pictures;
    quint64 seed = 0;
    QStringList
        expectedFiles; ///< .npy in the order of the outputs; none: not judged, or as a .bpte says
    analysis::Tolerance tolerance;
    QString labelFile; ///< a name a line, for the largest numbers; empty: none
};

/// This machine: functional, no timing.
class HereForm : public TargetForm
{
    Q_OBJECT
public:
    explicit HereForm(QWidget *parent = nullptr);

    HereRequest request() const;
    /// The same on the command line; empty without a program.
    QString commandLine() const;
    /// What stands in the way; looks at files.
    std::vector<Diagnostic> problems() const;
    bool listens() const override { return false; }
    void setDefaults(const RunDefaults &defaults) override;

private:
    PathLine *m_program = nullptr;
    QComboBox *m_method = nullptr;
    PathLine *m_inputs = nullptr;
    QLineEdit *m_mean = nullptr;
    QLineEdit *m_deviation = nullptr;
    QSpinBox *m_seed = nullptr;
    PathLine *m_expected = nullptr;
    QLineEdit *m_absolute = nullptr;
    QLineEdit *m_relative = nullptr;
    PathLine *m_labels = nullptr;
};

} // namespace tosaic::views
