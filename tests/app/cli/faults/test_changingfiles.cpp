// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is too large to be copied is read where it is touched, so somebody else can change it under
// every command that reads it.
#include "tests/app/cli/places.h"

#include <QDir>

#include <vector>

namespace tosaic::changingfilestests {

namespace {

constexpr qint64 Large = qint64(65) << 20; // from 64 MiB on files are mapped

class ChangingFiles : public Places
{
protected:
    ChangingFiles()
    {
        environment.insert(u"LD_PRELOAD"_s, test::programPath(u"tosaic_faults.so"_s));
        environment.insert(u"TOSAIC_FAULT_COUNT"_s, folder + u"/count"_s);
        write(u"grid.json"_s, R"({"targets":["ethos-u55-128"],"memoryModes":["Shared_Sram"]})");
    }
    void SetUp() override
    {
#ifdef __SANITIZE_ADDRESS__
        GTEST_SKIP() << "the sanitizer must be loaded first";
#endif
    }

    /// A result whose program and TOSA are large, and other large files.
    void fill()
    {
        for (const auto &name : { u"big"_s, u"out"_s, u"sweep"_s })
            QDir(folder + u'/' + name).removeRecursively();
        for (const auto &name : { u"n.pte"_s, u"w.tosaic"_s, u"store.tosaic"_s })
            QFile::remove(folder + u'/' + name);
        ASSERT_EQ(QProcess::execute(u"cp"_s, { u"-r"_s, result, folder + u"/big"_s }), 0);
        for (const auto &name : { u"big/add.pte"_s, u"big/partition0/partition.tosa"_s })
            ASSERT_TRUE(QFile::resize(folder + u'/' + name, Large));
        write(u"trace.json"_s,
            R"([{"name":"b","ph":"X","ts":5,"dur":9,"pid":1,"tid":2}])" + QByteArray(Large, ' '));
        write(u"large.log"_s, read(u"run.log"_s) + QByteArray(Large, '\n'));
    }
    struct Usual
    {
        PlaceOutcome outcome;
        int maps = 0; ///< of large files
    };
    /// Undisturbed.
    Usual usual(const QStringList &command)
    {
        QFile::remove(folder + u"/count"_s);
        auto outcome = disturbed(command, u"shrink"_s, 0);
        return { std::move(outcome), read(u"count"_s).toInt() };
    }
    PlaceOutcome disturbed(const QStringList &command, const QString &how, int at)
    {
        fill();
        environment.insert(u"TOSAIC_FAULT"_s, u"%1 %2 0"_s.arg(how).arg(at));
        return run(command);
    }

    std::vector<QStringList> commands() const
    {
        const auto big = u"big"_s;
        const auto pte = u"big/add.pte"_s;
        const auto w = u"w.tosaic"_s;
        return {
            { u"inspect"_s, pte, u"--json"_s },
            { u"inspect"_s, u"big/partition0/partition.tosa"_s, u"--json"_s },
            { u"inspect"_s, big, u"--json"_s },
            { u"disasm"_s, pte, u"--json"_s },
            { u"debug"_s, pte, u"--break"_s, u"op:1"_s },
            { u"accuracy"_s, big, u"--json"_s },
            { u"compile"_s, u"big/partition0/partition.tosa"_s, u"--spec"_s, u"spec.json"_s,
                u"-o"_s, u"out"_s, u"--json"_s },
            { u"estimate"_s, big, u"--spec"_s, u"spec.json"_s, u"--json"_s },
            { u"sweep"_s, big, u"--grid"_s, u"grid.json"_s, u"-o"_s, u"sweep"_s },
            { u"respec"_s, pte, u"--spec"_s, u"spec.json"_s, u"-o"_s, u"n.pte"_s },
            { u"graph"_s, pte, u"-o"_s, u"g.svg"_s },
            { u"quantisation"_s, pte, u"--json"_s },
            { u"report"_s, big, u"-o"_s, u"r.html"_s },
            { u"screenshot"_s, pte, u"-o"_s, u"s.png"_s },
            { u"budget"_s, pte, u"--board"_s, u"corstone-300"_s, u"--json"_s },
            { u"diff"_s, big, result, u"--json"_s },
            { u"runner"_s, pte, u"--json"_s },
            { u"run"_s, u"here"_s, pte, u"--json"_s },
            { u"import"_s, u"large.log"_s, u"--model"_s, pte, u"--workspace"_s, w },
            { u"operators"_s, big, u"--json"_s },
            { u"findings"_s, big, u"--json"_s },
            { u"metrics"_s, u"large.log"_s, u"--json"_s },
            { u"timeline"_s, u"trace.json"_s, u"--json"_s },
            { u"gate"_s, u"big/partition0/partition.tosa"_s, u"--spec"_s, u"spec.json"_s,
                u"--store"_s, u"store.tosaic"_s, u"--baseline"_s, u"b"_s },
        };
    }
};

/// Without TOSAIC_ALL_FAULTS at the first mapping alone.
TEST_F(ChangingFiles, ThatShrinkAreAnErrorOfEveryCommand)
{
    const bool isWhole = qEnvironmentVariableIsSet("TOSAIC_ALL_FAULTS");
    for (const auto &command : commands()) {
        const int maps = isWhole ? usual(command).maps : 1;
        EXPECT_GT(maps, 0) << qPrintable(command.join(u' '));
        for (int at = 1; at <= maps; ++at) {
            const auto done = disturbed(command, u"shrink"_s, at);
            SCOPED_TRACE(u"%1, %2 of %3"_s.arg(command.join(u' ')).arg(at).arg(maps).toStdString());
            EXPECT_NE(done.code, 0);
            EXPECT_TRUE(done.err.contains("error: io.read")) << done.err.constData();
            EXPECT_TRUE(done.err.contains("open it again")) << done.err.constData();
            EXPECT_FALSE(done.err.contains("internal:")) << done.err.constData();
        }
    }
}

/// What was opened stays what it was; whoever opens it again is told what is there now.
TEST_F(ChangingFiles, ThatAreReplacedAreReadOrAnError)
{
    const bool isWhole = qEnvironmentVariableIsSet("TOSAIC_ALL_FAULTS");
    const auto chosen = commands();
    for (size_t i = 0; i < chosen.size(); i += isWhole ? 1 : 4) {
        const auto &command = chosen[i];
        const auto before = usual(command);
        for (int at = 1; at <= (isWhole ? before.maps : 1); ++at) {
            const auto done = disturbed(command, u"replace"_s, at);
            SCOPED_TRACE(
                u"%1, %2 of %3"_s.arg(command.join(u' ')).arg(at).arg(before.maps).toStdString());
            // It is text now.
            const auto all = done.out + done.err;
            EXPECT_TRUE(done.out == before.outcome.out || all.contains("is text")
                || all.contains("not a model that can be compiled"))
                << all.constData();
        }
    }
}

} // namespace

} // namespace tosaic::changingfilestests
