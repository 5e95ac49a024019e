// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/targetpart.h"

#include "core/spec/specrules.h"
#include "views/spec/choicebox.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardItemModel>

using namespace Qt::StringLiterals;

namespace tosaic::views {

TargetPart::TargetPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("NPU and memory"), theme, parent), m_target(new QComboBox(this)),
      m_targetFacts(explanation({}, this)), m_systemConfig(new ChoiceBox(this)),
      m_memoryMode(new ChoiceBox(this)), m_configIni(new QLineEdit(this))
{
    setObjectName(u"targetPart"_s);
    m_target->setObjectName(u"specTarget"_s);
    m_target->setFocusPolicy(Qt::StrongFocus);
    m_target->setMaxVisibleItems(16);
    fillTargets();
    auto *targetField = new QWidget(this);
    targetField->setFocusProxy(m_target);
    auto *targetLayout = new QVBoxLayout(targetField);
    targetLayout->setContentsMargins(0, 0, 0, 0);
    targetLayout->setSpacing(4);
    targetLayout->addWidget(m_target);
    targetLayout->addWidget(m_targetFacts);
    m_target->setAccessibleName(tr("Target"));
    addField(u"target"_s, tr("Target"), targetField);
    m_systemConfig->setObjectName(u"specSystemConfig"_s);
    addField(u"systemConfig"_s, tr("System config"), m_systemConfig);
    m_memoryMode->setObjectName(u"specMemoryMode"_s);
    addField(u"memoryMode"_s, tr("Memory mode"), m_memoryMode);
    m_configIni->setObjectName(u"specConfigIni"_s);
    m_configIni->setAccessibleName(tr("Config file"));
    m_configIni->setPlaceholderText(tr("Arm/vela.ini (default)"));
    m_configIni->setClearButtonEnabled(true);
    auto *choose = new QPushButton(tr("Choose…"), this);
    choose->setObjectName(u"specChooseConfig"_s);
    auto *configField = new QWidget(this);
    configField->setFocusProxy(m_configIni);
    auto *configLayout = new QHBoxLayout(configField);
    configLayout->setContentsMargins(0, 0, 0, 0);
    configLayout->setSpacing(4);
    configLayout->addWidget(m_configIni, 1);
    configLayout->addWidget(choose);
    addField(u"configIni"_s, tr("Config file"), configField);

    connect(choose, &QPushButton::clicked, this, &TargetPart::chooseConfig);
    connectFields();
}

void TargetPart::connectFields()
{
    connect(m_target, &QComboBox::activated, this, [this] {
        change([t = m_target->currentData().toString()](spec::CompileSpec &s) { s.target = t; });
    });
    connect(m_systemConfig, &ChoiceBox::valueEdited, this, [this](const auto &value) {
        change([value](spec::CompileSpec &s) { s.systemConfig = value; });
    });
    connect(m_memoryMode, &ChoiceBox::valueEdited, this, [this](const auto &value) {
        change([value](spec::CompileSpec &s) { s.memoryMode = value; });
    });
    connect(m_configIni, &QLineEdit::textChanged, this, [this](const QString &text) {
        const auto value = text.isEmpty() ? std::nullopt : std::optional(text);
        change([value](spec::CompileSpec &s) { s.configIni = value; });
    });
}

void TargetPart::fillTargets()
{
    std::optional<spec::Family> family;
    for (const auto &target : spec::targets()) {
        const auto own = spec::familyOf(target);
        if (own && own != family) {
            family = own;
            m_target->addItem(spec::familyName(*own));
            static_cast<QStandardItemModel *>(m_target->model())
                ->item(m_target->count() - 1)
                ->setFlags(Qt::NoItemFlags);
        }
        m_target->addItem(target, target);
    }
}

void TargetPart::fillChoices(const QString &target)
{
    const auto defaults = spec::defaultsFor(target);
    const auto family = spec::familyOf(target);
    m_targetFacts->setText(defaults
            ? tr("%1 MACs per cycle, %2").arg(defaults->macs).arg(defaults->tosaSpec)
            : tr("Not a target the tools know"));
    std::vector<ChoiceBox::Group> configs;
    if (family)
        configs.push_back({ {}, spec::systemConfigs(*family) });
    for (const auto other : { spec::Family::U55, spec::Family::U65, spec::Family::U85 }) {
        if (other != family)
            configs.push_back({ tr("Of another NPU: %1").arg(spec::familyName(other)),
                spec::systemConfigs(other) });
    }
    m_systemConfig->setChoices(defaults ? defaults->systemConfig : QString(), configs);
    m_memoryMode->setChoices(
        defaults ? defaults->memoryMode : QString(), { { {}, spec::memoryModes() } });
}

void TargetPart::load(const spec::CompileSpec &spec)
{
    int index = m_target->findData(spec.target);
    if (index < 0) { // a name from a file that the tools do not know is shown as it is
        m_target->addItem(spec.target, spec.target);
        index = m_target->count() - 1;
    }
    m_target->setCurrentIndex(index);
    fillChoices(spec.target);
    m_systemConfig->setValue(spec.systemConfig);
    m_memoryMode->setValue(spec.memoryMode);
    if (m_configIni->text() != spec.configIni.value_or(QString()))
        m_configIni->setText(spec.configIni.value_or(QString()));
}

FieldNote::Fix TargetPart::fixFor(const Diagnostic &problem, const spec::CompileSpec &spec)
{
    const auto defaults = spec::defaultsFor(spec.target);
    const auto &key = problem.location.entity;
    if (key == "target"_L1) {
        for (const auto &known : spec::targets()) {
            const auto typed = spec.target.trimmed().toLower();
            if (known != typed && known != u"ethos-"_s + typed)
                continue;
            return { tr("Use %1").arg(known),
                [this, known] { change([known](spec::CompileSpec &s) { s.target = known; }); } };
        }
        return {};
    }
    if (key == "systemConfig"_L1 && spec.systemConfig && defaults)
        return { tr("Use %1").arg(defaults->systemConfig),
            [this] { change([](spec::CompileSpec &s) { s.systemConfig.reset(); }); } };
    if (key == "memoryMode"_L1 && spec.memoryMode && defaults)
        return { tr("Use %1").arg(defaults->memoryMode),
            [this] { change([](spec::CompileSpec &s) { s.memoryMode.reset(); }); } };
    if (key == "configIni"_L1 && spec.configIni)
        return { tr("Use Arm/vela.ini"),
            [this] { change([](spec::CompileSpec &s) { s.configIni.reset(); }); } };
    return {};
}

void TargetPart::chooseConfig()
{
    auto *dialog = new QFileDialog(
        this, tr("Vela config file"), m_configIni->text(), tr("Config files (*.ini)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_configIni, &QLineEdit::setText);
    dialog->open();
}

} // namespace tosaic::views
