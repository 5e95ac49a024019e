// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/loweredadvice.h"
#include "core/compiled/resultreader.h"
#include "core/spec/specjson.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::advice::advicetests {

namespace {

spec::CompileSpec u55()
{
    return { .target = u"ethos-u55-128"_s };
}

Facts factsOfSpec(const spec::CompileSpec &spec)
{
    return factsOf({ .spec = spec });
}

std::vector<Candidate> of(const QString &rule, const std::vector<Candidate> &all)
{
    std::vector<Candidate> some;
    std::ranges::copy_if(
        all, std::back_inserter(some), [&](const Candidate &one) { return one.rule.id == rule; });
    return some;
}

Costs costs(double cycles, quint64 sram)
{
    return { cycles, cycles / 500e6,
        { { { analysis::Memory::Sram, { { analysis::PartKind::Scratch, sram } } } }, {} } };
}

Advice judged(Goal goal, const Costs &before, const Costs &after)
{
    Advice advice{ .before = before, .after = after };
    advice.candidate.rule.goal = goal;
    judge(advice);
    return advice;
}

} // namespace

TEST(AdviceRules, HaveAllThatTheyNeed)
{
    ASSERT_FALSE(rules().empty());
    std::set<QString> ids;
    // What factsOf() can say, of any spec and any compile.
    const std::set<QString> known{ u"target"_s, u"family"_s, u"systemConfig"_s, u"memoryMode"_s,
        u"optimise"_s, u"arenaCacheSize"_s, u"tensorAllocator"_s, u"integerIo"_s, u"cpuKernels"_s,
        u"quantizer"_s, u"activations"_s, u"pins"_s, u"cpuOperators"_s, u"npuOperators"_s,
        u"boundaryOperators"_s, u"refusedOperators"_s, u"partitions"_s, u"sramBytes"_s,
        u"scratchBytes"_s, u"sramPortBusy"_s, u"externalPortBusy"_s, u"macUtilisation"_s,
        u"transposeOperations"_s, u"transposeCycles"_s, u"transposeShare"_s, u"island"_s,
        u"islandOperators"_s, u"islandCycles"_s, u"islandShare"_s, u"edgeOperator"_s,
        u"edgeOperatorCycles"_s, u"edgeOperatorShare"_s, u"edgeOperatorMacUse"_s };
    for (const auto &rule : rules()) {
        SCOPED_TRACE(rule.id.toStdString());
        EXPECT_TRUE(ids.insert(rule.id).second) << "twice";
        EXPECT_FALSE(rule.sources.isEmpty());
        EXPECT_FALSE(rule.experiments.empty());
        for (const auto &condition : rule.conditions)
            EXPECT_TRUE(known.contains(condition.fact)) << condition.fact.toStdString();
        for (const auto &fact : rule.evidence)
            EXPECT_TRUE(known.contains(fact)) << fact.toStdString();
        for (const auto &experiment : rule.experiments)
            EXPECT_TRUE(experiment.keep.isEmpty() || known.contains(experiment.keep));
    }
}

TEST(AdviceRules, DamageIsToldWithItsPlace)
{
    EXPECT_FALSE(readRules("{"));
    EXPECT_FALSE(readRules(R"({"formatVersion":2,"rules":[]})"));
    const auto without = readRules(R"({"formatVersion":1,"rules":[{"id":"a","goal":"speed",
        "sources":["b"],"when":[],"evidence":[],"try":[{}]}]})");
    ASSERT_FALSE(without);
    EXPECT_EQ(without.error().location.entity, u"a"_s);
}

