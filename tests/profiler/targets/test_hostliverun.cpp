// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/store/runstore.h"
#include "profiler/targets/runrecorder.h"
#include "tests/profiler/targets/runwatch.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::hostliveruntests {

using State = profile::LiveRun::State;

namespace {

profile::RunRequest hostRequest(const QString &fixture)
{
    profile::HostTarget target;
    target.interpreter = qEnvironmentVariable("TOSAIC_PYTHON");
    target.pte = fixturePath(fixture);
    target.repeats = 3;
    return { .target = target };
}

} // namespace

TEST(HostLiveRun, AProgramOnThisMachineIsRunAndRecorded)
{
    if (!qEnvironmentVariableIsSet("TOSAIC_PYTHON"))
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: there is no Python with ExecuTorch";
    const auto path = temporaryDir() + u"/W.tosaic"_s;
    auto file = *workspace::Workspace::openOrCreate(path);
    RunWatch watch(hostRequest(u"softmax-cpu/softmax.pte"_s));
    profile::RunRecorder recorder(watch.run, *file);
    ASSERT_TRUE(recorder.begin());
    QSignalSpy finished(&watch.run, &profile::LiveRun::finished);
    watch.run.start();
    ASSERT_TRUE(finished.wait(120'000));
    ASSERT_EQ(watch.run.state(), State::Complete)
        << (watch.run.problem() ? watch.run.problem()->toText().toStdString() : "");
    const auto files = watch.run.files();
    EXPECT_TRUE(std::ranges::any_of(
        files, [](const auto &one) { return one.role == "etdump"_L1 && one.size > 0; }));
    EXPECT_TRUE(watch.run.conditions().tools.contains(u"executorch"_s));
    EXPECT_FALSE(watch.run.conditions().target.isEmpty());
    EXPECT_FALSE(recorder.problem()) << recorder.problem()->toText().toStdString();
    const auto stored = profile::RunStore(*file).load(recorder.id());
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->kind, u"etdump"_s);
    EXPECT_EQ(stored->origin, Origin::ThisMachine);
    EXPECT_EQ(
        std::ranges::count_if(stored->values,
            [](const auto &value) { return value.name == "time"_L1 && value.unit == "ns"_L1; }),
        3);
    ASSERT_TRUE(watch.run.run());
    EXPECT_EQ(watch.run.run()->profiles.at(0).runNs.size(), 3U);
    EXPECT_GT(stored->values.size(), 3U) << "nothing of the ETDump";
    EXPECT_FALSE(file->runFileBytes(recorder.id(), u"etdump"_s).value_or(QByteArray()).isEmpty());
}

TEST(HostLiveRun, AnInterpreterThatIsNotThereFails)
{
    auto request = hostRequest(u"softmax-cpu/softmax.pte"_s);
    std::get<profile::HostTarget>(request.target).interpreter = u"/no/such/python"_s;
    RunWatch watch(request);
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_TRUE(watch.run.problem());
}

} // namespace tosaic::test::hostliveruntests
