// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/workspace/salvage.h"
#include "core/workspace/workspace.h"
#include "tests/core/workspace/workspacefiles.h"
#include "tests/support/samples.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>

#include <csignal>
#include <cstdio>

namespace tosaic::test::liverunstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::workspace;

namespace {

constexpr auto PathVariable = "TOSAIC_TEST_WORKSPACE";
constexpr int Batch = 500; // samples; four and a bit make a chunk

std::vector<Sample> batch(int number)
{
    std::vector<Sample> samples;
    for (int i = 0; i < Batch; ++i)
        samples.push_back({ qint64(number) * Batch + i, double(number * 1000 + i) });
    return samples;
}

QByteArray consoleLine(int number)
{
    return "line " + QByteArray::number(number) + '\n';
}

/// A version 2 file, from its SQL dump.
QString versionTwo()
{
    const auto path = test::temporaryDir() + u"/v2.tosaic"_s;
    SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(
        test::bytesOf(test::sourcePath(u"tests/core/workspace/workspace-v2.sql"_s)).toStdString());
    return path;
}

RunConditions conditions()
{
    return { .target = u"ethos-u85-256"_s,
        .macs = 256U,
        .cpuClockHz = 25'000'000U,
        .tools = { { u"vela"_s, u"5.1.0"_s }, { u"fvp"_s, u"11.27"_s } },
        .spec = { { u"target"_s, u"ethos-u85-256"_s } },
        .artefacts = { { u"elf"_s, sha256Hex("elf") } },
        .events = { u"NPU_ACTIVE"_s, u"NPU_IDLE"_s },
        .repeats = 5U,
        .mode = u"fast"_s };
}

} // namespace

TEST(WorkspaceMigration, BringsVersionTwoUpAndKeepsTheRuns)
{
    const auto path = versionTwo();
    const auto file = Workspace::open(path);
    ASSERT_TRUE(file) << qPrintable(file.error().toText());
    EXPECT_TRUE((*file)->verify());
    const auto runs = *(*file)->runs();
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].console, "console\n");
    EXPECT_EQ(runs[0].consoleSha256, sha256Hex("console\n"));
    EXPECT_EQ(runs[0].consoleBytes, 8U);
    EXPECT_EQ(runs[0].kind, u"console"_s);
    EXPECT_EQ(runs[0].conditions, RunConditions());
    EXPECT_EQ(runs[1].npuClockHz, 500'000'000U);
    EXPECT_EQ(runs[1].origin, u"est"_s);
    EXPECT_EQ(*(*file)->setting(u"board"_s), u"E7"_s);
    EXPECT_TRUE((*file)->jobs()->front().isPinned);
    // What version 2 did not have works on its rows.
    const auto series = (*file)->addSeries(runs[0].id, u"arena"_s, u"bytes"_s, u"ns"_s);
    ASSERT_TRUE(series);
    const auto samples = batch(0);
    EXPECT_TRUE((*file)->appendSamples(std::vector{ SampleBatch{ *series, samples } }));
    EXPECT_EQ(*(*file)->samples(*series), samples);
    SQLite::Database database(path.toStdString(), SQLite::OPEN_READONLY);
    EXPECT_EQ(database.execAndGet("PRAGMA user_version").getInt(), Workspace::CurrentVersion);
}

TEST(WorkspaceMigration, MakesTheSameTablesFromEveryVersion)
{
    const auto tables = [](const QString &path) {
        SQLite::Database database(path.toStdString(), SQLite::OPEN_READONLY);
        SQLite::Statement rows(
            database, "SELECT type || ' ' || name FROM sqlite_schema ORDER BY type, name");
        std::vector<std::string> names;
        while (rows.executeStep())
            names.push_back(rows.getColumn(0).getString());
        return names;
    };
    const auto fresh = test::temporaryDir() + u"/new.tosaic"_s;
    ASSERT_TRUE(Workspace::create(fresh));
    const auto old = versionTwo();
    ASSERT_TRUE(Workspace::open(old));
    EXPECT_EQ(tables(old), tables(fresh));
}

