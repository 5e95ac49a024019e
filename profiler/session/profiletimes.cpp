// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/profiletimes.h"

#include "profiler/parsers/etdump.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/timeline/estimatetimeline.h"
#include "profiler/timeline/etdumptimeline.h"
#include "profiler/timeline/tracetimeline.h"

using namespace Qt::StringLiterals;

namespace tosaic {

std::shared_ptr<const profile::Timeline> timelineOf(const ProfileSubject &subject,
    const std::optional<profile::MeasuredRun> &run, bool isTraceJoined,
    std::span<const profile::MemoryCourse> memory)
{
    profile::Timeline timeline;
    if (run && run->trace) {
        profile::TraceKnowledge knowledge{ .clockHz = subject.clockHz };
        if (isTraceJoined) {
            knowledge.table = subject.table.get();
            knowledge.slices = subject.slices;
            knowledge.memory = memory;
        }
        timeline = profile::timelineOf(*run->trace, knowledge);
    } else if (run && run->etdump) {
        profile::EtDumpTime time{ .origin = run->origin };
        if (run->origin == Origin::ThisMachine) // the host's runtime counts so
            time.unit = u"ns"_s;
        timeline = profile::timelineOf(*run->etdump, time);
    } else if (subject.table) {
        timeline = profile::estimateTimeline(*subject.table, subject.clockHz, memory);
    }
    if (timeline.eventCount() == 0)
        return nullptr;
    return std::make_shared<const profile::Timeline>(std::move(timeline));
}

} // namespace tosaic
