// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advice/facts.h"
#include "core/analysis/coverage.h"
#include "core/analysis/memoryneed.h"
#include "core/documents/estimatesource.h"
#include "core/documents/openmodel.h"
#include "profiler/analysis/knownfacts.h"
#include "profiler/join/operatorrows.h"
#include "profiler/session/profiledocument.h"

#include <QVariant>

#include <optional>
#include <span>
#include <vector>

/// What a reader wants to know first of a compile or a trace: where the cycles go, what sets the
/// pace, what it needs, and what is doubtful. Facts with their numbers; faces have the sentences
/// (views/findings). Any thread.
namespace tosaic {

/// A number that a finding stands on.
struct FindingEvidence
{
    QString key; ///< stable, for scripts: "cyclesTotal", or the name of an operator
    QVariant value; ///< number or text; never invalid
    QString unit; ///< "cycles", "bytes", "s", "share"; empty: a count or text
    std::optional<Origin> origin; ///< absent: a fact of the file
    /// What the number covers: "npu-model" (the compiler's model of the NPU's work), "npu-commands"
    /// (from the first to the last command that is read), "npu-counter" (as the NPU's cycle counter
    /// ran), "npu-operators" (of the operators that were measured one by one), "inference" (the
    /// whole of it, with what the processor does). Empty: not asked.
    QString includes = {};
    std::optional<int> partition = {}; ///< of an operator, where the program has several
    struct CalledIn
    {
        quint64 executions = 0;
        quint64 all = 0;
    };
    /// Of a kernel in a branch that some executions do not take, whose time is that of the others.
    std::optional<CalledIn> calledIn = {};
};

struct Finding
{
    enum class Kind
    {
        Totals, ///< cycles and time of one inference, and what they include
        Pace, ///< shares of the cycles by what sets the pace of the operators
        Costliest, ///< the five operators that cost most
        Memory, ///< need by memory
        Ports, ///< how busy the ways to the memories are
        Waiting, ///< NPU without work, processor that waits for it
        Kernels, ///< what the runtime spent most time in, and how much of it in delegates
        Processor, ///< what is left to the CPU, and steps between CPU and NPU
        Doubt ///< why numbers may mislead
    };
    enum class Doubt
    {
        None,
        CompileFailed, ///< there is nothing else to say
        RandomCalibration, ///< ranges of activations depend on chance
        EstimateOnly, ///< nobody measured: the compiler's own model
        ProcessorNotIncluded, ///< cycles of operators on the CPU are in no total
        TraceIncomplete, ///< an inference of the trace is not whole
        Foreign, ///< something given belongs to another program and was not used
        FastMode, ///< simulated without valid timing
        FvpProcessor, ///< CPU cycles of an FVP, which models the NPU's only
        OneRepeat, ///< nothing tells how much the numbers waver
        Repeats, ///< other runs do: how far apart they are; no doubt, but in its place
        OriginNotStated, ///< simulated or measured: nobody said
        NotComplete, ///< the run failed, or its log stops
        CounterDoubted, ///< a counter overflowed or contradicts another
        SumsNotKnown, ///< counters are sums of an unknown number of inferences
        OtherProgram, ///< the run is of another program than the one that is named beside it
        LeftOut, ///< more measurements than are told here
        PartWithoutCycles ///< some operations have no number, so sums are lower bounds
    };
    Kind kind = Kind::Totals;
    Doubt doubt = Doubt::None; ///< of Kind::Doubt
    Severity severity = Severity::Info; ///< Warning: it changes what one may conclude
    QString
        subject; ///< name of the run, with its measurement if it has several; empty: the program
    QString model = {}; ///< of the run, as groupOf() calls it; empty: not known, or no run
    QString measurement = {}; ///< of a run that has several; empty: of all of them, or the only one
    std::vector<FindingEvidence> evidence;
    std::vector<profile::OperatorRow> operators; ///< of Costliest, the costliest first
    std::optional<profile::CycleLimit::By> leading; ///< of Pace: what most cycles wait for
};

/// Of a program or compile, and of the trace that `subject` has. Null: nothing is known of
/// operations.
std::vector<Finding> findingsOf(const OpenedModel &opened, const ProfileSubject *subject);

/// Of a run: what an inference costs with what each number includes, waiting, ports, kernels, and
/// what is doubtful. Repeats are one finding by their median. `stated`: the program that it is
/// attached to, which a log that refutes it puts in doubt; null: not known. `repeats`: runs of the
/// same program under the same conditions, this one among them; may be empty.
std::vector<Finding> findingsOf(const profile::MeasuredRun &run,
    const profile::ProgramFacts *stated = nullptr,
    std::span<const profile::MeasuredRun> repeats = {});

/// Of runs without a program beside them, in their order. Of many runs the first are told, and how
/// many are not.
std::vector<Finding> findingsOf(const std::vector<profile::MeasuredRun> &runs,
    const std::vector<profile::ProgramFacts> &programs);

/// What advice about it is asked of (advice::AdviceRun). `source` is the TOSA that was kept, or a
/// network by itself; `stated`, the spec it is meant for, counts where nothing was compiled yet.
/// Absent: nothing says what it is compiled with.
std::optional<advice::Subject> adviceSubject(const OpenedModel &opened,
    const EstimateSource &source, const std::optional<spec::CompileSpec> &stated = {});

QString findingKey(const Finding &finding); ///< "totals", "doubt.random-calibration"

} // namespace tosaic