TEST(WorkspaceRuns, KeepsConditionsNumbersAndFiles)
{
    const auto dir = test::temporaryDir();
    const auto path = dir + u"/runs.tosaic"_s;
    const auto trace = test::writeFile(dir + u"/trace.json"_s, "[1, 2]");
    const auto large = test::writeFile(dir + u"/large.bin"_s, QByteArray(5'000'000, 'x'));
    const std::vector<RunValue> values{ { u"counter"_s, u"Inference"_s, u"NPU_ACTIVE"_s,
                                            u"cycles"_s, 0, 413814 },
        { u"counter"_s, u"Inference"_s, u"NPU IDLE"_s, u"cycles"_s, 1, 0.5, true } };
    RunId id;
    {
        const auto file = *Workspace::create(path);
        id = *file->addRun({ .name = u"run"_s,
                               .origin = u"fvp"_s,
                               .kind = u"pmu-trace"_s,
                               .status = u"complete"_s,
                               .conditions = conditions() },
            values, { { u"source"_s, trace }, { u"debug-db"_s, large } });
    }
    const auto file = *Workspace::open(path);
    const auto run = *file->run(id);
    EXPECT_EQ(run.conditions, conditions());
    EXPECT_EQ(run.kind, u"pmu-trace"_s);
    EXPECT_EQ(run.status, u"complete"_s);
    EXPECT_EQ(*file->runValues(id), values);
    const auto files = *file->runFiles(id);
    ASSERT_EQ(files.size(), 2U);
    EXPECT_TRUE(files[0].hasCopy);
    EXPECT_EQ(files[0].sha256, sha256Hex("[1, 2]"));
    EXPECT_FALSE(files[1].hasCopy);
    EXPECT_EQ(files[1].size, 5'000'000U);
    QFile::remove(trace);
    EXPECT_EQ(*file->runFileBytes(id, u"source"_s), "[1, 2]");
    EXPECT_EQ(file->runFileBytes(id, u"debug-db"_s)->size(), 5'000'000);
    test::writeFile(large, "changed");
    EXPECT_EQ(file->runFileBytes(id, u"debug-db"_s).error().code, ErrorCode::FormatDamaged);
    EXPECT_EQ(file->runFileBytes(id, u"none"_s).error().code, ErrorCode::Internal);
    // A file that is not there is said, and the run is not there either.
    EXPECT_FALSE(file->addRun({ .name = u"bad"_s }, {}, { { u"source"_s, dir + u"/gone"_s } }));
    EXPECT_EQ(file->runHeads()->size(), 1U);
    ASSERT_TRUE(file->removeRun(id));
    EXPECT_TRUE(file->runValues(id)->empty());
    EXPECT_TRUE(file->runFiles(id)->empty());
}

TEST(WorkspaceRuns, ALargeConsoleIsCompressedAndComesBackByteForByte)
{
    const auto path = test::temporaryDir() + u"/large.tosaic"_s;
    QByteArray console;
    for (int i = 0; console.size() < 6'000'000; ++i)
        console += "NPU_ACTIVE: " + QByteArray::number(i * 7919) + " cycles\r\n";
    const auto file = *Workspace::create(path);
    const auto id = *file->addRun({ .name = u"large"_s, .console = console });
    EXPECT_LT(QFileInfo(path).size(), console.size() / 2);
    const auto run = *file->run(id);
    EXPECT_EQ(run.console, console);
    EXPECT_EQ(run.consoleSha256, sha256Hex(console));
    const auto heads = *file->runHeads();
    EXPECT_EQ(heads[0].consoleSha256, sha256Hex(console));
    EXPECT_EQ(heads[0].consoleBytes, quint64(console.size()));
    EXPECT_TRUE(heads[0].console.isEmpty());
    // A sound file has nothing to lose.
    const auto salvaged = salvage(path);
    ASSERT_TRUE(salvaged);
    EXPECT_TRUE(salvaged->isComplete());
    EXPECT_EQ(salvaged->workspace->run(id)->console, console);
}

