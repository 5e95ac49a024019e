// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every call of the system that tosaic-cli makes fails once. Without TOSAIC_ALL_FAULTS a few of
// them, evenly spread.
#include "core/workspace/workspace.h"
#include "tests/core/workspace/workspacefiles.h"
#include "tests/support/processes.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTcpServer>

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <thread>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic::faultstests {

namespace {

constexpr int Patience = 20000; // ms; a command takes 0.1 s
constexpr int FewPoints = 3; ///< of one call in one command

struct Call
{
    const char *name;
    int error;
};
constexpr Call Calls[] = { { "open", EMFILE }, { "open", EACCES }, { "mmap", ENOMEM },
    { "read", EIO }, { "write", ENOSPC }, { "fsync", EIO }, { "rename", EACCES },
    { "spawn", EAGAIN }, { "exec", ENOENT }, { "pipe", EMFILE }, { "connect", ECONNREFUSED } };

class Faults : public testing::Test
{
protected:
    struct Outcome
    {
        bool isNormal = false;
        int code = -1;
        QByteArray out;
        QByteArray err;
    };

    void SetUp() override
    {
#ifdef __SANITIZE_ADDRESS__
        GTEST_SKIP() << "the sanitizer must be loaded first";
#endif
        write(u"model.tosa"_s, QByteArray("\x10\0\0\0TOSA....", 12));
        write(u"spec.json"_s, R"({"target":"ethos-u55-128"})");
    }
    void write(const QString &name, const QByteArray &bytes)
    {
        QFile file(root + u'/' + name);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    QByteArray read(const QString &name) const
    {
        QFile file(out + u'/' + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    Outcome run(const QStringList &arguments, const QString &fault = {})
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"TOSAIC_PYTHON"_s, test::programPath(u"tosaic-faketool"_s));
        environment.insert(u"TOSAIC_FAKE_MODE"_s, u"ok"_s);
        environment.insert(u"XDG_DATA_HOME"_s, root + u"/data"_s);
        environment.insert(u"XDG_CONFIG_HOME"_s, root + u"/config"_s);
        environment.insert(u"XDG_CACHE_HOME"_s, root + u"/cache"_s);
        environment.insert(u"TMPDIR"_s, temporary);
        // Without one Qt makes its own in TMPDIR, which is no leftover of the command.
        environment.insert(u"XDG_RUNTIME_DIR"_s, root + u"/runtime"_s);
        if (!fault.isEmpty()) {
            environment.insert(u"LD_PRELOAD"_s, test::programPath(u"tosaic_faults.so"_s));
            environment.insert(u"TOSAIC_FAULT"_s, fault);
            environment.insert(u"TOSAIC_FAULT_COUNT"_s, root + u"/count"_s);
        }
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(root);
        process.start(test::programPath(u"tosaic-cli"_s), arguments);
        Outcome done;
        done.isNormal
            = process.waitForFinished(Patience) && process.exitStatus() == QProcess::NormalExit;
        done.code = process.exitCode();
        done.out = process.readAllStandardOutput();
        done.err = process.readAllStandardError();
        return done;
    }
    void clear()
    {
        for (const auto &folder : { out, temporary }) {
            QDir(folder).removeRecursively();
            ASSERT_TRUE(QDir().mkpath(folder));
        }
    }
    /// Processes that were started for this test.
    int children() const
    {
        int count = 0;
        for (const auto &name : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
            QFile environment(u"/proc/%1/environ"_s.arg(name));
            if (name.toLongLong() > 0 && environment.open(QIODevice::ReadOnly)
                && environment.readAll().contains(temporary.toUtf8()))
                count += test::isAlive(name.toLongLong());
        }
        return count;
    }
    /// `prepare` makes what the command works on; `isThere` looks whether what it promised is.
    template <typename Prepare, typename IsThere>
    void sweep(const QStringList &arguments, const Prepare &prepare, const IsThere &isThere,
        int few = FewPoints)
    {
        const bool isWhole = qEnvironmentVariableIsSet("TOSAIC_ALL_FAULTS");
        int points = 0;
        for (const auto &call : Calls) {
            const auto fault = [&](int at) {
                return u"%1 %2 %3"_s.arg(QLatin1StringView(call.name)).arg(at).arg(call.error);
            };
            clear();
            prepare();
            QFile::remove(root + u"/count"_s);
            const auto first = run(arguments, fault(0));
            ASSERT_EQ(first.code, 0) << first.err.constData();
            told = first.out;
            ASSERT_TRUE(isThere());
            QFile counted(root + u"/count"_s);
            ASSERT_TRUE(counted.open(QIODevice::ReadOnly)) << "the layer was not loaded";
            const int calls = counted.readAll().toInt();
            const int chosen = isWhole ? calls : std::min(calls, few);
            for (int i = 0; i < chosen; ++i) {
                const int at = chosen == 1 ? (calls + 1) / 2 : 1 + i * (calls - 1) / (chosen - 1);
                ++points;
                clear();
                prepare();
                SCOPED_TRACE(fault(at).toStdString() + " of " + std::to_string(calls));
                const auto done = run(arguments, fault(at));
                told = done.out;
                EXPECT_TRUE(done.isNormal) << "a signal or no end; " << done.err.constData();
                if (done.code == 0)
                    EXPECT_TRUE(isThere()) << "success was told; " << done.err.constData();
                else
                    EXPECT_TRUE(done.err.contains("error")) << "it failed without a word";
                EXPECT_FALSE(done.err.contains("internal:")) << done.err.constData();
                EXPECT_FALSE(done.err.contains("Unknown error")) << done.err.constData();
                EXPECT_EQ(children(), 0);
                const auto left = QDir(temporary).entryList(
                    QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
                EXPECT_TRUE(left.isEmpty()) << qPrintable(left.join(u' '));
                if (done.code == 0)
                    continue;
                const auto again = run(arguments);
                told = again.out;
                EXPECT_EQ(again.code, 0) << again.err.constData();
                EXPECT_TRUE(isThere()) << "it failed, and kept what it said it had not";
            }
        }
        RecordProperty("points", points);
        std::printf("%d calls failed\n", points);
    }

    QStringList import() const
    {
        return { u"import"_s, result + u"/partition0/summary.csv"_s, u"--workspace"_s,
            u"out/w.tosaic"_s };
    }
    qsizetype runs()
    {
        const auto done = run({ u"runs"_s, u"--workspace"_s, u"out/w.tosaic"_s, u"--json"_s });
        EXPECT_EQ(done.code, 0) << done.err.constData();
        return QJsonDocument::fromJson(done.out).object()[u"runs"_s].toArray().size();
    }

    QString root = test::temporaryDir();
    QString out = root + u"/out"_s;
    QString temporary = root + u"/tmp"_s;
    QString result = test::fixturePath(u"add-u55-128"_s);
    QByteArray told; ///< by the command that is swept, when it is asked what is there
};

TEST_F(Faults, Report)
{
    sweep(
        { u"report"_s, result, u"-o"_s, u"out/r.html"_s }, [] {},
        [this] { return read(u"r.html"_s).trimmed().endsWith("</html>"); });
}

TEST_F(Faults, Compile)
{
    sweep(
        { u"compile"_s, u"model.tosa"_s, u"--spec"_s, u"spec.json"_s, u"-o"_s, u"out/c"_s }, [] {},
        [this] {
            const auto result = QJsonDocument::fromJson(read(u"c/result.json"_s)).object();
            return result[u"status"_s] == u"succeeded"_s
                && read(u"c/model_vela.npz"_s) == "a compiled model"
                && !QFileInfo::exists(out + u"/c/.tosaic-compile.json"_s);
        });
}

TEST_F(Faults, ImportIntoANewWorkspace)
{
    sweep(
        import(), [] {}, [this] { return runs() == 1; });
}

TEST_F(Faults, ImportIntoAWorkspaceThatHoldsARun)
{
    clear();
    ASSERT_EQ(run(import()).code, 0);
    const auto held = read(u"w.tosaic"_s);
    ASSERT_FALSE(held.isEmpty());
    // What was acknowledged before is there whatever happens to the second: either one run or two.
    sweep(
        import(), [&] { write(u"out/w.tosaic"_s, held); }, [this] { return runs() == 2; });
}

/// Three compiles of one model, of which one stays.
TEST_F(Faults, CleaningUp)
{
    const auto path = out + u"/w.tosaic"_s;
    const auto prepare = [&] {
        const auto file = workspace::Workspace::create(path);
        ASSERT_TRUE(file);
        for (int i = 0; i < 3; ++i) {
            const auto folder = u"%1/job%2"_s.arg(out).arg(i);
            ASSERT_TRUE((*file)->addCompile(
                test::compileIn(folder, u"compile %1"_s.arg(i)), { .kind = u"vela"_s }));
        }
    };
    const auto isThere = [&] {
        const auto file = workspace::Workspace::open(path);
        return file && (*file)->verify() && !read(u"job2/model.pte"_s).isEmpty()
            && read(u"job0/model.pte"_s).isEmpty() && read(u"job1/model.pte"_s).isEmpty();
    };
    sweep({ u"workspace"_s, u"gc"_s, u"--workspace"_s, path, u"--keep"_s, u"1"_s,
              u"--output-root"_s, out },
        prepare, isThere, 1);
}

/// A file of the first version becomes one of today, whole or not at all.
TEST_F(Faults, BringingAnOldWorkspaceUp)
{
    QFile dump(test::sourcePath(u"tests/core/workspace/workspace-v1.sql"_s));
    ASSERT_TRUE(dump.open(QIODevice::ReadOnly));
    const auto sql = dump.readAll().toStdString();
    const auto path = out + u"/w.tosaic"_s;
    const auto prepare = [&] {
        SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        database.exec(sql);
    };
    clear();
    prepare();
    const auto before = runs();
    ASSERT_GT(before, 0);
    sweep(
        { u"workspace"_s, u"jobs"_s, u"--workspace"_s, path, u"--json"_s }, prepare,
        [&] { return runs() == before && told.contains("jobs"); }, 1);
}

/// A damaged file is read as far as that goes, and stays as it is.
TEST_F(Faults, ReadingADamagedWorkspace)
{
    clear();
    ASSERT_EQ(run(import()).code, 0);
    auto damaged = read(u"w.tosaic"_s);
    ASSERT_GT(damaged.size(), 8192);
    std::fill(damaged.end() - 4096, damaged.end(), '\xa5'); // the last page
    const auto prepare = [&] { write(u"out/w.tosaic"_s, damaged); };
    sweep(
        { u"workspace"_s, u"specs"_s, u"--workspace"_s, out + u"/w.tosaic"_s, u"--json"_s },
        prepare, [&] { return told.contains("specs") && read(u"w.tosaic"_s) == damaged; }, 1);
}

/// A console behind a connection: it is recorded whole, or the command says why not.
TEST_F(Faults, RunningOverAConnection)
{
    const QByteArray console = "I [executorch:arm_perf_monitor.cpp:168] NPU Inferences : 1\n"
                               "I [executorch:arm_executor_runner.cpp:900] Program complete, "
                               "exiting.\n";
    QTcpServer server;
    ASSERT_TRUE(server.listen(QHostAddress::LocalHost));
    const auto port = server.serverPort();
    std::atomic<bool> ends = false;
    const auto socket = server.socketDescriptor();
    std::thread serves([&] {
        while (!ends) {
            pollfd waits{ .fd = int(socket), .events = POLLIN, .revents = 0 };
            if (::poll(&waits, 1, 50) <= 0)
                continue;
            const int peer = ::accept(int(socket), nullptr, nullptr);
            static_cast<void>(!::write(peer, console.constData(), size_t(console.size())));
            ::close(peer);
        }
    });
    sweep(
        { u"run"_s, u"tcp"_s, u"127.0.0.1:%1"_s.arg(port), u"--no-reconnect"_s, u"--timeout"_s,
            u"5"_s, u"--workspace"_s, out + u"/w.tosaic"_s },
        [] {},
        [&] {
            const auto file = workspace::Workspace::open(out + u"/w.tosaic"_s);
            const auto all = file ? (*file)->runs() : fail(file.error());
            return all && !all->empty() && all->back().console == console
                && all->back().status == "complete"_L1;
        },
        1);
    ends = true;
    serves.join();
}

} // namespace

} // namespace tosaic::faultstests
