// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

constexpr int Patience = 30000; // ms

struct Outcome
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

/// The program where the world is not as on its author's machine.
class Places : public testing::Test
{
protected:
    Places()
    {
        write(u"model.tosa"_s, QByteArray("\x10\0\0\0TOSA....", 12));
        write(u"spec.json"_s, R"({"target":"ethos-u55-128"})");
        write(u"run.log"_s,
            "I [executorch:arm_perf_monitor.cpp:168] NPU Inferences : 1\n"
            "I [executorch:arm_perf_monitor.cpp:168] ethosu_pmu_cycle_cntr : 1000\n"
            "I [executorch:arm_executor_runner.cpp:900] Program complete, exiting.\n");
        environment.insert(u"TOSAIC_PYTHON"_s, test::programPath(u"tosaic-faketool"_s));
        environment.insert(u"TOSAIC_FAKE_MODE"_s, u"ok"_s);
        environment.insert(u"XDG_DATA_HOME"_s, folder + u"/data"_s);
        environment.insert(u"XDG_CONFIG_HOME"_s, folder + u"/config"_s);
        environment.remove(u"LC_ALL"_s);
        environment.remove(u"LANGUAGE"_s);
    }
    void write(const QString &name, const QByteArray &bytes)
    {
        QFile file(folder + u'/' + name);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    QByteArray read(const QString &name) const
    {
        QFile file(folder + u'/' + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    Outcome start(const QString &executable, const QStringList &arguments)
    {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder);
        process.start(executable, arguments);
        EXPECT_TRUE(process.waitForFinished(Patience)) << qPrintable(arguments.join(u' '));
        EXPECT_EQ(process.exitStatus(), QProcess::NormalExit) << qPrintable(arguments.join(u' '));
        return { process.exitCode(), process.readAllStandardOutput(),
            process.readAllStandardError() };
    }
    Outcome run(const QStringList &arguments) { return start(cli, arguments); }
    /// With a file system at `place` that this process alone sees; `mount` makes it.
    Outcome runMounted(const QString &mount, const QStringList &arguments)
    {
        const auto script = mount + u" && shift && exec \"$@\""_s;
        return start(u"unshare"_s,
            QStringList{ u"-rm"_s, u"sh"_s, u"-c"_s, script, u"sh"_s, u"place"_s, cli }
                + arguments);
    }
    bool canMount(const QString &mount)
    {
        const auto tried = start(u"unshare"_s,
            QStringList{ u"-rm"_s, u"sh"_s, u"-c"_s, mount + u" && touch place/x && exit 8"_s });
        return tried.code == 0 || tried.code == 8 || tried.err.contains("touch");
    }
    QStringList compileTo(const QString &out) const
    {
        return { u"compile"_s, u"model.tosa"_s, u"--spec"_s, u"spec.json"_s, u"-o"_s, out,
            u"--json"_s };
    }
    /// What writes, to a folder where that cannot be: each says which file and why.
    void everyCommandSays(const QString &mount, const QByteArray &id)
    {
        const QStringList commands[] = { { u"report"_s, result, u"-o"_s, u"place/r.html"_s },
            { u"graph"_s, program, u"-o"_s, u"place/g.svg"_s },
            { u"import"_s, u"run.log"_s, u"--workspace"_s, u"place/w.tosaic"_s },
            compileTo(u"place/out"_s) };
        for (const auto &command : commands) {
            const auto done = runMounted(mount, command);
            EXPECT_EQ(done.code, 1) << qPrintable(command.join(u' ')) << done.err.constData();
            EXPECT_TRUE((done.err + done.out).contains(id))
                << qPrintable(command.join(u' ')) << done.err.constData();
            EXPECT_TRUE(done.err.contains("place/")) << done.err.constData();
            EXPECT_FALSE(done.err.contains("Unknown error")) << done.err.constData();
            EXPECT_FALSE(done.err.contains("internal")) << done.err.constData();
        }
        EXPECT_EQ(runMounted(mount, { u"inspect"_s, program, u"--json"_s }).code, 0);
    }

    QString folder = test::temporaryDir();
    QString cli = test::programPath(u"tosaic-cli"_s);
    QString result = test::fixturePath(u"add-u55-128"_s);
    QString program = result + u"/add.pte"_s;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
};

TEST_F(Places, WhatProgramsReadIsTheSameInEveryLanguage)
{
    QMap<QString, QByteArray> first;
    for (const auto &language : { u"C.UTF-8"_s, u"de_DE.UTF-8"_s, u"tr_TR.UTF-8"_s }) {
        environment.insert(u"LC_ALL"_s, language);
        environment.insert(u"LANG"_s, language);
        QMap<QString, QByteArray> answers;
        for (const auto &name : { u"r.json"_s, u"r.csv"_s }) {
            const auto done = run({ u"report"_s, result, u"-o"_s, name });
            EXPECT_EQ(done.code, 0) << done.err.constData();
            answers.insert(name, read(name));
            EXPECT_FALSE(answers[name].isEmpty());
        }
        for (const auto &command : { u"inspect"_s, u"operators"_s }) {
            const auto done = run({ command, program, u"--json"_s });
            EXPECT_EQ(done.code, 0) << done.err.constData();
            answers.insert(command, done.out);
        }
        if (first.isEmpty())
            first = answers;
        for (auto answer = answers.cbegin(); answer != answers.cend(); ++answer)
            EXPECT_EQ(answer.value(), first.value(answer.key()))
                << qPrintable(language) << ' ' << qPrintable(answer.key());
        EXPECT_EQ(run(compileTo(u"out-"_s + language)).code, 0);
    }
    EXPECT_TRUE(first[u"r.json"_s].contains(" %")) << "there are sentences with numbers";
    environment.insert(u"LC_ALL"_s, u"de_DE.UTF-8"_s);
    EXPECT_EQ(run({ u"report"_s, result, u"-o"_s, u"r.md"_s }).code, 0);
    EXPECT_TRUE(read(u"r.md"_s).contains("92,8 %")) << "people read theirs in their language";
}

TEST_F(Places, WithoutHome)
{
    for (const auto &name : { u"HOME"_s, u"XDG_DATA_HOME"_s, u"XDG_CONFIG_HOME"_s,
             u"XDG_CACHE_HOME"_s, u"XDG_RUNTIME_DIR"_s })
        environment.remove(name);
    EXPECT_EQ(run({ u"inspect"_s, program }).code, 0);
    EXPECT_EQ(run({ u"report"_s, result, u"-o"_s, u"r.html"_s }).code, 0);
    EXPECT_EQ(run({ u"graph"_s, program, u"-o"_s, u"g.svg"_s }).code, 0);
    const auto done = run(compileTo(u"out"_s));
    EXPECT_EQ(done.code, 0) << done.err.constData();
    EXPECT_FALSE(done.err.contains("XDG")) << done.err.constData();
}

TEST_F(Places, AFolderThatCannotBeWritten)
{
    ASSERT_TRUE(QDir(folder).mkpath(u"place"_s));
    const auto mount = u"mount --bind place place && mount -o remount,ro,bind place"_s;
    if (!canMount(mount))
        GTEST_SKIP() << "no file system can be mounted here";
    everyCommandSays(mount, "io.write");
}

TEST_F(Places, AFullDisk)
{
    ASSERT_TRUE(QDir(folder).mkpath(u"place"_s));
    const auto mount = u"mount -t tmpfs -o size=64k none place"
                       " && { head -c 100000 /dev/zero >place/fill 2>/dev/null; true; }"_s;
    if (!canMount(mount))
        GTEST_SKIP() << "no file system can be mounted here";
    everyCommandSays(mount, "io.disk-full");
    // A full folder for temporary files is no matter to what needs none of them.
    environment.insert(u"TMPDIR"_s, folder + u"/place"_s);
    for (const auto &command : { QStringList{ u"report"_s, result, u"-o"_s, u"r.html"_s },
             QStringList{ u"graph"_s, program, u"-o"_s, u"g.svg"_s }, compileTo(u"out"_s) }) {
        const auto done = runMounted(mount, command);
        EXPECT_EQ(done.code, 0) << qPrintable(command.join(u' ')) << done.err.constData();
    }
    // What needs them says where room is missing, and blames no input.
    const auto estimate = runMounted(mount, { u"estimate"_s, result, u"--spec"_s, u"spec.json"_s });
    EXPECT_NE(estimate.code, 0);
    EXPECT_TRUE(estimate.err.contains("io.disk-full")) << estimate.err.constData();
    EXPECT_TRUE(estimate.err.contains("TMPDIR")) << estimate.err.constData();
    EXPECT_FALSE(estimate.err.contains("partition.tosa")) << estimate.err.constData();
}

} // namespace

} // namespace tosaic
