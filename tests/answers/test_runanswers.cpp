// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Two sides of runs whose difference is known: which verdict, which sentence, and whether the gate
// of 5 % lets it pass.
#include "profiler/analysis/comparisonoutcome.h"
#include "profiler/imports/comparableruns.h"
#include "profiler/imports/growthlimit.h"
#include "profiler/imports/runimport.h"
#include "profiler/parsers/eventtable.h"
#include "profiler/store/runvalues.h"
#include "tests/support/samples.h"
#include "views/runcompare/runchangewords.h"

#include <gtest/gtest.h>

#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile::runanswerstests {
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

/// Eight counters of which the first goes from one middle to another; the others only waver.
std::vector<MeasuredRun> amongOthers(double middle, int count, bool doAllFollow)
{
    std::vector<MeasuredRun> made;
    for (int i = 0; i < count; ++i) {
        Values values{ counter(u"CYCLE_COUNTER"_s, middle + i) };
        for (int other = 0; other < 7; ++other) {
            const auto base = doAllFollow ? middle : 1000.0;
            const auto place = (i * 3 + other) % count; // no two repeats alike
            values.push_back(counter(u"NPU_ACTIVE_%1"_s.arg(other),
                doAllFollow ? base + place : base + place * 10, u"beats"_s));
        }
        made.push_back(run(std::move(values)));
    }
    return made;
}

std::vector<MeasuredRun> valuesOfCycles(std::initializer_list<double> cycles)
{
    std::vector<MeasuredRun> made;
    for (const auto value : cycles)
        made.push_back(run({ counter(u"CYCLE_COUNTER"_s, value) }));
    return made;
}

/// NPU cycles, and the processor's of the whole inference.
MeasuredRun withProcessor(double npuCycles, double cpuCycles, Origin origin)
{
    return run({ counter(u"CYCLE_COUNTER"_s, npuCycles),
                   { .kind = u"cpu"_s,
                       .name = u"CPU inference"_s,
                       .unit = u"cycles"_s,
                       .value = cpuCycles } },
        origin);
}

MeasuredRun grouped(double first, double second)
{
    auto a = counter(u"CYCLE_COUNTER"_s, first);
    a.group = u"kws"_s;
    auto b = counter(u"CYCLE_COUNTER"_s, second);
    b.group = u"vww"_s;
    return run({ a, b });
}

MeasuredRun timed(double ns)
{
    return run(
        { { .kind = u"time"_s, .name = u"time"_s, .unit = u"ns"_s, .value = ns } }, Origin::Board);
}

MeasuredRun ofProgram(MeasuredRun is, const QString &program)
{
    is.modelSha256 = program;
    return is;
}

MeasuredRun clocked(MeasuredRun is, quint64 hz)
{
    is.clockHz = hz;
    return is;
}

