// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/advicerun.h"
#include "tests/core/toolchain/memorystore.h"
#include "tests/core/toolchain/standin.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::advice::adviceruntests {

namespace {

/// With a driver that stands in for Vela's: cycles are MACs of the target times size of the file.
class AdviceRunTest : public testing::Test
{
protected:
    void SetUp() override
    {
        if (test::python().isEmpty())
            GTEST_SKIP() << "no python3 on PATH";
        qputenv("TOSAIC_STANDIN_MODE", "ok");
    }
    ~AdviceRunTest() override { qunsetenv("TOSAIC_STANDIN_MODE"); }

    static AdviceRequest request(const QString &file = u"a.tosa"_s)
    {
        AdviceRequest request;
        request.subject.spec.target = u"ethos-u55-128"_s;
        request.subject.inputs
            = { { 0, test::writeTemporary(file, QByteArray("\x10\0\0\0TOSAxx", 10)) } };
        request.interpreter = test::python();
        request.drivers = test::standInDir();
        return request;
    }
    static AdviceResult run(const AdviceRequest &request)
    {
        AdviceRun run(request);
        AdviceResult result;
        QSignalSpy done(&run, &AdviceRun::finished);
        QObject::connect(&run, &AdviceRun::finished, &run,
            [&](const std::shared_ptr<const AdviceResult> &made) { result = *made; });
        run.start();
        EXPECT_TRUE(done.isEmpty()) << "never from inside start()";
        EXPECT_TRUE(done.wait(test::Patience));
        EXPECT_EQ(done.size(), 1);
        return result;
    }
    static const Advice *of(const AdviceResult &result, const QString &rule)
    {
        const auto found = std::ranges::find(
            result.advice, rule, [](const Advice &one) { return one.candidate.rule.id; });
        return found == result.advice.end() ? nullptr : &*found;
    }
};

TEST_F(AdviceRunTest, TriesEveryExperimentAgainstTheSameBaseline)
{
    const auto result = run(request());
    EXPECT_TRUE(result.problems.empty());
    EXPECT_EQ(result.baseline.cycles, 1280.0);
    EXPECT_EQ(result.velaVersion, u"5.1.0"_s);
    const auto *smaller = of(result, u"target.smaller"_s);
    ASSERT_TRUE(smaller);
    EXPECT_EQ(smaller->before->cycles, 1280.0);
    EXPECT_EQ(smaller->after->cycles, 640.0);
    EXPECT_EQ(smaller->effect, Effect::None) << "the time that stands in is always the same";
}

TEST_F(AdviceRunTest, GuessesNothingThatNeedsALowering)
{
    auto asked = request();
    asked.subject.spec.keepOnCpu.nodes << u"aten_add_tensor"_s;
    const auto result = run(asked);
    const auto *freed = of(result, u"cpu.free"_s);
    ASSERT_TRUE(freed);
    EXPECT_TRUE(freed->needsCompile());
    EXPECT_FALSE(freed->after);
    EXPECT_EQ(freed->loweringKeys, QStringList{ u"partition"_s });
}

TEST_F(AdviceRunTest, WhatAStoreKnowsIsToldWithoutRunningAnything)
{
    auto asked = request();
    const auto store = std::make_shared<test::MemoryStore>();
    asked.store = store;
    asked.subject.spec.keepOnCpu.nodes << u"aten_add_tensor"_s;
    const auto tried = run(asked);
    ASSERT_FALSE(store->answers.empty());
    auto compiled = std::make_shared<compiled::CompileResult>();
    compiled->tools[u"vela"_s] = tried.velaVersion;
    compiled->resolvedSpec = compiled->spec = asked.subject.spec;
    asked.subject.result = compiled;

    const auto known = keptAdvice(asked.subject, store.get());
    EXPECT_EQ(known.velaVersion, tried.velaVersion);
    EXPECT_EQ(known.untried, 0);
    EXPECT_EQ(known.baseline.cycles, 1280.0);
    const auto *smaller = of(known, u"target.smaller"_s);
    ASSERT_TRUE(smaller);
    EXPECT_EQ(smaller->after->cycles, 640.0);
    const auto *freed = of(known, u"cpu.free"_s);
    ASSERT_TRUE(freed);
    EXPECT_TRUE(freed->needsCompile());

    compiled->tools[u"vela"_s] = u"4.5.0"_s;
    const auto ofAnother = keptAdvice(asked.subject, store.get());
    EXPECT_TRUE(ofAnother.advice.empty()) << "another Vela's numbers are none of this compile";
    EXPECT_GT(ofAnother.untried, 3);
    EXPECT_EQ(keptAdvice(asked.subject, nullptr).untried, ofAnother.untried);
}

TEST_F(AdviceRunTest, SaysWhyThereIsNone)
{
    auto asked = request();
    asked.subject.inputs.clear();
    auto result = run(asked);
    EXPECT_TRUE(result.advice.empty());
    ASSERT_EQ(result.problems.size(), 1u);
    EXPECT_EQ(result.problems[0].id, u"advice.no-tosa"_s);

    asked = request();
    asked.interpreter.clear();
    result = run(asked);
    EXPECT_TRUE(result.advice.empty());
    ASSERT_FALSE(result.problems.empty());
    EXPECT_EQ(result.problems[0].id, u"tool.missing"_s);

    result = run(request(u"crash.tosa"_s));
    EXPECT_TRUE(result.advice.empty());
    EXPECT_FALSE(result.problems.empty());
}

TEST_F(AdviceRunTest, CanBeCancelledAtAnyTime)
{
    for (const int after : { 0, 1, 3 }) {
        AdviceRun run(request());
        AdviceResult result;
        QSignalSpy done(&run, &AdviceRun::finished);
        QObject::connect(&run, &AdviceRun::finished, &run,
            [&](const std::shared_ptr<const AdviceResult> &made) { result = *made; });
        QObject::connect(&run, &AdviceRun::progressed, &run, [&](int count, int all) {
            EXPECT_LE(count, all);
            if (count == after)
                run.cancel();
        });
        run.start();
        if (after == 0)
            run.cancel();
        EXPECT_TRUE(done.wait(test::Patience));
        EXPECT_EQ(done.size(), 1);
        EXPECT_TRUE(result.isCancelled);
        for (const auto &one : result.advice)
            EXPECT_TRUE(one.after || one.needsCompile());
    }
}

} // namespace
} // namespace tosaic::advice::adviceruntests
