// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/workspace.h"
#include "profiler/parsers/etdump.h"
#include "profiler/parsers/pmutrace.h"
#include "tests/support/samples.h"
#include "views/plots/plotaxis.h"
#include "views/plots/runsources.h"

#include <gtest/gtest.h>

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace Qt::StringLiterals;

namespace tosaic::views::plotdatatests {

namespace {

/// What the columns must say, sample by sample.
std::vector<PlotColumn> slowColumns(const PlotData &data, PlotRange range, int count)
{
    std::vector<PlotColumn> columns(static_cast<size_t>(count));
    const auto width = range.width() / count;
    for (size_t i = 0; i < data.size(); ++i) {
        const auto [time, value] = data.at(i);
        const auto x = static_cast<double>(time);
        if (x < range.from || x > range.to)
            continue;
        auto index = static_cast<size_t>(count - 1);
        for (size_t k = 0; k < index; ++k) {
            if (x < range.from + width * static_cast<double>(k + 1))
                index = k;
        }
        auto &column = columns[index];
        if (column.count++ == 0)
            column = { 1, value, value, value, value, value, time, time };
        column.lowest = std::min(column.lowest, value);
        column.highest = std::max(column.highest, value);
        column.mean += (value - column.mean) / static_cast<double>(column.count);
        column.last = value;
        column.lastTime = time;
    }
    return columns;
}

profile::Profile profileWith(quint64 cycles, std::optional<quint64> idle)
{
    profile::Profile profile;
    profile.counters.push_back({ u"CYCLE_COUNTER"_s, cycles, u"cycles"_s });
    if (idle)
        profile.counters.push_back({ u"NPU_IDLE"_s, *idle, u"cycles"_s });
    return profile;
}

} // namespace

TEST(PlotData, ColumnsSayWhatTheSamplesSay)
{
    std::mt19937 random(7);
    std::vector<qint64> times;
    std::vector<double> values;
    qint64 now = -500;
    for (int i = 0; i < 5000; ++i) {
        now += static_cast<qint64>(random() % 7);
        times.push_back(now);
        values.push_back(static_cast<double>(random() % 1000) - 300);
    }
    const PlotData data(times, values);
    for (int round = 0; round < 60; ++round) {
        const auto from = static_cast<double>(random() % 12'000) - 700;
        const PlotRange range{ from, from + 1 + static_cast<double>(random() % 15'000) };
        const int count = 1 + static_cast<int>(random() % 90);
        const auto fast = data.columns(range, count);
        const auto slow = slowColumns(data, range, count);
        ASSERT_EQ(fast.size(), slow.size());
        for (size_t i = 0; i < fast.size(); ++i) {
            ASSERT_EQ(fast[i].count, slow[i].count) << round << " " << i;
            if (fast[i].count == 0)
                continue;
            EXPECT_EQ(fast[i].lowest, slow[i].lowest);
            EXPECT_EQ(fast[i].highest, slow[i].highest);
            EXPECT_NEAR(fast[i].mean, slow[i].mean, 1e-6);
            EXPECT_EQ(fast[i].first, slow[i].first);
            EXPECT_EQ(fast[i].last, slow[i].last);
            EXPECT_EQ(fast[i].firstTime, slow[i].firstTime);
            EXPECT_EQ(fast[i].lastTime, slow[i].lastTime);
        }
    }
}

TEST(PlotData, PutsTimesInOrderAndLeavesOutWhatIsNoNumber)
{
    const auto nan = std::numeric_limits<double>::quiet_NaN();
    const PlotData data({ 30, 10, 20, 40 }, { 3, 1, nan, 4 });
    ASSERT_EQ(data.size(), 3U);
    EXPECT_EQ(data.at(0), (PlotSample{ 10, 1 }));
    EXPECT_EQ(data.at(2), (PlotSample{ 40, 4 }));
    EXPECT_EQ(data.lowest(), 1);
    EXPECT_EQ(data.highest(), 4);
    EXPECT_EQ(data.nearest(24), 1U);
    EXPECT_EQ(data.before(29), 0U);
    EXPECT_EQ(data.before(9), std::nullopt);
    EXPECT_EQ(PlotData({}, {}).nearest(1), std::nullopt);
}

TEST(PlotSubjects, CountersByInferenceAndAsTheyCame)
{
    profile::Run run;
    run.profiles = { profileWith(100, 10), profileWith(110, {}), profileWith(90, 12),
        profileWith(101, 11), profileWith(1000, 10) };
    profile::MeasuredRun named{ .name = u"a"_s, .run = std::make_shared<const profile::Run>(run) };
    named.origin = Origin::Board;
    named.arrivals = std::make_shared<const std::vector<qint64>>(
        std::vector<qint64>{ 5, 1005, 2005, 3005, 60'000 });
    const auto subjects = plotSubjects(named);
    ASSERT_EQ(subjects.size(), 2U);
    const auto &source = *subjects[0].source;
    ASSERT_EQ(source.series().size(), 2U);
    EXPECT_EQ(source.range(), (PlotRange{ 1, 5 }));
    const auto &cycles = source.series()[0];
    EXPECT_EQ(cycles.origin, Origin::Board);
    EXPECT_EQ(cycles.unit, u"cycles"_s);
    ASSERT_TRUE(cycles.spread);
    EXPECT_EQ(cycles.spread->median, 101);
    EXPECT_EQ(cycles.outliers, (std::vector<PlotSample>{ { 5, 1000 } }));
    EXPECT_EQ(source.series()[1].missing, 1U);
    EXPECT_EQ(subjects[0].notes.size(), 1);
    run.isAbridged = true; // of something else than its inferences
    run.inferences = 5;
    const auto noted = [&] {
        named.run = std::make_shared<const profile::Run>(run);
        return plotSubjects(named)[0].notes.size();
    };
    EXPECT_EQ(noted(), 1);
    run.inferences = 9;
    EXPECT_EQ(noted(), 2);
    EXPECT_EQ(source.sampleAt(1, 3)->value, 12);
    // The second inference does not state it, and its neighbours say nothing about it.
    EXPECT_EQ(source.buckets(1, { 1.5, 2.5 }, 1)[0].count, 0U);
    EXPECT_EQ(subjects[1].axis, PlotAxis::Arrival);
    EXPECT_EQ(subjects[1].source->range(), (PlotRange{ 5, 60'000 }));
    // A minute of silence is a gap, a second is the usual step.
    EXPECT_GT(subjects[1].source->series()[0].gap, 1000);
    EXPECT_LT(subjects[1].source->series()[0].gap, 57'000);
    EXPECT_FALSE(subjects[1].source->sampleAt(0, 30'000));
}

TEST(PlotSubjects, CounterTracksOfATraceHoldTheirValues)
{
    auto trace = std::make_shared<profile::PmuTrace>();
    trace->tracks.push_back({ .kind = profile::PmuTrace::TrackKind::Spans,
        .name = u"busy"_s,
        .ts = { 1 },
        .durations = { 4 } });
    trace->tracks.push_back({ .kind = profile::PmuTrace::TrackKind::Counter,
        .name = u"axi_enabled_cycles"_s,
        .ts = { 100, 300, 200 },
        .values = { 1, 3, 2 } });
    profile::MeasuredRun named{ .name = u"t"_s, .run = std::make_shared<const profile::Run>() };
    named.trace = trace;
    const auto subjects = plotSubjects(named);
    ASSERT_EQ(subjects.size(), 1U);
    EXPECT_EQ(subjects[0].axis, PlotAxis::NpuCycles);
    const auto &source = *subjects[0].source;
    ASSERT_EQ(source.series().size(), 1U);
    EXPECT_EQ(source.series()[0].origin, Origin::Fvp);
    EXPECT_EQ(source.sampleAt(0, 299)->value, 2);
    EXPECT_EQ(source.sampleAt(0, 300)->value, 3);
    EXPECT_FALSE(source.sampleAt(0, 99));
    EXPECT_EQ(subjects[0].notes.size(), 1) << "the trace is not complete";
}

/// A log that prints ten times and their mean: the mean is no measurement of "inference 1".
TEST(PlotSubjects, TimesOfEachInferenceStandInPlaceOfTheirMean)
{
    profile::Run run;
    run.profiles.push_back({ .timeNs = 2'500'000, .runNs = { 2'000'000, 3'000'000 } });
    const profile::MeasuredRun named{ .name = u"t"_s,
        .run = std::make_shared<const profile::Run>(run) };
    const auto subjects = plotSubjects(named);
    ASSERT_EQ(subjects.size(), 1U);
    EXPECT_EQ(subjects[0].axis, PlotAxis::Iteration);
    EXPECT_EQ(subjects[0].source->sampleCount(0), 2U);
}

TEST(PlotSubjects, RepeatsOnThisMachine)
{
    profile::Run run;
    run.profiles.push_back({ .label = u"forward"_s, .runNs = { 2'000'000, 3'000'000 } });
    profile::MeasuredRun named{ .name = u"h"_s, .run = std::make_shared<const profile::Run>(run) };
    named.origin = Origin::ThisMachine;
    // The dump has a warm-up in front, which is no repeat.
    auto dump = std::make_shared<profile::EtDump>();
    for (const quint64 ticks : { 9'000'000U, 1'000'000U, 2'000'000U }) {
        const profile::EtDumpProfileEvent event{
            .place = {}, .name = u"Method::execute"_s, .start = 5, .end = 5 + ticks
        };
        dump->runs.push_back({ .name = u"Execute"_s, .events = { event } });
    }
    named.etdump = dump;
    const auto subjects = plotSubjects(named);
    ASSERT_EQ(subjects.size(), 1U);
    EXPECT_EQ(subjects[0].source->sampleCount(1), 2U);
    EXPECT_EQ(subjects[0].source->sampleAt(1, 1)->value, 1);
    EXPECT_EQ(subjects[0].notes.size(), 1);
    EXPECT_EQ(subjects[0].axis, PlotAxis::Iteration);
    EXPECT_EQ(subjects[0].source->sampleAt(0, 2)->value, 3);
    EXPECT_EQ(plotValue(3, subjects[0].source->series()[0].unit), u"3.00 ms"_s);
}

TEST(PlotSubjects, SamplesOfTheWorkspace)
{
    const auto path = test::temporaryDir() + u"/plots.tosaic"_s;
    workspace::RunId id;
    {
        auto file = workspace::Workspace::openOrCreate(path);
        ASSERT_TRUE(file);
        id = *(*file)->addRun({ .name = u"r"_s });
        const auto series = *(*file)->addSeries(id, u"NPU_IDLE"_s, u"cycles"_s, u"ms"_s);
        std::vector<workspace::Sample> samples;
        for (int i = 0; i < 5000; ++i)
            samples.push_back({ i * 10, std::sin(i * 0.01) });
        const workspace::SampleBatch batch{ series, samples };
        ASSERT_TRUE((*file)->appendSamples({ &batch, 1 }));
    }
    const auto subjects = storedSubjects(path, id, Origin::Fvp);
    ASSERT_TRUE(subjects);
    ASSERT_EQ(subjects->size(), 1U);
    const auto &subject = subjects->front();
    EXPECT_EQ(subject.axis, PlotAxis::SampleTime);
    EXPECT_EQ(subject.source->sampleCount(0), 5000U);
    EXPECT_EQ(placeText(subject, 1500), u"1.500 s"_s);
    EXPECT_FALSE(storedSubjects(path + u"x"_s, id, {}));
}

TEST(PlotAxis, TicksAreRoundAndTellApart)
{
    const auto locale = QLocale();
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const auto ticks = ticksOf({ 5'920'000, 5'921'000 }, 5);
    ASSERT_GE(ticks.size(), 2U);
    EXPECT_EQ(ticks[0].text, u"5.9200 M"_s);
    EXPECT_EQ(ticks[1].text, u"5.9202 M"_s);
    for (const auto &tick : ticksOf({ 0.5, 3.5 }, 9, true))
        EXPECT_EQ(tick.value, std::round(tick.value));
    EXPECT_TRUE(ticksOf({ 1, 1 }, 4).empty());
    EXPECT_EQ(plotValue(5'920'305, u"cycles"_s), u"5,920,305 cycles"_s);
    EXPECT_EQ(plotValue(1'011'264.7, u"cycles"_s), u"1,011,265 cycles"_s) << "a median";
    EXPECT_EQ(ticksOf({ 0, 1000 }, 2)[1].text, u"0.5 k"_s);
    QLocale::setDefault(locale);
}

} // namespace tosaic::views::plotdatatests
