// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/targetpart.h"

#include "views/spec/fieldnote.h"
#include "views/widgets/building.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr spec::Family Families[] = { spec::Family::U55, spec::Family::U65, spec::Family::U85 };

QStringList targetsOf(spec::Family family)
{
    auto all = spec::targets();
    all.removeIf([family](const QString &name) { return spec::familyOf(name) != family; });
    return all;
}

} // namespace

TargetPart::TargetPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("NPU and memory"), theme, parent), m_families(new QButtonGroup(this)),
      m_macs(new QComboBox(this)), m_targetFacts(explanation({}, this)),
      m_configIni(new QLineEdit(this)), m_iniState(explanation({}, this))
{
    setObjectName(u"targetPart"_s);
    addField(u"target"_s, tr("Target"), makeTarget(), Reset::None);
    m_systemConfig = addChoice(
        u"systemConfig"_s, tr("System config"), u"specSystemConfig"_s, ChoiceBox::Names::Any);
    m_memoryMode
        = addChoice(u"memoryMode"_s, tr("Memory mode"), u"specMemoryMode"_s, ChoiceBox::Names::Any);
    addField(u"configIni"_s, tr("Config file"), makeConfigIni());
    connectFields();
}

QWidget *TargetPart::makeTarget()
{
    auto *field = named(new QWidget(this), u"specTarget"_s, tr("Target"));
    auto *row = new QHBoxLayout;
    row->setSpacing(4);
    for (const auto family : Families) {
        auto *button
            = named(new QToolButton(field), u"specFamily-%1"_s.arg(spec::familyName(family)));
        button->setText(spec::familyName(family).section(u'-', 1)); // "U55"
        button->setToolTip(spec::familyName(family));
        button->setAccessibleName(spec::familyName(family));
        button->setProperty("role", u"segment"_s);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        m_families->addButton(button, static_cast<int>(family));
        row->addWidget(button);
    }
    named(m_macs, u"specMacs"_s, tr("Multiply-accumulates per cycle"));
    m_macs->setFocusPolicy(Qt::StrongFocus);
    row->addSpacing(8);
    row->addWidget(m_macs, 1);
    field->setFocusProxy(m_macs);
    m_targetFacts->setObjectName(u"targetFacts"_s);
    makeColumn(field, { row, m_targetFacts }, 2);
    return field;
}

QWidget *TargetPart::makeConfigIni()
{
    named(m_configIni, u"specConfigIni"_s, tr("Config file"));
    m_configIni->setPlaceholderText(tr("Arm/vela.ini (default)"));
    bind(m_configIni, u"configIni"_s);
    m_iniState->setObjectName(u"specIniState"_s);
    m_iniState->hide();
    auto *line = withChooser(m_configIni,
        { u"specChooseConfig"_s, tr("Choose a config file"), u"configDialog"_s,
            tr("Vela config file"), tr("Config files (*.ini)") });
    auto *field = new QWidget(this);
    field->setFocusProxy(m_configIni);
    makeColumn(field, { line, m_iniState }, 2);
    return field;
}

void TargetPart::connectFields()
{
    connect(m_families, &QButtonGroup::idClicked, this,
        [this](int family) { chooseFamily(static_cast<spec::Family>(family)); });
    connect(m_macs, &QComboBox::activated, this,
        [this] { Q_EMIT targetChosen(m_macs->currentData().toString()); });
    connect(&m_ini, &IniFactsReader::changed, this, [this] {
        fillChoices(m_shown);
        showIni();
        Q_EMIT iniRead();
    });
}

/// The number of MACs stays where the other family has it too.
void TargetPart::chooseFamily(spec::Family family)
{
    const auto names = targetsOf(family);
    const auto before = spec::defaultsFor(m_shown);
    auto target = family == spec::Family::U55 ? u"ethos-u55-128"_s : names.constFirst();
    for (const auto &name : names) {
        const auto defaults = spec::defaultsFor(name);
        if (before && defaults && defaults->macs == before->macs)
            target = name;
    }
    // A click on the family that is chosen already takes the check mark away otherwise.
    if (spec::familyOf(m_shown) == family && names.contains(m_shown))
        m_families->button(static_cast<int>(family))->setChecked(true);
    else
        Q_EMIT targetChosen(target);
}

