// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/deviations.h"

#include <algorithm>
#include <cmath>

namespace tosaic::profile {

namespace {

using Value = std::optional<double> ComparedOperator::*;

std::pair<Value, Value> sidesOf(DeviationPair pair)
{
    switch (pair) {
    case DeviationPair::BoardToEstimate:
        return { &ComparedOperator::board, &ComparedOperator::estimate };
    case DeviationPair::BoardToFvp:
        return { &ComparedOperator::board, &ComparedOperator::fvp };
    case DeviationPair::FvpToEstimate:
        break;
    }
    return { &ComparedOperator::fvp, &ComparedOperator::estimate };
}

/// The one row of that operator; null if there is none or several.
ComparedOperator *rowOf(std::vector<ComparedOperator> &rows, const BoardCycles &measured)
{
    ComparedOperator *found = nullptr;
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

void Coverage::add(TimedOperation::Role role, bool hasFvp, bool hasEstimate)
{
    if (role != TimedOperation::Role::Kernel)
        return;
    lacksFvp = lacksFvp || !hasFvp;
    lacksEstimate = lacksEstimate || !hasEstimate;
    isUneven = isUneven || hasFvp != hasEstimate;
}

bool Coverage::allows(DeviationPair pair) const
{
    switch (pair) {
    case DeviationPair::BoardToEstimate:
        return !lacksEstimate;
    case DeviationPair::BoardToFvp:
        return !lacksFvp;
    case DeviationPair::FvpToEstimate:
        break;
    }
    return !isUneven;
}

std::vector<ComparedOperator> compareOperators(
    const OperationTable &table, const std::vector<BoardCycles> &board, quint64 &unplaced)
{
    std::vector<ComparedOperator> rows;
    for (auto &sum : table.byOperator()) {
        ComparedOperator row{ .origin = sum.origin,
            .stream = sum.stream,
            .operations = std::move(sum.operations),
            .fvp = sum.measured };
        if (sum.estimatedCycles)
            row.estimate = static_cast<double>(*sum.estimatedCycles);
        for (const auto at : row.operations) {
            const auto &operation = table.operations[at];
            row.coverage.add(operation.role, operation.measuredCycles().has_value(),
                operation.estimatedCycles.has_value());
        }
        rows.push_back(std::move(row));
    }
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

DeviationRanking rankDeviations(const std::vector<ComparedOperator> &rows, DeviationPair pair)
{
    const auto [valueOf, referenceOf] = sidesOf(pair);
    DeviationRanking ranking;
    double all = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        const auto &value = rows[i].*valueOf;
        const auto &reference = rows[i].*referenceOf;
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
