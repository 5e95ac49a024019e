// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearestname.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tosaic {

namespace {

/// Letters to add, drop or exchange.
qsizetype distance(const QString &one, const QString &other)
{
    std::vector<qsizetype> row(std::size_t(other.size()) + 1);
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype i = 0; i < one.size(); ++i) {
        auto diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 1; j < row.size(); ++j) {
            const auto exchanged = diagonal + (one[i] == other[qsizetype(j) - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({ row[j] + 1, row[j - 1] + 1, exchanged });
        }
    }
    return row.back();
}

} // namespace

QString nearestName(const QString &wanted, const QStringList &names)
{
    QString found;
    auto least = std::max<qsizetype>(2, wanted.size() / 3) + 1;
    for (const auto &name : names) {
        if (std::abs(name.size() - wanted.size()) >= least)
            continue;
        if (const auto away = distance(wanted, name); away < least) {
            least = away;
            found = name;
        }
    }
    return found;
}

} // namespace tosaic
