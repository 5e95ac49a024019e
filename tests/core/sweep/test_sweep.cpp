// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specrules.h"
#include "core/sweep/sweep.h"
#include "tests/core/toolchain/standin.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::sweep {

namespace {

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

} // namespace tosaic::sweep
