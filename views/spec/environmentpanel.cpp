// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/environmentpanel.h"

#include "core/toolchain/environmentfolder.h"
#include "views/widgets/building.h"
#include "views/widgets/filedialog.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProgressBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

EnvironmentPanel::EnvironmentPanel(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme)
{
    named(this, u"environmentPanel"_s, tr("Compilers"));
    if (auto pins = toolchain::readEnvironmentPins())
        m_pins = *pins;
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 16);
    layout->setSpacing(8);
    makeStatus(this);
    makeFound(this);
    makeDetails(this);
    makeCreation(this);
    layout->addStretch();
    connect(
        &m_search, &toolchain::EnvironmentSearch::finished, this, &EnvironmentPanel::onSearched);
    connect(
        &m_creator, &toolchain::EnvironmentCreator::finished, this, &EnvironmentPanel::onCreated);
    connect(&m_creator, &toolchain::EnvironmentCreator::logLine, m_log,
        &QPlainTextEdit::appendPlainText);
    connect(&m_creator, &toolchain::EnvironmentCreator::stageChanged, this,
        [this](const QString &name, int index, int count) {
            m_stage->setText(tr("Step %1 of %2: %3").arg(index + 1).arg(count).arg(name));
        });
    connect(&m_creator, &toolchain::EnvironmentCreator::progressed, this,
        [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * 1000)); });
    setCatalogue(m_ownCatalogue);
    showNone();
    m_status->setText(tr("Looking for compilers has not begun"));
}

EnvironmentPanel::~EnvironmentPanel() = default;

QString EnvironmentPanel::interpreter() const
{
    return !m_chosen.isEmpty() ? m_chosen : m_current ? m_current->interpreter : QString();
}

void EnvironmentPanel::setInterpreter(const QString &python)
{
    m_chosen = python;
    refresh();
}

void EnvironmentPanel::refresh()
{
    m_wasAsked = true;
    m_isLooking = true;
    m_status->setText(tr("Looking for the compilers…"));
    m_search.start(toolchain::EnvironmentSearch::Need::ExecuTorch, m_chosen);
    if (m_catalogue == &m_ownCatalogue) {
        toolchain::DiscoveryPlaces places;
        places.made = toolchain::madeEnvironments();
        m_ownCatalogue.refresh(places);
    }
    Q_EMIT catalogueWanted();
}

void EnvironmentPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!m_wasAsked)
        refresh();
}

void EnvironmentPanel::onSearched(const std::optional<toolchain::ToolEnvironment> &found,
    const std::vector<toolchain::ToolEnvironment> &probed)
{
    m_probed = probed;
    m_isLooking = false;
    if (found)
        showOne(*found);
    else if (!m_chosen.isEmpty() && !probed.empty())
        showOne(probed.front());
    else if (const auto vela = std::find_if(probed.begin(), probed.end(),
                 [](const toolchain::ToolEnvironment &e) { return e.hasVela(); });
             vela != probed.end())
        showOne(*vela);
    else
        showNone();
    fillFound();
    Q_EMIT changed();
}

void EnvironmentPanel::showOne(const toolchain::ToolEnvironment &environment)
{
    m_current = environment;
    m_path->setText(environment.interpreter);
    m_path->show();
    m_status->setText(environment.hasExecuTorch() ? tr("Ready to compile")
            : environment.hasVela()               ? tr("Ready for .tosa and .tflite only")
                                                  : tr("This Python has no compilers"));
    showDetails();
}

void EnvironmentPanel::showNone()
{
    m_current.reset();
    m_path->hide();
    updateStatus();
    showDetails();
}

void EnvironmentPanel::chooseInterpreter()
{
    auto *dialog
        = named(newFileDialog(this, tr("Python interpreter of an environment"),
                    interpreter().isEmpty() ? QDir::homePath() : QFileInfo(interpreter()).path()),
            u"interpreterDialog"_s);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &python) {
        Q_EMIT interpreterAdded(python);
        choose(python);
    });
    dialog->open();
}

void EnvironmentPanel::choose(const QString &python)
{
    setInterpreter(python);
    Q_EMIT interpreterChosen(python);
}

void EnvironmentPanel::startCreation()
{
    m_log->clear();
    setCreating(true);
    toolchain::EnvironmentCreator::Request request{ .folder
        = QDir::fromNativeSeparators(m_folder->text().trimmed()),
        .useSuggestedIndex = m_cpuIndex->isChecked() && !isVelaOnly(),
        .velaVersion = isVelaOnly() ? m_velaVersion->text().trimmed() : QString() };
    // What looks like a folder is one: then nothing is fetched from any index.
    const auto packages = m_packages->text().trimmed();
    (QFileInfo(packages).isDir() ? request.wheelsFolder : request.extraIndexUrl) = packages;
    m_creator.start(request);
}

void EnvironmentPanel::setCreating(bool on)
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

void EnvironmentPanel::onCreated(bool succeeded, const toolchain::ToolEnvironment &environment)
{
    setCreating(false);
    if (succeeded) {
        m_stage->setText(tr("The environment is ready"));
        Q_EMIT interpreterAdded(environment.interpreter); // it may be in any folder
        if (environment.hasExecuTorch())
            return choose(environment.interpreter);
        setSecond(environment.interpreter);
        Q_EMIT secondChosen(environment.interpreter);
        return refresh();
    }
    QStringList texts{ tr("No environment was made.") };
    for (const auto &problem : environment.problems)
        texts.append(problem.text);
    m_stage->setText(texts.join(u'\n'));
}

} // namespace tosaic::views
