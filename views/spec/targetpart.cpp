// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/targetpart.h"

#include "views/spec/choicebox.h"
#include "views/spec/fieldnote.h"
#include "views/widgets/building.h"

#include <QButtonGroup>
#include <QFileDialog>
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

QVBoxLayout *columnOf(QWidget *field)
{
    auto *column = new QVBoxLayout(field);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    return column;
}

} // namespace

TargetPart::TargetPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("NPU and memory"), theme, parent), m_families(new QButtonGroup(this)),
      m_macs(new QComboBox(this)), m_targetFacts(explanation({}, this)),
      m_systemConfig(new ChoiceBox(ChoiceBox::Names::Any, this)),
      m_memoryMode(new ChoiceBox(ChoiceBox::Names::Any, this)), m_configIni(new QLineEdit(this)),
      m_iniState(explanation({}, this))
{
    setObjectName(u"targetPart"_s);
    addField(u"target"_s, tr("Target"), makeTarget());
    m_systemConfig->setObjectName(u"specSystemConfig"_s);
    addField(u"systemConfig"_s, tr("System config"), m_systemConfig,
        Reset{ [](const auto &s) { return s.systemConfig.has_value(); },
            [](auto &s) { s.systemConfig.reset(); } });
    m_memoryMode->setObjectName(u"specMemoryMode"_s);
    addField(u"memoryMode"_s, tr("Memory mode"), m_memoryMode,
        Reset{ [](const auto &s) { return s.memoryMode.has_value(); },
            [](auto &s) { s.memoryMode.reset(); } });
    addField(u"configIni"_s, tr("Config file"), makeConfigIni(),
        Reset{ [](const auto &s) { return s.configIni.has_value(); },
            [](auto &s) { s.configIni.reset(); } });
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
    auto *column = columnOf(field);
    column->addLayout(row);
    column->addWidget(m_targetFacts);
    return field;
}

QWidget *TargetPart::makeConfigIni()
{
    named(m_configIni, u"specConfigIni"_s, tr("Config file"));
    m_configIni->setPlaceholderText(tr("Arm/vela.ini (default)"));
    auto *choose = named(
        new QPushButton(tr("Choose…"), this), u"specChooseConfig"_s, tr("Choose a config file"));
    connect(choose, &QPushButton::clicked, this, &TargetPart::chooseConfig);
    auto *field = new QWidget(this);
    field->setFocusProxy(m_configIni);
    auto *row = makeRow(nullptr, { { m_configIni, 1 }, choose }, 4);
    m_iniState->setObjectName(u"specIniState"_s);
    m_iniState->hide();
    auto *column = columnOf(field);
    column->addLayout(row);
    column->addWidget(m_iniState);
    return field;
}

void TargetPart::connectFields()
{
    connect(m_families, &QButtonGroup::idClicked, this,
        [this](int family) { chooseFamily(static_cast<spec::Family>(family)); });
    connect(m_macs, &QComboBox::activated, this,
        [this] { Q_EMIT targetChosen(m_macs->currentData().toString()); });
    const auto connectBox = [this](ChoiceBox *box, const QString &key,
                                std::optional<QString> spec::CompileSpec::*member) {
        const auto edit = [member](const auto &value) {
            return [member, value](spec::CompileSpec &s) { s.*member = value; };
        };
        connect(box, &ChoiceBox::valueChosen, this,
            [this, key, edit](const auto &value) { change(key, edit(value)); });
        connect(box, &ChoiceBox::valueTyped, this,
            [this, key, edit](const auto &value) { changeTyping(key, edit(value)); });
    };
    connectBox(m_systemConfig, u"systemConfig"_s, &spec::CompileSpec::systemConfig);
    connectBox(m_memoryMode, u"memoryMode"_s, &spec::CompileSpec::memoryMode);
    connect(m_configIni, &QLineEdit::textChanged, this, [this](const QString &text) {
        const auto value = text.isEmpty() ? std::nullopt : std::optional(text);
        changeTyping(u"configIni"_s, [value](spec::CompileSpec &s) { s.configIni = value; });
    });
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
    m_systemConfig->setValue(spec.systemConfig);
    m_memoryMode->setValue(spec.memoryMode);
    if (m_configIni->text() != spec.configIni.value_or(QString()))
        m_configIni->setText(spec.configIni.value_or(QString()));
    showIni();
}

QString TargetPart::summary(const spec::CompileSpec &spec) const
{
    const auto full = spec::resolved(spec);
    return QStringList{ spec.target, full.systemConfig.value_or(QString()),
        full.memoryMode.value_or(QString()) }
        .join(u" · "_s);
}

void TargetPart::chooseConfig()
{
    auto *dialog = named(new QFileDialog(this, tr("Vela config file"), m_configIni->text(),
                             tr("Config files (*.ini)")),
        u"configDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_configIni, &QLineEdit::setText);
    dialog->open();
}

} // namespace tosaic::views
