// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specrules.h"
#include "core/sweep/clusterrun.h"
#include "core/sweep/sweep.h"
#include "core/toolchain/cellstore.h"
#include "core/toolchain/estimateservice.h"
#include "tests/core/toolchain/memorystore.h"
#include "tests/core/toolchain/standin.h"

#include <gtest/gtest.h>

#include <QMutex>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::sweep::sweeptests {

namespace {

using test::MemoryStore;
using test::Patience;

/// With a driver that stands in for Vela's: cycles are MACs of the target times size of the file.
class SweepTest : public testing::Test
{
protected:
    void SetUp() override
    {
        if (test::python().isEmpty())
            GTEST_SKIP() << "no python3 on PATH";
        qputenv("TOSAIC_STANDIN_MODE", "ok");
    }
    ~SweepTest() override { qunsetenv("TOSAIC_STANDIN_MODE"); }

    static SweepSource source(const QString &name, std::optional<spec::CompileSpec> spec = {})
    {
        return { { { 0, test::writeTemporary(name, QByteArray("\x10\0\0\0TOSAxx", 10)) } },
            std::move(spec), {}, {} };
    }
    static SweepRequest request(const QByteArray &grid, std::vector<SweepSource> sources)
    {
        SweepRequest request;
        request.expansion = *expand(*readGrid(grid), {}, spec::targets());
        request.sources = std::move(sources);
        request.interpreter = test::python();
        request.drivers = test::standInDir();
        return request;
    }
    static SweepResult run(SweepRequest request)
    {
        Sweep sweep(std::move(request));
        QSignalSpy done(&sweep, &Sweep::finished);
        sweep.start();
        EXPECT_TRUE(sweep.isRunning());
        EXPECT_TRUE(done.wait(Patience));
        EXPECT_FALSE(sweep.isRunning());
        return sweep.result();
    }
};

const QByteArray Modes
    = R"({"targets":["ethos-u55-32","ethos-u55-256"],"systemConfigs":["default"]})";

} // namespace

TEST_F(SweepTest, AsksAboutEveryCell)
{
    for (const int jobs : { 1, 3, 100 }) {
        auto asked = request(Modes, { source(u"a.tosa"_s) });
        asked.jobs = jobs;
        asked.budget = { .sramBytes = 100 };
        const auto result = run(std::move(asked));
        ASSERT_EQ(result.cells.size(), 4u);
        EXPECT_EQ(result.count(CellStatus::Estimated), 4u);
        EXPECT_EQ(result.cells[0].summary.cyclesTotal, 320.0);
        EXPECT_EQ(result.cells[3].summary.cyclesTotal, 2560.0);
        EXPECT_EQ(result.cells[3].cell.spec.target, u"ethos-u55-256"_s);
        EXPECT_EQ(result.cells[3].overruns.size(), 1u);
        EXPECT_TRUE(result.cells[3].isOverLimit);
        EXPECT_EQ(result.velaVersions(), QStringList{ u"5.1.0"_s });
        EXPECT_EQ(result.excluded.size(), 8u);
        EXPECT_FALSE(result.isCancelled);
    }
}

TEST_F(SweepTest, OneFailureIsARow)
{
    const auto u55 = source(u"a.tosa"_s, spec::CompileSpec{ .target = u"ethos-u55-128"_s });
    const auto u85 = source(u"crash.tosa"_s, spec::CompileSpec{ .target = u"ethos-u85-128"_s });
    const auto result = run(request(R"({"targets":["ethos-u55-32","ethos-u85-128","ethos-u65-256"],
        "systemConfigs":["default"],"memoryModes":["Shared_Sram"]})",
        { u55, u85 }));
    ASSERT_EQ(result.cells.size(), 3u);
    EXPECT_EQ(result.cells[0].status, CellStatus::Estimated);
    EXPECT_EQ(result.cells[1].status, CellStatus::Failed);
    ASSERT_FALSE(result.cells[1].problems.empty());
    EXPECT_EQ(result.cells[1].problems.back().id, u"tool.crashed"_s);
    EXPECT_EQ(result.cells[2].status, CellStatus::Estimated) << "the TOSA of U55";
}

