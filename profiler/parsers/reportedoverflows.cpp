// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/reportedoverflows.h"

#include "profiler/parsers/eventtable.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// The counter that a message of the log means: "NPU ACTIVE", "ETHOSU_PMU_NPU_IDLE", "NPU TOTAL".
QString counterMeant(const QString &printed)
{
    const auto name = canonicalEventName(printed);
    if (name == u"NPU_TOTAL"_s)
        return CycleCounter.toString();
    if (findEvent(name).isKnown || !name.startsWith(u"NPU_"_s))
        return name;
    return canonicalEventName(name.sliced(4));
}

} // namespace

QStringList reportedOverflows(const Run &run)
{
    QStringList counters;
    for (const auto &diagnostic : run.diagnostics) {
        if (diagnostic.id == u"log.counter-overflow"_s)
            counters << counterMeant(diagnostic.text.section(u" overflow of "_s, 1));
    }
    return counters;
}

} // namespace tosaic::profile
