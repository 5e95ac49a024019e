// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/specrules.h"
#include "views/spec/formpart.h"
#include "views/spec/inifactsreader.h"

class QButtonGroup;
class QComboBox;

namespace tosaic::views {

/// Which NPU, with which memory around it.
class TargetPart : public FormPart
{
    Q_OBJECT
public:
    explicit TargetPart(const Theme &theme, QWidget *parent = nullptr);

    const IniFactsReader &ini() const { return m_ini; }

Q_SIGNALS:
    /// ini() knows other things now.
    void iniRead();
    /// Another NPU: other fields may follow, so the document does it.
    void targetChosen(const QString &target);

protected:
    void load(const spec::CompileSpec &spec) override;
    QString summary(const spec::CompileSpec &spec) const override;

private:
    QWidget *makeTarget();
    QWidget *makeConfigIni();
    void connectFields();
    void chooseFamily(spec::Family family);
    void fillMacs(const QString &target);
    void fillChoices(const QString &target);
    void fillConfigs(const std::optional<spec::Defaults> &defaults);
    void showIni();

    IniFactsReader m_ini;
    QString m_shown; ///< target
    QButtonGroup *m_families;
    QComboBox *m_macs;
    QLabel *m_targetFacts;
    ChoiceBox *m_systemConfig;
    ChoiceBox *m_memoryMode;
    QLineEdit *m_configIni;
    QLabel *m_iniState;
};

} // namespace tosaic::views
