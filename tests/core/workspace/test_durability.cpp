// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/workspace/workspace.h"
#include "tests/core/workspace/workspacefiles.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>

#include <csignal>
#include <cstdio>
#include <sys/resource.h>
#include <thread>

namespace tosaic::test::durabilitytests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::workspace;

namespace {

constexpr auto PathVariable = "TOSAIC_TEST_WORKSPACE";

QByteArray consoleOf(int number)
{
    return QByteArray::number(number) + QByteArray(3000, 'c');
}

constexpr auto NameVariable = "TOSAIC_TEST_WRITER";

/// Starts a test of this very program that is disabled otherwise.
void startSelf(
    QProcess &process, const QString &test, const QString &path, const QString &name = {})
{
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QLatin1StringView(PathVariable), path);
    environment.insert(QLatin1StringView(NameVariable), name);
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(),
        { u"--gtest_also_run_disabled_tests"_s, u"--gtest_filter=*DISABLED_"_s + test });
    EXPECT_TRUE(process.waitForStarted());
}

/// Starts this very program as a writer and kills it after some acknowledgements; returns how many
/// there were.
int writeAndKill(const QString &path, int acknowledgements)
{
    QProcess writer;
    startSelf(writer, u"WritesUntilKilled"_s, path);
    int seen = 0;
    while (seen < acknowledgements && writer.waitForReadyRead(20000)) {
        while (writer.canReadLine())
            seen += writer.readLine().startsWith("written");
    }
    EXPECT_GE(seen, acknowledgements) << writer.readAllStandardError().constData();
    const auto process = static_cast<pid_t>(writer.processId());
    if (process <= 0) { // signal 9 to process 0 would end the whole group, this test included
        ADD_FAILURE() << "the writer ended by itself: "
                      << writer.readAllStandardOutput().constData();
        return seen;
    }
    ::kill(process, SIGKILL);
    EXPECT_TRUE(writer.waitForFinished(60000));
    while (writer.canReadLine())
        seen += writer.readLine().startsWith("written");
    return seen;
}

/// Lets this process write no file beyond a size: the system refuses in the middle of a commit.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(quint64 bytes)
    {
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        auto limit = m_before;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }

private:
    rlimit m_before{};
    void (*m_handler)(int) = nullptr;
};

/// Writes until it fails; the number of runs that were acknowledged.
int fill(Workspace &file, Error &error)
{
    for (int i = 0; i < 10000; ++i) {
        const auto added = file.addRun({ .name = QString::number(i), .console = consoleOf(i) });
        if (!added) {
            error = added.error();
            return i;
        }
    }
    ADD_FAILURE() << "the disk did not fill";
    return 0;
}

void expectRuns(const QString &path, int atLeast)
{
    const auto file = Workspace::open(path);
    ASSERT_TRUE(file) << qPrintable(file.error().toText());
    EXPECT_TRUE((*file)->verify());
    const auto runs = (*file)->runs();
    ASSERT_TRUE(runs);
    EXPECT_GE(static_cast<int>(runs->size()), atLeast);
    for (size_t i = 0; i < runs->size(); ++i)
        EXPECT_EQ(runs->at(i).console, consoleOf(static_cast<int>(i)));
}

} // namespace

/// Not a test of its own: the child of KillNineLosesNothingAcknowledged.
TEST(WorkspaceDurability, DISABLED_WritesUntilKilled)
{
    const auto path = qEnvironmentVariable(PathVariable);
    ASSERT_FALSE(path.isEmpty());
    const auto file = *Workspace::openOrCreate(path);
    for (int i = static_cast<int>(file->runs()->size());; ++i) {
        ASSERT_TRUE(file->addRun({ .name = QString::number(i), .console = consoleOf(i) }));
        std::puts("written");
        std::fflush(stdout);
    }
}

TEST(WorkspaceDurability, KillNineLosesNothingAcknowledged)
{
    const auto path = test::temporaryDir() + u"/killed.tosaic"_s;
    int acknowledged = 0;
    for (const int more : { 1, 3, 7, 12, 20 }) {
        acknowledged += writeAndKill(path, more);
        expectRuns(path, acknowledged);
        // What was written but not acknowledged may be there; the next round goes on behind it.
        acknowledged = static_cast<int>((*Workspace::open(path))->runs()->size());
    }
    EXPECT_GE(acknowledged, 43);
}

/// Not a test of its own: a child that writes everything a window writes, naming each thing once it
/// is acknowledged.
TEST(WorkspaceDurability, DISABLED_WorksLikeAWindow)
{
    const auto path = qEnvironmentVariable(PathVariable);
    const auto name = qEnvironmentVariable(NameVariable);
    ASSERT_FALSE(path.isEmpty());
    const auto file = *Workspace::openOrCreate(path);
    const auto dir = test::temporaryDir();
    for (int i = 0; i < 1000; ++i) {
        const auto key = u"%1 %2"_s.arg(name).arg(i);
        ASSERT_TRUE(file->addCompile(test::compileIn(dir + u"/%1"_s.arg(i), key), {}));
        ASSERT_TRUE(file->setSetting(key, QString::number(i)));
        ASSERT_TRUE(file->addNote(key, u"note"_s));
        std::printf("written %s\n", qPrintable(key));
        std::fflush(stdout);
    }
}

