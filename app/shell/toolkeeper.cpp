// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/toolkeeper.h"

#include "app/shell/shellsettings.h"
#include "core/toolchain/environmentfolder.h"

#include <QDir>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

using toolchain::EnvironmentSearch;
using toolchain::ToolEnvironment;

ToolKeeper::ToolKeeper(SettingsStore &settings, QObject *parent)
    : QObject(parent), m_settings(settings),
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

QString ToolKeeper::interpreterKey()
{
    return u"tools.interpreter"_s;
}
QString ToolKeeper::secondKey()
{
    return u"tools.second"_s;
}

QString ToolKeeper::chosen() const
{
    return m_workspace && !m_workspace->interpreter.isEmpty()
        ? m_workspace->interpreter
        : m_settings.value(settings::Interpreter);
}

QString ToolKeeper::second() const
{
    return m_workspace && !m_workspace->second.isEmpty()
        ? m_workspace->second
        : m_settings.value(settings::SecondInterpreter);
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
    if (m_workspace) {
        m_workspace->interpreter = interpreter;
        Q_EMIT workspaceChoiceMade(interpreterKey(), interpreter);
    } else {
        m_settings.set(settings::Interpreter, interpreter);
    }
    search();
}

void ToolKeeper::chooseSecond(const QString &interpreter)
{
    if (second() == interpreter)
        return;
    if (m_workspace) {
        m_workspace->second = interpreter;
        Q_EMIT workspaceChoiceMade(secondKey(), interpreter);
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
    m_settings.set(settings::AddedInterpreters, added);
}

void ToolKeeper::setWorkspaceChoice(const std::optional<WorkspaceChoice> &choice)
{
    if (choice == m_workspace)
        return;
    const auto before = std::pair(chosen(), second());
    m_workspace = choice;
    if (chosen() != before.first)
        search();
    else if (second() != before.second)
        Q_EMIT changed();
}

void ToolKeeper::refreshCatalogue(const QStringList &beside)
{
    toolchain::DiscoveryPlaces places;
    places.beside = beside;
    places.added = m_settings.value(settings::AddedInterpreters);
    for (const auto &interpreter : { chosen(), second() }) {
        if (!interpreter.isEmpty())
            places.added.prepend(interpreter);
    }
    places.added.removeDuplicates();
    places.made = toolchain::madeEnvironments();
    m_catalogue.refresh(places);
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
