// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/deviations.h"

#include <algorithm>
#include <cmath>

namespace tosaic::profile {

namespace {

/// The one row of that operator; null if there is none or several.
OperatorRow *rowOf(std::vector<OperatorRow> &rows, const BoardCycles &measured)
{
    OperatorRow *found = nullptr;
    for (auto &row : rows) {
        if (row.stream != measured.stream || row.origin.key != measured.key)
            continue;
        if (found)
            return nullptr;
        found = &row;
    }
    return found;
}

} // namespace

std::vector<OperatorRow> compareOperators(
    const OperationTable &table, const std::vector<BoardCycles> &board, quint64 &unplaced)
{
    auto rows = operatorRows(table);
    unplaced = 0;
    for (const auto &measured : board) {
        auto *row = rowOf(rows, measured);
        if (row)
            row->board = row->board.value_or(0) + measured.cycles;
        else
            ++unplaced;
    }
    return rows;
}

DeviationRanking rankDeviations(const std::vector<OperatorRow> &rows, DeviationPair pair)
{
    DeviationRanking ranking;
    double all = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        const auto value = valueOf(rows[i], pair);
        const auto reference = referenceOf(rows[i], pair);
        if (!value || !reference || !rows[i].coverage.allows(pair)) {
            ranking.incomparable.push_back(i);
            continue;
        }
        Deviation deviation{ .row = i, .difference = *value - *reference };
        if (*reference > 0)
            deviation.ratio = *value / *reference;
        all += std::abs(deviation.difference);
        ranking.difference += deviation.difference;
        ranking.ranked.push_back(deviation);
    }
    for (auto &deviation : ranking.ranked)
        deviation.share = all > 0 ? std::abs(deviation.difference) / all : 0;
    std::ranges::stable_sort(ranking.ranked, std::ranges::greater(),
        [](const Deviation &deviation) { return std::abs(deviation.difference); });
    return ranking;
}

} // namespace tosaic::profile
