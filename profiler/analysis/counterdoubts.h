// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "profiler/analysis/metrics.h"

#include <vector>

/// Counters that cannot be what they seem. Facts: event counters have 32 bits and wrap, the cycle
/// counter has 48; each is read once for every command stream.
namespace tosaic::profile {

struct CounterDoubt
{
    enum class Reason
    {
        Reported, ///< the log says that it overflowed
        Saturated, ///< all bits are set
        TooLarge, ///< more than its bits hold
        MayHaveWrapped, ///< the cycle counter passed 2^32 within one command stream
        Derived, ///< software computed it from a counter that is doubted
        BeyondAll, ///< NPU_ACTIVE is more than CYCLE_COUNTER: one of the two is wrong
        TooManyBeats, ///< more than one a cycle on one port
        CountsTwice, ///< NPU_ACTIVE and NPU_IDLE together are more than all cycles
        NotTheRest ///< software computed NPU_IDLE as the rest of all cycles, which it is not
    };

    QString counter; ///< canonical name; of CountsTwice and NotTheRest NPU_IDLE
    Reason reason = Reason::Reported;
    /// Why it has no value, "%1 overflowed: ..."; %1 is the counter. QT_TRANSLATE_NOOP("Metrics").
    const char *text = "";
    quint64 value = 0; ///< as printed

    bool isUsable() const { return reason == Reason::CountsTwice; } ///< the number itself may hold
};

/// One for each counter that is doubted, and CountsTwice. Values that software computed are as good
/// as what they were computed from.
std::vector<CounterDoubt> counterDoubts(const Profile &profile, const MetricContext &context);

/// Why a counter cannot be used; null if it can.
const CounterDoubt *doubtOf(const std::vector<CounterDoubt> &doubts, const QString &counter);

/// As problems, "counter.overflow" or "counter.contradiction" (Warning), in English.
std::vector<Diagnostic> doubtDiagnostics(
    const Profile &profile, const MetricContext &context, const QString &file);

} // namespace tosaic::profile
