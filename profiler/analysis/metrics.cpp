// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/metrics.h"

#include "profiler/analysis/counterdoubts.h"
#include "profiler/parsers/eventtable.h"
#include "profiler/parsers/reportedoverflows.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

MetricContext contextOf(const Run &run)
{
    MetricContext context{ .areSums = printsSums(run.family),
        .isCycleCounterGated = run.family == LogFamily::ExecutorchRunner };
    if (run.npu) {
        context.product = run.npu->product;
        context.npuMacs = run.npu->macs;
    }
    context.clockHz = run.npuClockHz;
    context.overflowed = reportedOverflows(run);
    return context;
}

std::optional<double> shareOfCycles(
    const Profile &profile, const Counter &counter, const MetricContext &context)
{
    const auto *total = profile.counter(CycleCounter.toString());
    const bool isBeside = context.isCycleCounterGated && counter.name == u"NPU_IDLE"_s;
    if (!total || total->value == 0 || counter.unit != u"cycles"_s || isBeside
        || counter.value > total->value)
        return std::nullopt;
    const auto doubts = counterDoubts(profile, context);
    if (doubtOf(doubts, counter.name) || doubtOf(doubts, total->name))
        return std::nullopt;
    return static_cast<double>(counter.value) / static_cast<double>(total->value);
}

} // namespace tosaic::profile
