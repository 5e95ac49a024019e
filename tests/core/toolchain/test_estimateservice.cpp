// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/estimateservice.h"
#include "tests/core/toolchain/standin.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::estimateservicetests {

namespace {

using test::Patience;

/// The service with drivers that stand in for the real ones. Their cycles are MACs of the target
/// times size of the file.
class EstimateServiceTest : public testing::Test
{
protected:
    EstimateServiceTest()
    {
        qputenv("TOSAIC_STANDIN_LOG", log.toUtf8());
        QObject::connect(&service, &EstimateService::estimated, &service,
            [this](const std::shared_ptr<const compiled::Estimate> &done) {
                estimates.push_back(done);
            });
        service.setDrivers(test::standInDir());
    }
    ~EstimateServiceTest() override
    {
        qunsetenv("TOSAIC_STANDIN_MODE");
        qunsetenv("TOSAIC_STANDIN_LOG");
    }
    void SetUp() override
    {
        if (test::python().isEmpty())
            GTEST_SKIP() << "no python3 on PATH";
        use("ok");
    }

    void use(const char *mode)
    {
        qputenv("TOSAIC_STANDIN_MODE", mode);
        service.setInterpreter(test::python());
    }
    /// A file that looks like TOSA, of 8 bytes and `more`.
    static compiled::EstimateInput input(const QString &name, int more, int partition = 0)
    {
        const auto bytes = QByteArray("\x10\0\0\0TOSA", 8) + QByteArray(more, 'x');
        return { partition, test::writeTemporary(name, bytes) };
    }
    static spec::CompileSpec target(const QString &name) { return { .target = name }; }
    const compiled::Estimate &wait(std::size_t count = 1)
    {
        EXPECT_TRUE(QTest::qWaitFor([&] { return estimates.size() >= count; }, Patience));
        return estimates.empty() ? nothing : *estimates.back();
    }
    const compiled::Estimate &estimate(
        const QString &name, const std::vector<compiled::EstimateInput> &inputs)
    {
        service.request(target(name), inputs);
        return wait(estimates.size() + 1);
    }
    /// "process file" of each run of the compiler.
    QStringList runs() const
    {
        QFile file(log);
        return file.open(QIODevice::ReadOnly)
            ? QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts)
            : QStringList();
    }
    static QStringList ids(const compiled::Estimate &estimate)
    {
        QStringList list;
        for (const auto &problem : estimate.problems)
            list.append(problem.id);
        return list;
    }

    QString log = test::temporaryDir() + u"/runs"_s;
    EstimateService service;
    std::vector<std::shared_ptr<const compiled::Estimate>> estimates;
    compiled::Estimate nothing;
};

} // namespace

TEST_F(EstimateServiceTest, AnswersWithWhatTheCompilerWrote)
{
    QSignalSpy busy(&service, &EstimateService::busyChanged);
    service.request(target(u"ethos-u55-32"_s), { input(u"a.tosa"_s, 2) });
    EXPECT_TRUE(service.isBusy());
    EXPECT_TRUE(estimates.empty());
    const auto &done = wait();
    EXPECT_FALSE(service.isBusy());
    EXPECT_EQ(busy.size(), 2);
    EXPECT_TRUE(done.isComplete());
    EXPECT_EQ(done.velaVersion, u"5.1.0"_s);
    EXPECT_EQ(done.spec.target, u"ethos-u55-32"_s);
    EXPECT_EQ(done.resolvedSpec.memoryMode, u"Shared_Sram"_s);
    ASSERT_EQ(done.partitions.size(), 1u);
    EXPECT_EQ(done.summary.cyclesTotal, 320.0);
    EXPECT_EQ(done.summary.sramBytes, 2560u);
    EXPECT_EQ(done.partitions[0].vela->weightsMemory, u"OffChipFlash"_s);
}

TEST_F(EstimateServiceTest, AddsPartitionsUp)
{
    const auto &done
        = estimate(u"ethos-u55-32"_s, { input(u"a.tosa"_s, 2, 0), input(u"b.tosa"_s, 12, 1) });
    ASSERT_EQ(done.partitions.size(), 2u);
    EXPECT_EQ(done.partitions[1].partition, 1);
    EXPECT_EQ(done.summary.cyclesTotal, 320.0 + 640.0);
    EXPECT_EQ(done.summary.sramBytes, 2560u); // one after another in the same SRAM
    EXPECT_EQ(done.summary.offChipFlashBytes, 8192u);
    ASSERT_EQ(runs().size(), 2);
    EXPECT_EQ(runs()[0].section(u' ', 0, 0), runs()[1].section(u' ', 0, 0)) << "one process";
}

