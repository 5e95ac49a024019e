// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/formpart.h"

class QLineEdit;

namespace tosaic::views {

class FlagEditor;

/// What goes to Vela beyond the memory: flags and external blocks.
class VelaPart : public FormPart
{
    Q_OBJECT
public:
    explicit VelaPart(const Theme &theme, QWidget *parent = nullptr);

protected:
    void load(const spec::CompileSpec &spec) override;
    QString summary(const spec::CompileSpec &spec) const override;

private:
    void addTag(const QString &key, const QString &label, QLineEdit *line,
        QString spec::CompileSpec::*member);

    FlagEditor *m_flags;
    QLineEdit *m_commands;
    QLineEdit *m_weights;
};

} // namespace tosaic::views