TEST_F(SweepTest, SaysWhatNeedsACompile)
{
    auto kept = spec::CompileSpec{ .target = u"ethos-u55-128"_s };
    const auto result = run(request(
        R"({"targets":["ethos-u85-256"],"systemConfigs":["default"],"memoryModes":["Sram_Only"]})",
        { source(u"a.tosa"_s, kept) }));
    ASSERT_EQ(result.cells.size(), 1u);
    EXPECT_EQ(result.cells[0].status, CellStatus::NeedsCompile);
    EXPECT_EQ(result.cells[0].loweringKeys, QStringList{ u"target"_s });
    // What Vela is not told changes no number.
    auto other = kept;
    other.debug = spec::DebugMode::Json;
    EXPECT_TRUE(keysToLower(kept, other).isEmpty());
    // A compile that failed: its problem is the row's.
    SweepSource broken{ {}, kept, {}, { { u"tool.failed"_s, Severity::Error, {}, u"no"_s } } };
    const auto failed = run(request(Modes, { broken }));
    EXPECT_EQ(failed.count(CellStatus::Failed), 4u);
    EXPECT_EQ(failed.cells[0].problems.front().id, u"tool.failed"_s);
}

/// Which compiles give all cells TOSA, and what each of them leaves.
TEST_F(SweepTest, NamesTheCompilesThatCellsNeed)
{
    const auto cells = request(R"({"targets":["ethos-u55-32","ethos-u65-256","ethos-u85-256"],
        "systemConfigs":["default"],"extraFlags":[[],["--optimise","Size"]],
        "variants":{"none":{},"int16":{"quantizer":{"activations":"int16"}}}})",
        {})
                           .expansion.cells;
    const auto specs = lowerings(cells);
    ASSERT_EQ(specs.size(), 4u) << "two families, two quantisations";
    for (const auto &cell : cells)
        EXPECT_EQ(std::ranges::count_if(specs,
                      [&](const auto &spec) { return keysToLower(spec, cell.spec).isEmpty(); }),
            1)
            << cell.spec.target.toStdString();
    compiled::CompileResult result;
    result.status = compiled::Status::Failed;
    result.problems = { { u"tool.failed"_s, Severity::Error, {}, u"no"_s } };
    EXPECT_TRUE(sourceOf(result, specs[0]).inputs.empty());
    EXPECT_EQ(sourceOf(result, specs[0]).problems.front().id, u"tool.failed"_s);
    result.status = compiled::Status::Succeeded;
    EXPECT_EQ(sourceOf(result, specs[0]).problems.front().id, u"sweep.no-partition"_s);
}

/// One that runs already gives the first row, and is there for the next sweep.
TEST_F(SweepTest, BeginsWithTheWorkerThatIsThere)
{
    auto asked = request(Modes, { source(u"a.tosa"_s) });
    asked.jobs = 1;
    asked.worker = std::make_shared<toolchain::EstimateService>();
    asked.worker->setDrivers(asked.drivers);
    asked.worker->setInterpreter(asked.interpreter);
    asked.worker->warmUp();
    ASSERT_TRUE(QTest::qWaitFor([&] { return asked.worker->workerProcessId() != 0; }, Patience));
    const auto process = asked.worker->workerProcessId();
    for (int time = 0; time < 2; ++time) {
        EXPECT_EQ(run(asked).count(CellStatus::Estimated), 4u);
        EXPECT_EQ(asked.worker->workerProcessId(), process) << "no other one was started";
        EXPECT_FALSE(asked.worker->isBusy());
    }
    // Who leaves in the middle leaves it idle.
    asked.sources = { source(u"c.tosa"_s) };
    {
        Sweep sweep(asked);
        QSignalSpy first(&sweep, &Sweep::cellFinished);
        sweep.start();
        ASSERT_TRUE(first.wait(Patience));
        EXPECT_TRUE(asked.worker->isBusy());
    }
    EXPECT_FALSE(asked.worker->isBusy());
}

