// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationtable.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace tosaic::profile {

/// What one row of operators stands for.
enum class GroupBy
{
    Operator, ///< of the input file: all operations it became
    Operation, ///< of the NPU, members of chains and waits for DMA by themselves
    Kind, ///< of the scheduled operation
    Module,
    SourceLine,
    Partition ///< one command stream; waits for DMA by themselves
};

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

/// What sets the pace of a row, by Vela's estimate (Origin::Estimate): the busiest of what it
/// needs.
struct CycleLimit
{
    enum class By
    {
        Mac,
        Elementwise, ///< computation without MACs
        Sram,
        Dram,
        Flash,
        Wait ///< the stream stands until a transfer ends
    };
    By by = By::Mac;
    double of = 1; ///< share of the row's cycles that it is busy, 0 to 1
};

/// One operator, operation, module ... with its cycles of one inference: the one row type of all
/// faces. Empty texts and absent numbers are not known.
struct OperatorRow
{
    enum class Role
    {
        Timed,
        Member, ///< it has no cycles of its own: `leader` has them
        Cpu, ///< the NPU does nothing for it, and nobody estimates it
        DmaWait ///< the stream stood waiting for transfers
    };
    Role role = Role::Timed;
    QString name; ///< operatorName(), the module, the line ...; faces have words for empty ones
    QString kind; ///< "Conv2D"; "Conv2D, Add" where a row has several
    QStringList types; ///< of the operators in the input file, each once: "CONV2D"
    QString module; ///< "features.3.conv"
    QString sourceLine; ///< "model.py:42"
    QString leader; ///< of a member: name of what has its cycles
    QStringList nodes; ///< of the model, each once: "aten_convolution_default_3"
    QStringList path; ///< groups that a face puts it in, the outermost first
    OperationOrigin origin; ///< of its first operation; tells the operator of a row by Operator
    std::optional<qint64> scheduled; ///< of its first operation, id in Vela's tables
    int stream = 0; ///< of its first operation
    model::EntityRef owner; ///< of that stream in the open file; empty: in none
    std::optional<int> delegate; ///< OperationTable::delegateOf(stream); absent: in no stream
    std::vector<size_t> operations; ///< into the table, in the order of execution
    std::optional<double> fvp; ///< the median of the inferences, or of the one asked for
    std::optional<double> estimate; ///< op_cycles of Vela
    std::optional<double> estimateNpu; ///< npu_cycles of Vela: computation alone
    std::optional<double> board; ///< of the operators as a whole
    std::optional<StatedCycles> cycles; ///< FVP if there is a trace, else the estimate
    Coverage coverage; ///< says which of them can be compared
    bool isPart = false; ///< an operation has no cycles: `cycles` are those of the others
    std::optional<double> share; ///< of the cycles of all rows
    std::optional<double> cumulative; ///< share of this row and all that cost more
    std::optional<quint64> macs;
    std::optional<CycleLimit> limit;
    std::optional<quint64> bytes; ///< that the command stream reads and writes
    std::optional<double> seconds; ///< at the clock
    std::optional<double> utilisation; ///< of the MACs, against peak
    std::optional<double> difference; ///< cycles, of the pair chosen
    std::optional<double> deviation; ///< difference / reference
    Confidence confidence = Confidence::None; ///< the lowest of its operations
};

struct RowOptions
{
    GroupBy groupBy = GroupBy::Operator;
    std::optional<size_t> pass; ///< which run of the model; absent: the median of all
    /// The table is one of a range of time: it is no news that something did not run in it.
    bool isRange = false;
};

/// The rows in the order of execution, with everything that the table alone tells: names, sums,
/// shares and limits. Without a trace nobody estimates how long the stream waits: there are rows of
/// DMA by Operation only.
std::vector<OperatorRow> operatorRows(const OperationTable &table, const RowOptions &options = {});
/// Any operations of a table as one row, with their share of all cycles.
OperatorRow rowOf(const OperationTable &table, const std::vector<size_t> &operations);
/// `share` and `cumulative` of rows by their `cycles`.
void fillShares(std::vector<OperatorRow> &rows);

/// The two sides of a pair.
std::optional<double> valueOf(const OperatorRow &row, DeviationPair pair);
std::optional<double> referenceOf(const OperatorRow &row, DeviationPair pair);

/// Cycles of an operation in a run of the model, else the median.
std::optional<double> measuredIn(
    const TimedOperation &operation, const std::optional<size_t> &pass);

/// What a memory of Vela's system configuration limits as: "OffChipFlash" is flash.
std::optional<CycleLimit::By> memoryLimit(const QString &memory);
QString limitKey(CycleLimit::By by); ///< "mac": stable, for scripts
/// "high": stable, for scripts.
QString confidenceKey(Confidence confidence);

} // namespace tosaic::profile