void TargetPart::fillMacs(const QString &target)
{
    m_macs->clear();
    if (const auto family = spec::familyOf(target)) {
        for (const auto &name : targetsOf(*family)) {
            const auto defaults = spec::defaultsFor(name);
            m_macs->addItem(
                tr("%1 · %2 MACs").arg(name, QLocale().toString(defaults ? defaults->macs : 0)),
                name);
        }
    }
    int index = m_macs->findData(target);
    if (index < 0) { // a name from a file that the tools do not know is shown as it is
        m_macs->addItem(target.isEmpty() ? tr("No target") : target, target);
        index = m_macs->count() - 1;
    }
    m_macs->setCurrentIndex(index);
}

void TargetPart::fillConfigs(const std::optional<spec::Defaults> &defaults)
{
    std::vector<ChoiceBox::Group> configs;
    const auto family = spec::familyOf(m_shown);
    if (m_ini.isOwnFile()) {
        if (const auto *facts = m_ini.facts())
            configs.push_back({ tr("In the config file"), facts->systemNames() });
    } else {
        if (family)
            configs.push_back({ {}, spec::systemConfigs(*family) });
        for (const auto other : Families) {
            if (other != family)
                configs.push_back({ tr("Of another NPU: %1").arg(spec::familyName(other)),
                    spec::systemConfigs(other) });
        }
    }
    m_systemConfig->setChoices(defaults ? defaults->systemConfig : QString(), configs);
}

void TargetPart::fillChoices(const QString &target)
{
    const auto defaults = spec::defaultsFor(target);
    fillConfigs(defaults);
    std::vector<ChoiceBox::Group> modes;
    if (const auto *facts = m_ini.facts())
        modes.push_back(
            { m_ini.isOwnFile() ? tr("In the config file") : QString(), facts->modeNames() });
    m_memoryMode->setChoices(defaults ? defaults->memoryMode : QString(), modes);
}

void TargetPart::showIni()
{
    const auto *facts = m_ini.facts();
    if (!m_ini.isOwnFile())
        m_iniState->clear();
    else if (!m_ini.problem().isEmpty())
        m_iniState->setText(m_ini.problem());
    else if (facts)
        m_iniState->setText(
            tr("Defines %1 and %2.")
                .arg(tr("%n system config(s)", nullptr,
                         static_cast<int>(facts->systemConfigs.size())),
                    tr("%n memory mode(s)", nullptr, static_cast<int>(facts->memoryModes.size()))));
    else
        m_iniState->setText(tr("Being read"));
    m_iniState->setVisible(!m_iniState->text().isEmpty());
}

void TargetPart::load(const spec::CompileSpec &spec)
{
    m_shown = spec.target;
    const auto family = spec::familyOf(spec.target);
    m_families->setExclusive(false);
    for (const auto known : Families)
        m_families->button(static_cast<int>(known))->setChecked(known == family);
    m_families->setExclusive(true);
    fillMacs(spec.target);
    const auto defaults = spec::defaultsFor(spec.target);
    m_targetFacts->setText(defaults ? QString() : tr("Not a target the tools know"));
    m_targetFacts->setVisible(!defaults);
    m_ini.setFile(spec.configIni);
    fillChoices(spec.target);
    showIni();
}

QString TargetPart::summary(const spec::CompileSpec &spec) const
{
    const auto full = spec::resolved(spec);
    return QStringList{ spec.target, full.systemConfig.value_or(QString()),
        full.memoryMode.value_or(QString()) }
        .join(u" · "_s);
}

} // namespace tosaic::views
