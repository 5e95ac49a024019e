// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationmetrics.h"
#include "profiler/session/profiledocument.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

/// What the page of operators shows, computed from a profile. Values and pure functions without
/// widgets; any thread.
namespace tosaic::views {

/// What one row stands for.
enum class GroupBy
{
    Operator, ///< of the input file: all operations it became
    Operation, ///< of the NPU, members of chains and waits for DMA by themselves
    Kind,
    Module,
    SourceLine
};

struct OperationsOptions
{
    GroupBy groupBy = GroupBy::Operator;
    std::optional<size_t> pass; ///< which run of the model; absent: the median of all
    profile::DeviationPair pair = profile::DeviationPair::FvpToEstimate;
    /// The table is one of a range of time: rows that did not run in it are left out, and what was
    /// measured over whole runs elsewhere is not held against it.
    bool isRange = false;
    bool operator==(const OperationsOptions &) const = default;
};

/// Cycles are of one inference. Empty texts and absent numbers are not known.
struct OperationRow
{
    enum class Role
    {
        Timed,
        Member, ///< it has no cycles of its own: `leader` has them
        DmaWait ///< the stream stood waiting for transfers
    };
    Role role = Role::Timed;
    QString name;
    QString kind; ///< "Conv2D"; "Conv2D, Add" where a row has several
    QString module; ///< "features.3.conv"
    QString sourceLine; ///< "model.py:42"
    QString leader; ///< of a member: name of what has its cycles
    QStringList path; ///< groups that it lies in, the outermost first; empty: in none
    std::vector<size_t> operations; ///< into the table, in the order of execution
    std::optional<double> fvp;
    std::optional<double> estimate;
    std::optional<double> board;
    std::optional<profile::StatedCycles> cycles; ///< FVP if there is a trace, else the estimate
    profile::Coverage coverage; ///< says which of them can be compared
    bool isPart = false; ///< an operation has no cycles: `cycles` are those of the others
    std::optional<double> share; ///< of the cycles of all rows
    std::optional<double> cumulative; ///< share of this row and all that cost more
    std::optional<quint64> macs;
    std::optional<quint64> bytes; ///< that the command stream reads and writes
    std::optional<double> seconds; ///< at the clock
    std::optional<double> utilisation; ///< of the MACs, against peak
    std::optional<double> difference; ///< cycles, of the pair chosen
    std::optional<double> deviation; ///< difference / reference
    profile::Confidence confidence = profile::Confidence::None; ///< the lowest of its operations
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
    std::vector<OperationRow> rows; ///< in the order of execution
    std::vector<std::optional<quint64>> bytes; ///< of each operation of the table
    OperationsTotals totals;
    profile::DeviationRanking ranking; ///< rows by their deviation
    std::optional<Origin> origin; ///< of the cycles

    /// Formulas of a row with their inputs, or why there is no value.
    std::vector<profile::ComputedMetric> metricsOf(const OperationRow &row) const;
    /// What the row is in the open documents: the entity of its costliest operation that has one.
    model::EntityRef entityOf(const OperationRow &row) const;
    /// Rows in which any of the operations is.
    std::vector<size_t> rowsOf(const std::vector<size_t> &operations) const;
};

using OperationsDataPtr = std::shared_ptr<const OperationsData>;

/// Bytes that each operation reads and writes, by its command stream. The costly part, the same for
/// every table of a subject.
std::vector<std::optional<quint64>> operationBytes(
    const ProfileSubject &subject, const profile::OperationTable &table);

/// `bytes`: of operationBytes; empty: not known (yet).
OperationsDataPtr computeOperations(std::shared_ptr<const ProfileSubject> subject,
    std::shared_ptr<const profile::OperationTable> table, std::vector<std::optional<quint64>> bytes,
    const OperationsOptions &options);

/// Inferences of the trace that are the nth run of their stream, for each n.
std::vector<std::vector<size_t>> passesOf(const profile::OperationTable &table);

/// The two sides of a pair.
std::optional<double> valueOf(const OperationRow &row, profile::DeviationPair pair);
std::optional<double> referenceOf(const OperationRow &row, profile::DeviationPair pair);

} // namespace tosaic::views