TEST_F(SweepTest, WithoutVelaItEndsAtOnce)
{
    auto asked = request("{}", { source(u"a.tosa"_s) });
    asked.interpreter = u"/nowhere/python"_s;
    const auto result = run(std::move(asked));
    EXPECT_EQ(result.count(CellStatus::Failed), result.cells.size());
    for (const auto &row : result.cells)
        EXPECT_EQ(row.problems.back().id, u"tool.missing"_s);
}

TEST_F(SweepTest, CancelKeepsWhatIsDone)
{
    qputenv("TOSAIC_STANDIN_MODE", "slow");
    Sweep sweep(request("{}", { source(u"a.tosa"_s) }));
    QSignalSpy done(&sweep, &Sweep::finished);
    QObject::connect(&sweep, &Sweep::cellFinished, &sweep, &Sweep::cancel);
    sweep.start();
    ASSERT_TRUE(done.wait(Patience));
    const auto &result = sweep.result();
    EXPECT_TRUE(result.isCancelled);
    EXPECT_EQ(result.count(CellStatus::Estimated), 1u);
    EXPECT_EQ(result.count(CellStatus::Waiting), result.cells.size() - 1);
    EXPECT_FALSE(done.wait(300)) << "once";
    // Before it has begun.
    Sweep early(request(Modes, { source(u"a.tosa"_s) }));
    QSignalSpy ended(&early, &Sweep::finished);
    early.start();
    early.cancel();
    ASSERT_TRUE(ended.wait(Patience));
    EXPECT_EQ(early.result().count(CellStatus::Waiting), 4u);
}

TEST_F(SweepTest, WhatTheStoreKnowsIsNotComputedAgain)
{
    const auto kept = std::make_shared<MemoryStore>();
    auto asked = request(Modes, { source(u"a.tosa"_s) });
    asked.store = kept;
    asked.jobs = 3;
    const auto first = run(asked);
    EXPECT_EQ(first.count(compiled::CellSource::Computed), 4u);
    EXPECT_EQ(kept->answers.size(), 4u);
    // Another file with the same bytes, as on another machine.
    asked.sources = { source(u"elsewhere.tosa"_s) };
    const auto log = test::temporaryDir() + u"/log"_s;
    qputenv("TOSAIC_STANDIN_LOG", log.toUtf8());
    const auto second = run(asked);
    qunsetenv("TOSAIC_STANDIN_LOG");
    EXPECT_FALSE(QFile::exists(log)) << "Vela ran";
    ASSERT_EQ(second.count(compiled::CellSource::Workspace), 4u);
    QStringList keys;
    for (std::size_t i = 0; i < first.cells.size(); ++i) {
        EXPECT_EQ(second.cells[i].key, first.cells[i].key);
        EXPECT_EQ(second.cells[i].summary.cyclesTotal, first.cells[i].summary.cyclesTotal);
        EXPECT_EQ(second.cells[i].timeS, first.cells[i].timeS);
        EXPECT_EQ(second.cells[i].need, first.cells[i].need);
        EXPECT_EQ(second.cells[i].problems.size(), first.cells[i].problems.size());
        keys.append(first.cells[i].key);
    }
    EXPECT_EQ(keys.removeDuplicates(), 0);
    EXPECT_EQ(keys.front().size(), 64);
    // Another version of Vela is another question.
    qputenv("TOSAIC_STANDIN_MODE", "old");
    const auto old = run(asked);
    EXPECT_EQ(old.count(compiled::CellSource::Computed), 4u);
    EXPECT_FALSE(keys.contains(old.cells[0].key));
}

