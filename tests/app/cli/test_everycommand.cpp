// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every command, where the world is not as usual: it works as at home, or says what it needs.
#include "tests/app/cli/places.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <map>
#include <vector>

namespace tosaic::everycommandtests {

namespace {

struct Try
{
    QStringList arguments;
    bool writes = false; ///< its output is below the working folder
};

using Outcomes = std::map<QString, PlaceOutcome>; ///< by command

class EveryCommand : public Places
{
protected:
    EveryCommand()
    {
        write(u"grid.json"_s, R"({"targets":["ethos-u55-128"],"memoryModes":["Shared_Sram"]})");
        write(u"trace.json"_s, R"([{"name":"b","ph":"X","ts":5,"dur":9,"pid":1,"tid":2}])");
        write(u"vela.ini"_s,
            "[System_Config.A]\ncore_clock=500e6\n[Memory_Mode.B]\narena_mem_area=Axi0\n");
        EXPECT_TRUE(QDir(folder).mkdir(u"pictures"_s));
        write(u"pictures/a.ppm"_s, "P3 2 1 255  255 0 0  0 0 255\n");
        for (const auto &name : { u"HOME"_s, u"XDG_CACHE_HOME"_s, u"XDG_RUNTIME_DIR"_s })
            environment.insert(name, folder + u'/' + name.toLower());
        EXPECT_EQ(run({ u"import"_s, u"run.log"_s, u"--workspace"_s, u"w.tosaic"_s }).code, 0);
        written = QDir(folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    }

    std::vector<Try> all() const
    {
        const QString w = u"w.tosaic"_s;
        return { { { u"inspect"_s, program, u"--json"_s } },
            { { u"disasm"_s, program, u"--json"_s } },
            { { u"debug"_s, program, u"--break"_s, u"op:1"_s } },
            { { u"accuracy"_s, result, u"--json"_s } }, { compileTo(u"out"_s), true },
            { { u"partition"_s, result, u"--json"_s } },
            { { u"estimate"_s, result, u"--spec"_s, u"spec.json"_s, u"--json"_s } },
            { { u"sweep"_s, result, u"--grid"_s, u"grid.json"_s, u"-o"_s, u"sweep"_s }, true },
            { { u"respec"_s, program, u"--spec"_s, u"spec.json"_s, u"-o"_s, u"n.pte"_s }, true },
            { { u"graph"_s, program, u"-o"_s, u"g.svg"_s }, true },
            { { u"quantisation"_s, program, u"--json"_s } },
            { { u"images"_s, u"pictures"_s, u"--shape"_s, u"1,3,2,2"_s, u"-o"_s, u"p.npy"_s },
                true },
            { { u"report"_s, result, u"-o"_s, u"r.html"_s }, true },
            { { u"screenshot"_s, program, u"-o"_s, u"s.png"_s }, true },
            { { u"vela-ini"_s, u"vela.ini"_s } },
            { { u"budget"_s, program, u"--board"_s, u"corstone-300"_s, u"--json"_s } },
            { { u"diff"_s, result, result, u"--json"_s } },
            { { u"runner"_s, program, u"--json"_s } },
            { { u"reference"_s, result + u"/partition0/partition.tosa"_s, u"-o"_s, u"ref"_s },
                true },
            { { u"spec"_s, u"check"_s, u"spec.json"_s } },
            { { u"workspace"_s, u"specs"_s, u"--workspace"_s, w, u"--json"_s } },
            { { u"run"_s, u"here"_s, program, u"--json"_s } },
            { { u"import"_s, u"run.log"_s, u"--workspace"_s, u"new.tosaic"_s }, true },
            { { u"runs"_s, u"--workspace"_s, w, u"--json"_s } },
            { { u"compare"_s, u"1"_s, u"1"_s, u"--workspace"_s, w, u"--json"_s } },
            { { u"operators"_s, result, u"--json"_s } }, { { u"findings"_s, result, u"--json"_s } },
            { { u"kernels"_s, program } }, { { u"metrics"_s, u"run.log"_s, u"--json"_s } },
            { { u"timeline"_s, u"trace.json"_s, u"--json"_s } },
            { { u"gate"_s, u"model.tosa"_s, u"--spec"_s, u"spec.json"_s, u"--store"_s,
                  u"store.tosaic"_s, u"--baseline"_s, u"b"_s },
                true },
            { { u"history"_s, u"--workspace"_s, w, u"--json"_s } },
            { { u"mlflow"_s, result, u"--server"_s, u"http://127.0.0.1:9"_s, u"--experiment"_s,
                u"e"_s } }, // nobody is there
            { { u"store"_s, u"status"_s, u"postgresql://127.0.0.1:9/team"_s } }, // nor there
            { { u"doctor"_s, u"--json"_s } }, { { u"trust"_s, u"list"_s, u"--json"_s } } };
    }
    /// What commands made is not there for the next round.
    void clear()
    {
        for (const auto &name : QDir(folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot)) {
            const auto path = folder + u'/' + name;
            if (written.contains(name))
                continue;
            if (QFileInfo(path).isDir())
                QDir(path).removeRecursively();
            else
                QFile::remove(path);
        }
    }
    /// Exit code and what is printed for programs, by command.
    Outcomes round()
    {
        clear();
        Outcomes outcomes;
        for (const auto &one : all())
            outcomes[one.arguments.front()] = run(one.arguments);
        return outcomes;
    }
    static void says(const PlaceOutcome &done, const QString &name)
    {
        const auto text = done.err + done.out;
        EXPECT_TRUE(done.code == 0 || text.contains("error") || text.contains("ended with")
            || text.contains("TMPDIR") || text.contains("no room"))
            << name.toStdString() << " failed without a word: " << text.constData();
        for (const auto *word : { "internal:", "Unknown error", "QStandardPaths", "XDG_" })
            EXPECT_FALSE(text.contains(word)) << name.toStdString() << ' ' << text.constData();
    }
    static void sameExits(const Outcomes &usual, const Outcomes &here)
    {
        for (const auto &[name, done] : here) {
            says(done, name);
            EXPECT_EQ(done.code, usual.at(name).code)
                << name.toStdString() << ' ' << done.err.constData();
        }
    }

    void inOtherLanguages(const Outcomes &usual)
    {
        for (const auto &language : { u"de_DE.UTF-8"_s, u"tr_TR.UTF-8"_s }) {
            SCOPED_TRACE(language.toStdString());
            environment.insert(u"LC_ALL"_s, language);
            const auto here = round();
            sameExits(usual, here);
            for (const auto &one : all()) {
                const auto &name = one.arguments.front();
                // What was looked for on the machine says how long that took.
                if (one.arguments.contains(u"--json"_s) && !one.writes && name != u"doctor"_s)
                    EXPECT_EQ(here.at(name).out, usual.at(name).out) << name.toStdString();
            }
        }
        environment.remove(u"LC_ALL"_s);
    }
    void withoutHome(const Outcomes &usual)
    {
        SCOPED_TRACE("without HOME");
        const auto before = environment;
        for (const auto &name : { u"HOME"_s, u"XDG_DATA_HOME"_s, u"XDG_CONFIG_HOME"_s,
                 u"XDG_CACHE_HOME"_s, u"XDG_RUNTIME_DIR"_s })
            environment.remove(name);
        sameExits(usual, round());
        environment = before;
    }
    /// Home and the folder of the files can only be read.
    void whereNothingCanBeWritten(const Outcomes &usual)
    {
        SCOPED_TRACE("a folder that can only be read");
        clear();
        const auto mount
            = u"mount --bind . . && cd \"$PWD\" && mount -o remount,ro,bind . && cd \"$PWD\""_s;
        for (const auto &one : all()) {
            const auto &name = one.arguments.front();
            const auto done = runMounted(mount, one.arguments);
            says(done, name);
            if (one.writes)
                EXPECT_NE(done.code, 0) << name.toStdString() << " wrote what cannot be written";
            else
                EXPECT_EQ(done.code, usual.at(name).code)
                    << name.toStdString() << ' ' << done.err.constData();
        }
    }
    void withoutRoomForTemporaryFiles(const Outcomes &usual)
    {
        SCOPED_TRACE("a full folder for temporary files");
        clear();
        ASSERT_TRUE(QDir(folder).mkpath(u"place"_s));
        const auto mount = u"mount -t tmpfs -o size=64k none place"
                           " && { head -c 100000 /dev/zero >place/fill 2>/dev/null; true; }"_s;
        environment.insert(u"TMPDIR"_s, folder + u"/place"_s);
        for (const auto &one : all()) {
            const auto &name = one.arguments.front();
            const auto done = runMounted(mount, one.arguments);
            says(done, name);
            if (done.code != usual.at(name).code)
                EXPECT_TRUE((done.err + done.out).contains("TMPDIR")
                    || (done.err + done.out).contains("no room")
                    || done.err.contains(folder.toUtf8() + "/place"))
                    << name.toStdString() << ' ' << done.err.constData() << done.out.constData();
        }
    }

    QStringList written;
};

TEST_F(EveryCommand, IsTriedHere)
{
    const auto help = run({ u"--help"_s });
    QStringList named;
    static const QRegularExpression row(
        u"^  ([a-z][a-z-]*)  "_s, QRegularExpression::MultilineOption);
    for (const auto &match : row.globalMatch(QString::fromUtf8(help.out)))
        named << match.captured(1);
    QStringList tried;
    for (const auto &one : all())
        tried << one.arguments.front();
    named.sort();
    tried.sort();
    EXPECT_FALSE(named.isEmpty());
    EXPECT_EQ(named, tried);
    for (const auto &line : help.out.split('\n'))
        EXPECT_LE(line.size(), 80) << line.constData();
}

TEST_F(EveryCommand, WorksEverywhereOrSaysWhatItNeeds)
{
    const auto usual = round();
    for (const auto &[name, done] : usual)
        says(done, name);
    inOtherLanguages(usual);
    withoutHome(usual);
    if (!canMount(u"mount --bind . ."_s))
        GTEST_SKIP() << "no file system can be mounted here";
    whereNothingCanBeWritten(usual);
    withoutRoomForTemporaryFiles(usual);
}

} // namespace

} // namespace tosaic::everycommandtests
