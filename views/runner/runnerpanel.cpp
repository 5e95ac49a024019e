// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runner/runnerpanel.h"

#include "core/base/units.h"
#include "views/widgets/building.h"
#include "views/widgets/filedialog.h"
#include "views/widgets/statestack.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalBlocker>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using analysis::ProgramPlacement;
using analysis::RunnerStep;

QString stepTitle(RunnerStep::Kind kind)
{
    switch (kind) {
    case RunnerStep::Kind::BuildLibraries:
        return RunnerPanel::tr("Build ExecuTorch's libraries");
    case RunnerStep::Kind::BuildRunner:
        return RunnerPanel::tr("Build the runner");
    case RunnerStep::Kind::RunFvp:
        return RunnerPanel::tr("Start it on the FVP");
    }
    return {};
}

/// In the user's language what a finding of core says in English.
QString findingText(const Diagnostic &finding)
{
    if (finding.id == "runner.no-checkout"_L1)
        return RunnerPanel::tr("Set the folder of an ExecuTorch checkout to run the commands here: "
                               "the runner's sources are not in the Python package.");
    if (finding.id == "runner.no-compiler"_L1)
        return RunnerPanel::tr("The cross compiler is not on PATH; examples/arm/setup.sh of the "
                               "checkout installs it.");
    if (finding.id == "runner.no-fvp"_L1)
        return RunnerPanel::tr(
            "No FVP for this target is on PATH: the runner can be built but not started here.");
    if (finding.id == "runner.no-kernel"_L1)
        return RunnerPanel::tr("%1 has no portable, quantized or Cortex-M kernel: the runner is "
                               "built, but cannot load the program (error 0x14).")
            .arg(finding.location.entity);
    if (finding.id == "runner.cortex-m"_L1)
        return RunnerPanel::tr("Cortex-M (CMSIS-NN) kernels: %1.").arg(finding.location.entity);
    return finding.text;
}

} // namespace

RunnerPanel::RunnerPanel(QWidget *parent) : QWidget(parent)
{
    named(this, u"runnerPanel"_s, tr("Bare-metal runner"));
    m_states = new StateStack(makeContent(), this);
    makeColumn(this, { m_states });
    connectParts();
    showAddress();
    showEmpty();
}

void RunnerPanel::connectParts()
{
    connect(m_states, &StateStack::actionTriggered, this, &RunnerPanel::openRequested);
    connect(m_chooseCheckout, &QPushButton::clicked, this, &RunnerPanel::chooseCheckout);
    connect(m_checkout, &QLineEdit::editingFinished, this, &RunnerPanel::choicesChanged);
    connect(m_address, &QLineEdit::editingFinished, this, &RunnerPanel::choicesChanged);
    connect(m_toolchain, &QComboBox::currentIndexChanged, this, &RunnerPanel::choicesChanged);
    connect(m_placement, &QComboBox::currentIndexChanged, this, [this] {
        showAddress();
        Q_EMIT choicesChanged();
    });
    connect(m_etdump, &QCheckBox::toggled, this, &RunnerPanel::choicesChanged);
    connect(m_copyKernels, &QPushButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(m_kernels->text()); });
    connect(m_copyCommands, &QPushButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(m_commands->toPlainText()); });
    connect(m_build, &QPushButton::clicked, this, [this] { Q_EMIT buildRequested(false); });
    connect(m_run, &QPushButton::clicked, this, [this] { Q_EMIT buildRequested(true); });
}

void RunnerPanel::showAddress()
{
    m_address->setVisible(choices().placement == ProgramPlacement::Address);
}

RunnerPanel::Choices RunnerPanel::choices() const
{
    return { .checkout = m_checkout->text().trimmed(),
        .toolchain = m_toolchain->currentText(),
        .placement = static_cast<ProgramPlacement>(m_placement->currentData().toInt()),
        .address = m_address->hasAcceptableInput() ? m_address->text().toULongLong(nullptr, 0) : 0,
        .recordsEtdump = m_etdump->isChecked() };
}

void RunnerPanel::setChoices(const Choices &choices)
{
    const QSignalBlocker blocker(this); // who sets them knows
    m_checkout->setText(choices.checkout);
    if (const int known = m_toolchain->findText(choices.toolchain); known >= 0)
        m_toolchain->setCurrentIndex(known);
    m_placement->setCurrentIndex(m_placement->findData(int(choices.placement)));
    if (choices.address != 0)
        m_address->setText(u"0x"_s + QString::number(choices.address, 16));
    m_etdump->setChecked(choices.recordsEtdump);
    showAddress();
}

void RunnerPanel::chooseCheckout()
{
    auto *dialog = newFileDialog(this, tr("ExecuTorch checkout"), m_checkout->text());
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        m_checkout->setText(path);
        Q_EMIT choicesChanged();
    });
    dialog->open();
}

void RunnerPanel::showPlan(const QString &programName, const analysis::RunnerPlan &plan,
    const std::vector<Diagnostic> &missing)
{
    m_title->setText(tr("Bare-metal runner for %1").arg(programName));
    m_title->setToolTip(m_title->text());
    m_kernels->setText(plan.selectOpsList());
    m_kernels->setCursorPosition(0);
    m_copyKernels->setEnabled(!plan.selectOps.isEmpty());
    m_copyCommands->setEnabled(!plan.steps.empty());
    QStringList lines;
    for (const auto &step : plan.steps)
        lines += u"# %1\n%2"_s.arg(stepTitle(step.kind), step.commandLine(u" \\\n    "_s));
    m_commands->setPlainText(lines.join(u'\n'));
    QStringList notes;
    if (plan.scratchBytes)
        notes += tr("The NPU needs %1 of scratch.").arg(formatBytes(*plan.scratchBytes));
    m_canBuild = !plan.steps.empty();
    m_canRun = true;
    for (const auto &finding : plan.diagnostics) {
        notes += findingText(finding);
        m_canBuild &= finding.severity != Severity::Error;
    }
    for (const auto &finding : missing) {
        notes += findingText(finding);
        m_canBuild &= finding.severity != Severity::Error;
        m_canRun = false;
    }
    m_canRun &= m_canBuild;
    m_notes->setText(notes.join(u"\n\n"_s));
    m_notesArea->setVisible(!notes.isEmpty());
    updateButtons();
    m_states->showContent();
}

void RunnerPanel::showEmpty()
{
    m_states->showEmpty({ .iconName = u"system-run"_s,
        .title = tr("No program is open"),
        .text = tr("Open a .pte: here stand the kernels that its bare-metal runner must be linked "
                   "with, and the commands that build it."),
        .actionText = tr("Open…") });
}

void RunnerPanel::setRunning(bool running)
{
    m_isRunning = running;
    updateButtons();
}

void RunnerPanel::updateButtons()
{
    m_build->setEnabled(m_canBuild && !m_isRunning);
    m_run->setEnabled(m_canRun && !m_isRunning);
}

} // namespace tosaic::views
