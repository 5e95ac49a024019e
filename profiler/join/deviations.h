// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationtable.h"

namespace tosaic::profile {

/// Two of the three numbers that an operator can have.
enum class DeviationPair
{
    FvpToEstimate, ///< FVP against Vela
    BoardToEstimate,
    BoardToFvp
};

/// Which operations of a sum have which number. Sums of different operations are not compared: one
/// that was never reached would look like a gain. Only kernels count; members have no cycles of
/// their own, and waits for DMA no estimate.
struct Coverage
{
    bool lacksFvp = false; ///< an operation has no measurement
    bool lacksEstimate = false; ///< an operation has no estimate
    bool isUneven = false; ///< an operation has only one of them

    void add(TimedOperation::Role role, bool hasFvp, bool hasEstimate);
    bool allows(DeviationPair pair) const;
};

/// One operator's cycles per inference side by side. Absent: not known.
struct ComparedOperator
{
    OperationOrigin origin; ///< `source` and `key` name it; empty for what has no operator
    int stream = 0;
    std::vector<size_t> operations; ///< into the table
    std::optional<double> estimate; ///< op_cycles of Vela
    std::optional<double> fvp;
    std::optional<double> board; ///< of the operator as a whole
    Coverage coverage;
};

/// A value against its reference.
struct Deviation
{
    size_t row = 0; ///< into the compared operators
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

/// Operators of the table with the board's cycles beside them. A board's row that no operator has,
/// or that several blocks could mean, is left out and counted.
std::vector<ComparedOperator> compareOperators(
    const OperationTable &table, const std::vector<BoardCycles> &board, quint64 &unplaced);
DeviationRanking rankDeviations(const std::vector<ComparedOperator> &rows, DeviationPair pair);

} // namespace tosaic::profile
