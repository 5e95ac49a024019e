// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of EnvironmentPanel that lists what was found.
#include "core/toolchain/environmentfolder.h"
#include "views/spec/environmentcreation.h"
#include "views/spec/environmentdetails.h"
#include "views/spec/environmentpanel.h"
#include "views/spec/environmenttexts.h"

#include <QDir>
#include <QListWidget>
#include <QSignalBlocker>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using toolchain::EnvironmentCatalogue;
using toolchain::ToolEnvironment;

QLayout *EnvironmentPanel::makeFound()
{
    m_found
        = named(new QListWidget(this), u"environmentFound"_s, tr("Interpreters that were found"));
    m_found->setFixedHeight(fontMetrics().lineSpacing() * 6 + 32); // three of two lines
    m_found->setSpacing(3);
    m_found->setUniformItemSizes(false);
    m_found->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_found->setToolTip(tr("Double click or Enter to use one"));
    connect(m_found, &QListWidget::currentItemChanged, this, [this] {
        showDetails();
        updateButtons();
    });
    m_looking = named(new QLabel(this), u"environmentLooking"_s, {}, u"muted"_s);
    connect(m_found, &QListWidget::itemActivated, this,
        [this](const QListWidgetItem *item) { choose(item->data(Qt::UserRole).toString()); });
    auto *buttons = makeFoundButtons();
    return makeColumn(nullptr,
        { environmentHeading(tr("Found on this machine"), this), m_found, m_looking, buttons,
            m_removal },
        8);
}

QLayout *EnvironmentPanel::makeFoundButtons()
{
    const auto button = [this](const QString &name, const QString &text, const QString &tip) {
        auto *made = named(new QPushButton(text, this), name);
        made->setToolTip(tip);
        return made;
    };
    m_use = button(u"environmentUse"_s, tr("Use"), tr("Compile with the selected environment"));
    m_useSecond = button(u"environmentSecond"_s, tr("Use for comparison"),
        tr("Compile with this one too, to see what another version makes of the model"));
    m_remove = button(u"environmentRemove"_s, tr("Remove…"),
        tr("Remove the folder of an environment that Tosaic made"));
    auto *line = makeRow(nullptr, { m_use, m_useSecond, m_remove, stretch() }, 8);
    m_removal = named(new QWidget(this), u"environmentRemoval"_s);
    m_removalText = makeText(m_removal, u"environmentRemovalText"_s);
    auto *yes = button(u"environmentRemoveYes"_s, tr("Remove the folder"), {});
    auto *no = button(u"environmentRemoveNo"_s, tr("Keep it"), {});
    makeRow(m_removal, { { m_removalText, 1 }, yes, no });
    m_removal->hide();
    connect(m_use, &QPushButton::clicked, this, [this] { choose(selected()); });
    connect(m_useSecond, &QPushButton::clicked, this, &EnvironmentPanel::toggleSecond);
    connect(m_remove, &QPushButton::clicked, this, &EnvironmentPanel::askRemoval);
    connect(yes, &QPushButton::clicked, this, &EnvironmentPanel::remove);
    connect(no, &QPushButton::clicked, m_removal, &QWidget::hide);
    return line;
}

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
    m_details->showEnvironment(detailed());
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
    m_creation->say(tr("Removing the environment…"));
    toolchain::removeEnvironment(toolchain::environmentDirOf(python))
        .then(this, [this, python](const Result<void> &removed) {
            m_creation->say(removed ? tr("The environment was removed") : removed.error().detail);
            if (removed && python == m_second) {
                setSecond({});
                Q_EMIT secondChosen({});
            }
            if (removed && python == m_chosen)
                return choose({});
            refresh();
        });
}

} // namespace tosaic::views
