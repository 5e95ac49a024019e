// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "profiler/analysis/metrics.h"
#include "profiler/run.h"

#include <QString>

#include <optional>
#include <span>
#include <vector>

/// Metrics as data: every formula with its inputs, and where it has no value the reason why.
/// Facts: names and units of events from the Ethos-U core driver; bytes per beat are the width of
/// the AXI ports (U55 64 bit, U65 and U85 128 bit).
namespace tosaic::profile {

enum class MetricUnit
{
    Share, ///< 1 is 100 %
    Bytes,
    BytesPerSecond,
    Cycles, ///< of the NPU clock
    Seconds,
    MacsPerByte,
    TeraOperationsPerSecond, ///< a MAC is two operations
    BeatsPerCycle,
    TransactionsPerCycle
};

struct FormulaInput
{
    QString symbol; ///< counter ("NPU_ACTIVE"), or one of the symbols below
    std::optional<double> value; ///< absent: not known
    QString formula; ///< how the value came about where it was not counted; else empty
    QStringList missing; ///< without value: what of it is not known; empty: the symbol itself
    const char *whyNot = ""; ///< without value: why, unless it is only not known; with %1
};

/// A number, or why there is none. Texts are marked with QT_TRANSLATE_NOOP("Metrics", ...).
struct ComputedMetric
{
    QString id; ///< stable: "npu.active-share", "port.bytes:AXI0_RD_DATA_BEAT_RECEIVED"
    const char *name = ""; ///< "NPU active"
    QString subject; ///< the counter or port that the name is about; empty if none
    QString formula; ///< "A / T" in the symbols of the inputs
    std::vector<FormulaInput> inputs;
    MetricUnit unit = MetricUnit::Share;
    std::optional<double> value;
    const char *whyNot = ""; ///< if there is no value; "%1 is not known" with `missing`
    QStringList missing; ///< symbols without value
    std::optional<Origin> origin;
};

/// Product of the factors / product of the divisors x scale as the value of `metric`, or why there
/// is none: an input is not known, a divisor is 0, or a part is larger than its whole.
ComputedMetric computeQuotient(ComputedMetric metric, const std::vector<FormulaInput> &factors,
    const std::vector<FormulaInput> &divisors, double scale = 1, bool isPart = false);

/// "%1 is not known", as ComputedMetric::whyNot.
const char *notKnownReason();

/// Symbols beside the names of counters: T cycles of the cycle counter, A active cycles
/// (NPU_ACTIVE, or T - NPU_IDLE; T itself where it only runs while the NPU is active), W cycles of
/// the whole window (T, or T + NPU_IDLE), N inferences the counters are the sum of, M MACs of one
/// inference, P MACs per cycle, f NPU clock in Hz, B bytes per beat, D bytes moved in all. Events
/// of a group of ports of U85 ("EXT_...") that were not counted are the sum of its ports, if all of
/// them were. Every formula has an entry, those of counters (stalls, ports, weight decoder,
/// latencies) one for each counter that is there. Counters that counterDoubts() names have no
/// value. Any thread.
std::vector<ComputedMetric> computeMetrics(const Profile &profile, const MetricContext &context);

/// "npu.active-share"; null if there is none.
const ComputedMetric *findMetric(const std::vector<ComputedMetric> &metrics, const QString &id);

} // namespace tosaic::profile
