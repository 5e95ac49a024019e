// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/timeline/timelinesamples.h"

#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"

#include <random>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

/// Transfers that overlap on each port, and counters that follow them.
void addModelTracks(profile::PmuTrace &trace, quint64 end)
{
    using Track = profile::PmuTrace::Track;
    using Kind = profile::PmuTrace::TrackKind;
    std::mt19937 random(7);
    const auto between = [&random](quint64 least, quint64 most) {
        return std::uniform_int_distribution<quint64>(least, most)(random);
    };
    for (const auto *const port : { "axi0", "axi1" }) {
        Track spans{ .kind = Kind::Spans,
            .process = u"DMA"_s,
            .thread = QString::fromLatin1(port),
            .name = u"axi_enabled_cycles"_s };
        for (quint64 at = 0; at < end; at += between(100, 2500)) {
            spans.ts.push_back(at);
            spans.durations.push_back(between(20, 1800));
        }
        trace.eventCount += spans.ts.size();
        trace.tracks.push_back(std::move(spans));
    }
    for (const auto *const name : { "AXI0_RD_DATA_BEAT_RECEIVED", "MAC_ACTIVE" }) {
        Track values{ .kind = Kind::Counter,
            .process = u"PMU"_s,
            .thread = u"0"_s,
            .name = QString::fromLatin1(name),
            .argument = u"value"_s };
        for (quint64 at = 0; at < end; at += 500) {
            values.ts.push_back(at);
            values.values.push_back(double(between(0, 400) * (at / 20000 % 3 + 1)));
        }
        trace.eventCount += values.ts.size();
        trace.tracks.push_back(std::move(values));
    }
    trace.range = { 0, std::max(trace.range ? trace.range->second : 0, end) };
}

} // namespace

TimelineSample joinedSample(const std::string &fixture)
{
    TimelineSample sample;
    for (auto &join : fixtureJoins()) {
        if (!join.name.startsWith(QString::fromStdString(fixture)) || join.streams.size() != 1
            || rowsOf(join.streams.front()).empty())
            continue;
        const auto made
            = generateTrace(rowsOf(join.streams.front()), join.streams.front().stream.get(),
                { .seed = 3, .inferences = 2, .standsAtDmaWaits = true });
        auto table = std::make_shared<profile::OperationTable>(
            profile::joinOperations(join.streams, made.reads, {}, &sample.slices));
        for (const auto &read : made.reads)
            sample.trace.queueReads.push_back({ quint64(read.ts), quint32(read.word) });
        sample.trace.eventCount = made.reads.size();
        const auto last = quint64(made.reads.back().ts);
        sample.trace.range = { 0, last };
        addModelTracks(sample.trace, last);
        sample.table = std::move(table);
        sample.keeps = join.keeps;
        break;
    }
    return sample;
}

std::shared_ptr<const profile::Timeline> randomTimeline(size_t count, quint32 seed)
{
    auto timeline = std::make_shared<profile::Timeline>();
    std::mt19937 random(seed);
    const auto between = [&random](qint64 least, qint64 most) {
        return std::uniform_int_distribution<qint64>(least, most)(random);
    };
    for (int i = 0; i < 11; ++i)
        timeline->labels.push_back(u"name %1"_s.arg(i));
    profile::TimelineTrack slices;
    slices.name = slices.group = u"slices"_s;
    profile::TimelineTrack counter;
    counter.kind = profile::TimelineTrack::Kind::Counter;
    counter.name = counter.group = u"counter"_s;
    qint64 at = 0;
    for (size_t i = 0; i < count; ++i) {
        at += between(0, 3) == 0 ? between(1, 60) : 1;
        slices.starts.push_back(at);
        counter.starts.push_back(at);
        counter.values.push_back(double(between(-1000, 1000)));
        at += between(0, 50) == 0 ? between(100, 5000) : between(0, 9);
        slices.ends.push_back(at);
        slices.labels.push_back(quint32(between(0, 10)));
    }
    timeline->range = { 0, at };
    timeline->tracks = { std::move(slices), std::move(counter) };
    return timeline;
}

} // namespace tosaic::test
