// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/formpart.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace tosaic::views {

class ChoiceBox;

/// Which NPU, with which memory around it.
class TargetPart : public FormPart
{
    Q_OBJECT
public:
    explicit TargetPart(const Theme &theme, QWidget *parent = nullptr);

protected:
    void load(const spec::CompileSpec &spec) override;
    FieldNote::Fix fixFor(const Diagnostic &problem, const spec::CompileSpec &spec) override;

private:
    void connectFields();
    void fillTargets();
    void fillChoices(const QString &target);
    void chooseConfig();

    QComboBox *m_target;
    QLabel *m_targetFacts;
    ChoiceBox *m_systemConfig;
    ChoiceBox *m_memoryMode;
    QLineEdit *m_configIni;
};

} // namespace tosaic::views
