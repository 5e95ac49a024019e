// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every call of the system that tosaic-cli makes fails once. Without TOSAIC_ALL_FAULTS a few of
// them, evenly spread.
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

#include <algorithm>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace tosaic {

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
    { "fork", EAGAIN }, { "pipe", EMFILE }, { "connect", ECONNREFUSED } };

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
    void sweep(const QStringList &arguments, const Prepare &prepare, const IsThere &isThere)
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
            ASSERT_TRUE(isThere());
            QFile counted(root + u"/count"_s);
            ASSERT_TRUE(counted.open(QIODevice::ReadOnly)) << "the layer was not loaded";
            const int calls = counted.readAll().toInt();
            const int chosen = isWhole ? calls : std::min(calls, FewPoints);
            for (int i = 0; i < chosen; ++i) {
                const int at = chosen == 1 ? 1 : 1 + i * (calls - 1) / (chosen - 1);
                ++points;
                clear();
                prepare();
                SCOPED_TRACE(fault(at).toStdString() + " of " + std::to_string(calls));
                const auto done = run(arguments, fault(at));
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
            const auto told = QJsonDocument::fromJson(read(u"c/result.json"_s)).object();
            return told[u"status"_s] == u"succeeded"_s
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

} // namespace

} // namespace tosaic
