// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advice/candidates.h"
#include "core/analysis/memoryneed.h"
#include "core/sweep/cellresult.h"

#include <QJsonObject>

namespace tosaic::advice {

/// Smaller than this, as a share of what was there, is no effect. Vela's model is exact, but nobody
/// decides by a thousandth.
inline constexpr double LeastEffect = 0.001;

/// What a compile leaves to the processor.
struct ProcessorPart
{
    std::optional<quint64> operators; ///< on the CPU
    std::optional<quint64> steps; ///< at the boundary: conversions between CPU and NPU
    std::optional<quint64> crossingBytes; ///< between CPU and NPU

    bool operator==(const ProcessorPart &) const = default;
};

/// What Vela says of one spec. All numbers are Origin::Estimate; absent: it did not say.
struct Costs
{
    std::optional<double> cycles; ///< of all partitions; operators on the CPU are not in it
    std::optional<double> timeS; ///< of the same, at the clock of the system config
    analysis::MemoryNeed need;
    /// Absent: as in the compile that is asked about, because nothing is lowered anew.
    std::optional<ProcessorPart> processor;

    std::optional<double> sramBytes() const;
    bool operator==(const Costs &) const = default;
};

enum class Effect
{
    Better,
    None,
    Worse
};
QString effectKey(Effect effect); ///< "better"

/// Something that gets worse with it.
enum class Drawback
{
    Time,
    Sram,
    Flash,
    Dram
};
QString drawbackKey(Drawback drawback); ///< "sram"

/// One experiment and what came of it.
struct Advice
{
    Candidate candidate; ///< rule, spec to take over, and the change as a patch
    Facts evidence; ///< of Rule::evidence, those that are known
    std::optional<Costs> before; ///< with `after`: measured, in one go with the same compiler
    std::optional<Costs> after;
    /// Absent: nobody knows before it is compiled (loweringKeys, or a change of the model); or the
    /// processor gets more to do and the NPU less, or the other way round, or other kernels for the
    /// same, which only a run tells.
    std::optional<Effect> effect;
    /// How much better, of the number that gains most: 0.1 for 10 % less. Negative: worse.
    double gain = 0;
    std::vector<Drawback> drawbacks;
    /// Other experiments of the same rule that came to the same numbers, as Candidate::change.
    std::vector<QJsonObject> alike;
    QStringList loweringKeys; ///< keys of SPEC.json for which the model has to be lowered again
    std::vector<Diagnostic> problems; ///< "estimate.over-limit" and the like

    bool needsCompile() const { return !after; }
};

/// Fills in what follows from `before` and `after`.
void judge(Advice &advice);

/// One entry for experiments of a rule that came to the same numbers.
void joinAlike(std::vector<Advice> &advice);

/// The most useful first: what is better without a drawback, by gain; what trades one thing for
/// another; what only a compile can tell; without effect; worse.
void rank(std::vector<Advice> &advice);

/// Of a row of a sweep; absent without numbers.
std::optional<Costs> costsOf(const sweep::CellResult &row);

/// Of a compile. Reads its reports: off the GUI thread.
Costs costsOf(
    const compiled::CompileResult &result, const std::shared_ptr<const model::Program> &program);

/// The entry of "advice" in JSON without its "sentence": "rule", "change", "measured", "effect"
/// ("mixed": only a run tells), "goal", "drawbacks", "alike", "evidence", "sources", "needs":
/// "compile" with "loweringKeys", or "run".
QJsonObject toJson(const Advice &advice);

} // namespace tosaic::advice
