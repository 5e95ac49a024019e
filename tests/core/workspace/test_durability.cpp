// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/workspace.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>

#include <csignal>
#include <cstdio>
#include <sys/resource.h>
#include <thread>

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::workspace;

namespace {

constexpr auto PathVariable = "TOSAIC_TEST_WORKSPACE";

QByteArray consoleOf(int number)
{
    return QByteArray::number(number) + QByteArray(3000, 'c');
}

/// Starts this very program as a writer and kills it after some acknowledgements; returns how many
/// there were.
int writeAndKill(const QString &path, int acknowledgements)
{
    QProcess writer;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QLatin1StringView(PathVariable), path);
    writer.setProcessEnvironment(environment);
    writer.start(QCoreApplication::applicationFilePath(),
        { u"--gtest_also_run_disabled_tests"_s, u"--gtest_filter=*DISABLED_WritesUntilKilled"_s });
    EXPECT_TRUE(writer.waitForStarted());
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
    EXPECT_TRUE(writer.waitForFinished(20000));
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
