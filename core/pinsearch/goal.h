// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/compiled/compileresult.h"

#include <QHash>
#include <QJsonObject>

#include <optional>
#include <vector>

/// The best pins of a model for a goal, found by trying.
namespace tosaic::pinsearch {

/// What the CPU's share costs. Nobody measured it: no tool estimates kernels on a CPU, so this is
/// an assumption, which the user may replace by what a board measured.
struct CpuCost
{
    double cyclesPerMac = 4; ///< a scalar float loop: two loads, multiply-add, its bookkeeping
    double cyclesPerByte = 2; ///< that a kernel writes
    bool operator==(const CpuCost &) const = default;
};

/// What Vela says of an operator in the compile that the search starts from (Origin::Estimate).
struct NodeWork
{
    double cycles = 0; ///< NPU clocks
    double macs = 0;
};
using Work = QHash<QString, NodeWork>; ///< by ModelNode::name

/// What a set of pins costs; less is better in all of it.
struct Numbers
{
    std::optional<double> cycles; ///< NPU, all partitions; Origin::Estimate once it is compiled
    std::optional<double> sramBytes; ///< need
    double cpuCycles = 0; ///< assumed (CpuCost): operators and conversions on the CPU
    quint64 boundaries = 0; ///< tensors that cross
    quint64 boundaryBytes = 0;
    quint64 conversions = 0;
    quint64 cpuOperators = 0;

    std::optional<double> totalCycles() const; ///< NPU and CPU, one after the other
};

/// Of what a preview or a compile decided: NPU cycles are the sum of what its operators cost in
/// the first compile, SRAM the largest sum of values that live at a time in a partition. A guess
/// to choose by, never shown as a result.
Numbers guessOf(const compiled::CompileResult &cut, const Work &work, const CpuCost &cost);

/// Operators of the NPU whose values live where the SRAM of that guess peaks.
QStringList peakOperators(const compiled::CompileResult &cut);

enum class GoalKind
{
    Cycles, ///< fewest, NPU and CPU together
    Sram, ///< need below a limit in bytes, then cycles
    Boundaries, ///< fewest tensors across, then cycles
    Cpu ///< fewer operators on the CPU than a limit, then cycles
};

struct Goal
{
    GoalKind kind = GoalKind::Cycles;
    double limit = 0; ///< of Sram and Cpu
    bool operator==(const Goal &) const = default;
};

/// "cycles", "sram<40000" (also 40K, 1M: KiB, MiB), "boundaries", "cpu<3". Error: SpecInvalid.
Result<Goal> goalOf(const QString &text);

/// "4,2": cycles for a MAC and for a byte. Error: SpecInvalid.
Result<CpuCost> cpuCostOf(const QString &text);

/// Whether the goal's limit is kept; true without a limit, false where the number is not known.
bool isMet(const Goal &goal, const Numbers &numbers);
/// The first of two that meet the goal is what it asks for; of two that do not, what is nearer.
bool isBetter(const Goal &goal, const Numbers &one, const Numbers &other);
/// Indexes that no other one beats in cycles, SRAM, boundaries and operators on the CPU; the best
/// for the goal first.
std::vector<std::size_t> frontOf(const Goal &goal, const std::vector<Numbers> &all);

} // namespace tosaic::pinsearch
