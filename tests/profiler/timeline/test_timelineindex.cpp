// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/timeline/timelineindex.h"
#include "profiler/timeline/timelinestatistics.h"
#include "tests/profiler/timeline/timelinesamples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace Qt::StringLiterals;

namespace tosaic::profile::timelineindextests {
namespace {

constexpr size_t Slices = 0;
constexpr size_t Counter = 1;

qint64 plainBusy(const TimelineTrack &track, qint64 from, qint64 to)
{
    qint64 busy = 0;
    for (size_t i = 0; i < track.starts.size(); ++i)
        busy += std::max<qint64>(0, std::min(to, track.ends[i]) - std::max(from, track.starts[i]));
    return busy;
}

CounterRange plainCounter(const Timeline &timeline, double from, double to)
{
    const auto &track = timeline.tracks[Counter];
    CounterRange range{ 1e9, -1e9, 0 };
    double length = 0;
    for (size_t i = 0; i < track.starts.size(); ++i) {
        const auto start = double(track.starts[i]);
        const auto end
            = double(i + 1 < track.starts.size() ? track.starts[i + 1] : timeline.range->second);
        if (start >= to || (end <= from && start < from))
            continue;
        const auto held = std::max(0.0, std::min(end, to) - std::max(start, from));
        range.least = std::min(range.least, track.values[i]);
        range.most = std::max(range.most, track.values[i]);
        range.mean += held * track.values[i];
        length += held;
    }
    if (length > 0)
        range.mean /= length;
    return range;
}

class Index : public testing::TestWithParam<size_t>
{
protected:
    std::shared_ptr<const Timeline> timeline = test::randomTimeline(GetParam());
    std::shared_ptr<const TimelineIndex> index = TimelineIndex::build(timeline);
    std::mt19937 random{ 5 };

