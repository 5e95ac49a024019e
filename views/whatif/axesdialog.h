// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"
#include "core/sweep/grid.h"

#include <QDialog>

class QCheckBox;
class QDialogButtonBox;
class QLabel;
class QListWidget;
class QMenu;
class QPlainTextEdit;
class QSpinBox;

namespace tosaic::views {

/// Flags to Vela, sets of pins and other variants of the spec as further axes of the grid.
class AxesDialog : public QDialog
{
    Q_OBJECT
public:
    /// `chosen`: optimise, extraFlags, variants and sample of it are shown; `offered`: variants
    /// that can be chosen beside its own; `current`: the spec that they change.
    AxesDialog(const sweep::Grid &chosen, const std::vector<sweep::Variant> &offered,
        spec::CompileSpec current, QWidget *parent = nullptr);

    /// One more variant, chosen; one of this name is replaced.
    void add(const sweep::Variant &variant);
    /// What is chosen: optimise, extraFlags, variants and sample.
    sweep::Grid grid() const;
    /// All variants, chosen or not.
    std::vector<sweep::Variant> variants() const;
    /// "as in the spec", "8 kinds of flags, 2 variants"; short: empty, "8 × 2".
    static QString axesText(const sweep::Grid &grid, bool isShort = false);

Q_SIGNALS:
    /// A spec file is to be one more variant.
    void specWanted();

private:
    QWidget *makeFlags();
    QWidget *makeVariants();
    QWidget *makeSample();
    void fillMenu(QMenu &menu);
    void addFlag(const QString &flag, bool takesValue);
    void addRow(const sweep::Variant &variant, bool isChosen);
    std::vector<QStringList> alternatives(QString *problem = nullptr) const;
    void refresh();

    spec::CompileSpec m_current;
    std::vector<sweep::Variant> m_variants; ///< by row of m_list
    QCheckBox *m_performance;
    QCheckBox *m_size;
    QPlainTextEdit *m_flags;
    QCheckBox *m_plain;
    QListWidget *m_list;
    QSpinBox *m_cells; ///< of a sample; 0: every combination
    QSpinBox *m_seed;
    QLabel *m_note;
    QDialogButtonBox *m_buttons;
};

} // namespace tosaic::views
