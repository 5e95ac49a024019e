// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/comparison.h"

#include <QFrame>
#include <QStringList>

class QSpinBox;

namespace tosaic::views {

class PathLine;

/// What is measured with, as the user chose it.
struct AccuracyQuestion
{
    QStringList inputFiles; ///< .npy in the order of the inputs, or .npz; empty: seeded
    QString samples; ///< folder of samples (accuracy::samplesIn); empty: none
    QString model; ///< .py or .pt2; empty: no float and quantised side
    QString board; ///< console with printed outputs, or ETDump; empty: none
    quint64 seed = 0;
    double leastSqnrDb = accuracy::AccuracyTable::UsualLeastSqnrDb;
    bool operator==(const AccuracyQuestion &) const = default;
};

/// The lines above the table.
class AccuracyForm : public QFrame
{
    Q_OBJECT
public:
    explicit AccuracyForm(QWidget *parent);

    AccuracyQuestion question() const;
    /// The model that the compile was made from, if it is known here; empty: not.
    void setModelDefault(const QString &path);

private:
    PathLine *m_inputs;
    PathLine *m_samples;
    PathLine *m_model;
    PathLine *m_board;
    QSpinBox *m_seed;
    QSpinBox *m_least;
};

} // namespace tosaic::views
