// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "profiler/store/runstore.h"
#include "profiler/targets/runrecorder.h"
#include "tests/profiler/targets/runnerelf.h"
#include "tests/profiler/targets/runwatch.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::runrecordertests {

using profile::RunRecorder;
using State = profile::LiveRun::State;
using workspace::Workspace;

namespace {

} // namespace

TEST(RunRecorder, RecordsConsoleNumbersConditionsAndFiles)
{
    const auto path = temporaryDir() + u"/W.tosaic"_s;
    auto file = *Workspace::openOrCreate(path);
    qputenv("TOSAIC_STANDIN_CONSOLE", written(u"fvp.log"_s, completeConsole()).toUtf8());
    profile::FvpTarget target;
    target.program = standInTarget();
    target.elf = written(u"runner.elf"_s, "elf");
    target.pte = fixturePath(u"add-u55-128/add.pte"_s);
    target.writesPmuTrace = true;
    RunWatch watch({ .target = target, .folder = RunRecorder::folderFor(path) });
    auto owner = std::make_unique<RunRecorder>(watch.run, *file);
    auto &recorder = *owner;
    ASSERT_TRUE(recorder.begin());
    QSignalSpy recorded(&recorder, &RunRecorder::recorded);
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(recorded.count(), 1);
    EXPECT_FALSE(recorder.problem()) << recorder.problem()->toText().toStdString();

    const auto stored = profile::RunStore(*file).load(recorder.id());
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->name, u"add.pte on ethos-u55-128"_s);
    ASSERT_TRUE(stored->console && stored->run);
    EXPECT_EQ(stored->console->bytes().toByteArray(), watch.run.console());
    EXPECT_EQ(stored->status, u"complete"_s);
    EXPECT_EQ(stored->origin, Origin::Fvp);
    EXPECT_EQ(stored->conditions.target, u"ethos-u55-128"_s);
    EXPECT_EQ(stored->conditions.artefacts, watch.run.conditions().artefacts);
    EXPECT_EQ(stored->modelSha256, watch.run.conditions().artefacts.at(u"pte"_s));
    EXPECT_EQ(stored->run->profiles.size(), 1U);
    const auto series = file->series(recorder.id());
    ASSERT_TRUE(series);
    ASSERT_EQ(series->size(), stored->run->profiles.front().counters.size());
    for (const auto &one : *series) {
        const auto *counter = stored->run->profiles.front().counter(one.name);
        ASSERT_TRUE(counter) << one.name.toStdString();
        EXPECT_EQ(one.count, 1U);
        EXPECT_EQ(one.total, double(counter->value));
    }
    EXPECT_EQ(file->runFileBytes(recorder.id(), u"trace"_s).value_or(QByteArray()),
        "{\"traceEvents\":[]}");
    owner.reset();
    EXPECT_FALSE(QDir(QFileInfo(path).absolutePath() + u"/W.runs"_s).exists()) << "kept twice";
}

/// What was taken to run when it began gives way to what is known in the end.
TEST(RunRecorder, TheRunBelongsToTheProgramThatRan)
{
    auto file = *Workspace::openOrCreate(temporaryDir() + u"/W.tosaic"_s);
    qputenv("TOSAIC_STANDIN_CONSOLE", written(u"fvp.log"_s, completeConsole()).toUtf8());
    const auto program = contentOf(fixturePath(u"add-u55-128/add.pte"_s));
    profile::FvpTarget target;
    target.program = standInTarget();
    target.elf = written(u"runner.elf"_s, runner({ program }));
    RunWatch watch({ .target = target, .modelSha256 = sha256Hex("another program") });
    RunRecorder recorder(watch.run, *file);
    ASSERT_TRUE(recorder.begin());
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(file->run(recorder.id())->modelSha256, sha256Hex(program));
}

TEST(RunRecorder, WhatWasReadIsThereWhileItRuns)
{
    auto file = *Workspace::openOrCreate(temporaryDir() + u"/W.tosaic"_s);
    RunWatch watch(commandRequest(u"hang"_s, written(u"console.log"_s, completeConsole())));
    RunRecorder recorder(watch.run, *file);
    ASSERT_TRUE(recorder.begin());
    watch.run.start();
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return file->run(recorder.id())->console == completeConsole(); }, Patience));
    EXPECT_EQ(file->run(recorder.id())->status, u"running"_s);
    watch.run.stop();
    ASSERT_TRUE(watch.finish());
    const auto stored = profile::RunStore(*file).load(recorder.id());
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->status, u"cancelled"_s);
    EXPECT_FALSE(stored->run->profiles.empty());
    const auto values = file->runValues(recorder.id()); // for those who list without reading
    ASSERT_TRUE(values);
    EXPECT_FALSE(values->empty());
}

TEST(RunRecorder, AFailedRunIsRecordedAsFailed)
{
    auto file = *Workspace::openOrCreate(temporaryDir() + u"/W.tosaic"_s);
    RunWatch watch(commandRequest(u"nothing"_s));
    RunRecorder recorder(watch.run, *file);
    ASSERT_TRUE(recorder.begin());
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(file->run(recorder.id())->status, u"failed"_s);
}

} // namespace tosaic::test::runrecordertests
