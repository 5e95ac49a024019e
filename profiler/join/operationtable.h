// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/model/entityref.h"

#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

/// What every operation of the NPU cost, and which part of the model caused it.
namespace tosaic::profile {

/// How well something is known.
enum class Confidence
{
    None, ///< nothing was matched
    Low, ///< something contradicts it, or large parts are missing
    Medium, ///< nothing contradicts it, but something could not be checked or is shared
    High ///< everything that can be compared agrees
};

/// Cycles of one inference. Absent is not known, 0 is measured.
using CyclesOfInference = std::optional<quint64>;

/// Which part of the model an operation comes from. Empty texts are not known.
struct OperationOrigin
{
    std::optional<qint64> source; ///< id in Vela's table "source"; the operator the input file has
    std::optional<qint64> key; ///< its index in its block of the input file, constants included
    std::optional<int> block; ///< into Network::subgraphs; absent if several would fit
    QString type; ///< of the operator as the input file names it, else as Vela does: "CONV2D"
    QString name; ///< of the operator's output: "tosa_conv2d_default_1"
    QString edgeNode; ///< "aten_convolution_default_1", as in CompileResult::nodes
    Confidence edgeConfidence = Confidence::None;
    QString module; ///< "features.3.conv"
    QString sourceLine; ///< "model.py:42"
    /// A transpose that the compiler put between operators for the layout of the NPU: of no node.
    bool isLayoutChange = false;
};

/// Cycles of the NPU clock, and who says so.
struct StatedCycles
{
    double value = 0;
    Origin origin = Origin::Estimate;
};

struct TimedOperation
{
    enum class Role
    {
        Kernel, ///< a scheduled operation of its own
        Member, ///< fused or chained into `leader`, which has the cycles of both
        Dma, ///< a transfer of the command stream; it has no row in Vela's tables
        Cpu ///< left to the CPU: nobody estimates it, and Vela writes 0 for it
    };
    Role role = Role::Kernel;
    int stream = 0; ///< into the streams that were joined; -1: in none (a CPU operator, absorbed)
    std::optional<qint64> scheduled; ///< id in table "perf"; absent for DMA
    std::optional<size_t> leader; ///< of a member: index of the operation it belongs to
    QString kind; ///< Vela's word: "Conv2D"; "DMA" for transfers
    QString name; ///< of the output tensor; empty for DMA
    OperationOrigin origin;

    /// Measured, one entry for each run of the operation's own stream in the trace (the nth
    /// TracedInference of that stream; empty without a trace). NPU cycles, Origin::Fvp. For DMA
    /// these are the cycles the stream stood waiting for the transfer, which is no duration:
    /// transfers run beside kernels.
    std::vector<CyclesOfInference> measured;
    Confidence confidence = Confidence::None; ///< of `measured`
    /// op_cycles: with memory; they add up to cycles_total. Fractions with the Python core.
    std::optional<double> estimatedCycles;
    std::optional<double> estimatedNpuCycles; ///< npu_cycles: computation alone
    std::optional<quint64> macs; ///< as Vela counts them
    /// Estimated cycles that each memory is busy for it: "Sram", "Dram", "OffChipFlash". Fractions
    /// with the Python core.
    std::map<QString, double> memoryCycles;
    std::vector<quint32> kicks; ///< Operation::index in the command stream

