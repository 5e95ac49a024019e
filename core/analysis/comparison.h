// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/coverage.h"
#include "core/analysis/memoryneed.h"
#include "core/analysis/operatormatch.h"
#include "core/base/change.h"
#include "core/compiled/compileresult.h"

#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace tosaic::analysis {

enum class Metric
{
    CyclesTotal, ///< cycles, estimated by the compiler
    CyclesNpu, ///< cycles, estimated
    InferenceTime, ///< seconds, estimated: each partition at the clock of its system configuration
    Macs, ///< multiply-accumulates; neither direction is better
    SramBytes, ///< the memory need, estimated
    FlashBytes,
    DramBytes,
    NpuOperators, ///< neither direction is better by itself
    CpuOperators,
    Partitions,
    PteBytes, ///< size of the program file
    BoundaryBytes, ///< that cross between CPU and NPU an inference, each tensor once
    Conversions ///< kernels on the CPU at those boundaries: quantise, dequantise
};

/// A number of two compiles.
struct MetricChange : Change
{
    Metric metric = Metric::CyclesTotal;
    bool isEstimate = false; ///< from the compiler's model; else counted
};

/// An operator (countsAsOperator) that both sides have, on different sides of the NPU border.
struct OperatorMove
{
    QString node; ///< of the new side
    QString target; ///< "aten.add.Tensor"
    QString module;
    QString oldPlacement; ///< "npu", "cpu", "boundary"
    QString newPlacement;
    QStringList reasons; ///< why the new side refused it, if it did
    MatchReason match = MatchReason::Name; ///< why both are one operator
};

/// An operator that both sides have, with another type or shape of what it makes.
struct OperatorEdit
{
    QString node; ///< of the new side
    QString target;
    QString module;
    QString oldTensor; ///< "float32 1x8"
    QString newTensor;
    MatchReason match = MatchReason::Name;
};

/// A partition of one side and the one of the other that shares most operators with it.
struct PartitionMatch
{
    std::optional<int> oldPartition; ///< index into partitions; absent: only on the new side
    std::optional<int> newPartition;
    qsizetype sharedOperators = 0;
};

enum class SpecField
{
    Target,
    SystemConfig,
    MemoryMode,
    ConfigIni,
    ExtraFlags,
    CommandTag,
    WeightTag,
    Debug,
    Delegate,
    Quantizer,
    Calibration,
    KeptNodes,
    KeptOperators,
    KeptModules,
    KeptPatterns,
    Intermediates,
    TosaSpec,
    Passes,
    CpuKernels,
    IntegerIo
};

struct SpecChange
{
    SpecField field = SpecField::Target;
    QString oldValue; ///< empty: the tool's default
    QString newValue;
    QStringList added; ///< for lists
    QStringList removed;
};

/// A compiler that is not the same on both sides.
struct ToolChange
{
    QString tool; ///< "vela", "executorch", as result.json names it
    QString oldVersion;
    QString newVersion;
    bool operator==(const ToolChange &) const = default;
};

struct Comparison
{
    std::vector<MetricChange> metrics; ///< every Metric, in order
    std::vector<OperatorMove> moves;
    qsizetype movedSteps = 0; ///< quantise, dequantise and getitem nodes that moved along
    qsizetype matchedOperators = 0;
    std::map<MatchReason, qsizetype> matchedBy; ///< how many of them by which evidence
    std::vector<OperatorEdit> changed;
    QStringList onlyOld; ///< operators without a counterpart: gone
    QStringList onlyNew; ///< added
    std::vector<PartitionMatch> partitions; ///< in the order of the new side, then what is only old
    std::vector<SpecChange> specChanges;
    std::vector<ToolChange> toolChanges; ///< of tools whose version both sides know
    MemoryNeed oldNeed;
    MemoryNeed newNeed;
    std::vector<MemoryNeed> oldPartitionNeeds; ///< of the partitions that left numbers, in order
    std::vector<MemoryNeed> newPartitionNeeds;
    Coverage oldCoverage;
    Coverage newCoverage;
    QString oldSource; ///< file name of the model; empty: not known
    QString newSource;

    /// Models of other names that share less than a fifth of their operators: their numbers stand
    /// beside each other, and neither is better.
    bool areOtherModels() const;
    const MetricChange &metric(Metric metric) const;
};

/// What changed from one compile to the other. Operators are matched by matchOperators() (a name
/// counts in the same source, for the same target and module), partitions by the operators they
/// share; what has no counterpart is listed, not guessed. Reads the compiles' small reports and
/// programs.
Comparison compareResults(
    const compiled::CompileResult &oldResult, const compiled::CompileResult &newResult);

/// A field as text, lists joined by spaces; empty: not asked for, the tool's default.
QString specValue(const spec::CompileSpec &spec, SpecField field);

/// All fields in the order of the command line's SPEC.json.
std::vector<SpecField> allSpecFields();

/// Differences of two specs, the fields in a fixed order; empty if they ask for the same.
std::vector<SpecChange> specChanges(
    const spec::CompileSpec &oldSpec, const spec::CompileSpec &newSpec);

} // namespace tosaic::analysis
