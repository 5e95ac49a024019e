// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Two sides of runs whose difference is known: which verdict, which sentence, and whether the gate
// of 5 % lets it pass.
#include "profiler/analysis/comparisonoutcome.h"
#include "profiler/imports/comparableruns.h"
#include "profiler/imports/growthlimit.h"
#include "profiler/store/runvalues.h"
#include "views/runcompare/runchangewords.h"

#include <gtest/gtest.h>

#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::profile {
namespace {

using Gate = GrowthVerdict::Outcome;
using Values = std::vector<workspace::RunValue>;

workspace::RunValue counter(const QString &name, double value, const QString &unit = u"cycles"_s)
{
    return { .kind = u"counter"_s, .name = name, .unit = unit, .value = value };
}

Values npu(double total, double active, double beats)
{
    return { counter(u"CYCLE_COUNTER"_s, total), counter(u"NPU_ACTIVE"_s, active),
        counter(u"AXI0_RD_DATA_BEAT_RECEIVED"_s, beats, u"beats"_s) };
}

MeasuredRun run(Values values, Origin origin = Origin::Fvp)
{
    static int number = 0;
    MeasuredRun made{ .kind = u"vela-per-layer"_s, .values = std::move(values) };
    made.sha256 = QString::number(++number);
    made.origin = origin;
    return made;
}

/// Repeats around a middle: as far apart as `step`.
std::vector<MeasuredRun> repeats(double middle, double step, int count)
{
    std::vector<MeasuredRun> made;
    for (int i = 0; i < count; ++i)
        made.push_back(
            run({ counter(u"CYCLE_COUNTER"_s, middle + step * (i - (count - 1) / 2.0)) }));
    return made;
}

/// A trace with one read of the command stream at each of these times, in each inference.
PmuTrace trace(const std::vector<std::vector<quint64>> &inferences)
{
    PmuTrace made;
    for (const auto &times : inferences) {
        quint32 word = 0;
        for (const auto ts : times)
            made.queueReads.push_back({ ts, word += 2 });
    }
    return made;
}

MeasuredRun traced(const PmuTrace &trace)
{
    auto made = run(valuesOf(trace));
    made.kind = u"pmu-trace"_s;
    return made;
}

struct Case
{
    const char *name;
    std::vector<MeasuredRun> before;
    std::vector<MeasuredRun> now;
    Outcome outcome;
    Gate gate;
};

std::vector<MeasuredRun> one(MeasuredRun is)
{
    return { std::move(is) };
}

MeasuredRun fast(MeasuredRun is)
{
    is.conditions.mode = u"fast"_s;
    return is;
}

MeasuredRun named(MeasuredRun is, const QString &content)
{
    is.sha256 = content;
    return is;
}

std::vector<Case> cases()
{
    const auto spans = [](PmuTrace is, quint64 busy, size_t count) {
        is.tracks.push_back({ .kind = PmuTrace::TrackKind::Spans,
            .process = u"DMA"_s,
            .thread = u"0"_s,
            .name = u"read"_s,
            .ts = std::vector<quint64>(count, 0),
            .durations = std::vector<quint64>(count, busy) });
        return is;
    };
    std::vector<Case> all;
    const auto add = [&](const char *name, std::vector<MeasuredRun> before,
                         std::vector<MeasuredRun> now, Outcome outcome, Gate gate) {
        all.push_back({ name, std::move(before), std::move(now), outcome, gate });
    };
    add("the same numbers", one(run(npu(1000, 900, 50))), one(run(npu(1000, 900, 50))),
        Outcome::Same, Gate::Passes);
    add("half the MACs: longer", one(run(npu(1000, 900, 50))), one(run(npu(1900, 1800, 50))),
        Outcome::Worse, Gate::Fails);
    add("twice the MACs: shorter", one(run(npu(1900, 1800, 50))), one(run(npu(1000, 900, 50))),
        Outcome::Better, Gate::Passes);
    add("half the bandwidth: as many beats, longer", one(run(npu(1000, 900, 500))),
        one(run(npu(1400, 900, 500))), Outcome::Worse, Gate::Fails);
    add("more transfers, no more cycles: the whole is the same", one(run(npu(1000, 900, 500))),
        one(run(npu(1000, 900, 505))), Outcome::Same, Gate::Passes);
    add("many more transfers fail the gate even so", one(run(npu(1000, 900, 500))),
        one(run(npu(1000, 900, 800))), Outcome::Same, Gate::Fails);
    add("4 % longer is worse, and allowed", one(run(npu(1000, 900, 50))),
        one(run(npu(1040, 936, 50))), Outcome::Worse, Gate::Passes);
    add("a counter is missing", one(run(npu(1000, 900, 50))),
        one(run({ counter(u"CYCLE_COUNTER"_s, 1000) })), Outcome::Same, Gate::Incomplete);
    add("a counter is missing and the rest grew", one(run(npu(1000, 900, 50))),
        one(run({ counter(u"CYCLE_COUNTER"_s, 2000) })), Outcome::Worse, Gate::Fails);
    add("a counter more is no harm", one(run({ counter(u"CYCLE_COUNTER"_s, 1000) })),
        one(run(npu(1000, 900, 50))), Outcome::Same, Gate::Passes);
    add("idle cycles are no cost that could be missing",
        one(run({ counter(u"CYCLE_COUNTER"_s, 1000), counter(u"NPU_IDLE"_s, 20) })),
        one(run({ counter(u"CYCLE_COUNTER"_s, 1000) })), Outcome::Same, Gate::Passes);
    add("another unit is as good as missing",
        one(run({ counter(u"CYCLE_COUNTER"_s, 1000),
            counter(u"AXI0_RD_TRANS_COMPLETED"_s, 5, u"transactions"_s) })),
        one(run({ counter(u"CYCLE_COUNTER"_s, 1000),
            counter(u"AXI0_RD_TRANS_COMPLETED"_s, 5, u"beats"_s) })),
        Outcome::Same, Gate::Incomplete);
    add("nothing in common", one(run({ counter(u"NPU_ACTIVE"_s, 5) })),
        one(run({ counter(u"AXI0_RD_TRANS_COMPLETED"_s, 5, u"transactions"_s) })),
        Outcome::NotComparable, Gate::NothingInCommon);
    add("without valid timing", one(fast(run(npu(1, 1, 1)))), one(fast(run(npu(2, 2, 2)))),
        Outcome::NotComparable, Gate::NotComparable);
    add("noise: five and five that overlap", repeats(1000, 10, 5), repeats(1004, 10, 5),
        Outcome::Same, Gate::Passes);
    add("five and five apart", repeats(1000, 2, 5), repeats(1100, 2, 5), Outcome::Worse,
        Gate::Fails);
    add("five and five apart, for the better", repeats(1100, 2, 5), repeats(1000, 2, 5),
        Outcome::Better, Gate::Passes);
    add("three inferences against one: the same",
        one(traced(spans(trace({ { 0, 50, 100 } }), 40, 1))),
        one(traced(spans(trace({ { 0, 50, 100 }, { 200, 250, 300 }, { 400, 450, 500 } }), 40, 3))),
        Outcome::Same, Gate::Passes);
    add("a slower NPU of one program", one(traced(trace({ { 0, 400'000, 774'444 } }))),
        one(traced(trace({ { 0, 430'000, 840'337 } }))), Outcome::Worse, Gate::Fails);
    add("two command streams, three times against once",
        one(traced(trace({ { 0, 50, 100 }, { 100, 110 } }))),
        one(traced(trace({ { 0, 50, 100 }, { 100, 110 }, { 200, 250, 300 }, { 300, 310 },
            { 400, 450, 500 }, { 500, 510 } }))),
        Outcome::Same, Gate::Passes);
    add("a trace against a run of counters has no total in common",
        one(traced(trace({ { 0, 50, 100 } }))), one(run(npu(100, 90, 5))), Outcome::NotComparable,
        Gate::NothingInCommon);
    return all;
}

TEST(RunAnswers, OfPlantedCasesAreRight)
{
    for (const auto &planted : cases()) {
        SCOPED_TRACE(planted.name);
        const auto comparison
            = compareRuns(comparableRun(planted.before), comparableRun(planted.now));
        EXPECT_EQ(outcomeOf(comparison), planted.outcome)
            << outcomeKey(outcomeOf(comparison)).toStdString();
        EXPECT_EQ(judgeGrowth(comparison, 5).outcome, planted.gate);
        const auto sentence = views::comparisonSentence(comparison);
        EXPECT_FALSE(sentence.isEmpty());
        if (planted.outcome == Outcome::Worse) {
            EXPECT_TRUE(sentence.contains(u"worse"_s)) << sentence.toStdString();
        }
        if (planted.outcome != Outcome::Better) {
            EXPECT_FALSE(sentence.contains(u"better"_s)) << sentence.toStdString();
        }
    }
}

TEST(RunAnswers, SayTheirNumbersAndWhatTheyDoNotKnow)
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const auto comparison
        = compareRuns(comparableRun(one(traced(trace({ { 0, 400'000, 774'444 } })))),
            comparableRun(one(traced(trace({ { 0, 430'000, 840'337 } })))));
    const auto sentence = views::comparisonSentence(comparison);
    for (const auto &part : { u"774,444"_s, u"840,337"_s, u"+8.5"_s, u"too few repeats"_s })
        EXPECT_TRUE(sentence.contains(part)) << sentence.toStdString();
}

