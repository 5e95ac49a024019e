// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/formpart.h"

class QComboBox;
class QLineEdit;

namespace tosaic::views {

/// What the tools leave behind beside the program.
class DebugPart : public FormPart
{
    Q_OBJECT
public:
    explicit DebugPart(const Theme &theme, QWidget *parent = nullptr);

protected:
    void load(const spec::CompileSpec &spec) override;
    QString summary(const spec::CompileSpec &spec) const override;

private:
    QWidget *makeFolder();

    QComboBox *m_debug;
    QLineEdit *m_folder;
};

} // namespace tosaic::views