TEST_F(EstimateServiceTest, SramOverTheLimitIsOurFinding)
{
    const auto &done = estimate(u"ethos-u55-32"_s, { input(u"a.tosa"_s, 2) });
    // Limit 1 KiB, used 2.5 KiB.
    EXPECT_TRUE(ids(done).contains(u"estimate.over-limit"_s));
}

TEST_F(EstimateServiceTest, GoingBackIsAnsweredFromMemory)
{
    const auto file = input(u"a.tosa"_s, 2);
    estimate(u"ethos-u55-32"_s, { file });
    estimate(u"ethos-u55-64"_s, { file });
    const auto &back = estimate(u"ethos-u55-32"_s, { file });
    EXPECT_EQ(back.summary.cyclesTotal, 320.0);
    EXPECT_EQ(runs().size(), 2);
    // Other bytes under the same name are another question.
    QFile changed(file.tosaPath);
    ASSERT_TRUE(changed.open(QIODevice::Append));
    changed.write("yy");
    changed.close();
    EXPECT_EQ(estimate(u"ethos-u55-32"_s, { file }).summary.cyclesTotal, 384.0);
    EXPECT_EQ(runs().size(), 3);
}

TEST_F(EstimateServiceTest, ChangedIniIsAnotherQuestion)
{
    const auto file = input(u"a.tosa"_s, 2);
    const auto ini = test::writeTemporary(u"own.ini"_s, "[System_Config.S]\n");
    auto spec = target(u"ethos-u55-32"_s);
    spec.configIni = u"./own.ini"_s;
    spec.systemConfig = u"S"_s;
    spec.memoryMode = u"M"_s;
    const auto folder = QFileInfo(ini).absolutePath();
    service.request(spec, { file }, folder);
    wait(1);
    service.request(spec, { file }, folder);
    wait(2);
    EXPECT_EQ(runs().size(), 1);
    QFile edited(ini);
    ASSERT_TRUE(edited.open(QIODevice::Append));
    edited.write("core_clock=1\n");
    edited.close();
    service.request(spec, { file }, folder);
    wait(3);
    EXPECT_EQ(runs().size(), 2);
}

TEST_F(EstimateServiceTest, LatestWins)
{
    use("slow");
    const auto file = input(u"a.tosa"_s, 2);
    for (const auto &name :
        { u"ethos-u55-32"_s, u"ethos-u55-64"_s, u"ethos-u55-128"_s, u"ethos-u55-256"_s })
        service.request(target(name), { file });
    const auto &done = wait();
    EXPECT_EQ(done.spec.target, u"ethos-u55-256"_s);
    EXPECT_EQ(done.summary.cyclesTotal, 2560.0);
    EXPECT_EQ(estimates.size(), 1u);
    EXPECT_LE(runs().size(), 2);
}

TEST_F(EstimateServiceTest, OvertakenRunIsAbandonedIfItDoesNotEndSoon)
{
    service.request(target(u"ethos-u55-32"_s), { input(u"hang.tosa"_s, 2) });
    ASSERT_TRUE(QTest::qWaitFor([&] { return runs().size() == 1; }, Patience));
    service.request(target(u"ethos-u55-32"_s), { input(u"b.tosa"_s, 12) });
    const auto &done = wait();
    EXPECT_EQ(done.summary.cyclesTotal, 640.0);
    EXPECT_EQ(estimates.size(), 1u);
}

TEST_F(EstimateServiceTest, CancelledRequestIsNotAnswered)
{
    service.request(target(u"ethos-u55-32"_s), { input(u"hang.tosa"_s, 2) });
    ASSERT_TRUE(QTest::qWaitFor([&] { return runs().size() == 1; }, Patience));
    service.cancel();
    EXPECT_FALSE(service.isBusy());
    ASSERT_TRUE(QTest::qWaitFor([&] { return service.workerProcessId() == 0; }, Patience));
    EXPECT_TRUE(estimates.empty());
    EXPECT_TRUE(estimate(u"ethos-u55-32"_s, { input(u"b.tosa"_s, 12) }).isComplete());
}

TEST_F(EstimateServiceTest, FileThatKillsTheCompilerLeavesTheOthersTheirNumbers)
{
    const auto &done = estimate(u"ethos-u55-32"_s,
        { input(u"a.tosa"_s, 2, 0), input(u"crash.tosa"_s, 3, 1), input(u"c.tosa"_s, 4, 2) });
    ASSERT_EQ(done.partitions.size(), 3u);
    EXPECT_TRUE(done.partitions[0].vela);
    EXPECT_FALSE(done.partitions[1].vela);
    EXPECT_TRUE(done.partitions[2].vela);
    EXPECT_FALSE(done.isComplete());
    EXPECT_FALSE(done.summary.cyclesTotal);
    EXPECT_TRUE(ids(done).contains(u"tool.crashed"_s));
    // And the next request runs.
    EXPECT_TRUE(estimate(u"ethos-u55-64"_s, { input(u"a.tosa"_s, 2) }).isComplete());
}