struct Case
{
    const char *name;
    std::vector<MeasuredRun> before;
    std::vector<MeasuredRun> now;
    Outcome outcome;
    Gate gate;
    double leastEffect = 0;
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
    // What repeats allow to say.
    add("five against one within their spread", repeats(1000, 20, 5), valuesOfCycles({ 1030 }),
        Outcome::Same, Gate::Passes);
    add("one against five whose spread holds it", valuesOfCycles({ 980 }), repeats(1000, 20, 5),
        Outcome::Same, Gate::Passes);
    add("five against one beyond their spread", repeats(1000, 2, 5), valuesOfCycles({ 1100 }),
        Outcome::Worse, Gate::Fails);
    add("three and three that reach into each other", valuesOfCycles({ 900, 1000, 1100 }),
        valuesOfCycles({ 1050, 1080, 1200 }), Outcome::Same, Gate::Passes);
    add("three and three apart: told, with too few repeats", valuesOfCycles({ 1000, 1001, 1002 }),
        valuesOfCycles({ 1100, 1101, 1102 }), Outcome::Worse, Gate::Fails);
    add("one outlier of five", valuesOfCycles({ 1000, 1001, 1002, 1003, 1004 }),
        valuesOfCycles({ 1000, 1001, 1002, 1003, 4000 }), Outcome::Same, Gate::Passes);
    add("four and four, one of eight counters: chance alone does that", amongOthers(1000, 4, false),
        amongOthers(1100, 4, false), Outcome::Same, Gate::Passes);
    add("four and four, all eight counters", amongOthers(1000, 4, true), amongOthers(1100, 4, true),
        Outcome::Worse, Gate::Fails);
    add("eight and eight, one of eight counters", amongOthers(1000, 8, false),
        amongOthers(1100, 8, false), Outcome::Worse, Gate::Fails);
    add("1 % for certain, where 2 % count", repeats(1000, 0.5, 6), repeats(1010, 0.5, 6),
        Outcome::Same, Gate::Passes);
    all.back().leastEffect = 0.02;
    add("1 % for certain, where everything counts", repeats(1000, 0.5, 6), repeats(1010, 0.5, 6),
        Outcome::Worse, Gate::Passes);
    add("8 % for certain, where 2 % count", repeats(1000, 0.5, 6), repeats(1080, 0.5, 6),
        Outcome::Worse, Gate::Fails);
    all.back().leastEffect = 0.02;
    // One cause each.
    add("an operator went to the CPU: less NPU, more processor",
        one(withProcessor(1000, 1500, Origin::Board)), one(withProcessor(800, 2500, Origin::Board)),
        Outcome::Mixed, Gate::Fails);
    add("an operator came to the NPU", one(withProcessor(800, 2500, Origin::Board)),
        one(withProcessor(1000, 1500, Origin::Board)), Outcome::Mixed, Gate::Fails);
    add("both less", one(withProcessor(1000, 1500, Origin::Board)),
        one(withProcessor(900, 1400, Origin::Board)), Outcome::Better, Gate::Passes);
    add("the processor of an FVP is no measurement", one(withProcessor(1000, 1500, Origin::Fvp)),
        one(withProcessor(1000, 2500, Origin::Fvp)), Outcome::Same, Gate::Passes);
    add("a smaller cache: more beats and more cycles", one(run(npu(1000, 900, 500))),
        one(run(npu(1250, 1150, 900))), Outcome::Worse, Gate::Fails);
    add("two models, one better and one worse", one(grouped(1000, 1000)), one(grouped(800, 1300)),
        Outcome::Mixed, Gate::Fails);
    add("two models, both the same", one(grouped(1000, 500)), one(grouped(1000, 500)),
        Outcome::Same, Gate::Passes);
    add("one of two models is gone", one(grouped(1000, 500)),
        one(run({ counter(u"CYCLE_COUNTER"_s, 1000) })), Outcome::NotComparable,
        Gate::NothingInCommon);
    add("a cost where there was none",
        one(run({ counter(u"CYCLE_COUNTER"_s, 1000), counter(u"NPU_STALL"_s, 0) })),
        one(run({ counter(u"CYCLE_COUNTER"_s, 1000), counter(u"NPU_STALL"_s, 9) })), Outcome::Same,
        Gate::Fails);
    add("more idle cycles cost nothing",
        one(run({ counter(u"CYCLE_COUNTER"_s, 1000), counter(u"NPU_IDLE"_s, 20) })),
        one(run({ counter(u"CYCLE_COUNTER"_s, 1000), counter(u"NPU_IDLE"_s, 90) })), Outcome::Same,
        Gate::Passes);
    add("time alone, slower", one(timed(1e6)), one(timed(1.2e6)), Outcome::Worse, Gate::Fails);
    add("time alone, the same", one(timed(1e6)), one(timed(1e6)), Outcome::Same, Gate::Passes);
    add("time against cycles", one(timed(1e6)), one(run(npu(1000, 900, 50))),
        Outcome::NotComparable, Gate::NothingInCommon);
    add("another clock: as many cycles", one(clocked(run(npu(1000, 900, 50)), 500'000'000)),
        one(clocked(run(npu(1000, 900, 50)), 250'000'000)), Outcome::Same, Gate::Passes);
    add("a console without numbers", one(run({})), one(run(npu(1000, 900, 50))),
        Outcome::NotComparable, Gate::NothingInCommon);
    add("nothing on either side", one(run({})), one(run({})), Outcome::NotComparable,
        Gate::NothingInCommon);
    add("another program, slower", one(ofProgram(run(npu(1000, 900, 50)), u"aa"_s)),
        one(ofProgram(run(npu(1400, 1300, 50)), u"bb"_s)), Outcome::Worse, Gate::Fails);
    return all;
}

