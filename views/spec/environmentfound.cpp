// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of EnvironmentPanel that lists what was found and tells about one.
#include "core/toolchain/environmentfolder.h"
#include "views/spec/environmentpanel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using toolchain::EnvironmentCatalogue;
using toolchain::ToolEnvironment;

void EnvironmentPanel::setCatalogue(EnvironmentCatalogue &catalogue)
{
    m_catalogue->disconnect(this);
    m_catalogue = &catalogue;
    connect(m_catalogue, &EnvironmentCatalogue::changed, this, &EnvironmentPanel::fillFound);
    connect(m_catalogue, &EnvironmentCatalogue::finished, this, &EnvironmentPanel::fillFound);
    fillFound();
}

void EnvironmentPanel::setSecond(const QString &python)
{
    if (m_second == python)
        return;
    m_second = python;
    fillFound();
}

QString EnvironmentPanel::originText(const QString &origin)
{
    if (origin == u"chosen"_s)
        return tr("chosen");
    if (origin == u"added"_s)
        return tr("added by you");
    if (origin == u"created"_s)
        return tr("made by Tosaic");
    if (origin == u"beside"_s)
        return tr("beside the model");
    if (origin == u"virtualenv"_s)
        return tr("virtual environment");
    if (origin == u"conda"_s || origin == u"CONDA_PREFIX"_s)
        return tr("conda");
    return origin; // names that everybody writes so: PATH, pyenv, VIRTUAL_ENV
}

QString EnvironmentPanel::summary(const ToolEnvironment &environment)
{
    const auto vela = environment.version(u"ethos-u-vela"_s);
    const auto &python = environment.pythonVersion;
    if (python.isEmpty())
        return tr("does not run");
    if (environment.hasExecuTorch())
        return tr("ExecuTorch %1, Vela %2, Python %3")
            .arg(environment.version(u"executorch"_s), vela, python);
    if (environment.hasVela())
        return tr("Vela %1 (.tosa and .tflite only), Python %2").arg(vela, python);
    return tr("Python %1, no compilers").arg(python);
}

void EnvironmentPanel::addFound(
    const QString &interpreter, const QString &origin, const ToolEnvironment *environment)
{
    auto what = environment ? summary(*environment) : tr("being looked at…");
    if (interpreter == this->interpreter())
        what = tr("%1 — in use").arg(what);
    else if (interpreter == m_second)
        what = tr("%1 — for comparison").arg(what);
    auto *item = new QListWidgetItem(
        tr("%1\n%2 (%3)").arg(what, QDir::toNativeSeparators(interpreter), originText(origin)),
        m_found);
    item->setToolTip(interpreter);
    item->setData(Qt::UserRole, interpreter);
}

void EnvironmentPanel::fillFound()
{
    const auto kept = selected();
    {
        const QSignalBlocker quiet(m_found);
        m_found->clear();
        QStringList listed;
        for (const auto &entry : m_catalogue->entries()) {
            const auto &interpreter = entry.candidate.interpreter;
            listed.append(interpreter);
            addFound(interpreter, entry.candidate.origin,
                entry.environment ? &*entry.environment : probed(interpreter));
        }
        for (const auto &environment : m_probed) {
            if (!listed.contains(environment.interpreter))
                addFound(environment.interpreter, environment.origin, &environment);
        }
        if (m_found->count() == 0) {
            auto *item = new QListWidgetItem(tr("No Python interpreter"), m_found);
            item->setFlags(Qt::NoItemFlags);
        }
        for (int i = 0; i < m_found->count(); ++i) {
            if (!kept.isEmpty() && m_found->item(i)->data(Qt::UserRole).toString() == kept)
                m_found->setCurrentRow(i);
        }
    }
    int waiting = 0;
    for (const auto &entry : m_catalogue->entries())
        waiting += entry.environment ? 0 : 1;
    m_looking->setText(tr("%n interpreter(s) still to look at", nullptr, waiting));
    m_looking->setVisible(waiting > 0);
    updateStatus();
    showDetails();
    updateButtons();
}

/// None is taken by itself from places where nobody would expect it.
void EnvironmentPanel::updateStatus()
{
    if (m_current || !m_wasAsked || m_isLooking)
        return;
    m_status->setText(m_catalogue->withVela().empty()
            ? tr("No compilers found")
            : tr("No compilers in use: choose one of those found below"));
}

QString EnvironmentPanel::selected() const
{
    const auto *item = m_found->currentItem();
    return item ? item->data(Qt::UserRole).toString() : QString();
}

