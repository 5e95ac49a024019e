// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/base/units.h"
#include "core/model/program.h"
#include "profiler/analysis/spread.h"
#include "profiler/parsers/etdump.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

/// What an ETDump says by kernel: every repeat of every call, with nothing merged away. Facts:
/// ExecuTorch's runtime (runtime/executor/method.cpp, devtools/etdump); differs from ExecuTorch's
/// Inspector where that keeps only the last repeat of a loop or refuses the file.
namespace tosaic::profile {

/// Of the ticks in a dump, which does not state it.
enum class TickUnit
{
    NotKnown,
    Nanoseconds, ///< ExecuTorch's clock on a computer
    Cycles ///< of the CPU: Arm's bare-metal runner
};
QString tickUnitName(TickUnit unit); ///< "ns", "cycles", "ticks"

/// One time in each execution: how often, how long. Executions are numbered as in
/// MethodProfile::executions.
struct KernelTimes
{
    /// [execution][repeat]; a loop repeats a call within one execution, and a branch that is not
    /// taken leaves an execution empty.
    std::vector<std::vector<quint64>> ticks;
    quint64 untimed = 0; ///< events whose end is before their start and no wrap explains it

    quint64 calls() const;
    quint64 total() const;
    /// Sum of each execution in which it was called, in their order.
    std::vector<double> sums() const;
    std::optional<Spread> spread() const; ///< of sums()
    bool isEmpty() const { return calls() == 0; }
    size_t executionsWith() const; ///< in how many it was called
    /// A branch that some executions do not take. An event without a time tells nothing of that.
    bool isOfSome() const { return untimed == 0 && executionsWith() < ticks.size(); }
    /// Smallest and largest number of repeats within one execution.
    size_t leastRepeats() const;
    size_t mostRepeats() const;
};

enum class KernelKind
{
    Kernel, ///< OPERATOR_CALL
    Delegate, ///< DELEGATE_CALL
    DelegatePart, ///< what a delegate says of itself, inside its call
    Control, ///< JF_CALL, MOVE_CALL, FREE_CALL
    Other ///< what an application logged, and the runtime's own events beside Method::execute
};
QString kernelKindName(KernelKind kind); ///< "kernel", "delegate", "delegate-part", ...

/// One instruction of the program, or one thing inside a delegate's call.
struct KernelRow
{
    KernelKind kind = KernelKind::Other;
    EtDumpPlace place;
    /// "aten::add.out" if the program is known; else as the dump has it, without namespace
    /// ("add.out", "JF_CALL"); of a delegate its id, of a part the delegate's text or number.
    /// Empty: the dump names nothing (a delegate or prim operator without program).
    QString name;
    KernelTimes call; ///< OPERATOR_CALL and its like: kernel and dispatch; of others their event
    KernelTimes kernel; ///< native_call_*: inside the call; empty where there is none
    quint64 metadataBytes = 0; ///< what a delegate added, all events together
    /// Median over the executions as part of the median time in Method::execute, so that a cold
    /// first execution weighs in neither; absent without. Of a branch that some executions do not
    /// take (KernelTimes::isOfSome), both are over those that take it. Parts of a delegate have a
    /// share too, inside that of their call.
    std::optional<double> share;

    bool isInside() const { return kind == KernelKind::DelegatePart; }
    /// `call`, or `kernel` where only that was recorded.
    const KernelTimes &times() const { return call.isEmpty() ? kernel : call; }
};

/// A tensor or number that was recorded at the same place of each execution.
struct RecordedValue
{
    EtDumpPlace place;
    size_t position = 0; ///< among the values of this place in one execution, from 0
    QString name; ///< as recorded; mostly empty
    QString kind; ///< "Tensor", "TensorList", "Int", ...
    bool isProgramOutput = false;
    std::vector<EtDumpTensor> tensors; ///< of the first execution that has it
    std::vector<size_t> executions; ///< that have it
    /// Different values among them; absent if the bytes are not at hand (no debug buffer).
    std::optional<size_t> variants;
    /// Executions whose value differs from that of the first one.
    std::vector<size_t> differing;

    bool isChanged() const { return !differing.empty(); }
};

/// One run of a method.
struct Execution
{
    size_t run = 0; ///< index into EtDump::runs
    bool isWarmup = false;
    std::optional<quint64> ticks; ///< Method::execute; absent if it was not recorded
};

/// How it is known which method ran: a dump does not say it.
enum class MethodEvidence
{
    NotKnown, ///< no program, or none of its methods fits
    Stated, ///< by who started the run, and the events fit
    Only, ///< the program has one method that fits
    Ambiguous ///< several methods fit; none is chosen
};

/// Executions of one method. Times are of those that are no warm-up.
struct MethodProfile
{
    std::optional<int> method; ///< index into Program::methods
    QString name; ///< of the method; empty: not known
    MethodEvidence evidence = MethodEvidence::NotKnown;
    std::vector<Execution> executions;
    std::vector<Execution> warmups;
    KernelTimes times; ///< Method::execute
    KernelTimes calls; ///< sum of all instructions in each execution; the rest is the interpreter
    std::vector<KernelRow> rows; ///< by chain and instruction; parts behind their delegate
    std::vector<RecordedValue> values; ///< warm-ups left out

    size_t changedOutputs() const; ///< program outputs that differ
};

/// Bytes that an allocator gave out in one phase; nothing records that they were given back.
struct AllocationRow
{
    QString phase; ///< name of the runs: "Default" (loading), "Execute"
    qint32 allocator = 0; ///< counts from 1
    QString name; ///< "method_allocator"; empty: the dump has none of that number
    quint64 runs = 0; ///< in which it gave out anything
    quint64 count = 0; ///< allocations, all runs together
    quint64 bytes = 0;
    quint64 largest = 0; ///< one allocation, bytes
    quint64 peak = 0; ///< most bytes in one run
};

/// A time of loading: "Program::load_method", or what a delegate says of its preparation.
struct LoadingRow
{
    size_t run = 0; ///< index into EtDump::runs
    QString name;
    EtDumpPlace place;
    std::optional<quint64> ticks;
};

struct KernelProfile
{
    TickUnit unit = TickUnit::NotKnown;
    std::vector<MethodProfile> methods; ///< in the order in which they ran first
    std::vector<LoadingRow> loading;
    std::vector<AllocationRow> allocations;
    std::vector<Diagnostic> diagnostics; ///< ids "kernels.*"
};

/// What is known beside the dump.
struct KernelContext
{
    const model::Program *program = nullptr; ///< the one that ran, for names
    QString method; ///< stated by who started the run; empty: not stated
    quint64 warmups = 0; ///< the first executions of the dump
    TickUnit unit = TickUnit::NotKnown;
    std::shared_ptr<const ByteSource> buffer; ///< debug buffer: bytes of recorded tensors
};

/// Any thread; nothing but memory limits it.
KernelProfile kernelProfile(const EtDump &dump, const KernelContext &context);

/// Nanoseconds on this machine, cycles on boards and simulators.
TickUnit tickUnitOf(std::optional<Origin> origin);

} // namespace tosaic::profile
