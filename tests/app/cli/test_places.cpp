// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/workspace.h"
#include "tests/app/cli/places.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <memory>
#include <vector>

namespace tosaic::placestests {

namespace {

class WritingPlaces : public Places
{
protected:
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

TEST_F(WritingPlaces, AFolderThatCannotBeWritten)
{
    ASSERT_TRUE(QDir(folder).mkpath(u"place"_s));
    const auto mount = u"mount --bind place place && mount -o remount,ro,bind place"_s;
    if (!canMount(mount))
        GTEST_SKIP() << "no file system can be mounted here";
    everyCommandSays(mount, "io.write");
}

TEST_F(WritingPlaces, AFullDisk)
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

/// A page that goes to standard output by a link of another name; what the file had stays.
TEST_F(Places, WhatIsPrintedToIsNotReplaced)
{
    ASSERT_TRUE(QFile::link(u"/dev/stdout"_s, folder + u"/page.html"_s));
    const auto report = u"\"$0\" report \"$1\" -o page.html"_s;
    const auto piped = start(u"sh"_s, { u"-c"_s, report + u" | cat"_s, cli, result });
    EXPECT_TRUE(piped.out.contains("</html>")) << piped.err.constData();
    write(u"all.txt"_s, "before\n");
    const auto done = start(
        u"sh"_s, { u"-c"_s, report + u" >>all.txt && echo after >>all.txt"_s, cli, result });
    EXPECT_EQ(done.code, 0) << done.err.constData();
    const auto all = read(u"all.txt"_s);
    EXPECT_TRUE(all.startsWith("before\n"));
    EXPECT_TRUE(all.contains("</html>"));
    EXPECT_TRUE(all.endsWith("after\n"));
}

/// Its own inputs stay, by whatever name and in whatever folder they are meant.
TEST_F(Places, NoCommandWritesOverWhatItReads)
{
    ASSERT_TRUE(QFile::copy(result + u"/result.json"_s, folder + u"/result.json"_s));
    ASSERT_TRUE(QFile::copy(program, folder + u"/add.pte"_s));
    write(u"trace.json"_s, R"([{"name":"b","ph":"X","ts":5,"dur":9,"pid":1,"tid":2}])");
    ASSERT_TRUE(QFile::link(folder + u"/run.log"_s, folder + u"/link.json"_s));
    const auto own = folder + u"/result.json"_s;
    const std::pair<QString, QStringList> commands[] = {
        { u"trace.json"_s, { u"timeline"_s, u"trace.json"_s, u"-o"_s, u"./trace.json"_s } },
        { u"run.log"_s,
            { u"report"_s, result, u"--run"_s, u"run.log"_s, u"-o"_s, u"link.json"_s } },
        { u"result.json"_s, { u"graph"_s, folder, u"-o"_s, own } },
        { u"result.json"_s, { u"report"_s, u"add.pte"_s, u"--output"_s, own } },
        { u"add.pte"_s, { u"screenshot"_s, u"add.pte"_s, u"-o"_s, u"add.pte"_s } },
        { u"run.log"_s,
            { u"run"_s, u"command"_s, u"-o"_s, u"run.log"_s, u"--"_s, u"cat"_s, u"run.log"_s } }
    };
    for (const auto &[name, command] : commands) {
        const auto before = read(name);
        const auto done = run(command);
        EXPECT_EQ(done.code, 2) << qPrintable(command.join(u' ')) << done.err.constData();
        EXPECT_TRUE(done.err.contains("reads")) << done.err.constData();
        EXPECT_EQ(read(name), before);
    }
    EXPECT_EQ(run({ u"report"_s, u"add.pte"_s, u"-o"_s, u"new.json"_s }).code, 0);
    EXPECT_EQ(run({ u"report"_s, u"add.pte"_s, u"-o"_s, u"new.json"_s }).code, 0) << "replaced";
}

/// A relative interpreter is that of the folder in which it was named, never one of the output's.
TEST_F(Places, ARelativeInterpreterIsFoundFromEveryFolder)
{
    const auto tool = environment.value(u"TOSAIC_PYTHON"_s);
    for (const auto &place : { u"venv/bin"_s, u"out/venv/bin"_s })
        ASSERT_TRUE(QDir(folder).mkpath(place));
    ASSERT_TRUE(QFile::link(tool, folder + u"/venv/bin/python"_s));
    const auto other = folder + u"/out/venv/bin/python"_s;
    write(u"out/venv/bin/python"_s, "#!/bin/sh\ntouch \"$0.started\"\n");
    ASSERT_TRUE(QFile::setPermissions(other, QFile::ReadOwner | QFile::ExeOwner));
    environment.insert(u"TOSAIC_PYTHON"_s, u"venv/bin/python"_s);
    EXPECT_EQ(run(compileTo(u"named"_s)).code, 0);
    environment.remove(u"TOSAIC_PYTHON"_s);
    const auto done = run(compileTo(u"out"_s) + QStringList{ u"--python"_s, u"venv/bin/python"_s });
    EXPECT_EQ(done.code, 0) << done.err.constData();
    EXPECT_FALSE(QFile::exists(other + u".started"_s));
}

/// Whoever comes first makes the file, and nobody's run is lost.
TEST_F(Places, TenProcessesFillOneNewWorkspace)
{
    constexpr int Many = 10;
    std::vector<std::unique_ptr<QProcess>> all;
    for (int i = 0; i < Many; ++i) {
        const auto name = u"%1.log"_s.arg(i);
        write(name, read(u"run.log"_s).replace("1000", QByteArray::number(1000 + i)));
        all.push_back(std::make_unique<QProcess>());
        all.back()->setProcessEnvironment(environment);
        all.back()->setWorkingDirectory(folder);
        all.back()->start(cli, { u"import"_s, name, u"--workspace"_s, u"shared.tosaic"_s });
    }
    for (const auto &one : all) {
        EXPECT_TRUE(one->waitForFinished(PatienceMs));
        EXPECT_EQ(one->exitCode(), 0) << one->readAllStandardError().constData();
    }
    const auto told = run({ u"runs"_s, u"--workspace"_s, u"shared.tosaic"_s, u"--json"_s });
    EXPECT_EQ(QJsonDocument::fromJson(told.out)[u"runs"_s].toArray().size(), Many)
        << told.out.constData();
}

/// Lists are sorted in memory; what of a damaged file is copied says where room is missing.
TEST_F(WritingPlaces, AWorkspaceWithoutRoomForTemporaryFiles)
{
    constexpr int Specs = 3000;
    const auto path = folder + u"/w.tosaic"_s;
    {
        const auto file = workspace::Workspace::create(path);
        ASSERT_TRUE(file);
        ASSERT_TRUE((*file)->together([&]() -> Result<void> {
            for (int i = 0; i < Specs; ++i)
                static_cast<void>((*file)->saveSpec(u"spec %1"_s.arg(i * 7919 % Specs),
                    { { u"target"_s, u"ethos-u55-128"_s }, { u"note"_s, QString(3000, u'n') } }));
            return {};
        }));
    }
    ASSERT_TRUE(QDir(folder).mkpath(u"place"_s));
    const auto mount = u"mount -t tmpfs -o size=64k none place"
                       " && { head -c 100000 /dev/zero >place/fill 2>/dev/null; true; }"_s;
    if (!canMount(mount))
        GTEST_SKIP() << "no file system can be mounted here";
    environment.insert(u"TMPDIR"_s, folder + u"/place"_s);
    const QStringList list{ u"workspace"_s, u"specs"_s, u"--workspace"_s, path, u"--json"_s };
    const auto sorted = runMounted(mount, list);
    EXPECT_EQ(sorted.code, 0) << sorted.err.constData();
    EXPECT_EQ(sorted.out.count("\"name\""), Specs);

    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    ASSERT_TRUE(file.seek(file.size() / 2));
    file.write(QByteArray(8192, '\xa5'));
    file.close();
    const auto damaged = runMounted(mount, list);
    EXPECT_EQ(damaged.code, 1);
    EXPECT_TRUE(damaged.err.contains("io.disk-full")) << damaged.err.constData();
    EXPECT_TRUE(damaged.err.contains("TMPDIR")) << damaged.err.constData();
}

} // namespace

} // namespace tosaic::placestests