/// Operators on both sides, but no counter: said, not left empty.
TEST(RunAnswers, NoCounterInCommonIsASentence)
{
    const auto layers = [](double cycles) {
        return run(
            { { .kind = u"operator"_s, .name = u"conv"_s, .unit = u"cycles"_s, .value = cycles } });
    };
    for (const double now : { 10.0, 8.0, 20.0 }) {
        const auto comparison
            = compareRuns(comparableRun(one(layers(10))), comparableRun(one(layers(now))));
        EXPECT_TRUE(views::comparisonSentence(comparison)
                        .startsWith(u"The two sides have no counter in common."_s))
            << views::comparisonSentence(comparison).toStdString();
        EXPECT_FALSE(views::outcomeSentence(comparison).isEmpty());
    }
}

/// One file imported four times is one run: chance cannot be told from it.
TEST(RunAnswers, IdenticalFilesAreOneRun)
{
    std::vector<MeasuredRun> before;
    std::vector<MeasuredRun> now;
    for (int i = 0; i < 4; ++i) {
        before.push_back(named(run(npu(1000, 900, 50)), u"a"_s));
        now.push_back(named(run(npu(1100, 990, 50)), u"b"_s));
    }
    const auto comparison = compareRuns(comparableRun(before), comparableRun(now));
    for (const auto &change : comparison.counters) {
        EXPECT_EQ(change.oldRepeats.size(), 1U);
        EXPECT_EQ(change.significance, Significance::NotEnoughRepeats);
        EXPECT_FALSE(change.p);
    }
}

TEST(InferenceCycles, FollowTheReaderOfTheStream)
{
    EXPECT_EQ(inferenceCyclesOf(trace({})), std::vector<quint64>{});
    EXPECT_EQ(inferenceCyclesOf(trace({ { 5, 50, 105 } })), std::vector<quint64>{ 100 });
    EXPECT_EQ(inferenceCyclesOf(trace({ { 0, 10 }, { 20, 25, 40 }, { 50, 62 }, { 70, 75, 95 } })),
        (std::vector<quint64>{ 30, 37 }))
        << "two streams in turn";
    EXPECT_EQ(inferenceCyclesOf(trace({ { 0, 10 }, { 20, 25, 40 } })), std::vector<quint64>{ 30 })
        << "nothing repeats";
}

} // namespace
} // namespace tosaic::profile
