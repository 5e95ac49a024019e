// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/environmentpanel.h"

#include "core/toolchain/environmentfolder.h"
#include "views/spec/environmentcreation.h"
#include "views/spec/environmentdetails.h"
#include "views/spec/environmenttexts.h"
#include "views/widgets/filedialog.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

EnvironmentPanel::EnvironmentPanel(const Theme &theme, QWidget *parent) : QWidget(parent)
{
    named(this, u"environmentPanel"_s, tr("Compilers"));
    m_details = new EnvironmentDetails(theme, this);
    m_creation = new EnvironmentCreation(theme, this);
    makeColumn(this, { makeStatus(), makeFound(), m_details, m_creation, stretch() }, 8,
        { 16, 12, 16, 16 });
    connect(
        &m_search, &toolchain::EnvironmentSearch::finished, this, &EnvironmentPanel::onSearched);
    connect(m_creation, &EnvironmentCreation::created, this, &EnvironmentPanel::onCreated);
    setCatalogue(m_ownCatalogue);
    showNone();
    m_status->setText(tr("Looking for compilers has not begun"));
}

QLayout *EnvironmentPanel::makeStatus()
{
    m_status = makeText(this, u"environmentStatus"_s);
    m_status->setProperty("role", u"title"_s);
    m_path = makeText(this, u"environmentPath"_s);
    m_path->setProperty("role", u"muted"_s);
    auto *choose = named(new QPushButton(tr("Choose…"), this), u"environmentChoose"_s);
    choose->setToolTip(
        tr("Choose the Python interpreter of an environment that has the compilers"));
    auto *again = named(new QPushButton(tr("Look again"), this), u"environmentRefresh"_s);
    connect(choose, &QPushButton::clicked, this, &EnvironmentPanel::chooseInterpreter);
    connect(again, &QPushButton::clicked, this, &EnvironmentPanel::refresh);
    auto *buttons = makeRow(nullptr, { choose, again, stretch() }, 8);
    return makeColumn(nullptr, { m_status, m_path, buttons }, 8);
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

void EnvironmentPanel::onCreated(const toolchain::ToolEnvironment &environment)
{
    Q_EMIT interpreterAdded(environment.interpreter); // it may be in any folder
    if (environment.hasExecuTorch())
        return choose(environment.interpreter);
    setSecond(environment.interpreter);
    Q_EMIT secondChosen(environment.interpreter);
    refresh();
}

void EnvironmentPanel::proposeVela(const QString &version)
{
    m_creation->propose(version);
}

bool EnvironmentPanel::isCreating() const
{
    return m_creation->isRunning();
}

} // namespace tosaic::views