    void leaveToCpu(); ///< Role::Cpu, without estimates
    void takeEstimate(const TimedOperation &other); ///< its name and all that Vela estimates of it
    /// The median of the inferences in which it was measured; absent if in none.
    std::optional<double> measuredCycles() const;
    /// Measured if there is a trace, else Vela's estimate: what a view shows in its column.
    std::optional<StatedCycles> cycles() const;
};

/// What a reader knows an operation by, the same in every face, first that is known: the operator
/// of the input file it comes from (OperationOrigin::name), its own tensor, its node, the
/// operator's type, its kind ("DMA" for transfers). Empty where nothing is known.
QString operatorName(const TimedOperation &operation);

/// An operator of the input file that has no operation of its own: it was folded into another.
struct CarriedOperator
{
    int stream = 0;
    std::optional<int> block; ///< into Network::subgraphs
    std::optional<qint64> key; ///< its index in its block
    QString type; ///< "RESCALE"
    QString name; ///< of its output; empty without the input file
    /// Index of the operation that does its work: the one that writes its output, else the one of
    /// all operators that take its output, else the one that makes its input. Absent: not known.
    std::optional<size_t> carrier;
};

/// What a join could not match, or had to leave with less than it wanted.
struct Unmatched
{
    enum class Kind
    {
        ReadsOutsideStream, ///< positions behind the end of every command stream; examples: words
        RowsNeverReached, ///< of the queue table: nothing read them; examples: scheduled ids
        RowsSkipped, ///< not read themselves, but something behind: the row before has their cycles
        RowsWithoutEstimate, ///< queue rows whose scheduled id is not in table "perf"
        RowsNotInStream, ///< their offset is no kick of the command stream; examples: offsets
        SourceUnknown, ///< operations that name no operator of the input file; scheduled ids
        SourceAbsorbed, ///< operators folded into others: they have no cycles of their own; keys
        KeysAmbiguous, ///< several blocks count from 0 and nothing tells them apart; keys
        TypesDisagree, ///< the input file has another operator at that index; keys
        OperationsUnlocated, ///< scheduled, but no queue row names them (gather, scatter); ids
        InferenceIncomplete, ///< the trace ends or starts inside; examples: inference numbers
        StreamUncertain, ///< an inference fits several command streams equally well
        TimeRunsBackwards, ///< reads earlier than the read before; examples: read numbers
        PointerRunsBackwards, ///< to the middle of the stream, where no branch leads; read numbers
        DmaNotSeparated, ///< DMA_WAITs nothing read: their time is in the operation before; offsets
        NoCommandStream, ///< only the tables: first kicks, DMA and branches are not known
        InferencesLeftOut, ///< more than are kept (TraceWalk::ValueLimit); inference numbers
        SlicesLeftOut, ///< measured, but when what ran is not kept; inference numbers
        InferenceForeign, ///< runs none of the command streams; inference numbers
        NoDatabase, ///< operations are the command stream's own; examples: stream numbers
        NoReads ///< the trace has none
    };
    static constexpr size_t ExampleLimit = 8;

    Kind kind = Kind::NoReads;
    quint64 count = 0;
    std::optional<quint64> cycles; ///< that are concerned; absent if that is not known
    std::vector<qint64> examples; ///< the first; what they are depends on the kind
};

/// One run of a command stream in the trace. All cycles are of the NPU clock;
/// cycles() = attributed + unattributed().
struct TracedInference
{
    int stream = -1; ///< that it runs; -1: fits none
    qint64 firstTs = 0;
    qint64 lastTs = 0;
    quint64 reads = 0;
    quint64 attributed = 0; ///< in operations, waits for DMA included
    quint64 dmaWaits = 0; ///< part of `attributed`
    quint64 before = 0; ///< the first operation: the stream is being read
    quint64 after = 0; ///< the last operation ended
    quint64 outside = 0; ///< the position is in no command stream
    bool isComplete = true;
    bool isKept = true; ///< false: too many; its cycles are in no operation

    quint64 unattributed() const { return before + after + outside; }
    quint64 cycles() const { return attributed + unattributed(); }
};

struct OperationTable
{
    std::vector<TimedOperation> operations; ///< in the order of execution, as far as it is known
    std::vector<TracedInference> inferences; ///< in the order of the trace
    std::vector<CarriedOperator> carried; ///< constants are not listed
    std::vector<Unmatched> unmatched;
    /// Of each stream in the open file, the delegate or operator it belongs to; empty: in none.
    std::vector<model::EntityRef> owners;
    quint64 between = 0; ///< cycles between inferences
    Confidence confidence = Confidence::None;
    std::optional<Origin> origin; ///< of what cycles() gives: Fvp or Estimate; absent if neither

    const Unmatched *find(Unmatched::Kind kind) const;
    /// Empty for what is in no stream (-1) and in no open file.
    model::EntityRef ownerOf(int stream) const;
    int delegateOf(int stream) const; ///< EntityRef::streamNumber()
    /// Sum of Vela's estimates; absent if no operation has one.
    std::optional<double> estimatedTotal() const;
};

/// What a reader knows each operation by: operatorName(), and where an operator became several its
/// own tensor (else its kind) behind it: "tosa_softmax_default (max_pool)".
std::vector<QString> operationNames(const OperationTable &table);

} // namespace tosaic::profile
