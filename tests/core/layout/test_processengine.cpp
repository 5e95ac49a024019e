// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/processlayoutengine.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <optional>

using namespace Qt::StringLiterals;

namespace tosaic::layout::processenginetests {

using namespace std::chrono_literals;

namespace {

Request pair()
{
    return { .nodes = { { { 100, 40 } }, { { 100, 40 } } }, .links = { { 0, 1 } } };
}

QString program(const QString &name)
{
    return test::programPath(name);
}

bool isGone(qint64 pid)
{
    return ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
}

using Answer = std::optional<Result<Layout>>;

Answer ask(
    ProcessLayoutEngine &engine, const Request &request, std::chrono::milliseconds limit = 10s)
{
    Answer answer;
    engine.layout(request, [&](Result<Layout> result) { answer = std::move(result); });
    (void)QTest::qWaitFor([&] { return answer.has_value(); }, static_cast<int>(limit.count()));
    return answer;
}

struct Bad
{
    const char *mode;
    ErrorCode code;
};

class MisbehavingHelper : public testing::TestWithParam<Bad>
{
protected:
    MisbehavingHelper() { qputenv("TOSAIC_FAKE_LAYOUT", GetParam().mode); }
    ~MisbehavingHelper() override { qunsetenv("TOSAIC_FAKE_LAYOUT"); }
};

} // namespace

TEST(ProcessLayoutEngine, LaysOutAndAnswersTheSameQuestionFromMemory)
{
    ProcessLayoutEngine engine(program(u"tosaic-layout"_s), 20s);
    const auto first = ask(engine, pair());
    ASSERT_TRUE(first && *first) << qPrintable((*first).error().toText());
    EXPECT_GT((**first).centres[1].y(), (**first).centres[0].y());
    const auto pid = engine.processId();
    EXPECT_GT(pid, 0);
    ASSERT_EQ(::kill(static_cast<pid_t>(pid), SIGKILL), 0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return engine.processId() == 0; }, 5000));
    const auto again = ask(engine, pair());
    ASSERT_TRUE(again && *again);
    EXPECT_EQ((**again).centres, (**first).centres);
    EXPECT_EQ(engine.processId(), 0) << "the answer was known: no program was needed";
}

TEST(ProcessLayoutEngine, KeepsItsProgramAndStartsItAgainAfterACrash)
{
    ProcessLayoutEngine engine(program(u"tosaic-layout"_s), 20s);
    ASSERT_TRUE(ask(engine, pair()));
    const auto pid = engine.processId();
    auto other = pair();
    other.nodes[0].size.setWidth(77);
    const auto second = ask(engine, other);
    ASSERT_TRUE(second && *second);
    EXPECT_EQ(engine.processId(), pid) << "one program for many graphs";
    ::kill(static_cast<pid_t>(pid), SIGSEGV);
    ASSERT_TRUE(QTest::qWaitFor([&] { return engine.processId() == 0; }, 5000));
    other.nodes[0].size.setWidth(78);
    const auto third = ask(engine, other);
    ASSERT_TRUE(third && *third);
    EXPECT_NE(engine.processId(), pid);
}

TEST(ProcessLayoutEngine, OfManyRequestsOnlyTheLastIsAnswered)
{
    ProcessLayoutEngine engine(program(u"tosaic-layout"_s), 20s);
    int stale = 0;
    for (int i = 0; i < 5; ++i) {
        auto request = pair();
        request.nodes[0].size.setWidth(50 + i);
        engine.layout(request, [&](const Result<Layout> &) { ++stale; });
    }
    const auto last = ask(engine, pair());
    ASSERT_TRUE(last && *last);
    EXPECT_EQ(stale, 0);
}

TEST(ProcessLayoutEngine, EmptyGraphsNeedNoProgramAndHugeOnesAreRefused)
{
    ProcessLayoutEngine engine(u"/nowhere/tosaic-layout"_s, 20s);
    const auto empty = ask(engine, {});
    ASSERT_TRUE(empty && *empty);
    Request huge;
    huge.nodes.resize(100001, { { 10, 10 } });
    const auto refused = ask(engine, huge);
    ASSERT_TRUE(refused && !*refused);
    EXPECT_EQ(refused->error().code, ErrorCode::LimitExceeded);
}

TEST(ProcessLayoutEngine, AMissingProgramIsNamed)
{
    ProcessLayoutEngine engine(u"/nowhere/tosaic-layout"_s, 20s);
    const auto answer = ask(engine, pair());
    ASSERT_TRUE(answer && !*answer);
    EXPECT_EQ(answer->error().code, ErrorCode::ToolMissing);
    EXPECT_EQ(answer->error().location.file, u"/nowhere/tosaic-layout"_s);
    const auto now = layoutNow(pair(), u"/nowhere/tosaic-layout"_s);
    ASSERT_FALSE(now);
    EXPECT_EQ(now.error().code, ErrorCode::ToolMissing);
}

