// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/shownmodel.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace tosaic::views {

namespace {
constexpr double SameModelShare = 0.8; ///< of operators that two compiles of one model share
}

bool ShownModel::staysWith(const ModelDocument &document)
{
    const auto path = std::exchange(m_path, document.path());
    const auto before = std::exchange(m_result, document.compileResult());
    if (document.isEmpty())
        return false;
    if (!before || !m_result || before->nodes.empty() || m_result->nodes.empty())
        return path == m_path && !before == !m_result;
    QSet<QString> names;
    for (const auto &node : before->nodes)
        names.insert(node.name);
    const auto kept = std::ranges::count_if(
        m_result->nodes, [&names](const auto &node) { return names.contains(node.name); });
    const auto most = std::max(before->nodes.size(), m_result->nodes.size());
    return static_cast<double>(kept) >= SameModelShare * static_cast<double>(most);
}

} // namespace tosaic::views