TEST(WorkspaceRuns, SalvageKeepsSamplesAndDropsThoseOfLostSeries)
{
    const auto path = test::temporaryDir() + u"/s.tosaic"_s;
    RunId id;
    {
        const auto file = *Workspace::create(path);
        id = *file->addRun({ .name = u"run"_s });
        for (int i = 0; i < 2; ++i) {
            const auto series = *file->addSeries(id, QString::number(i), {}, u"ns"_s);
            const auto samples = batch(i);
            ASSERT_TRUE(file->appendSamples(std::vector{ SampleBatch{ series, samples } }));
        }
        SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE);
        database.exec("DROP TRIGGER samples_of_series; DELETE FROM series WHERE name = '0'");
    }
    const auto salvaged = salvage(path);
    ASSERT_TRUE(salvaged);
    EXPECT_TRUE(salvaged->workspace->verify());
    const auto series = *salvaged->workspace->series(id);
    ASSERT_EQ(series.size(), 1U);
    EXPECT_EQ(*salvaged->workspace->samples(series[0].id), batch(1));
    for (const auto &table : salvaged->tables) {
        if (table.table == u"sample_data"_s) {
            EXPECT_EQ(table.lost, 1U);
        }
    }
}

TEST(WorkspaceRuns, ALiveRunGrowsAndIsFinished)
{
    const auto path = test::temporaryDir() + u"/live.tosaic"_s;
    const auto file = *Workspace::create(path);
    const auto id = *file->addRun({ .name = u"live"_s, .status = u"running"_s });
    QByteArray console;
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(file->appendConsole(id, consoleLine(i)));
        console += consoleLine(i);
    }
    ASSERT_TRUE(file->appendConsole(id, {}));
    auto run = *file->run(id);
    EXPECT_EQ(run.console, console);
    EXPECT_EQ(run.status, u"running"_s);
    EXPECT_TRUE(run.consoleSha256.isEmpty());
    run.status = u"complete"_s;
    run.ended = QDateTime::currentDateTimeUtc();
    run.conditions = conditions();
    ASSERT_TRUE(
        file->finishRun(id, run, { { u"counter"_s, {}, u"NPU_ACTIVE"_s, u"cycles"_s, 0, 12 } }));
    const auto finished = *file->run(id);
    EXPECT_EQ(finished.console, console);
    EXPECT_EQ(finished.consoleSha256, sha256Hex(console));
    EXPECT_EQ(finished.conditions, conditions());
    EXPECT_TRUE(finished.ended.isValid());
    EXPECT_EQ(file->runValues(id)->size(), 1U);
    EXPECT_FALSE(file->appendConsole(id, "more"));
    EXPECT_FALSE(file->finishRun(RunId(77), run, {}));
}

TEST(WorkspaceRuns, ARunThatNobodyRecordsIsCutOff)
{
    const auto path = test::temporaryDir() + u"/cut.tosaic"_s;
    auto first = *Workspace::create(path);
    const auto id = *first->addRun({ .name = u"live"_s, .status = u"running"_s });
    const auto second = *Workspace::open(path); // another window: not its own run
    EXPECT_EQ(second->runHeads()->front().status, u"running"_s);
    const auto other = *second->addRun({ .name = u"other"_s, .status = u"running"_s });
    EXPECT_EQ(first->run(other)->status, u"running"_s);
    auto lock = first->runLock(id);
    first.reset(); // what opens the file for each change, as a window does
    EXPECT_EQ(second->run(id)->status, u"running"_s);
    EXPECT_TRUE(second->appendConsole(id, "kept\n"));
    lock.reset();
    EXPECT_EQ(second->run(id)->status, u"cut-off"_s);
    EXPECT_EQ(second->run(id)->console, "kept\n");
    EXPECT_EQ(second->run(other)->status, u"running"_s);
    auto copy = *second->run(id);
    const auto copied = *second->addRun(copy);
    EXPECT_EQ(second->run(copied)->status, u"cut-off"_s);
    copy.status = u"failed"_s;
    ASSERT_TRUE(second->finishRun(id, copy, {}));
    EXPECT_EQ(second->run(id)->status, u"failed"_s);
    EXPECT_EQ(QDir(QFileInfo(path).path()).entryList({ u"*.lock"_s }, QDir::Files).size(), 1);
}

