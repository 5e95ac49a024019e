// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/formpart.h"

class QComboBox;
class QLineEdit;
class QPlainTextEdit;

namespace tosaic::views {

/// What goes to Vela beyond the memory: flags, external blocks, debug information.
class VelaPart : public FormPart
{
    Q_OBJECT
public:
    explicit VelaPart(const Theme &theme, QWidget *parent = nullptr);

protected:
    void load(const spec::CompileSpec &spec) override;
    FieldNote::Fix fixFor(const Diagnostic &problem, const spec::CompileSpec &spec) override;

private:
    QPlainTextEdit *m_flags;
    QLineEdit *m_commands;
    QLineEdit *m_weights;
    QComboBox *m_debug;
};

} // namespace tosaic::views
