// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/deviations.h"
#include "profiler/join/operationmetrics.h"
#include "profiler/session/profiledocument.h"

#include <memory>
#include <optional>
#include <vector>

/// What is said of the operators of a profile, the same in every face. Values and pure functions;
/// any thread.
namespace tosaic {

struct OperationsOptions
{
    profile::GroupBy groupBy = profile::GroupBy::Operator;
    std::optional<size_t> pass; ///< which run of the model; absent: the median of all
    profile::DeviationPair pair = profile::DeviationPair::FvpToEstimate;
    /// The table is one of a range of time: rows that did not run in it are left out, and what was
    /// measured over whole runs elsewhere is not held against it.
    bool isRange = false;
    bool operator==(const OperationsOptions &) const = default;
};

/// What is said above the rows.
struct OperationsTotals
{
    size_t operators = 0; ///< of the input file that have operations
    size_t operations = 0; ///< of the NPU
    size_t passes = 0; ///< runs of the model in the trace
    std::optional<double> fvp; ///< cycles in operations
    std::optional<double> estimate;
    std::optional<double> board;
    std::optional<double> matched; ///< share of the inferences' cycles that is in operations
    size_t boardOperators = 0; ///< that the board has cycles of
    quint64 boardUnplaced = 0; ///< rows of the board that no operator has
};

struct OperationsData
{
    std::shared_ptr<const ProfileSubject> subject;
    std::shared_ptr<const profile::OperationTable> table;
    OperationsOptions options;
    std::vector<profile::OperatorRow>
        rows; ///< in the order of execution; faces name what has no name
    std::vector<std::optional<quint64>> bytes; ///< of each operation of the table
    OperationsTotals totals;
    profile::DeviationRanking ranking; ///< rows by their deviation
    std::optional<Origin> origin; ///< of the cycles

    /// Formulas of a row with their inputs, or why there is no value.
    std::vector<profile::ComputedMetric> metricsOf(const profile::OperatorRow &row) const;
    /// What the row is in the open documents: the entity of its costliest operation that has one.
    model::EntityRef entityOf(const profile::OperatorRow &row) const;
    /// Rows in which any of the operations is.
    std::vector<size_t> rowsOf(const std::vector<size_t> &operations) const;
};

using OperationsDataPtr = std::shared_ptr<const OperationsData>;

/// Bytes that each operation reads and writes, by its command stream. The costly part, the same for
/// every table of a subject.
std::vector<std::optional<quint64>> operationBytes(
    const ProfileSubject &subject, const profile::OperationTable &table);

/// `bytes`: of operationBytes; empty: not known (yet).
OperationsData operationsData(std::shared_ptr<const ProfileSubject> subject,
    std::shared_ptr<const profile::OperationTable> table, std::vector<std::optional<quint64>> bytes,
    const OperationsOptions &options);

/// Any operations of the data's table as one row, with the numbers that rows have beside the
/// table's: bytes, time, utilisation. Boards and deviations are of whole tables only.
profile::OperatorRow rowOf(const OperationsData &data, const std::vector<size_t> &operations);

/// Inferences of the trace that are the nth run of their stream, for each n.
std::vector<std::vector<size_t>> passesOf(const profile::OperationTable &table);

} // namespace tosaic
