// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/problemplaces.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::problemplacestests {

namespace {

const QString Folder = u"/home/ann/models"_s;

Location lineOf(const QString &file, int line)
{
    return { .file = file, .line = line };
}

} // namespace

TEST(PythonFrame, InnermostFrameOfTheUserInTheLastTraceback)
{
    const QStringList console{ u"Traceback (most recent call last):"_s,
        u"  File \"/home/ann/models/old.py\", line 3, in <module>"_s, u"ValueError: first"_s, u""_s,
        u"Traceback (most recent call last):"_s,
        u"  File \"/opt/drivers/worker.py\", line 88, in run"_s,
        u"  File \"/home/ann/models/net.py\", line 12, in <module>"_s, u"    model = Net()"_s,
        u"  File \"/home/ann/models/blocks/conv.py\", line 7, in forward"_s,
        u"  File \"/home/ann/models/env/lib/python3.11/site-packages/torch/x.py\", line 5, in f"_s,
        u"ValueError: second"_s };
    EXPECT_EQ(pythonFrame(console, Folder), lineOf(u"blocks/conv.py"_s, 7));
    EXPECT_FALSE(pythonFrame(console, u"/srv"_s));
    EXPECT_FALSE(pythonFrame({}, Folder));
}

TEST(PythonFrame, FaulthandlerBeginsWithTheInnermost)
{
    const QStringList console{ u"Fatal Python error: Segmentation fault"_s, u""_s,
        u"Current thread 0x00007f (most recent call first):"_s,
        u"  File \"/usr/lib/python3.11/ctypes.py\", line 9 in string_at"_s,
        u"  File \"/home/ann/models/net.py\", line 21 in forward"_s,
        u"  File \"/home/ann/models/net.py\", line 40 in <module>"_s };
    // Python writes "line 9 in" there, without a comma after the number.
    EXPECT_EQ(pythonFrame(console, Folder), lineOf(u"net.py"_s, 21));
}

TEST(PythonFrame, SyntaxErrorsHaveNoFrameOfTheirOwn)
{
    const QStringList console{ u"Traceback (most recent call last):"_s,
        u"  File \"/opt/drivers/loading.py\", line 30, in load"_s,
        u"  File \"/home/ann/models/net.py\", line 4"_s, u"    def broken(:"_s,
        u"SyntaxError: invalid syntax"_s };
    EXPECT_EQ(pythonFrame(console, Folder), lineOf(u"net.py"_s, 4));
}

TEST(IniErrorPlace, NamesTheLineThatRealRunsFailedFor)
{
    TOSAIC_NEED_SAMPLES();
    const auto root = test::samplesDir() + u"/generated/vela/"_s;
    const std::pair<QString, int> cases[] = { { u"fail-ini-hash-comment"_s, 1 },
        { u"fail-ini-forward-inherit"_s, 27 }, { u"fail-ini-zero-clock-after-output"_s, 3 } };
    for (const auto &[run, line] : cases) {
        std::vector<Diagnostic> problems{ { u"spec.config-ini"_s, Severity::Error,
            { .entity = u"configIni"_s }, u"RuntimeError: Compilation failed"_s } };
        spec::CompileSpec spec;
        spec.configIni = root + run + u"/board.ini"_s;
        placeProblems(problems, spec, {}, {});
        EXPECT_EQ(problems[0].location, lineOf(u"board.ini"_s, line)) << run.toStdString();
    }
}

TEST(IniErrorPlace, TakesTheLineThatPythonNames)
{
    const auto path = test::temporaryDir() + u"/own.ini"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("[System_Config.A]\nfoo\n");
    file.close();
    EXPECT_EQ(
        iniErrorPlace(path,
            u"configparser.ParsingError: Source contains parsing errors: 'own.ini'\n\t[line  2]: 'foo'"_s),
        lineOf(u"own.ini"_s, 2));
    EXPECT_FALSE(iniErrorPlace(u"Arm/vela.ini"_s, {}));
}

TEST(PlaceProblems, GivesACrashItsLineAndLeavesOthersAlone)
{
    const auto folder = test::temporaryDir();
    QFile console(folder + u"/console.txt"_s);
    ASSERT_TRUE(console.open(QIODevice::WriteOnly));
    console.write("Fatal Python error: Aborted\n\nCurrent thread 0x1 (most recent call first):\n"
                  "  File \""
        + folder.toUtf8() + "/net.py\", line 5 in forward\n");
    console.close();
    const Location known{ .file = u"other.py"_s, .line = 2 };
    std::vector<Diagnostic> problems{ { u"tool.crashed"_s, Severity::Error, {}, u"t"_s },
        { u"model.load-failed"_s, Severity::Error, known, u"t"_s },
        { u"tool.version"_s, Severity::Warning, {}, u"t"_s } };
    placeProblems(problems, {}, folder, console.fileName());
    EXPECT_EQ(problems[0].location, lineOf(u"net.py"_s, 5));
    EXPECT_EQ(problems[1].location, known);
    EXPECT_TRUE(problems[2].location.isEmpty());
}

} // namespace tosaic::toolchain::problemplacestests
