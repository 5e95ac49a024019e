// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/etdumpreader.h"
#include "profiler/timeline/alignedtimeline.h"
#include "profiler/timeline/estimatetimeline.h"
#include "profiler/timeline/etdumptimeline.h"
#include "profiler/timeline/timelineindex.h"
#include "profiler/timeline/tracetimeline.h"
#include "profiler/timeline/trackrows.h"
#include "tests/profiler/etdumpbuilder.h"
#include "tests/profiler/timeline/timelinesamples.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile::timelinebuilderstests {
namespace {

using Subject = TimelineTrack::Subject;

void expectSound(const Timeline &timeline)
{
    for (const auto &track : timeline.tracks) {
        ASSERT_FALSE(track.starts.empty()) << track.name.toStdString();
        const auto isCounter = track.kind == TimelineTrack::Kind::Counter;
        ASSERT_EQ(track.values.size(), isCounter ? track.starts.size() : 0);
        ASSERT_EQ(track.ends.size(), isCounter ? 0 : track.starts.size());
        ASSERT_EQ(track.labels.size(), isCounter ? 0 : track.starts.size());
        ASSERT_TRUE(track.operations.empty() || track.operations.size() == track.starts.size());
        ASSERT_TRUE(std::ranges::is_sorted(track.starts));
        for (size_t i = 0; i < track.ends.size(); ++i) {
            ASSERT_LE(track.starts[i], track.ends[i]);
            ASSERT_LT(track.labels[i], timeline.labels.size());
            ASSERT_TRUE(i == 0 || track.ends[i - 1] <= track.starts[i]) << i;
            ASSERT_TRUE(i == 0 || track.starts[i - 1] < track.starts[i]) << i;
            ASSERT_LE(track.ends[i], timeline.range->second);
        }
    }
}

const TimelineTrack *trackNamed(const Timeline &timeline, const QString &name, int depth = 0)
{
    for (const auto &track : timeline.tracks) {
        if (track.name == name && track.depth == depth)
            return &track;
    }
    return nullptr;
}

qint64 busy(const TimelineTrack &track)
{
    qint64 sum = 0;
    for (size_t i = 0; i < track.starts.size(); ++i)
        sum += track.ends[i] - track.starts[i];
    return sum;
}

TEST(TrackRows, SplitsWhatOverlapsByDepth)
{
    Timeline timeline;
    TrackRows rows(timeline);
    TimelineTrack like;
    like.name = u"calls"_s;
    const auto a = rows.label(u"a"_s);
    const auto b = rows.label(u"b"_s);
    EXPECT_EQ(rows.label(u"a"_s), a);
    rows.addSlices(like,
        { { 5, 8, b }, { 0, 10, a }, { 10, 12, a }, { 5, 5, b }, { 5, 5, a }, { 20, 20, a } });
    rows.finish();
    expectSound(timeline);
    ASSERT_EQ(timeline.tracks.size(), 4);
    EXPECT_EQ(timeline.tracks[0].starts, (std::vector<qint64>{ 0, 10, 20 }));
    EXPECT_EQ(timeline.tracks[1].starts, (std::vector<qint64>{ 5 }));
    EXPECT_EQ(timeline.tracks[1].ends, (std::vector<qint64>{ 8 }));
    EXPECT_EQ(timeline.tracks[3].depth, 3);
    EXPECT_EQ(timeline.range, (std::pair<qint64, qint64>(0, 20)));
    EXPECT_EQ(timeline.eventCount(), 6);
}

TEST(TrackRows, SaysWhatIsTooDeep)
{
    Timeline timeline;
    TrackRows rows(timeline);
    rows.addSlices({}, std::vector<Span>(TrackRows::DepthLimit + 3, Span{ 0, 10 }));
    EXPECT_EQ(timeline.tracks.size(), TrackRows::DepthLimit);
    ASSERT_EQ(timeline.diagnostics.size(), 1);
    EXPECT_EQ(timeline.diagnostics.front().id, u"timeline.depth"_s);
    EXPECT_TRUE(timeline.diagnostics.front().text.startsWith(u"3 slices"_s));
}

TEST(TraceTimeline, CountsThePassesOfEachDelegate)
{
    OperationTable table;
    for (const int stream : { 0, 1, 0, 1, -1 }) {
        const auto at = qint64(10 * table.inferences.size());
        table.inferences.push_back({ .stream = stream, .firstTs = at, .lastTs = at + 5 });
    }
    const auto timeline = timelineOf(PmuTrace(), { .table = &table, .slices = {} });
    const auto *track = trackNamed(timeline, u"Inferences"_s);
    ASSERT_TRUE(track);
    QStringList labels;
    for (const auto label : track->labels)
        labels.append(timeline.labels[label]);
    EXPECT_EQ(labels,
        QStringList({ u"Inference 1 of delegate 0"_s, u"Inference 1 of delegate 1"_s,
            u"Inference 2 of delegate 0"_s, u"Inference 2 of delegate 1"_s,
            u"Inference 1 of another program"_s }));
}

TEST(TraceTimeline, HasOperationsInferencesAndTheTracesOwnTracks)
{
    const auto sample = test::joinedSample();
    ASSERT_TRUE(sample.table);
    const auto timeline = timelineOf(sample.trace,
        { .table = sample.table.get(), .slices = sample.slices, .clockHz = 500'000'000 });
    expectSound(timeline);
    EXPECT_EQ(timeline.secondsPerUnit(), 2e-9);
    const auto *inferences = trackNamed(timeline, u"Inferences"_s);
    ASSERT_TRUE(inferences);
    EXPECT_EQ(inferences->starts.size(), 2);
    const auto *operations = trackNamed(timeline, u"NPU operations"_s);
    ASSERT_TRUE(operations);
    EXPECT_EQ(operations->subject, Subject::NpuOperation);
    EXPECT_EQ(operations->origin, Origin::Fvp);
    ASSERT_FALSE(operations->operations.empty());
    quint64 measured = 0;
    for (const auto &operation : sample.table->operations) {
        for (const auto &cycles : operation.measured)
            measured += cycles.value_or(0);
    }
    const auto *waits = trackNamed(timeline, u"Waits for DMA"_s);
    ASSERT_TRUE(waits);
    EXPECT_EQ(quint64(busy(*operations) + busy(*waits)), measured);
    const auto first = size_t(operations->operations.front());
    EXPECT_EQ(timeline.labels[operations->labels.front()], operationLabels(*sample.table)[first]);
    EXPECT_EQ(trackNamed(timeline, u"axi0"_s)->subject, Subject::Dma);
    EXPECT_TRUE(trackNamed(timeline, u"axi0"_s, 1)); // transfers overlap
    EXPECT_EQ(trackNamed(timeline, u"MAC_ACTIVE"_s)->group, u"PMU"_s);
    EXPECT_EQ(trackNamed(timeline, u"Command stream position"_s)->starts.size(),
        sample.trace.queueReads.size());
}

TEST(TraceTimeline, NamesByLabelsAndLeavesOutHostileTimes)
{
    PmuTrace trace;
    trace.tracks.push_back({ .process = u"1"_s,
        .thread = u"2"_s,
        .name = u"x"_s,
        .ts = { 10, ~quint64(0) },
        .durations = { 5, 1 } });
    trace.tracks.push_back(
        { .process = u"1"_s, .thread = u"3"_s, .name = u"y"_s, .ts = { 4 }, .durations = { 2 } });
    trace.tracks.push_back(
        { .process = u"1"_s, .thread = u"2"_s, .name = u"z"_s, .ts = { 11 }, .durations = { 2 } });
    trace.labels = { { u"1"_s, {}, u"Engine"_s }, { u"1"_s, u"2"_s, u"DMA reader"_s } };
    const auto timeline = timelineOf(trace);
    expectSound(timeline);
    ASSERT_EQ(timeline.tracks.size(), 3);
    EXPECT_EQ(timeline.tracks[0].group, u"Engine"_s);
    EXPECT_EQ(timeline.tracks[0].name, u"DMA reader"_s);
    EXPECT_EQ(timeline.tracks[1].name, u"DMA reader"_s);
    EXPECT_EQ(timeline.tracks[1].depth, 1); // z inside x, of the same thread
    EXPECT_EQ(timeline.tracks[2].name, u"tid 3"_s);
    ASSERT_EQ(timeline.diagnostics.size(), 1);
    EXPECT_EQ(timeline.diagnostics.front().id, u"timeline.time"_s);
}

TEST(TraceTimeline, TellsCountersOfSeveralThreadsApart)
{
    PmuTrace trace;
    for (const auto *const thread : { "core0", "core1" })
        trace.tracks.push_back({ .kind = PmuTrace::TrackKind::Counter,
            .process = u"PMU"_s,
            .thread = QString::fromLatin1(thread),
            .name = u"beats"_s,
            .argument = u"value"_s,
            .ts = { 10, 5 },
            .values = { 1, 2 } });
    const auto timeline = timelineOf(trace);
    expectSound(timeline);
    ASSERT_EQ(timeline.tracks.size(), 2);
    EXPECT_EQ(timeline.tracks[0].name, u"beats (core0)"_s);
    EXPECT_EQ(timeline.tracks[1].values, (std::vector<double>{ 2, 1 })); // in order of time
}

EtDump dumpOf(const std::vector<std::pair<quint64, quint64>> &times)
{
    EtDump dump;
    for (const auto &[start, end] : times) {
        EtDumpProfileEvent event;
        event.name = u"Method::execute"_s;
        event.start = start;
        event.end = end;
        dump.runs.push_back({ .name = u"Execute"_s, .allocators = {}, .events = { event } });
    }
    return dump;
}

TEST(EtDumpTimeline, LaysRunsThatGoBackBehindTheOneBefore)
{
    const auto timeline = timelineOf(dumpOf({ { 1000, 1100 }, { 1200, 1250 }, { 10, 40 } }));
    expectSound(timeline);
    const auto *runs = trackNamed(timeline, u"Runs"_s);
    ASSERT_TRUE(runs);
    EXPECT_EQ(runs->starts, (std::vector<qint64>{ 0, 200, 250 }));
    EXPECT_EQ(runs->ends, (std::vector<qint64>{ 100, 250, 280 }));
    EXPECT_EQ(timeline.labels[runs->labels[2]], u"Execute 3"_s);
    ASSERT_EQ(timeline.diagnostics.size(), 1);
    EXPECT_EQ(timeline.diagnostics.front().id, u"timeline.clock"_s);
}

TEST(EtDumpTimeline, SurvivesHostileTimes)
{
    constexpr auto Most = ~quint64(0);
    std::vector<std::pair<quint64, quint64>> times{ { 0, Most }, { Most, 5 }, { 3, Most - 1 } };
    for (int i = 0; i < 3000; ++i)
        times.push_back({ 0, quint64(1) << 52 });
    expectSound(timelineOf(dumpOf(times)));
}

TEST(TraceTimeline, AnEmptyTraceIsAnEmptyTimeline)
{
    const auto timeline = timelineOf(PmuTrace());
    EXPECT_TRUE(timeline.tracks.empty());
    EXPECT_FALSE(timeline.range);
}

TEST(EstimateTimeline, LaysOperationsEndToEnd)
{
    const auto sample = test::joinedSample();
    const std::vector<MemoryCourse> memory{ { u"Arena in use"_s, { { 0, 1000 }, { 1, 3000 } } } };
    const auto timeline = estimateTimeline(*sample.table, {}, memory);
    expectSound(timeline);
    const auto *operations = trackNamed(timeline, u"NPU operations"_s);
    ASSERT_TRUE(operations);
    EXPECT_EQ(operations->origin, Origin::Estimate);
    EXPECT_EQ(double(busy(*operations)), sample.table->estimatedTotal().value_or(0));
    EXPECT_EQ(operations->starts.front(), 0);
    EXPECT_EQ(double(operations->ends.back()), sample.table->estimatedTotal().value_or(0));
    EXPECT_LE(busy(*trackNamed(timeline, u"Computation alone"_s)), busy(*operations));
    EXPECT_EQ(trackNamed(timeline, u"Arena in use"_s)->unit, u"bytes"_s);
    EXPECT_TRUE(estimateTimeline(OperationTable()).tracks.empty());
}

TEST(EtDumpTimeline, NestsKernelsInOperators)
{
    const auto dump = readEtDump(ByteSource::fromBytes(test::etDumpBytes()));
    ASSERT_TRUE(dump);
    const auto timeline = timelineOf(*dump, { .unit = u"ns"_s, .origin = Origin::ThisMachine });
    expectSound(timeline);
    EXPECT_EQ(timeline.secondsPerUnit(), 1e-9);
    EXPECT_TRUE(trackNamed(timeline, u"Runs"_s));
    EXPECT_EQ(trackNamed(timeline, u"Delegates"_s)->subject, Subject::Delegate);
}

/// Durations by name, over all tracks, are those of the sample's facts.
TEST(EtDumpTimeline, LosesNothingOfTheSamples)
{
    TOSAIC_NEED_SAMPLES();
    int seen = 0;
    for (QDirIterator it(test::samplesDir() + u"/generated/host/etdump"_s, { u"*.etdp"_s });
         it.hasNext();) {
        const auto path = it.next();
        SCOPED_TRACE(path.toStdString());
        QFile facts(path + u".facts.json"_s);
        const auto source = ByteSource::map(path);
        if (!source || !facts.open(QIODevice::ReadOnly))
            continue;
        const auto dump = readEtDump(*source);
        if (!dump)
            continue;
        const auto timeline = timelineOf(*dump);
        expectSound(timeline);
        QHash<QString, qint64> total;
        for (const auto &track : timeline.tracks) {
            for (size_t i = 0; i < track.starts.size() && track.name != u"Runs"_s; ++i)
                total[timeline.labels[track.labels[i]]] += track.ends[i] - track.starts[i];
        }
        const auto wanted
            = QJsonDocument::fromJson(facts.readAll()).object()[u"by_name"_s].toObject();
        for (auto name = wanted.begin(); name != wanted.end(); ++name) {
            const auto ticks = name->toObject()[u"total_ticks"_s];
            if (ticks.isDouble() && total.contains(name.key())) {
                EXPECT_EQ(total[name.key()], ticks.toInteger()) << name.key().toStdString();
            }
        }
        seen += trackNamed(timeline, u"Operators and kernels"_s) ? 1 : 0;
    }
    EXPECT_GT(seen, 5);
}

/// Two reads an inference; three inferences that begin at these times and take `length` cycles.
std::shared_ptr<const Timeline> ofInferences(std::initializer_list<quint64> begins, quint64 length)
{
    PmuTrace trace;
    for (const auto begin : begins) {
        trace.queueReads.push_back({ begin, 2 });
        trace.queueReads.push_back({ begin + length, 40 });
    }
    return std::make_shared<const Timeline>(timelineOf(trace));
}

TEST(AlignedTimeline, TheSameInferenceBeginsAtTheSamePlaceInAll)
{
    const auto first = ofInferences({ 1000, 2000, 3000 }, 500);
    const auto slower = ofInferences({ 70'000, 71'500, 73'000 }, 900);
    ASSERT_EQ(first->inferences.size(), 3U);
    EXPECT_EQ(first->inferences[1], (std::pair<qint64, qint64>(2000, 2500)));
    const std::vector<TimelinePart> parts{ { u"fast"_s, first }, { u"slow"_s, slower } };
    for (size_t inference = 0; inference < 3; ++inference) {
        const auto together = alignedTimeline(parts, inference);
        expectSound(together);
        EXPECT_TRUE(together.diagnostics.empty());
        ASSERT_EQ(together.tracks.size(), 2U);
        EXPECT_EQ(together.tracks[0].group, u"fast: NPU"_s);
        EXPECT_EQ(together.tracks[1].group, u"slow: NPU"_s);
        EXPECT_EQ(together.tracks[0].starts, first->tracks[0].starts) << "the first stays";
        EXPECT_EQ(together.tracks[1].starts[2 * inference], first->inferences[inference].first);
        EXPECT_EQ(together.tracks[1].values, slower->tracks[0].values);
    }
    EXPECT_EQ(alignedTimeline(parts, 0).range, (std::pair<qint64, qint64>(1000, 4900)));
}

/// The last value of a counter holds to the end of its own trace, not to that of a longer one.
TEST(AlignedTimeline, CountersEndWithWhatTheyWereCountedIn)
{
    auto once = *ofInferences({ 90 }, 500);
    once.tracks.push_back({ .kind = TimelineTrack::Kind::Counter,
        .name = u"position"_s,
        .group = u"NPU"_s,
        .starts = { 90, 190 },
        .values = { 0, 100 } });
    const auto alone = std::make_shared<Timeline>(once);
    const auto together = std::make_shared<Timeline>(alignedTimeline(
        std::vector<TimelinePart>{
            { u"long"_s, ofInferences({ 1000, 2000, 3000 }, 500) }, { u"once"_s, alone } },
        0));
    const auto meanOf = [](const std::shared_ptr<Timeline> &timeline) {
        const auto index = TimelineIndex::build(timeline);
        const auto whole = index->wholeRange(timeline->tracks.size() - 1);
        return whole ? whole->mean : -1;
    };
    EXPECT_DOUBLE_EQ(meanOf(alone), 80) << "100 for 400 of 500 cycles";
    EXPECT_DOUBLE_EQ(meanOf(together), 80);
    EXPECT_EQ(together->tracks.back().until, 1500);
}

TEST(AlignedTimeline, SaysWhatCannotStandBesideIt)
{
    const auto first = ofInferences({ 1000, 2000 }, 500);
    const auto once = ofInferences({ 90 }, 500);
    auto inTime = *once;
    inTime.timeUnit = u"ns"_s;
    const auto together
        = alignedTimeline(std::vector<TimelinePart>{ { u"a"_s, first }, { u"once"_s, once },
                              { u"b"_s, std::make_shared<Timeline>(inTime) } },
            1);
    ASSERT_EQ(together.tracks.size(), 2U) << "nanoseconds are no cycles";
    EXPECT_EQ(together.tracks[1].starts.front(), 2000) << "by its beginning";
    ASSERT_EQ(together.diagnostics.size(), 2U);
    EXPECT_EQ(together.diagnostics[0].id, u"timeline.inference"_s);
    EXPECT_EQ(together.diagnostics[1].id, u"timeline.unit"_s);
    EXPECT_TRUE(alignedTimeline({}).tracks.empty());
}

} // namespace
} // namespace tosaic::profile::timelinebuilderstests
