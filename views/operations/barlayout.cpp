// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/barlayout.h"

#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

bool hasAny(const OperationsData &data, Origin origin)
{
    return std::ranges::any_of(
        data.rows, [origin](const auto &row) { return barValue(row, origin).has_value(); });
}

} // namespace

std::vector<size_t> orderedRows(
    const OperationsData &data, const std::vector<size_t> &shown, BarOrder order)
{
    auto rows = shown;
    if (order == BarOrder::Execution) {
        std::ranges::sort(rows);
        return rows;
    }
    std::ranges::stable_sort(rows, std::ranges::greater(), [&data](size_t row) {
        const auto &cycles = data.rows[row].cycles;
        return cycles ? cycles->value : -1.0;
    });
    return rows;
}

std::vector<Origin> barOrigins(const OperationsData &data)
{
    std::vector<Origin> origins;
    for (const auto origin : { Origin::Estimate, Origin::Fvp, Origin::Board }) {
        if (hasAny(data, origin))
            origins.push_back(origin);
    }
    return origins;
}

std::optional<double> barValue(const OperatorRow &row, Origin origin)
{
    switch (origin) {
    case Origin::Estimate:
        return row.estimate;
    case Origin::Fvp:
        return row.fvp;
    case Origin::Board:
        return row.board;
    case Origin::ThisMachine:
        break;
    }
    return std::nullopt;
}

double largestBar(const OperationsData &data, const std::vector<size_t> &rows)
{
    double largest = 0;
    for (const auto row : rows) {
        for (const auto origin : { Origin::Estimate, Origin::Fvp, Origin::Board })
            largest = std::max(largest, barValue(data.rows[row], origin).value_or(0));
    }
    return largest;
}

QString tickText(double value)
{
    const QLocale locale;
    if (value >= 1e9)
        return u"%1 G"_s.arg(locale.toString(value / 1e9, 'g', 4));
    if (value >= 1e6)
        return u"%1 M"_s.arg(locale.toString(value / 1e6, 'g', 4));
    if (value >= 1e4)
        return u"%1 k"_s.arg(locale.toString(value / 1e3, 'g', 4));
    return locale.toString(value, 'f', 0);
}

} // namespace tosaic::views