/// Not a test of its own: the child of KillNineKeepsWhatALiveRunAcknowledged.
TEST(WorkspaceRuns, DISABLED_RunsUntilKilled)
{
    const auto path = qEnvironmentVariable(PathVariable);
    ASSERT_FALSE(path.isEmpty());
    const auto file = *Workspace::openOrCreate(path);
    const auto id = *file->addRun({ .name = u"live"_s, .status = u"running"_s });
    const auto series = *file->addSeries(id, u"NPU_ACTIVE"_s, u"cycles"_s, u"ns"_s);
    for (int i = 0;; ++i) {
        const auto samples = batch(i);
        ASSERT_TRUE(file->appendSamples(std::vector{ SampleBatch{ series, samples } }));
        ASSERT_TRUE(file->appendConsole(id, consoleLine(i)));
        std::puts("written");
        std::fflush(stdout);
    }
}

TEST(WorkspaceRuns, KillNineKeepsWhatALiveRunAcknowledged)
{
    for (const int wanted : { 1, 4, 9, 23 }) {
        const auto path = test::temporaryDir() + u"/killed.tosaic"_s;
        QProcess writer;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QLatin1StringView(PathVariable), path);
        writer.setProcessEnvironment(environment);
        writer.start(QCoreApplication::applicationFilePath(),
            { u"--gtest_also_run_disabled_tests"_s,
                u"--gtest_filter=*DISABLED_RunsUntilKilled"_s });
        ASSERT_TRUE(writer.waitForStarted());
        int seen = 0;
        const auto count = [&] {
            while (writer.canReadLine())
                seen += writer.readLine().startsWith("written");
        };
        while (seen < wanted && writer.waitForReadyRead(20000))
            count();
        ASSERT_GT(writer.processId(), 0);
        ::kill(static_cast<pid_t>(writer.processId()), SIGKILL);
        ASSERT_TRUE(writer.waitForFinished(60000));
        count();
        ASSERT_GE(seen, wanted);

        const auto file = Workspace::open(path);
        ASSERT_TRUE(file) << qPrintable(file.error().toText());
        EXPECT_TRUE((*file)->verify());
        const auto run = *(*file)->run((*file)->runHeads()->front().id);
        EXPECT_EQ(run.status, u"cut-off"_s);
        const auto series = (*file)->series(run.id)->front();
        const auto samples = *(*file)->samples(series.id);
        EXPECT_EQ(series.count, samples.size());
        EXPECT_GE(samples.size(), size_t(seen) * Batch);
        EXPECT_LE(samples.size(), size_t(seen + 1) * Batch); // whole batches only
        EXPECT_EQ(samples.size() % Batch, 0U);
        std::vector<Sample> expected;
        for (size_t i = 0; i < samples.size() / Batch; ++i) {
            const auto more = batch(int(i));
            expected.insert(expected.end(), more.begin(), more.end());
        }
        EXPECT_EQ(samples, expected);
        QByteArray console;
        for (int i = 0; i < seen; ++i)
            console += consoleLine(i);
        EXPECT_TRUE(run.console.startsWith(console));
    }
}

} // namespace tosaic::test::liverunstests
