// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/whatif/gridcompilers.h"

#include "app/shell/tools/toolkeeper.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

GridCompilers::GridCompilers(ToolKeeper &tools) : m_tools(tools)
{
    connect(&m_tools.catalogue(), &toolchain::EnvironmentCatalogue::finished, this, [this] {
        if (std::exchange(m_isAwaited, false))
            Q_EMIT found();
    });
}

std::vector<std::pair<QString, QString>> GridCompilers::environments(Compilers chosen) const
{
    const auto second = m_tools.second();
    const auto &first = m_tools.environment();
    if (!first || chosen == Compilers::InUse)
        return {};
    if (chosen == Compilers::AllVersions)
        return allVersions();
    if (second.isEmpty())
        return {};
    return { { tr("in use"), first->interpreter }, { tr("second"), second } };
}

/// By version: the one in use, then one of each other.
std::vector<std::pair<QString, QString>> GridCompilers::allVersions() const
{
    const auto package = u"ethos-u-vela"_s;
    const auto &used = *m_tools.environment();
    std::vector<std::pair<QString, QString>> found{ { used.version(package), used.interpreter } };
    for (const auto &environment : m_tools.catalogue().withVela()) {
        const auto version = environment.version(package);
        const auto isSame = [&version](const auto &one) { return one.first == version; };
        if (std::ranges::none_of(found, isSame))
            found.emplace_back(version, environment.interpreter);
    }
    return found;
}

/// Nobody has looked yet which compilers are here; the sweep starts once that is known.
bool GridCompilers::isLooking(Compilers chosen)
{
    if (chosen != Compilers::AllVersions)
        return false;
    if (m_tools.catalogue().entries().empty() && !m_tools.catalogue().isBusy())
        m_tools.refreshCatalogue();
    return m_isAwaited = m_tools.catalogue().isBusy();
}

} // namespace tosaic::shell
