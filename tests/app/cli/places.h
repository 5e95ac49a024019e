// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace tosaic {

struct PlaceOutcome
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

/// The program where the world is not as on its author's machine.
class Places : public testing::Test
{
protected:
    static constexpr int PatienceMs = 60'000;

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
        environment.insert(
            u"SOURCE_DATE_EPOCH"_s, u"1700000000"_s); // reports say when they were made
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
    PlaceOutcome start(const QString &executable, const QStringList &arguments)
    {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder);
        process.start(executable, arguments);
        EXPECT_TRUE(process.waitForFinished(PatienceMs)) << qPrintable(arguments.join(u' '));
        EXPECT_EQ(process.exitStatus(), QProcess::NormalExit) << qPrintable(arguments.join(u' '));
        return { process.exitCode(), process.readAllStandardOutput(),
            process.readAllStandardError() };
    }
    PlaceOutcome run(const QStringList &arguments) { return start(cli, arguments); }
    /// With a file system at `place` that this process alone sees; `mount` makes it.
    PlaceOutcome runMounted(const QString &mount, const QStringList &arguments)
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
    QString folder = test::temporaryDir();
    QString cli = test::programPath(u"tosaic-cli"_s);
    QString result = test::fixturePath(u"add-u55-128"_s);
    QString program = result + u"/add.pte"_s;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
};

} // namespace tosaic