TEST(RunAnswers, OfPlantedCasesAreRight)
{
    EXPECT_GE(cases().size(), 40U);
    for (const auto &planted : cases()) {
        SCOPED_TRACE(planted.name);
        const auto comparison = compareRuns(comparableRun(planted.before),
            comparableRun(planted.now), { .leastEffect = planted.leastEffect });
        EXPECT_EQ(outcomeOf(comparison), planted.outcome)
            << outcomeKey(outcomeOf(comparison)).toStdString();
        EXPECT_EQ(judgeGrowth(comparison, 5).outcome, planted.gate);
        const auto sentence = views::comparisonSentence(comparison);
        EXPECT_FALSE(sentence.isEmpty());
        if (planted.outcome == Outcome::Worse) {
            EXPECT_TRUE(sentence.contains(u"worse"_s)) << sentence.toStdString();
        }
        if (planted.outcome != Outcome::Better && planted.outcome != Outcome::Mixed) {
            EXPECT_FALSE(sentence.contains(u"better"_s)) << sentence.toStdString();
        }
    }
}

/// Of consoles that nobody described: what they tell by themselves decides.
TEST(RunAnswers, OfOtherNpusModelsAndCountsAreNoVerdict)
{
    const auto console = [](const QString &counted, quint64 inferences, std::vector<qint64> shape) {
        auto made = run({});
        made.kind = u"console"_s;
        profile::Run told{ .family = LogFamily::Mlek, .inferences = inferences };
        told.profiles.push_back(
            { .counters = { { CycleCounter.toString(), 1000 * inferences, u"cycles"_s },
                  { counted, 5, u"beats"_s } } });
        if (!shape.empty())
            told.model = LogModel{ .inputs = { { u"INT8"_s, shape, {} } },
                .outputs = { { u"INT8"_s, { 1, 12 }, {} } } };
        made.run = std::make_shared<const profile::Run>(std::move(told));
        return made;
    };
    const auto axi = u"AXI0_RD_DATA_BEAT_RECEIVED"_s;
    const auto ext = u"EXT0_RD_DATA_BEAT_RECEIVED"_s;
    const auto said = [](const MeasuredRun &before, const MeasuredRun &now) {
        const auto comparison = compareRuns(comparableRun(one(before)), comparableRun(one(now)));
        EXPECT_EQ(judgeGrowth(comparison, 5).outcome == Gate::NotComparable,
            outcomeOf(comparison) == Outcome::NotComparable);
        return views::comparisonSentence(comparison);
    };
    EXPECT_TRUE(said(console(ext, 1, {}), console(axi, 1, {})).contains(u"different NPUs"_s));
    EXPECT_TRUE(said(console(axi, 1, { 1, 49 }), console(axi, 1, { 1, 224, 224, 3 }))
                    .contains(u"different models"_s));
    EXPECT_TRUE(said(console(axi, 1, {}), console(axi, 3, {})).contains(u"inferences"_s));
    EXPECT_FALSE(
        said(console(axi, 1, { 1, 49 }), console(ext, 1, { 1, 49 })).contains(u"Not comparable"_s))
        << "one model on two NPUs is a fair question";
    EXPECT_FALSE(said(console(axi, 1, {}), console(axi, 1, {})).contains(u"Not comparable"_s));
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

TEST(RunAnswers, SayHowLargeADifferenceIsAndHowManyTestsWereMade)
{
    const auto comparison = compareRuns(
        comparableRun(amongOthers(1000, 8, false)), comparableRun(amongOthers(1100, 8, false)));
    EXPECT_EQ(comparison.testedCounters, 8);
    const auto leading = leadingChanges(comparison);
    ASSERT_EQ(leading.size(), 1U);
    const auto &change = *leading.front();
    ASSERT_TRUE(change.shift && change.p && change.rawP);
    EXPECT_EQ(change.shift->middle, 100);
    EXPECT_LE(change.shift->low, 100);
    EXPECT_GE(change.shift->high, 100);
    EXPECT_GT(change.shift->low, 90);
    EXPECT_LT(change.shift->high, 110);
    EXPECT_GT(*change.p, *change.rawP) << "one of eight tests is worth less";
    EXPECT_TRUE(views::comparisonSentence(comparison).contains(u"95 % confidence interval"_s));
}

TEST(RunAnswers, SayThatProgramsDiffer)
{
    const auto sentence = [](const QString &program) {
        return views::comparisonSentence(
            compareRuns(comparableRun(one(ofProgram(run(npu(1000, 900, 50)), u"aa"_s))),
                comparableRun(one(ofProgram(run(npu(1400, 1300, 50)), program)))));
    };
    EXPECT_TRUE(sentence(u"bb"_s).contains(u"the programs differ"_s));
    EXPECT_FALSE(sentence(u"aa"_s).contains(u"the programs differ"_s));
}

TEST(Statistics, CorrectForTheNumberOfTests)
{
    const std::vector<double> p{ 0.04, 0.001, 0.5, 0.03 };
    const auto adjusted = adjustedForTests(p);
    // By hand: sorted 0.001 * 4, 0.03 * 2, 0.04 * 4 / 3, 0.5, each at most the one behind it.
    EXPECT_NEAR(adjusted[1], 0.004, 1e-12);
    EXPECT_NEAR(adjusted[3], 0.04 * 4 / 3, 1e-12);
    EXPECT_NEAR(adjusted[0], 0.04 * 4 / 3, 1e-12);
    EXPECT_NEAR(adjusted[2], 0.5, 1e-12);
    EXPECT_TRUE(adjustedForTests({}).empty());
}

/// Tables of Mann and Whitney: with 5 and 5 the interval leaves out 2 differences on each side,
/// with 4 and 4 none, with 8 and 8 it leaves out 13.
TEST(Statistics, IntervalsAreThoseOfTheTables)
{
    const auto spread = [](int count, double base, double step) {
        std::vector<double> values;
        for (int i = 0; i < count; ++i)
            values.push_back(base + i * step);
        return values;
    };
    for (const auto &[count, outside] :
        { std::pair{ 4, size_t(0) }, { 5, size_t(2) }, { 8, size_t(13) } }) {
        const auto a = spread(count, 0, 100);
        const auto b = spread(count, 1000, 1.7);
        std::vector<double> differences;
        for (const auto x : a) {
            for (const auto y : b)
                differences.push_back(y - x);
        }
        std::ranges::sort(differences);
        const auto shift = shiftOf(a, b);
        ASSERT_TRUE(shift) << count;
        EXPECT_EQ(shift->low, differences[outside]) << count;
        EXPECT_EQ(shift->high, differences[differences.size() - 1 - outside]) << count;
    }
    EXPECT_FALSE(shiftOf(spread(3, 0, 1), spread(3, 9, 1))) << "too few";
    EXPECT_FALSE(shiftOf({}, spread(5, 0, 1)));
    const auto many = shiftOf(spread(60, 0, 1), spread(60, 10, 1));
    ASSERT_TRUE(many);
    EXPECT_NEAR(many->middle, 10, 1e-9);
    EXPECT_LT(many->low, 10);
    EXPECT_GT(many->high, 10);
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

/// Reports name operators by their graph: after a split the same name is another operator.
TEST(RunAnswers, OperatorsOfAnotherGraphAreNotJudged)
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const auto report = [](const QString &path) {
        return comparableRun(one(*readRunFile(test::fixturePath(path + u"/per-layer.csv"_s))));
    };
    const auto whole = report(u"mobilenet_v2-u55-128/partition0"_s);
    const auto part = report(u"mobilenet_v2-u55-128-conv_on_cpu/partition0"_s);
    const auto itself = compareRuns(whole, whole);
    EXPECT_EQ(outcomeOf(itself), Outcome::Same);
    EXPECT_EQ(judgeGrowth(itself, 0, true).outcome, Gate::Passes);
    EXPECT_TRUE(views::comparisonSentence(itself).contains(u"902,227"_s));
    EXPECT_TRUE(itself.areProgramsStated) << "the operators tell";
    const auto split = compareRuns(whole, part);
    EXPECT_TRUE(split.areOtherGraphs);
    for (const auto &change : split.operators)
        EXPECT_NE(change.verdict(), Verdict::Worse) << change.name.toStdString();
    EXPECT_TRUE(views::comparisonSentence(split).contains(u"not have the same operators"_s));
    EXPECT_EQ(judgeGrowth(split, 5, true).outcome, Gate::Incomplete);
}

/// 73 % more cycles of another network are no regression; nobody said that it is the same one.
TEST(RunAnswers, SayThatNobodyStatesThePrograms)
{
    const auto console = [](const QString &model, double cycles) {
        auto made = run({});
        made.kind = u"console"_s;
        profile::Run told{ .family = LogFamily::Mlek };
        told.profiles.push_back(
            { .counters = { { CycleCounter.toString(), quint64(cycles), u"cycles"_s } } });
        if (!model.isEmpty())
            told.model = LogModel{ .name = model };
        made.run = std::make_shared<const profile::Run>(std::move(told));
        return made;
    };
    const auto compared = [](const MeasuredRun &before, const MeasuredRun &now) {
        return compareRuns(comparableRun(one(before)), comparableRun(one(now)));
    };
    const auto unstated = compared(console({}, 414'172), console({}, 717'708));
    EXPECT_FALSE(unstated.areProgramsStated);
    EXPECT_TRUE(views::comparisonSentence(unstated).contains(u"the programs are not stated"_s));
    EXPECT_TRUE(views::differencesSentence(unstated).contains(u"Nothing says"_s));
    const auto sized = [&](quint64 bytes, double cycles) {
        auto made = console({}, cycles);
        auto told = *made.run;
        told.model = LogModel{ .pteBytes = bytes };
        made.run = std::make_shared<const profile::Run>(std::move(told));
        return made;
    };
    const auto resized = compared(sized(50'000, 414'172), sized(388'544, 717'708));
    EXPECT_TRUE(resized.areProgramsStated) << "the consoles print what they loaded";
    EXPECT_TRUE(resized.areOtherPrograms);
    ASSERT_EQ(resized.conditions.size(), 1U);
    EXPECT_EQ(resized.conditions.front().condition, Condition::ProgramBytes);
    EXPECT_EQ(resized.conditions.front().newValue, u"388544"_s);
    EXPECT_EQ(outcomeOf(resized), Outcome::Worse) << "a model that was compiled again, say";
    EXPECT_TRUE(views::comparisonSentence(resized).contains(u"the programs differ"_s));
    const auto repeated = compared(sized(50'000, 414'172), sized(50'000, 717'708));
    EXPECT_TRUE(repeated.areProgramsStated && !repeated.areOtherPrograms);
    const auto others = compared(console(u"kws"_s, 414'172), console(u"vww"_s, 717'708));
    EXPECT_EQ(outcomeOf(others), Outcome::NotComparable);
    EXPECT_EQ(judgeGrowth(others, 5).outcome, Gate::NotComparable);
    EXPECT_TRUE(views::comparisonSentence(others).contains(u"kws; vww"_s));
    const auto same = compared(console(u"kws"_s, 414'172), console(u"kws"_s, 717'708));
    EXPECT_EQ(outcomeOf(same), Outcome::Worse);
    EXPECT_FALSE(views::comparisonSentence(same).contains(u"not stated"_s));
    // A file that was renamed between two compiles whose hashes are known is a fair question.
    EXPECT_EQ(outcomeOf(compared(ofProgram(console(u"a.pte"_s, 100), u"aa"_s),
                  ofProgram(console(u"b.pte"_s, 120), u"bb"_s))),
        Outcome::Worse);
}

/// A gate that should judge operators is not passed by totals: the operators may have moved.
TEST(RunAnswers, OperatorsThatNobodySawDoNotPass)
{
    const auto total = compareRuns(comparableRun(one(traced(trace({ { 0, 50, 100 } })))),
        comparableRun(one(traced(trace({ { 0, 80, 100 } })))));
    EXPECT_EQ(judgeGrowth(total, 5).outcome, Gate::Passes);
    const auto verdict = judgeGrowth(total, 5, true);
    EXPECT_EQ(verdict.outcome, Gate::Incomplete);
    EXPECT_TRUE(verdict.lacksOperators);
    EXPECT_TRUE(views::limitSentence(verdict, 5).contains(u"no operator"_s));
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
} // namespace tosaic::profile::runanswerstests
