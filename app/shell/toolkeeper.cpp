// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/toolkeeper.h"

#include "app/shell/shellsettings.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

using toolchain::EnvironmentSearch;
using toolchain::ToolEnvironment;

ToolKeeper::ToolKeeper(SettingsStore &settings, QObject *parent)
    : QObject(parent), m_settings(settings)
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

void ToolKeeper::search()
{
    m_isSearching = true;
    m_found.reset();
    Q_EMIT changed();
    m_search.start(EnvironmentSearch::Need::ExecuTorch, m_settings.value(settings::Interpreter));
}

void ToolKeeper::choose(const QString &interpreter)
{
    if (m_found && m_found->interpreter == interpreter)
        return;
    m_settings.set(settings::Interpreter, interpreter);
    search();
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
