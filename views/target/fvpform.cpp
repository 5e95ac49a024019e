// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/target/fvpform.h"

#include "profiler/targets/fvpcommand.h"
#include "views/widgets/building.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QProcess>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using profile::FvpTarget;
using Platform = profile::FvpTarget::Platform;

FvpForm::FvpForm(QWidget *parent) : TargetForm(u"fvp"_s, tr("FVP (simulated)"), parent)
{
    build();
    fillMacs(128);
    showPlacement();
    m_form->setRowVisible(m_compiledFor, false);
    connect(m_platform, &QComboBox::currentIndexChanged, this,
        [this] { fillMacs(m_macs->currentData().toUInt()); });
    connect(m_placement, &QComboBox::currentIndexChanged, this, &FvpForm::showPlacement);
    follow(m_platform, u"platform"_s);
    follow(m_macs, u"macs"_s);
    follow(m_placement, u"placement"_s);
    follow(m_program, u"program"_s);
    follow(m_elf, u"elf"_s);
    follow(m_pte);
    follow(m_inputs);
    follow(m_address, u"address"_s);
    follow(m_fast, u"fast"_s);
    follow(m_trace, u"trace"_s);
    follow(m_extra, u"extra"_s);
}

void FvpForm::build()
{
    m_platform = makeChoice(this, u"fvpPlatform"_s, tr("Platform"));
    m_platform->addItem(tr("Ethos-U55 (Corstone-300)"), int(Platform::Corstone300U55));
    m_platform->addItem(tr("Ethos-U65 (Corstone-300)"), int(Platform::Corstone300U65));
    m_platform->addItem(tr("Ethos-U85 (Corstone-320)"), int(Platform::Corstone320U85));
    m_macs = makeChoice(this, u"fvpMacs"_s, tr("MACs per cycle"));
    m_compiledFor = wrapped(named(new QLabel(this), u"fvpCompiledFor"_s, {}, u"muted"_s));
    m_compiledFor->setText(tr("MACs per cycle as the program was compiled for"));
    m_elf = new PathLine(
        { u"fvpElf"_s, tr("Runner (ELF)"), tr("Runners (*.elf *.axf);;All files (*)") }, this);
    m_elf->line().setPlaceholderText(tr("arm_executor_runner.elf; the Runner panel builds it"));
    m_placement = makeChoice(this, u"fvpPlacement"_s, tr("Where the runner finds the program"));
    m_placement->addItem(tr("In the runner's image"), int(Placement::Image));
    m_placement->addItem(tr("Loaded to an address"), int(Placement::Address));
    m_placement->addItem(tr("Read from this computer (semihosting)"), int(Placement::Semihosting));
    m_pte = new PathLine(
        { u"fvpPte"_s, tr("Program (.pte)"), tr("Programs (*.pte *.bpte);;All files (*)") }, this);
    m_address = named(
        new QLineEdit(u"0x38000000"_s, this), u"fvpAddress"_s, tr("Address of the program"));
    m_address->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_address->setValidator(
        new QRegularExpressionValidator(QRegularExpression(u"0[xX][0-9a-fA-F]{1,8}"_s), m_address));
    m_inputs = new PathLine({ u"fvpInputs"_s, tr("Inputs"), tr("Raw data (*.bin);;All files (*)"),
                                PathLine::Kind::Files },
        this);
    m_inputs->line().setPlaceholderText(tr("All ones"));
    m_trace = makeCheck(this, u"fvpTrace"_s, tr("Write a PMU trace"),
        tr("--pmu-trace: what each operator costs; the run takes longer"));
    m_fast = makeCheck(this, u"fvpFast"_s, tr("Fast, without valid timing"),
        tr("--fast: a functional model of the NPU; its cycles mean nothing"));
    m_program = new PathLine({ u"fvpProgram"_s, tr("FVP"), {}, PathLine::Kind::File }, this);
    m_extra = named(new QLineEdit(this), u"fvpExtra"_s, tr("More arguments of the FVP"));
    m_extra->setPlaceholderText(u"-C mps3_board.…"_s);
    m_form = makeForm(this);
    m_form->addRow(tr("Platform"), m_platform);
    m_form->addRow(tr("MACs"), m_macs);
    m_form->addRow(QString(), m_compiledFor);
    m_form->addRow(tr("Runner"), m_elf);
    m_form->addRow(tr("Program"), m_placement);
    m_form->addRow(tr("File"), m_pte);
    m_form->addRow(tr("Address"), m_address);
    m_form->addRow(tr("Inputs"), m_inputs);
    m_form->addRow(QString(), m_trace);
    m_form->addRow(QString(), m_fast);
    m_form->addRow(tr("FVP"), m_program);
    m_form->addRow(tr("Arguments"), m_extra);
}

Platform FvpForm::platform() const
{
    return static_cast<Platform>(m_platform->currentData().toInt());
}

FvpForm::Placement FvpForm::placement() const
{
    return static_cast<Placement>(m_placement->currentData().toInt());
}

/// Those that the NPU of the platform exists with.
void FvpForm::fillMacs(quint32 wanted)
{
    const QSignalBlocker blocker(m_macs);
    const auto &facts = profile::factsOf(platform());
    m_macs->clear();
    for (const auto macs : facts.macs)
        m_macs->addItem(tr("%n MAC(s)", nullptr, static_cast<int>(macs)), macs);
    const int index = m_macs->findData(wanted);
    m_macs->setCurrentIndex(index >= 0 ? index : std::max(0, m_macs->findData(256u)));
    m_program->line().setPlaceholderText(tr("%1 on PATH").arg(facts.program));
}

void FvpForm::showPlacement()
{
    const auto now = placement();
    m_form->setRowVisible(m_pte, now != Placement::Image);
    m_form->setRowVisible(m_address, now == Placement::Address);
    m_form->setRowVisible(m_inputs, now == Placement::Semihosting);
}

std::optional<profile::RunTarget> FvpForm::target() const
{
    FvpTarget target{ .platform = platform(),
        .macs = m_macs->currentData().toUInt(),
        .program = m_program->path(),
        .elf = m_elf->path() };
    const auto now = placement();
    if (now != Placement::Image)
        target.pte = m_pte->path();
    if (now == Placement::Address)
        target.address
            = m_address->hasAcceptableInput() ? m_address->text().toULongLong(nullptr, 0) : 0;
    target.usesSemihosting = now == Placement::Semihosting;
    if (target.usesSemihosting)
        target.inputFiles = m_inputs->paths();
    target.isFast = m_fast->isChecked();
    target.writesPmuTrace = m_trace->isChecked();
    target.extraArguments = QProcess::splitCommand(m_extra->text());
    return target;
}

/// The NPU follows the program: another one would be refused by the driver.
void FvpForm::setDefaults(const RunDefaults &defaults)
{
    m_pte->line().setDefault(defaults.pte);
    m_elf->line().setDefault(defaults.elf);
    if (!defaults.platform || !defaults.macs) {
        m_form->setRowVisible(m_compiledFor, false);
        m_isGiven = false;
        return;
    }
    const QSignalBlocker blocker(m_platform);
    m_platform->setCurrentIndex(m_platform->findData(int(*defaults.platform)));
    fillMacs(*defaults.macs);
    m_form->setRowVisible(m_compiledFor, true);
    m_isGiven = true;
    Q_EMIT changed();
}

void FvpForm::restore(const QJsonObject &choices)
{
    auto wanted = choices;
    if (m_isGiven) {
        for (const auto &key : { u"platform"_s, u"macs"_s })
            wanted.insert(key, this->choices().value(key));
    }
    TargetForm::restore(wanted);
}

} // namespace tosaic::views