TEST(AdviceFacts, OfACompileAreThoseOfItsReports)
{
    const auto result = compiled::readCompileResult(test::fixturePath(u"mobilenet_v2-u55-128"_s));
    ASSERT_TRUE(result);
    const auto facts = factsOf({ .spec = result->spec,
        .result = std::make_shared<const compiled::CompileResult>(*result) });
    EXPECT_EQ(facts.at(u"memoryMode"_s).value, u"Shared_Sram"_s);
    EXPECT_EQ(facts.at(u"cpuOperators"_s).value.toInt(), 0);
    EXPECT_EQ(facts.at(u"sramBytes"_s).value.toInt(), 149488);
    EXPECT_EQ(facts.at(u"sramBytes"_s).origin, Origin::Estimate);
    EXPECT_NEAR(facts.at(u"macUtilisation"_s).value.toDouble(), 9692528 / (902227.0 * 128), 1e-9);
    EXPECT_GT(facts.at(u"transposeCycles"_s).value.toDouble(), 0);
    EXPECT_GT(facts.at(u"externalPortBusy"_s).value.toDouble(), 0);
    EXPECT_FALSE(factsOfSpec(u55()).contains(u"cpuOperators"_s)) << "nobody knows it";
}

/// Two partitions around a sort, the second a convolution alone.
TEST(AdviceFacts, NameTheSmallestPartitionAndTheOperatorAtTheBoundary)
{
    const auto result = std::make_shared<const compiled::CompileResult>(
        *compiled::readCompileResult(test::fixturePath(u"two_partitions-u55-128"_s)));
    const Subject subject{ .spec = result->spec, .result = result };
    const auto facts = factsOf(subject);
    EXPECT_EQ(
        facts.at(u"island"_s).value.toStringList(), QStringList{ u"aten_convolution_default_1"_s });
    // The convolution (2368) and the change of layout that was made for it (1024).
    EXPECT_EQ(facts.at(u"islandCycles"_s).value.toDouble(), 3392);
    EXPECT_NEAR(facts.at(u"islandShare"_s).value.toDouble(), 3392 / 11232.0, 1e-9);
    EXPECT_EQ(facts.at(u"edgeOperator"_s).value, u"aten_convolution_default"_s);
    EXPECT_NEAR(facts.at(u"edgeOperatorMacUse"_s).value.toDouble(), 55296 / (4832.0 * 128), 1e-9);

    const auto all = candidatesOf(rules(), facts, subject.spec);
    for (const auto &[rule, node] :
        { std::pair(u"cpu.keep-island"_s, u"aten_convolution_default_1"_s),
            std::pair(u"cpu.keep-operator"_s, u"aten_convolution_default"_s) }) {
        const auto kept = of(rule, all);
        ASSERT_EQ(kept.size(), 1u) << rule.toStdString();
        EXPECT_EQ(kept[0].spec.keepOnCpu, (spec::KeepOnCpu{ .nodes = { node } })) << "a pin";
        EXPECT_TRUE(kept[0].change.contains(u"partition"_s));
    }
    const auto whole = compiled::readCompileResult(test::fixturePath(u"mobilenet_v2-u55-128"_s));
    EXPECT_FALSE(factsOf(
        { .spec = whole->spec, .result = std::make_shared<const compiled::CompileResult>(*whole) })
                     .contains(u"island"_s))
        << "one partition is no island";
}

TEST(AdviceCandidates, AreOnlyWhatExistsAndChangesSomething)
{
    const auto all = candidatesOf(rules(), factsOfSpec(u55()), u55());
    const auto modes = of(u"memory-mode"_s, all);
    ASSERT_EQ(modes.size(), 1u) << "Dedicated_Sram is none of U55, Shared_Sram is there already";
    EXPECT_EQ(modes[0].change, (QJsonObject{ { u"memoryMode"_s, u"Sram_Only"_s } }));
    ASSERT_EQ(of(u"target.larger"_s, all).size(), 1u);
    EXPECT_EQ(of(u"target.larger"_s, all)[0].spec.target, u"ethos-u55-256"_s);
    EXPECT_EQ(of(u"target.smaller"_s, all)[0].spec.target, u"ethos-u55-64"_s);
    EXPECT_TRUE(of(u"cpu.free"_s, all).empty()) << "nothing is kept on the CPU";
    EXPECT_TRUE(of(u"arena-cache-size"_s, all).empty()) << "the scratch is not known";
    for (const auto &one : all)
        EXPECT_FALSE(spec::resolved(one.spec) == spec::resolved(u55()));
}

