// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/alikeproblems.h"

#include <QHash>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

std::vector<std::vector<size_t>> alikeProblems(std::span<const Diagnostic> problems)
{
    constexpr size_t Few = 3; // that are read one by one
    static const QRegularExpression number(u"[0-9]+"_s);
    std::vector<std::vector<size_t>> groups;
    QHash<QStringList, size_t> places;
    for (size_t i = 0; i < problems.size(); ++i) {
        const auto &one = problems[i];
        const QStringList key{ severityText(one.severity), one.id, one.location.file,
            QString(one.text).replace(number, u"#"_s) };
        const auto known = places.constFind(key);
        if (known == places.cend()) {
            places.insert(key, groups.size());
            groups.push_back({ i });
        } else {
            groups[*known].push_back(i);
        }
    }
    std::vector<std::vector<size_t>> shown;
    for (auto &group : groups) {
        if (group.size() > Few) {
            shown.push_back(std::move(group));
            continue;
        }
        for (const auto place : group)
            shown.push_back({ place });
    }
    std::ranges::stable_sort(shown, {}, [](const auto &group) { return group.front(); });
    return shown;
}

} // namespace tosaic