    qint64 anyTime()
    {
        return std::uniform_int_distribution<qint64>(0, timeline->range->second)(random);
    }
};

TEST_P(Index, KnowsTheBusyTimeOfAnyRange)
{
    for (int i = 0; i < 60; ++i) {
        const auto [from, to] = std::minmax({ anyTime(), anyTime() });
        EXPECT_EQ(index->busyTime(Slices, from, to), plainBusy(timeline->tracks[Slices], from, to))
            << from << ' ' << to;
    }
}

TEST_P(Index, FindsTheSliceAtATime)
{
    const auto &track = timeline->tracks[Slices];
    for (int i = 0; i < 60; ++i) {
        const auto time = anyTime();
        const auto found = index->sliceAt(Slices, time);
        bool isCovered = false;
        for (size_t s = 0; s < track.starts.size(); ++s)
            isCovered
                |= track.starts[s] <= time && (time < track.ends[s] || track.starts[s] == time);
        EXPECT_EQ(found.has_value(), isCovered) << time;
        if (found) {
            EXPECT_LE(track.starts[*found], time);
        }
    }
}

TEST_P(Index, DrawsEverySliceOnceAndItsCoverage)
{
    const auto &track = timeline->tracks[Slices];
    for (const double width : { 1.0, 0.3, 0.01 }) {
        const auto whole = double(timeline->range->second);
        const TimeWindow window{ whole * (0.5 - width / 2), whole * (0.5 + width / 2), 640 };
        const auto cells = index->slices(Slices, window);
        quint64 count = 0;
        double covered = 0;
        double right = -1e9;
        for (const auto &cell : cells) {
            count += cell.count;
            covered += double(cell.coverage) * (cell.right - cell.left) * window.perPixel();
            EXPECT_LE(right, cell.right + 1);
            right = cell.right;
            EXPECT_GE(cell.coverage, 0);
            EXPECT_LE(cell.coverage, 1);
        }
        EXPECT_LE(cells.size(), 3 * 640U);
        if (width == 1.0) {
            EXPECT_EQ(count, track.starts.size());
            EXPECT_NEAR(
                covered, double(plainBusy(track, 0, timeline->range->second)), whole * 0.01);
        }
    }
}

TEST_P(Index, AColumnsCellNamesWhatCoversMost)
{
    // One name has far longer slices than the others: it wins wherever it occurs often.
    auto changed = *timeline;
    auto &track = changed.tracks[Slices];
    qint64 at = 0;
    for (size_t i = 0; i < track.starts.size(); ++i) {
        track.starts[i] = at + 1;
        track.labels[i] = quint32(i % 7);
        track.ends[i] = at = track.starts[i] + (i % 7 == 3 ? 90 : 5);
    }
    changed.range = { 0, at };
    const auto heavy = TimelineIndex::build(std::make_shared<Timeline>(changed));
    for (const auto &cell : heavy->slices(Slices, { 0, double(at), 20 })) {
        if (cell.count >= 14) {
            EXPECT_EQ(cell.label, 3U);
        }
    }
}

TEST_P(Index, CountersHaveLeastMostAndMeanOfEachColumn)
{
    const auto whole = double(timeline->range->second);
    for (const double width : { 1.0, 0.2, 0.003 }) {
        const TimeWindow window{ std::floor(whole * (0.5 - width / 2)),
            std::floor(whole * (0.5 + width / 2)), 200 };
        double right = -10;
        for (const auto &cell : index->counter(Counter, window)) {
            EXPECT_GT(cell.right, cell.left);
            if (right > -10) {
                EXPECT_NEAR(cell.left, right, 1e-6);
            }
            right = cell.right;
            const auto wanted = plainCounter(*timeline, window.from + cell.left * window.perPixel(),
                window.from + cell.right * window.perPixel() - 1e-9);
            if (cell.right - cell.left > 1.5) {
                EXPECT_EQ(cell.least, cell.most);
                continue;
            }
            EXPECT_EQ(cell.least, wanted.least) << cell.left;
            EXPECT_EQ(cell.most, wanted.most) << cell.left;
            EXPECT_NEAR(cell.mean, wanted.mean, 1);
        }
        EXPECT_GE(right, 199);
    }
}

TEST_P(Index, CounterRangesAreThoseOfAllSamples)
{
    for (int i = 0; i < 40; ++i) {
        const auto [from, to] = std::minmax({ anyTime(), anyTime() });
        const auto found = index->counterRange(Counter, double(from), double(to));
        if (!found || from == to)
            continue;
        const auto wanted = plainCounter(*timeline, double(from), double(to));
        EXPECT_EQ(found->least, wanted.least);
        EXPECT_EQ(found->most, wanted.most);
        EXPECT_NEAR(found->mean, wanted.mean, 1e-6);
    }
}

TEST_P(Index, StatisticsAddUp)
{
    const auto [from, to] = std::minmax({ anyTime(), anyTime() });
    const auto statistics = statisticsOf(*index, from, to);
    ASSERT_TRUE(statistics);
    if (statistics->tracks.empty())
        return;
    const auto &track = statistics->tracks.front();
    EXPECT_EQ(track.busy, plainBusy(timeline->tracks[Slices], from, to));
    qint64 total = 0;
    quint64 count = 0;
    for (const auto &label : statistics->labels) {
        total += label.total;
        count += label.count;
        EXPECT_LE(label.least, label.most);
    }
    EXPECT_EQ(total, track.busy);
    EXPECT_EQ(count, track.count);
    EXPECT_TRUE(
        std::ranges::is_sorted(statistics->labels, std::greater(), &LabelStatistics::total));
}

TEST_P(Index, SearchWalksAllMatchesAndComesBack)
{
    const TimelineSearch search(index, u"NAME 1"_s); // "name 1" and "name 10"
    quint64 wanted = 0;
    for (const auto label : timeline->tracks[Slices].labels)
        wanted += label == 1 || label == 10 ? 1 : 0;
    EXPECT_EQ(search.count(), wanted);
    const auto first = search.next({});
    EXPECT_EQ(first.has_value(), wanted > 0);
    auto place = first;
    quint64 steps = 0;
    while (place && steps <= wanted) {
        place = search.next(place);
        ++steps;
        if (place == first)
            break;
    }
    EXPECT_EQ(steps, wanted);
    if (first) {
        EXPECT_EQ(search.next(search.next(first), true), first);
    }
    EXPECT_EQ(TimelineSearch(index, u"nothing"_s).count(), 0);
    EXPECT_FALSE(TimelineSearch(index, u"nothing"_s).next({}));
}

INSTANTIATE_TEST_SUITE_P(Sizes, Index, testing::Values(1, 31, 32, 33, 700, 20000));

TEST(TimelineIndexOf, NothingGivesNothing)
{
    const auto index = TimelineIndex::build(std::make_shared<Timeline>());
    ASSERT_TRUE(index);
    EXPECT_TRUE(statisticsOf(*index, 0, 10)->tracks.empty());
    EXPECT_TRUE(index->slicesOf(0).empty());
}

// In floating point such a column ends where its sample stands, not behind it; and next to 2^53 a
// column has no width at all.
TEST(TimelineIndexOf, ColumnsRoundTo)
{
    struct Case
    {
        qint64 from;
        qint64 to;
        int pixels;
        qint64 time;
    };
    constexpr qint64 Far = qint64(1) << 53;
    for (const auto &each : { Case{ 0, 34, 800, 17 }, { 10, 19, 7, 18 }, { 0, 8, 600, 3 },
             { 0, 44, 1280, 33 }, { Far - 4, Far - 2, 800, Far - 3 } }) {
        auto timeline = std::make_shared<Timeline>();
        TimelineTrack counter;
        counter.kind = TimelineTrack::Kind::Counter;
        counter.starts = { each.time, each.time + 1 };
        counter.values = { 5, 7 };
        timeline->tracks = { counter };
        timeline->range = { each.from, each.to };
        const auto index = TimelineIndex::build(timeline);
        const auto cells = index->counter(0, { double(each.from), double(each.to), each.pixels });
        EXPECT_LE(cells.size(), size_t(each.pixels));
        for (const auto &cell : cells)
            EXPECT_TRUE(cell.least >= 5 && cell.most <= 7) << each.time;
        EXPECT_EQ(cells.empty(), each.to > Far / 2) << each.time;
    }
}

TEST(TimelineIndexOf, CanBeGivenUp)
{
    EXPECT_FALSE(TimelineIndex::build(test::randomTimeline(100), [] { return true; }));
}

TEST(TimelineIndexOf, StaysSmall)
{
    const auto timeline = test::randomTimeline(20000);
    EXPECT_LT(TimelineIndex::build(timeline)->memorySize(), 3 * timeline->eventCount());
}

TEST(TimelineIndexOf, FindsTheSlicesOfAnOperation)
{
    auto timeline = *test::randomTimeline(100);
    for (size_t i = 0; i < 100; ++i)
        timeline.tracks[Slices].operations.push_back(i % 10 == 4 ? 2 : -1);
    const auto index = TimelineIndex::build(std::make_shared<Timeline>(timeline));
    ASSERT_EQ(index->slicesOf(2).size(), 10);
    EXPECT_EQ(index->slicesOf(2)[1].slice, 14);
    EXPECT_TRUE(index->slicesOf(0).empty());
    EXPECT_TRUE(index->slicesOf(3).empty());
}

} // namespace
} // namespace tosaic::profile::timelineindextests