/// Laid over the spec that was asked for, the change gives what was tried: also where the default
/// of another target is another system.
TEST(AdviceCandidates, ChangeGivesWhatWasTried)
{
    for (const auto &target : spec::targets()) {
        const spec::CompileSpec asked{ .target = target };
        for (const auto &one : candidatesOf(rules(), factsOfSpec(asked), asked)) {
            if (!one.modelChange.isEmpty())
                continue;
            auto object = spec::toJson(asked);
            for (auto it = one.change.begin(); it != one.change.end(); ++it)
                object.insert(it.key(), it.value());
            const auto taken = spec::fromJson(object);
            ASSERT_TRUE(taken);
            EXPECT_EQ(spec::toJson(spec::resolved(*taken)), spec::toJson(spec::resolved(one.spec)))
                << target.toStdString() << ' ' << one.rule.id.toStdString();
        }
    }
}

TEST(AdviceCandidates, FreesWhatIsKept)
{
    auto spec = u55();
    spec.keepOnCpu.nodes << u"aten_add_tensor"_s;
    const auto freed = of(u"cpu.free"_s, candidatesOf(rules(), factsOfSpec(spec), spec));
    ASSERT_EQ(freed.size(), 1u);
    EXPECT_TRUE(freed[0].spec.keepOnCpu.isEmpty());
    EXPECT_TRUE(freed[0].change.value(u"partition"_s).isNull());
}

TEST(AdviceCandidates, FreesOneOfSeveralByItself)
{
    auto spec = u55();
    spec.keepOnCpu.nodes << u"aten_add_tensor"_s;
    spec.keepOnCpu.modules << u"features.3"_s;
    const auto freed = of(u"cpu.free-one"_s, candidatesOf(rules(), factsOfSpec(spec), spec));
    ASSERT_EQ(freed.size(), 2u);
    EXPECT_EQ(freed[0].spec.keepOnCpu, (spec::KeepOnCpu{ .modules = { u"features.3"_s } }));
    EXPECT_EQ(freed[1].spec.keepOnCpu, (spec::KeepOnCpu{ .nodes = { u"aten_add_tensor"_s } }));
}

TEST(AdviceCandidates, AFlagTakesThePlaceOfTheOneThatIsThere)
{
    auto spec = u55();
    spec.extraFlags
        = QStringList{ u"--optimise"_s, u"Size"_s, u"--cpu-tensor-alignment"_s, u"64"_s };
    const auto all = candidatesOf(rules(), factsOfSpec(spec), spec);
    EXPECT_TRUE(of(u"optimise.size"_s, all).empty());
    const auto fast = of(u"optimise.performance"_s, all);
    ASSERT_EQ(fast.size(), 1u);
    EXPECT_EQ(
        fast[0].spec.extraFlags.join(u' '), u"--optimise Performance --cpu-tensor-alignment 64"_s);
}

TEST(AdviceEffect, FollowsTheNumbers)
{
    EXPECT_EQ(judged(Goal::Speed, costs(1000, 100), costs(900, 100)).effect, Effect::Better);
    EXPECT_EQ(judged(Goal::Speed, costs(1000, 100), costs(1100, 100)).effect, Effect::Worse);
    EXPECT_EQ(judged(Goal::Speed, costs(1000, 100), costs(1000, 100)).effect, Effect::None);
    EXPECT_EQ(judged(Goal::Speed, costs(1e6, 100), costs(1e6 - 10, 100)).effect, Effect::None)
        << "nobody decides by ten of a million";
    // One for the other: what the rule is for decides, and the price is told.
    const auto faster = judged(Goal::Speed, costs(1000, 100), costs(500, 400));
    EXPECT_EQ(faster.effect, Effect::Better);
    EXPECT_EQ(faster.drawbacks, std::vector{ Drawback::Sram });
    EXPECT_EQ(judged(Goal::Memory, costs(1000, 100), costs(500, 400)).effect, Effect::Worse);
    EXPECT_EQ(judged(Goal::Either, costs(1000, 100), costs(1500, 40)).effect, Effect::Better);
    EXPECT_EQ(judged(Goal::Speed, costs(1000, 100), costs(1000, 40)).effect, Effect::Better)
        << "less SRAM for nothing";
}