const ToolEnvironment *EnvironmentPanel::detailed() const
{
    const auto wanted = selected();
    if (wanted.isEmpty() || (m_current && m_current->interpreter == wanted))
        return m_current ? &*m_current : nullptr;
    const auto *known = probed(wanted);
    return known ? known : m_catalogue->environment(wanted);
}

/// What the search for the usual environment has asked already.
const ToolEnvironment *EnvironmentPanel::probed(const QString &interpreter) const
{
    for (const auto &environment : m_probed) {
        if (environment.interpreter == interpreter)
            return &environment;
    }
    return nullptr;
}

void EnvironmentPanel::updateButtons()
{
    const auto python = selected();
    const auto *environment = python.isEmpty() ? nullptr : detailed();
    const bool isUsed = python == interpreter();
    m_use->setEnabled(environment && environment->hasVela() && !isUsed);
    m_useSecond->setEnabled(environment && environment->hasVela() && !isUsed);
    m_useSecond->setText(
        !python.isEmpty() && python == m_second ? tr("No comparison") : tr("Use for comparison"));
    m_remove->setEnabled(!isCreating() && !python.isEmpty()
        && toolchain::isMadeByTosaic(toolchain::environmentDirOf(python)));
}

void EnvironmentPanel::showDetails()
{
    const auto *environment = detailed();
    m_detailTitle->setText(environment
            ? tr("In %1").arg(QDir::toNativeSeparators(environment->interpreter))
            : QString());
    m_detailTitle->setVisible(environment != nullptr);
    fillVersions();
    showProblems();
}

void EnvironmentPanel::showProblems()
{
    const auto *environment = detailed();
    QStringList texts;
    QStringList commands;
    if (environment) {
        // The command of a problem stands below, in the right order.
        for (const auto &problem : environment->problems)
            texts.append(problem.text.section(u"; this installs it: "_s, 0, 0)
                             .section(u"; these commands make "_s, 0, 0));
        if (m_pins && !environment->pythonVersion.isEmpty())
            commands = toolchain::repairCommands(*environment, *m_pins);
        if (!commands.isEmpty())
            texts.append(environment->isExternallyManaged
                    ? tr("The system manages this Python. These commands make an environment of "
                         "its own:")
                    : tr("These commands mend it:"));
    } else {
        texts.append(tr("Opening and inspecting models works without. To compile, create an "
                        "environment below, choose one you have, or type these commands:"));
        if (m_pins)
            commands = toolchain::creationCommands(*m_pins, toolchain::createdEnvironmentDir());
    }
    m_problems->setText(texts.join(u'\n'));
    m_problems->setVisible(!texts.isEmpty());
    m_commands->setPlainText(commands.join(u'\n'));
    m_commands->setVisible(!commands.isEmpty());
    m_copyCommands->setVisible(!commands.isEmpty());
}

void EnvironmentPanel::toggleSecond()
{
    const auto wanted = selected() == m_second ? QString() : selected();
    setSecond(wanted);
    Q_EMIT secondChosen(wanted);
}

void EnvironmentPanel::askRemoval()
{
    m_removalText->setText(
        tr("Remove %1 with everything in it?")
            .arg(QDir::toNativeSeparators(toolchain::environmentDirOf(selected()))));
    m_removal->show();
}

void EnvironmentPanel::remove()
{
    m_removal->hide();
    const auto python = selected();
    m_stage->setText(tr("Removing the environment…"));
    m_stage->show();
    toolchain::removeEnvironment(toolchain::environmentDirOf(python))
        .then(this, [this, python](const Result<void> &removed) {
            m_stage->setText(removed ? tr("The environment was removed") : removed.error().detail);
            if (removed && python == m_second) {
                setSecond({});
                Q_EMIT secondChosen({});
            }
            if (removed && python == m_chosen)
                return choose({});
            refresh();
        });
}

bool EnvironmentPanel::isVelaOnly() const
{
    return m_what->currentIndex() == 1;
}

void EnvironmentPanel::updateCreation()
{
    const bool isSmall = isVelaOnly();
    const auto version = m_velaVersion->text().trimmed();
    m_velaVersion->setVisible(isSmall);
    m_whatNote->setText(isSmall
            ? tr("A second version of Vela beside the usual one, to compare what they make of a "
                 ".tosa or .tflite file. About 100 MB, within a minute.")
            : tr("Makes a Python environment with the tested versions. Downloads from the Python "
                 "package index; needs about 2 GB and some minutes."));
    m_cpuIndex->setVisible(!isSmall);
    m_folder->setText(QDir::toNativeSeparators(
        isSmall ? toolchain::velaEnvironmentDir(version) : toolchain::createdEnvironmentDir()));
    m_create->setEnabled(!isCreating() && (!isSmall || !version.isEmpty()));
}

} // namespace tosaic::views