TEST_F(SweepTest, EveryCellInEveryEnvironment)
{
    auto asked = request(Modes, { source(u"a.tosa"_s) });
    asked.expansion
        = *inEnvironments(std::move(asked.expansion), { u"one"_s, u"two"_s, u"none"_s });
    asked.environments = { { u"one"_s, test::python() }, { u"two"_s, test::python() },
        { u"none"_s, u"/nowhere/python"_s } };
    asked.interpreter.clear();
    asked.jobs = 2;
    const auto result = run(std::move(asked));
    ASSERT_EQ(result.cells.size(), 12u);
    for (const auto &row : result.cells) {
        const bool isThere = row.cell.environment != u"none"_s;
        EXPECT_EQ(row.status, isThere ? CellStatus::Estimated : CellStatus::Failed);
        if (!isThere) {
            EXPECT_EQ(row.problems.back().id, u"tool.missing"_s);
        }
    }
    EXPECT_EQ(result.cells[0].cell.environment, u"one"_s);
    EXPECT_EQ(result.cells[1].cell.environment, u"two"_s);
    EXPECT_EQ(result.cells[0].cell.spec, result.cells[2].cell.spec);
    EXPECT_EQ(inEnvironments({ .cells = std::vector<Cell>(9000) }, { u"a"_s, u"b"_s }).error().code,
        ErrorCode::LimitExceeded);
}

TEST_F(SweepTest, AClusterGivesTheSameNumbersAndEachRunOnce)
{
    const auto log = test::temporaryDir() + u"/log"_s;
    const auto here = run(request(Modes, { source(u"a.tosa"_s) }));
    auto asked = request(Modes, { source(u"a.tosa"_s) });
    asked.engine = u"tcp://127.0.0.1:8786"_s;
    asked.store = std::make_shared<MemoryStore>();
    // The same question twice is one run.
    asked.expansion.cells.push_back(asked.expansion.cells.front());
    qputenv("TOSAIC_STANDIN_LOG", log.toUtf8());
    const auto there = run(asked);
    ASSERT_EQ(there.cells.size(), 5u);
    for (std::size_t i = 0; i < here.cells.size(); ++i) {
        EXPECT_EQ(there.cells[i].summary.cyclesTotal, here.cells[i].summary.cyclesTotal);
        EXPECT_EQ(there.cells[i].key, here.cells[i].key);
        EXPECT_EQ(there.cells[i].need, here.cells[i].need);
        EXPECT_EQ(there.cells[i].isOverLimit, here.cells[i].isOverLimit);
    }
    EXPECT_EQ(there.cells[4].key, there.cells[0].key);
    const auto again = run(asked);
    qunsetenv("TOSAIC_STANDIN_LOG");
    EXPECT_EQ(again.count(compiled::CellSource::Workspace), 5u);
    QFile file(log);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), "open 0\nblob 0\nsubmit 4\nopen 0\n") << "nothing is sent twice";
}

TEST_F(SweepTest, AClusterThatFailsLosesNothingThatIsDone)
{
    auto asked = request(Modes, { source(u"a.tosa"_s) });
    asked.engine = u"tcp://127.0.0.1:8786"_s;
    qputenv("TOSAIC_STANDIN_MODE", "unreachable");
    const auto none = run(asked);
    EXPECT_EQ(none.count(CellStatus::Failed), 4u);
    EXPECT_EQ(none.cells[0].problems.back().id, u"cluster.unreachable"_s);
    qputenv("TOSAIC_STANDIN_MODE", "dies");
    const auto some = run(asked);
    EXPECT_EQ(some.count(CellStatus::Estimated), 1u);
    EXPECT_EQ(some.count(CellStatus::Failed), 3u);
    EXPECT_EQ(some.cells[3].problems.back().id, u"tool.failed"_s);
    asked.interpreter = u"/nowhere/python"_s;
    EXPECT_EQ(run(asked).cells[0].problems.back().id, u"tool.missing"_s);
}

TEST(Cluster, OnlyEncryptedBeyondThisMachine)
{
    for (const auto &engine :
        { u"tls://10.0.0.1:8786"_s, u"tcp://127.0.0.1:1"_s, u"tcp://[::1]:1"_s, u"slurm"_s,
            u"slurm:short"_s, u"pbs"_s, u"sge:all.q"_s, u"lsf:short"_s })
        EXPECT_TRUE(clusterProblem(engine).isEmpty()) << qPrintable(engine);
    for (const auto &engine :
        { u"tcp://10.0.0.1:8786"_s, u"tcp://127.0.0.1.example:1"_s, u"ucx://a"_s, u"here"_s })
        EXPECT_FALSE(clusterProblem(engine).isEmpty()) << qPrintable(engine);
}

} // namespace tosaic::sweep::sweeptests
