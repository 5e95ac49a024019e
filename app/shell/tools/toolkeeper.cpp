// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/tools/toolkeeper.h"

#include "app/shell/frame/shellsettings.h"
#include "core/toolchain/environmentdiscovery.h"
#include "core/toolchain/environmentfolder.h"
#include "core/workspace/settingkeys.h"

#include <QDir>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

using toolchain::EnvironmentSearch;
using toolchain::ToolEnvironment;

ToolKeeper::ToolKeeper(SettingsStore &settings, Approvals &approvals, QObject *parent)
    : QObject(parent), m_settings(settings), m_approvals(approvals),
      m_catalogue(QDir(QStandardPaths::writableLocation(QStandardPaths::CacheLocation))
                      .filePath(u"environments.json"_s))
{
    connect(&m_search, &EnvironmentSearch::finished, this,
        [this](const std::optional<ToolEnvironment> &found,
            const std::vector<ToolEnvironment> &probed) {
            m_isSearching = false;
            m_found = found;
            // Vela alone still compiles .tosa and .tflite.
            const auto withVela = std::find_if(
                probed.begin(), probed.end(), [](const auto &e) { return e.hasVela(); });
            if (!m_found && withVela != probed.end())
                m_found = *withVela;
            Q_EMIT changed();
        });
}

QString ToolKeeper::chosen() const
{
    return m_allowed.interpreter.isEmpty() ? m_settings.value(settings::Interpreter)
                                           : m_allowed.interpreter;
}

QString ToolKeeper::second() const
{
    return m_allowed.second.isEmpty() ? m_settings.value(settings::SecondInterpreter)
                                      : m_allowed.second;
}

void ToolKeeper::search()
{
    m_isSearching = true;
    m_found.reset();
    Q_EMIT changed();
    m_search.start(EnvironmentSearch::Need::ExecuTorch, chosen());
}

void ToolKeeper::choose(const QString &interpreter)
{
    if (m_found && m_found->interpreter == interpreter && chosen() == interpreter)
        return;
    approve(interpreter);
    if (m_workspace) {
        m_workspace->interpreter = m_allowed.interpreter = interpreter;
        Q_EMIT workspaceChoiceMade(workspace::InterpreterKey, interpreter);
    } else {
        m_settings.set(settings::Interpreter, interpreter);
    }
    search();
}

void ToolKeeper::chooseSecond(const QString &interpreter)
{
    if (second() == interpreter)
        return;
    approve(interpreter);
    if (m_workspace) {
        m_workspace->second = m_allowed.second = interpreter;
        Q_EMIT workspaceChoiceMade(workspace::SecondInterpreterKey, interpreter);
    } else {
        m_settings.set(settings::SecondInterpreter, interpreter);
    }
    Q_EMIT changed();
}

void ToolKeeper::add(const QString &interpreter)
{
    auto added = m_settings.value(settings::AddedInterpreters);
    if (added.contains(interpreter))
        return;
    added.append(interpreter);
    approve(interpreter);
    m_settings.set(settings::AddedInterpreters, added);
}

void ToolKeeper::setWorkspaceChoice(const std::optional<WorkspaceChoice> &choice)
{
    if (choice == m_workspace)
        return;
    m_workspace = choice;
    askApprovals();
}

void ToolKeeper::askApprovals()
{
    const auto before = std::pair(chosen(), second());
    m_allowed = m_workspace
        ? WorkspaceChoice{ allowed(m_workspace->interpreter), allowed(m_workspace->second) }
        : WorkspaceChoice{};
    if (chosen() != before.first)
        search();
    else if (second() != before.second)
        Q_EMIT changed();
    if (!m_beside.isEmpty())
        refreshCatalogue(m_beside);
}

QString ToolKeeper::allowed(const QString &interpreter)
{
    if (interpreter.isEmpty())
        return {};
    const auto subject = interpreterSubject(interpreter);
    if (m_approvals.allows(subject))
        return subject.what;
    Q_EMIT approvalWanted(subject);
    return {};
}

/// The catalogue is made anew with every look at the tools; its question comes once.
bool ToolKeeper::isAllowedBeside(const QString &interpreter)
{
    const auto subject = interpreterSubject(interpreter);
    if (m_approvals.allows(subject))
        return true;
    if (!m_asked.contains(subject.content)) {
        m_asked.insert(subject.content);
        Q_EMIT approvalWanted(subject);
    }
    return false;
}

/// What cannot be read cannot be started either, so that it needs no approval.
void ToolKeeper::approve(const QString &interpreter)
{
    const auto subject = interpreterSubject(interpreter);
    if (subject.content.isEmpty() || m_approvals.allows(subject))
        return;
    if (const auto kept = m_approvals.approve(subject); !kept)
        qWarning("%s", qPrintable(kept.error().toText())); // it holds until the program ends
}

/// One question for each environment, though its interpreter has several names.
QStringList ToolKeeper::refusedBeside(const QStringList &folders)
{
    QStringList refused;
    for (const auto &folder : folders) {
        for (const auto &names : toolchain::interpretersBeside(folder)) {
            if (!isAllowedBeside(names.front()))
                refused << names.front();
            for (const auto &other : names.mid(1)) {
                if (!m_approvals.allows(interpreterSubject(other)))
                    refused << other;
            }
        }
    }
    return refused;
}

void ToolKeeper::refreshCatalogue(const QStringList &beside)
{
    m_beside = beside;
    auto places = this->places();
    places.beside = beside;
    places.refused = refusedBeside(beside);
    m_catalogue.refresh(places);
}

toolchain::DiscoveryPlaces ToolKeeper::places() const
{
    toolchain::DiscoveryPlaces places;
    places.added = m_settings.value(settings::AddedInterpreters);
    for (const auto &interpreter : { chosen(), second() }) {
        if (!interpreter.isEmpty())
            places.added.prepend(interpreter);
    }
    places.added.removeDuplicates();
    places.made = toolchain::madeEnvironments();
    return places;
}

void ToolKeeper::with(const ToolEnvironment &environment, const std::function<void()> &action)
{
    m_once = environment;
    action();
    m_once.reset();
}

QString ToolKeeper::sentence() const
{
    if (m_isSearching)
        return tr("Looking for the compilers...");
    if (!m_found)
        return tr("No compilers found. Viewing works without them; compiling needs them.");
    const auto vela = m_found->version(u"ethos-u-vela"_s);
    const auto executorch = m_found->version(u"executorch"_s);
    if (executorch.isEmpty())
        return tr("Vela %1; without ExecuTorch only .tosa and .tflite compile.").arg(vela);
    return tr("Vela %1, ExecuTorch %2").arg(vela, executorch);
}

QStringList ToolKeeper::versions() const
{
    QStringList lines;
    if (!m_found)
        return lines;
    lines << tr("Python %1 in %2").arg(m_found->pythonVersion, m_found->interpreter);
    for (const auto &[package, version] : m_found->versions)
        lines << tr("%1 %2").arg(package, version);
    return lines;
}

} // namespace tosaic::shell
