// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/profiletimes.h"

#include "profiler/parsers/etdump.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/timeline/estimatetimeline.h"
#include "profiler/timeline/etdumptimeline.h"
#include "profiler/timeline/tracetimeline.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using profile::ArenaUse;

/// Staging memory in use while an operation runs, as Vela planned it.
std::vector<ArenaUse> arenaOf(const ProfileSubject &subject)
{
    std::vector<ArenaUse> uses;
    std::map<std::pair<const void *, qint64>, quint64> bytes;
    for (const auto &stream : subject.streams) {
        if (!stream.database)
            continue;
        const auto rows = stream.database->performance();
        for (const auto &row : rows) {
            if (row.stagingBytes && *row.stagingBytes >= 0)
                bytes[{ stream.database.get(), row.id }] = quint64(*row.stagingBytes);
        }
    }
    const auto &operations = subject.table->operations;
    for (size_t i = 0; i < operations.size(); ++i) {
        const auto &operation = operations[i];
        if (operation.stream < 0 || !operation.scheduled
            || size_t(operation.stream) >= subject.streams.size())
            continue;
        const auto &database = subject.streams[size_t(operation.stream)].database;
        const auto found = bytes.find({ database.get(), *operation.scheduled });
        if (found != bytes.end())
            uses.push_back({ i, found->second });
    }
    return uses;
}

} // namespace

std::shared_ptr<const profile::Timeline> timelineOf(const ProfileSubject &subject,
    const std::optional<profile::MeasuredRun> &run, bool isTraceJoined)
{
    profile::Timeline timeline;
    if (run && run->trace) {
        profile::TraceKnowledge knowledge{ .clockHz = subject.clockHz };
        std::vector<ArenaUse> arena;
        if (isTraceJoined) {
            arena = arenaOf(subject);
            knowledge.table = subject.table.get();
            knowledge.slices = subject.slices;
            knowledge.arena = arena;
        }
        timeline = profile::timelineOf(*run->trace, knowledge);
    } else if (run && run->etdump) {
        profile::EtDumpTime time{ .origin = run->origin };
        if (run->origin == Origin::ThisMachine) // the host's runtime counts so
            time.unit = u"ns"_s;
        timeline = profile::timelineOf(*run->etdump, time);
    } else if (subject.table) {
        timeline = profile::estimateTimeline(*subject.table, subject.clockHz, arenaOf(subject));
    }
    if (timeline.eventCount() == 0)
        return nullptr;
    return std::make_shared<const profile::Timeline>(std::move(timeline));
}

} // namespace tosaic