TEST_F(EstimateServiceTest, HangIsEndedAndTold)
{
    service.setLimits(100, 0);
    const auto &done = estimate(u"ethos-u55-32"_s, { input(u"hang.tosa"_s, 2) });
    EXPECT_EQ(ids(done), QStringList{ u"tool.timeout"_s });
    EXPECT_EQ(service.workerProcessId(), 0);
}

TEST_F(EstimateServiceTest, RefusalIsToldAndAskedAgain)
{
    const auto file = input(u"refused.tosa"_s, 2);
    EXPECT_TRUE(ids(estimate(u"ethos-u55-32"_s, { file })).contains(u"vela.failed"_s));
    EXPECT_TRUE(ids(estimate(u"ethos-u55-32"_s, { file })).contains(u"vela.failed"_s));
    EXPECT_EQ(runs().size(), 2); // only numbers are kept
}

TEST_F(EstimateServiceTest, MissingToolIsAProblemOnce)
{
    use("missing");
    const auto &done
        = estimate(u"ethos-u55-32"_s, { input(u"a.tosa"_s, 2), input(u"b.tosa"_s, 3) });
    EXPECT_EQ(ids(done), QStringList{ u"tool.missing"_s });
    EXPECT_TRUE(done.partitions.empty());
}

TEST_F(EstimateServiceTest, AnotherVersionIsTold)
{
    use("old");
    const auto &done = estimate(u"ethos-u55-32"_s, { input(u"a.tosa"_s, 2) });
    EXPECT_TRUE(done.isComplete());
    EXPECT_EQ(done.velaVersion, u"4.5.0"_s);
    EXPECT_TRUE(ids(done).contains(u"tool.version"_s));
}

TEST_F(EstimateServiceTest, NoInterpreterIsAProblem)
{
    service.setInterpreter({});
    EXPECT_EQ(ids(estimate(u"ethos-u55-32"_s, { input(u"a.tosa"_s, 2) })),
        QStringList{ u"tool.missing"_s });
    service.setInterpreter(u"/nowhere/python"_s);
    EXPECT_EQ(ids(estimate(u"ethos-u55-32"_s, { input(u"a.tosa"_s, 2) })),
        QStringList{ u"tool.missing"_s });
}

TEST_F(EstimateServiceTest, WrongSpecRunsNothing)
{
    const auto &done = estimate(u"ethos-u55-12"_s, { input(u"a.tosa"_s, 2) });
    EXPECT_TRUE(ids(done).contains(u"spec.target"_s));
    EXPECT_TRUE(done.partitions.empty());
    EXPECT_TRUE(runs().isEmpty());
}

TEST_F(EstimateServiceTest, WrongInputIsAProblemOfThatPartition)
{
    const compiled::EstimateInput gone{ 1, u"/nowhere/b.tosa"_s };
    const compiled::EstimateInput text{ 2, test::writeTemporary(u"c.tosa"_s, "just text") };
    const auto &done = estimate(u"ethos-u55-32"_s, { input(u"a.tosa"_s, 2), gone, text });
    ASSERT_EQ(done.partitions.size(), 3u);
    EXPECT_TRUE(done.partitions[0].vela);
    EXPECT_TRUE(ids(done).contains(u"io.open"_s));
    EXPECT_TRUE(ids(done).contains(u"format.unknown"_s));
}

TEST_F(EstimateServiceTest, AnotherInterpreterAnswersAnew)
{
    use("slow");
    service.request(target(u"ethos-u55-32"_s), { input(u"hang.tosa"_s, 2) });
    ASSERT_TRUE(QTest::qWaitFor([&] { return runs().size() == 1; }, Patience));
    service.setInterpreter(u"/nowhere/python"_s);
    EXPECT_EQ(ids(wait()), QStringList{ u"tool.missing"_s });
}

TEST_F(EstimateServiceTest, WarmWorkerIsUsed)
{
    service.warmUp();
    ASSERT_TRUE(QTest::qWaitFor([&] { return service.workerProcessId() != 0; }, Patience));
    const auto process = service.workerProcessId();
    estimate(u"ethos-u55-32"_s, { input(u"a.tosa"_s, 2) });
    EXPECT_EQ(runs().size(), 1);
    EXPECT_EQ(service.workerProcessId(), process);
}

} // namespace tosaic::toolchain::estimateservicetests