TEST(AdviceEffect, GoesByTimeWhereTheClockIsAnother)
{
    auto slow = costs(900, 100);
    slow.timeS = 900 / 200e6;
    EXPECT_EQ(judged(Goal::Speed, costs(1000, 100), slow).effect, Effect::Worse);
}

TEST(AdviceEffect, RanksWhatHelpsForNothingFirst)
{
    std::vector<Advice> all{ judged(Goal::Speed, costs(1000, 100), costs(1000, 100)),
        judged(Goal::Speed, costs(1000, 100), costs(1100, 100)), Advice{},
        judged(Goal::Speed, costs(1000, 100), costs(500, 400)),
        judged(Goal::Speed, costs(1000, 100), costs(950, 100)),
        judged(Goal::Speed, costs(1000, 100), costs(900, 100)) };
    rank(all);
    EXPECT_EQ(all[0].after->cycles, 900.0);
    EXPECT_EQ(all[1].after->cycles, 950.0);
    EXPECT_EQ(all[2].after->cycles, 500.0) << "at a price";
    EXPECT_TRUE(all[3].needsCompile());
    EXPECT_EQ(all[4].effect, Effect::None);
    EXPECT_EQ(all[5].effect, Effect::Worse);
}

/// A compile with the change says what it comes to, for the processor as well.
TEST(LoweredAdvice, ACompileSaysWhatAChangeComesTo)
{
    const auto read = [](const QString &name) {
        return std::make_shared<const compiled::CompileResult>(
            *compiled::readCompileResult(test::fixturePath(name)));
    };
    const auto pinned = read(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto free = read(u"mobilenet_v2-u55-128"_s);
    Advice asked;
    asked.candidate.rule.goal = Goal::Speed;
    const auto freed = withCompile(asked, { .spec = pinned->spec, .result = pinned }, *free, {});
    ASSERT_TRUE(freed.before && freed.after);
    EXPECT_EQ(freed.after->cycles, free->summary.cyclesTotal);
    EXPECT_LT(*freed.after->cycles, *freed.before->cycles) << "the partition is not split any more";
    EXPECT_LT(*freed.after->processor->operators, *freed.before->processor->operators);
    EXPECT_EQ(freed.effect, Effect::Better);
    EXPECT_FALSE(freed.needsCompile());
    EXPECT_EQ(toJson(freed)[u"measured"_s][u"cpuOperatorsAfter"_s].toInt(),
        static_cast<int>(*freed.after->processor->operators));

    auto failed = *free;
    failed.status = compiled::Status::Failed;
    EXPECT_TRUE(withCompile(asked, { .result = pinned }, failed, {}).needsCompile());

    AdviceResult all;
    all.advice = { judged(Goal::Speed, costs(1000, 100), costs(1000, 100)), asked };
    all.advice[0].candidate.rule.id = u"another"_s;
    const auto answered = withAnswer(all, freed);
    EXPECT_EQ(answered.advice[0].effect, Effect::Better) << "ranked before what has no effect";
    EXPECT_EQ(answered.advice[1].candidate.rule.id, u"another"_s);
}

TEST(AdviceEffect, LessForTheProcessorIsBetterWhereTheNpuDoesTheSame)
{
    auto before = costs(1000, 100);
    auto after = before;
    before.processor = ProcessorPart{ 0, 2, 1000 };
    after.processor = ProcessorPart{ 0, 0, 1000 };
    EXPECT_EQ(judged(Goal::Speed, before, after).effect, Effect::Better);
    EXPECT_EQ(judged(Goal::Speed, after, before).effect, Effect::Worse);
    EXPECT_EQ(judged(Goal::Speed, before, before).effect, Effect::None);
    after.processor->steps.reset();
    EXPECT_EQ(judged(Goal::Speed, before, after).effect, Effect::None) << "not known";
}

TEST(AdviceEffect, NpuForProcessorIsNoVerdict)
{
    auto before = costs(1000, 100);
    auto after = costs(1100, 100);
    before.processor = ProcessorPart{ 3, 2, 1000 };
    after.processor = ProcessorPart{ 0, 0, 0 };
    for (const auto &one :
        { judged(Goal::Speed, before, after), judged(Goal::Speed, after, before) }) {
        EXPECT_FALSE(one.effect) << "no tool says what the processor's part takes";
        EXPECT_FALSE(one.needsCompile());
        EXPECT_EQ(toJson(one).value(u"needs"_s), u"run"_s);
        EXPECT_EQ(toJson(one).value(u"effect"_s), u"mixed"_s);
    }
}

TEST(AdviceEffect, AnOperatorOfTheProcessorIsNotWorthAStep)
{
    auto before = costs(1000, 100);
    auto after = costs(900, 100);
    before.processor = ProcessorPart{ 1, 4, 1000 };
    after.processor = ProcessorPart{ 2, 2, 500 };
    EXPECT_FALSE(judged(Goal::Speed, before, after).effect)
        << "two steps less do not pay for an operator more, as far as anybody knows";
    after = costs(1000, 50);
    after.processor = ProcessorPart{ 2, 4, 1000 };
    EXPECT_FALSE(judged(Goal::Memory, before, after).effect) << "nor does less SRAM";
}

TEST(AdviceEffect, OtherKernelsOfTheProcessorAreInNoNumber)
{
    Advice one;
    one.candidate.spec.cpuKernels = spec::CpuKernels::CortexM;
    one.before = one.after = costs(1000, 100);
    one.before->processor = one.after->processor = ProcessorPart{ 3, 2, 1000 };
    judge(one);
    EXPECT_FALSE(one.effect) << "the same operators, in another time";
    EXPECT_EQ(toJson(one).value(u"needs"_s), u"run"_s);
}

TEST(LoweredAdvice, AModelInChannelsLastIsOneMoreFile)
{
    const QTemporaryDir folder;
    const auto model = folder.filePath(u"a \"b\" \\n.py"_s);
    QFile file(model);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("ModelUnderTest = None\n");
    file.close();
    Candidate candidate;
    EXPECT_EQ(*modelFor(candidate, model, u"5eed"_s, folder.path()), model)
        << "only the spec changes";
    candidate.modelChange = u"channels-last"_s;
    const auto made = modelFor(candidate, model, u"5eed"_s, folder.path());
    ASSERT_TRUE(made);
    QFile written(*made);
    ASSERT_TRUE(written.open(QIODevice::ReadOnly));
    const auto text = written.readAll();
    EXPECT_TRUE(text.contains("/a \\\"b\\\" \\\\n.py\"\n"));
    EXPECT_TRUE(text.contains("!= \"5eed\":")) << "nothing but what was approved is run";
    candidate.modelChange = u"something-else"_s;
    EXPECT_FALSE(modelFor(candidate, model, u"5eed"_s, folder.path()));
}

TEST(AdviceJson, LeavesOutWhatNobodyKnows)
{
    const auto object = toJson(Advice{});
    EXPECT_FALSE(object.contains(u"measured"_s));
    EXPECT_FALSE(object.contains(u"effect"_s));
    EXPECT_EQ(object.value(u"needs"_s), u"compile"_s);
    const auto measured = toJson(judged(Goal::Speed, costs(1000, 100), costs(900, 100)));
    EXPECT_EQ(measured[u"effect"_s], u"better"_s);
    EXPECT_EQ(measured[u"measured"_s][u"cyclesBefore"_s].toInt(), 1000);
    EXPECT_EQ(measured[u"measured"_s][u"cyclesAfter"_s].toInt(), 900);
    EXPECT_EQ(measured[u"measured"_s][u"sramAfter"_s].toInt(), 100);
    EXPECT_EQ(measured[u"measured"_s][u"origin"_s], u"estimate"_s);
}

} // namespace tosaic::advice::advicetests