TEST(ProcessLayoutEngine, CancellingKillsAHangingProgramAtOnce)
{
    qputenv("TOSAIC_FAKE_LAYOUT", "stubborn");
    ProcessLayoutEngine engine(program(u"tosaic-fake-layout"_s), 20s);
    bool answered = false;
    engine.layout(pair(), [&](const Result<Layout> &) { answered = true; });
    ASSERT_TRUE(QTest::qWaitFor([&] { return engine.processId() > 0; }, 5000));
    const auto pid = engine.processId();
    engine.cancel();
    EXPECT_TRUE(isGone(pid));
    EXPECT_FALSE(engine.isBusy());
    QTest::qWait(50);
    EXPECT_FALSE(answered);
    qunsetenv("TOSAIC_FAKE_LAYOUT");
}

TEST(ProcessLayoutEngine, TheDestructorLeavesNoOrphan)
{
    qputenv("TOSAIC_FAKE_LAYOUT", "stubborn");
    qint64 pid = 0;
    {
        ProcessLayoutEngine engine(program(u"tosaic-fake-layout"_s), 20s);
        engine.layout(pair(), [](const Result<Layout> &) { FAIL(); });
        ASSERT_TRUE(QTest::qWaitFor([&] { return engine.processId() > 0; }, 5000));
        pid = engine.processId();
    }
    EXPECT_TRUE(isGone(pid));
    qunsetenv("TOSAIC_FAKE_LAYOUT");
}

TEST_P(MisbehavingHelper, IsAClearErrorWithinTheTimeOutAndLeavesNoOrphan)
{
    ProcessLayoutEngine engine(program(u"tosaic-fake-layout"_s), 700ms);
    QElapsedTimer clock;
    clock.start();
    Answer answer;
    engine.layout(pair(), [&](Result<Layout> result) { answer = std::move(result); });
    ASSERT_TRUE(QTest::qWaitFor([&] { return engine.processId() > 0; }, 5000));
    const auto pid = engine.processId();
    ASSERT_TRUE(QTest::qWaitFor([&] { return answer.has_value(); }, 5000));
    EXPECT_LT(clock.elapsed(), 4000);
    ASSERT_FALSE(*answer);
    EXPECT_EQ(answer->error().code, GetParam().code) << qPrintable(answer->error().toText());
    EXPECT_FALSE(answer->error().detail.isEmpty());
    EXPECT_TRUE(isGone(pid));
}

TEST_P(MisbehavingHelper, IsAClearErrorWithoutAnEventLoop)
{
    const auto answer = layoutNow(pair(), program(u"tosaic-fake-layout"_s), 700ms);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, GetParam().code) << qPrintable(answer.error().toText());
}

INSTANTIATE_TEST_SUITE_P(Modes, MisbehavingHelper,
    testing::Values(Bad{ "hang", ErrorCode::ToolTimeout },
        Bad{ "stubborn", ErrorCode::ToolTimeout }, Bad{ "silent", ErrorCode::ToolTimeout },
        Bad{ "crash", ErrorCode::ToolFailed }, Bad{ "exit", ErrorCode::ToolFailed },
        Bad{ "garbage", ErrorCode::ToolFailed }, Bad{ "huge", ErrorCode::ToolFailed },
        Bad{ "version", ErrorCode::ToolFailed }, Bad{ "wrong", ErrorCode::ToolFailed },
        Bad{ "refuse", ErrorCode::ToolFailed }),
    [](const auto &entry) { return std::string(entry.param.mode); });

TEST(LayoutNow, LaysOutWithoutAnEventLoop)
{
    const auto layout = layoutNow(pair(), program(u"tosaic-layout"_s));
    ASSERT_TRUE(layout) << qPrintable(layout.error().toText());
    EXPECT_EQ(layout->centres.size(), 2U);
}

TEST(LayoutHelperPath, IsFoundBesideTheProgramUnlessTheEnvironmentSaysOtherwise)
{
    EXPECT_EQ(layoutHelperPath(), program(u"tosaic-layout"_s));
    qputenv("TOSAIC_LAYOUT", "/somewhere/else");
    EXPECT_EQ(layoutHelperPath(), u"/somewhere/else"_s);
    qunsetenv("TOSAIC_LAYOUT");
}

} // namespace tosaic::layout::processenginetests
