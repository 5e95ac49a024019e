// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison.h"
#include "core/analysis/operatormatch.h"
#include "core/compiled/resultcosts.h"

#include <QString>

#include <optional>
#include <vector>

/// Two compiles compared by what their Vela reports say: memories and operators. All numbers are
/// the compiler's estimates.
namespace tosaic::analysis {

enum class MemoryMetric
{
    Used, ///< bytes
    FeatureMapRead, ///< bytes an inference
    FeatureMapWrite,
    WeightRead,
    WeightWrite,
    Total, ///< all purposes
    Cycles ///< that the memory is busy
};

/// Less is better.
struct MemoryChange : Change
{
    QString memory; ///< "Sram", "Dram", "OnChipFlash", "OffChipFlash"
    MemoryMetric metric = MemoryMetric::Used;
};

/// Cycles of one operator. One of one side alone changes by all its cycles.
struct OperatorCostChange : Change
{
    QString name; ///< OperatorCost::name, of the new side where there is one
    QString kind;
    std::optional<int> oldPartition; ///< absent: not told, or only on the new side
    std::optional<int> newPartition;
    std::optional<MatchReason> match; ///< why both sides are one operator; absent: one side alone
};

/// Cycles of all operations of one kind; holds also where single operators cannot be matched. A
/// kind of one side alone changes by all its cycles; absent if one of them has no number.
struct KindCostChange : Change
{
    QString kind; ///< "Conv2D"; empty: what the compiler inserted
    qsizetype oldCount = 0;
    qsizetype newCount = 0;
};

struct CostComparison
{
    std::vector<MemoryChange> memories; ///< metrics with a number above 0 on a side
    std::vector<KindCostChange> kinds; ///< largest change first
    std::vector<OperatorCostChange> operators; ///< largest change first
    qsizetype matchedOperators = 0;
    bool hasOperators = false; ///< both sides have a per-layer report
    bool hasMemories = false; ///< both sides have summary reports
};

/// Operators are matched by matchOperators().
CostComparison compareCosts(
    const compiled::ResultCosts &oldCosts, const compiled::ResultCosts &newCosts);

} // namespace tosaic::analysis
