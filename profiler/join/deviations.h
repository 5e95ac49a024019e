// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operatorrows.h"

namespace tosaic::profile {

/// A value against its reference.
struct Deviation
{
    size_t row = 0; ///< into the rows
    double difference = 0; ///< cycles: value - reference
    std::optional<double> ratio; ///< value / reference; absent if the reference is 0
    double share = 0; ///< of all differences of the ranking, each taken without its sign
};

/// Cycles of operators measured elsewhere (per-layer rows of a board), by what names the operator.
struct BoardCycles
{
    int stream = 0;
    qint64 key = 0; ///< OperationOrigin::key
    double cycles = 0;
};

struct DeviationRanking
{
    std::vector<Deviation> ranked; ///< largest difference first, sign ignored
    /// Rows in which one of the two is not known, or that Coverage does not allow.
    std::vector<size_t> incomparable;
    double difference = 0; ///< cycles: sum over `ranked`
};

/// operatorRows() by Operator with the board's cycles beside them. A board's row that no operator
/// has, or that several blocks could mean, is left out and counted.
std::vector<OperatorRow> compareOperators(
    const OperationTable &table, const std::vector<BoardCycles> &board, quint64 &unplaced);
DeviationRanking rankDeviations(const std::vector<OperatorRow> &rows, DeviationPair pair);

} // namespace tosaic::profile
