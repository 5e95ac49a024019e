// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Pipes that nobody writes into, where files are expected: a program that opens one as a file waits
// for ever. Refused at once where they were named, passed over where they only lie beside.
#include "tests/support/limitedrun.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::pipestests {

namespace {

class Pipes : public testing::Test
{
protected:
    Pipes()
    {
        makePipe(u"pipe"_s);
        makePipe(u"pipe.tosaic"_s);
        EXPECT_TRUE(QDir(folder).mkpath(u"result"_s));
        makePipe(u"result/result.json"_s);
    }
    void makePipe(const QString &name)
    {
        ASSERT_EQ(::mkfifo(QFile::encodeName(in(name)).constData(), 0600), 0);
    }
    QString in(const QString &name) const { return folder + u'/' + name; }

    QString folder = temporaryDir();
    QString program = fixturePath(u"add-u55-128/add.pte"_s);
    QString tosa = fixturePath(u"add-u55-128/partition0/partition.tosa"_s);
};

constexpr qint64 AtOnceMs = 10'000; // of a busy machine; it used to be for ever

TEST_F(Pipes, AreRefusedAtOnceByEveryCommandThatIsGivenOne)
{
    const auto pipe = in(u"pipe"_s);
    const auto result = in(u"result"_s);
    const auto compile = fixturePath(u"add-u55-128"_s);
    const auto out = in(u"out"_s);
    const QList<QStringList> commands{
        { u"compile"_s, tosa, u"--spec"_s, pipe, u"-o"_s, out },
        { u"compile"_s, pipe, u"--spec"_s, in(u"pipe"_s), u"-o"_s, out },
        { u"estimate"_s, compile, u"--spec"_s, pipe },
        { u"runner"_s, program, u"--spec"_s, pipe },
        { u"sweep"_s, tosa, u"--grid"_s, pipe, u"-o"_s, out },
        { u"spec"_s, u"check"_s, pipe },
        { u"runs"_s, u"--workspace"_s, in(u"pipe.tosaic"_s) },
        { u"workspace"_s, u"jobs"_s, u"--workspace"_s, in(u"pipe.tosaic"_s) },
        { u"report"_s, result, u"-o"_s, in(u"r.md"_s) },
        { u"diff"_s, result, compile },
        { u"operators"_s, result },
        { u"findings"_s, result, u"--no-advice"_s },
        { u"inspect"_s, pipe },
        { u"metrics"_s, pipe },
        { u"import"_s, pipe, u"--workspace"_s, in(u"w.tosaic"_s) },
        { u"graph"_s, program, u"--node-data"_s, pipe, u"-o"_s, in(u"g.svg"_s) },
        { u"budget"_s, program, u"--board"_s, pipe },
        { u"run"_s, u"here"_s, program, u"--input"_s, u"0="_s + pipe },
    };
    for (const auto &command : commands) {
        SCOPED_TRACE(command.join(u' ').toStdString());
        QElapsedTimer timer;
        timer.start();
        const auto ended = runLimited(command);
        EXPECT_TRUE(ended.exitCode == 1 || ended.exitCode == 2)
            << ended.exitCode << ' ' << ended.err.right(400).toStdString();
        EXPECT_LT(timer.elapsed(), AtOnceMs);
        EXPECT_TRUE(ended.err.contains("pipe")) << ended.err.right(400).toStdString();
    }
}

TEST_F(Pipes, BesideAProgramDoNotStopIt)
{
    ASSERT_TRUE(QFile::copy(program, in(u"result/add.pte"_s)));
    for (const auto &name : { u"add.ptd"_s, u"add_summary.csv"_s, u"add.tosa"_s, u"console.txt"_s,
             u"vela.ini"_s, u"w.tosaic"_s, u"spec.json"_s })
        makePipe(u"result/"_s + name);
    const auto beside = in(u"result/add.pte"_s);
    const QList<QStringList> commands{
        { u"inspect"_s, beside },
        { u"report"_s, beside, u"-o"_s, in(u"r.md"_s) },
        { u"operators"_s, beside },
        { u"graph"_s, beside, u"-o"_s, in(u"g.svg"_s) },
        { u"findings"_s, beside, u"--no-advice"_s },
        { u"budget"_s, beside, u"--board"_s, u"corstone-300"_s },
    };
    for (const auto &command : commands) {
        SCOPED_TRACE(command.join(u' ').toStdString());
        QElapsedTimer timer;
        timer.start();
        const auto ended = runLimited(command);
        // A program alone has no cycles of operators: it says so.
        EXPECT_TRUE(ended.exitCode == 0 || ended.err.contains("profile.nothing"))
            << ended.exitCode << ended.err.right(400).toStdString();
        EXPECT_LT(timer.elapsed(), AtOnceMs);
    }
}

/// Its numbers would take ten times its size in memory.
TEST_F(Pipes, AResultOfACompileHasALimit)
{
    const auto compile = in(u"large"_s);
    ASSERT_TRUE(QDir().mkpath(compile));
    QFile file(compile + u"/result.json"_s);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"({"status":"succeeded","artefacts":[],"nodes":[)"
        + QByteArray("0,").repeated(60'000'000) + "0]}");
    file.close();
    for (const auto &command : { QStringList{ u"operators"_s, compile },
             QStringList{ u"report"_s, compile, u"-o"_s, in(u"r.md"_s) } }) {
        const auto ended = runLimited(command);
        EXPECT_EQ(ended.exitCode, 1) << ended.err.right(400).toStdString();
        EXPECT_TRUE(ended.err.contains("limit.exceeded")) << ended.err.right(400).toStdString();
        EXPECT_LT(ended.seconds, 2);
    }
}

} // namespace

} // namespace tosaic::test::pipestests
