// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/environmentcreation.h"

#include "core/toolchain/environmentfolder.h"
#include "views/spec/environmenttexts.h"
#include "views/widgets/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int LogLines = 5000; // older ones are dropped

} // namespace

EnvironmentCreation::EnvironmentCreation(const Theme &theme, QWidget *parent) : QWidget(parent)
{
    makeRequest();
    makeProgress(theme);
    auto *kind = makeRow(nullptr, { { m_what, 1 }, m_velaVersion }, 8);
    auto *buttons = makeRow(nullptr, { m_create, m_cancel, stretch() }, 8);
    makeColumn(this,
        { environmentHeading(tr("A new environment"), this), kind, m_note, m_folder, m_packages,
            m_cpuIndex, buttons, m_stage, m_progress, m_log },
        8);
    updateForm();
    connectParts();
}

void EnvironmentCreation::makeRequest()
{
    m_what = named(new QComboBox(this), u"environmentWhat"_s, tr("What the new environment holds"));
    m_what->addItems({ tr("ExecuTorch and Vela in the tested versions"), tr("Vela only") });
    m_velaVersion = named(
        new QLineEdit(u"5.2.0"_s, this), u"environmentVelaVersion"_s, tr("Version of Vela"));
    m_velaVersion->setPlaceholderText(tr("Version of Vela, as 5.2.0"));
    m_velaVersion->setMaximumWidth(180);
    m_note = wrapped(named(new QLabel(this), u"environmentWhatNote"_s, {}, u"muted"_s));
    m_folder
        = named(new QLineEdit(QDir::toNativeSeparators(toolchain::createdEnvironmentDir()), this),
            u"environmentFolder"_s, tr("Folder of the new environment"));
    m_cpuIndex
        = new QCheckBox(tr("Take torch's CPU build from its own index (saves gigabytes)"), this);
    m_cpuIndex->setObjectName(u"environmentCpuIndex"_s);
    m_cpuIndex->setToolTip(
        tr("The default index brings a build with CUDA on Linux. If the index of the CPU build "
           "cannot be reached, the default one is used."));
    m_cpuIndex->setChecked(true);
    m_packages = named(
        new QLineEdit(this), u"environmentPackages"_s, tr("Package index or folder of wheels"));
    m_packages->setPlaceholderText(tr("Package index (URL) or folder of wheels, optional"));
    m_create = named(new QPushButton(tr("Create tool environment…"), this), u"environmentCreate"_s);
    m_cancel = named(new QPushButton(tr("Cancel"), this), u"environmentCancel"_s);
}

void EnvironmentCreation::makeProgress(const Theme &theme)
{
    m_stage = makeText(this, u"environmentStage"_s);
    m_progress = named(new QProgressBar(this), u"environmentProgress"_s, tr("Progress"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_log = named(new QPlainTextEdit(this), u"environmentLog"_s, tr("Log"));
    m_log->setReadOnly(true);
    m_log->setMaximumBlockCount(LogLines);
    m_log->setFont(theme.codeFont());
    m_log->setMinimumHeight(140);
    m_stage->hide();
    m_log->hide();
    m_progress->hide();
    m_cancel->hide();
}

void EnvironmentCreation::connectParts()
{
    connect(m_what, &QComboBox::currentIndexChanged, this, &EnvironmentCreation::updateForm);
    connect(m_velaVersion, &QLineEdit::textChanged, this, &EnvironmentCreation::updateForm);
    connect(m_create, &QPushButton::clicked, this, &EnvironmentCreation::start);
    connect(m_cancel, &QPushButton::clicked, &m_creator, &toolchain::EnvironmentCreator::cancel);
    connect(&m_creator, &toolchain::EnvironmentCreator::finished, this,
        &EnvironmentCreation::onFinished);
    connect(&m_creator, &toolchain::EnvironmentCreator::logLine, m_log,
        &QPlainTextEdit::appendPlainText);
    connect(&m_creator, &toolchain::EnvironmentCreator::stageChanged, this,
        [this](const QString &name, int index, int count) {
            m_stage->setText(tr("Step %1 of %2: %3").arg(index + 1).arg(count).arg(name));
        });
    connect(&m_creator, &toolchain::EnvironmentCreator::progressed, this,
        [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * 1000)); });
}

void EnvironmentCreation::say(const QString &text)
{
    m_stage->setText(text);
    m_stage->show();
}

void EnvironmentCreation::propose(const QString &velaVersion)
{
    if (isRunning())
        return;
    m_what->setCurrentIndex(1);
    m_velaVersion->setText(velaVersion);
    m_create->setFocus(Qt::OtherFocusReason);
}

bool EnvironmentCreation::isVelaOnly() const
{
    return m_what->currentIndex() == 1;
}

void EnvironmentCreation::updateForm()
{
    const bool isSmall = isVelaOnly();
    const auto version = m_velaVersion->text().trimmed();
    m_velaVersion->setVisible(isSmall);
    m_note->setText(isSmall
            ? tr("A second version of Vela beside the usual one, to compare what they make of a "
                 ".tosa or .tflite file. About 100 MB, within a minute.")
            : tr("Makes a Python environment with the tested versions. Downloads from the Python "
                 "package index; needs about 2 GB and some minutes."));
    m_cpuIndex->setVisible(!isSmall);
    m_folder->setText(QDir::toNativeSeparators(
        isSmall ? toolchain::velaEnvironmentDir(version) : toolchain::createdEnvironmentDir()));
    m_create->setEnabled(!isRunning() && (!isSmall || !version.isEmpty()));
}

void EnvironmentCreation::start()
{
    m_log->clear();
    setRunning(true);
    toolchain::EnvironmentCreator::Request request{ .folder
        = QDir::fromNativeSeparators(m_folder->text().trimmed()),
        .useSuggestedIndex = m_cpuIndex->isChecked() && !isVelaOnly(),
        .velaVersion = isVelaOnly() ? m_velaVersion->text().trimmed() : QString() };
    // What looks like a folder is one: then nothing is fetched from any index.
    const auto packages = m_packages->text().trimmed();
    (QFileInfo(packages).isDir() ? request.wheelsFolder : request.extraIndexUrl) = packages;
    m_creator.start(request);
}

void EnvironmentCreation::setRunning(bool on)
{
    m_create->setEnabled(!on);
    m_folder->setEnabled(!on);
    m_packages->setEnabled(!on);
    m_cpuIndex->setEnabled(!on);
    m_what->setEnabled(!on);
    m_velaVersion->setEnabled(!on);
    m_cancel->setVisible(on);
    m_progress->setVisible(on);
    m_progress->setValue(0);
    m_stage->show();
    m_log->show();
}

void EnvironmentCreation::onFinished(bool succeeded, const toolchain::ToolEnvironment &environment)
{
    setRunning(false);
    if (succeeded) {
        m_stage->setText(tr("The environment is ready"));
        Q_EMIT created(environment);
        return;
    }
    QStringList texts{ tr("No environment was made.") };
    for (const auto &problem : environment.problems)
        texts.append(problem.text);
    m_stage->setText(texts.join(u'\n'));
}

} // namespace tosaic::views