/// Two windows on one file, killed at a moment that nobody chose.
TEST(WorkspaceDurability, TwoProcessesLoseNothingWhenBothAreKilled)
{
    const auto path = test::temporaryDir() + u"/windows.tosaic"_s;
    ASSERT_TRUE(Workspace::create(path));
    for (int round = 0; round < 3; ++round) {
        QProcess first;
        QProcess second;
        startSelf(first, u"WorksLikeAWindow"_s, path, u"first%1"_s.arg(round));
        startSelf(second, u"WorksLikeAWindow"_s, path, u"second%1"_s.arg(round));
        QStringList acknowledged;
        const auto read = [&acknowledged](QProcess &process) {
            while (process.canReadLine()) {
                const auto line = QString::fromUtf8(process.readLine()).trimmed();
                if (line.startsWith("written "_L1))
                    acknowledged << line.mid(8);
            }
        };
        while (acknowledged.size() < 6 + 2 * round) {
            ASSERT_TRUE(first.waitForReadyRead(20000) || second.waitForReadyRead(20000));
            read(first);
            read(second);
        }
        for (auto *process : { &first, &second }) {
            ASSERT_GT(process->processId(), 0);
            process->kill();
            ASSERT_TRUE(process->waitForFinished(60000));
            read(*process);
        }
        const auto file = Workspace::open(path);
        ASSERT_TRUE(file) << qPrintable(file.error().toText());
        EXPECT_TRUE((*file)->verify());
        const auto settings = *(*file)->settings();
        for (const auto &key : acknowledged) {
            EXPECT_TRUE(settings.contains(key)) << qPrintable(key);
            EXPECT_EQ((*file)->jobsThatWrote(sha256Hex("program of " + key.toUtf8()))->size(), 1U);
        }
        EXPECT_GE((*file)->notes()->size(), static_cast<size_t>(acknowledged.size()));
    }
}

TEST(WorkspaceDurability, ARefusedWriteIsSaidAndLosesNothing)
{
    const auto path = test::temporaryDir() + u"/full.tosaic"_s;
    const auto file = *Workspace::create(path);
    ASSERT_TRUE(file->addNote({}, u"before"_s));
    Error error;
    int written = 0;
    {
        const FileSizeLimit limit(256 * 1024);
        written = fill(*file, error);
    }
    EXPECT_GT(written, 10);
    EXPECT_EQ(error.code, ErrorCode::IoWrite) << qPrintable(error.toText());
    EXPECT_EQ(error.location.file, path);
    expectRuns(path, written);
    // There is room again: the same object goes on.
    ASSERT_TRUE(file->addRun({ .name = u"after"_s, .console = consoleOf(written) }));
    expectRuns(path, written + 1);
    EXPECT_EQ(file->notes()->size(), 1U);
}

TEST(WorkspaceDurability, AFullFileSystemIsSaidAndLosesNothing)
{
    const auto folder = test::temporaryDir();
    if (QProcess::execute(
            u"mount"_s, { u"-t"_s, u"tmpfs"_s, u"-o"_s, u"size=512k"_s, u"none"_s, folder })
        != 0)
        GTEST_SKIP() << "this user may not mount a small file system";
    const auto path = folder + u"/full.tosaic"_s;
    Error error;
    {
        const auto file = *Workspace::create(path);
        const int written = fill(*file, error);
        EXPECT_GT(written, 10);
        EXPECT_EQ(error.code, ErrorCode::IoDiskFull) << qPrintable(error.toText());
        expectRuns(path, written);
    }
    EXPECT_EQ(QProcess::execute(u"umount"_s, { folder }), 0);
}

TEST(WorkspaceDurability, TwoOpenersWriteSideBySide)
{
    const auto path = test::temporaryDir() + u"/shared.tosaic"_s;
    ASSERT_TRUE(Workspace::create(path));
    constexpr int Each = 40;
    const auto write = [&path](const QString &name) {
        const auto file = *Workspace::open(path);
        for (int i = 0; i < Each; ++i) {
            const auto added = file->addNote(name, QString::number(i));
            EXPECT_TRUE(added) << qPrintable(added.error().toText());
            EXPECT_TRUE(file->notes());
        }
    };
    std::thread other(write, u"other"_s);
    write(u"this"_s);
    other.join();
    const auto file = *Workspace::open(path);
    EXPECT_EQ(file->notes()->size(), size_t(2 * Each));
    EXPECT_TRUE(file->verify());
}

} // namespace tosaic::test::durabilitytests
