// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/app/windowfixture.h"
#include "tests/profiler/gzipped.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>

#include <sys/mount.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic::cli::screenshottests {

namespace {

test::Outcome screenshot(const QStringList &arguments)
{
    return test::outcomeOf(screenshotCommand(), arguments);
}

const QString Model = test::fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s);

} // namespace

TEST(Screenshot, DrawsTheWindowInTheSizeAndThemeAsked)
{
    const auto path = test::temporaryDir() + u"/window.png"_s;
    const auto outcome
        = screenshot({ Model, u"-o"_s, path, u"--size"_s, u"1000x700"_s, u"--theme"_s, u"dark"_s });
    EXPECT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    const QImage image(path);
    EXPECT_EQ(image.size(), QSize(1000, 700));
    EXPECT_LT(image.pixelColor(2, 2).lightness(), 100);
}

TEST(Screenshot, EveryViewCanBeDrawn)
{
    const auto folder = test::temporaryDir();
    QList<QImage> images;
    for (const auto &view : { u"home"_s, u"graph"_s, u"partition"_s, u"memory"_s, u"memory-mode"_s,
             u"spec"_s, u"what-if"_s, u"quantisation"_s, u"hex"_s, u"disassembly"_s, u"values"_s,
             u"source"_s, u"runs"_s, u"debugger"_s, u"accuracy"_s, u"compare"_s, u"report"_s,
             u"runner"_s, u"reference"_s, u"jobs"_s }) {
        const auto path = folder + u'/' + view + u".png"_s;
        EXPECT_EQ(screenshot({ Model, u"-o"_s, path, u"--view"_s, view }).exitCode, Fine);
        const QImage image(path);
        EXPECT_FALSE(image.isNull()) << view.toStdString();
        EXPECT_FALSE(images.contains(image)) << view.toStdString() << " looks like another view";
        images << image;
    }
}

TEST(Screenshot, AFullDiskIsSaidAndLeavesNoHalfPicture)
{
    if (::geteuid() != 0)
        GTEST_SKIP() << "only root can mount a small file system";
    const auto place = test::temporaryDir();
    if (::mount("tmpfs", qPrintable(place), "tmpfs", 0, "size=16k") != 0)
        GTEST_SKIP() << "cannot mount a small file system here";
    const auto outcome = screenshot({ Model, u"-o"_s, place + u"/window.png"_s });
    EXPECT_EQ(outcome.exitCode, BadInput);
    EXPECT_TRUE(outcome.err.contains(u"io.disk-full"_s)) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.err.contains(u"there is no room"_s)) << outcome.err.toStdString();
    EXPECT_TRUE(QDir(place).isEmpty());
    ::umount(qPrintable(place));
}

TEST(BenchOpen, EndsAlsoWhereThereIsNothingToDraw)
{
    QProcess program;
    program.start(test::programPath(u"tosaic"_s), { u"--bench-open"_s, u"/none/such.pte"_s });
    ASSERT_TRUE(program.waitForFinished(60'000));
    EXPECT_EQ(program.exitCode(), 1);
    EXPECT_EQ(program.readAllStandardError().count("error: "), 1);
    EXPECT_TRUE(program.readAllStandardOutput().isEmpty());
}

TEST(Screenshot, ADamagedFileIsDrawnAndReported)
{
    const auto path = test::temporaryDir() + u"/bad.pte"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("not a program, just words in a file with the wrong name \x01\x02");
    file.close();
    const auto picture = path + u".png"_s;
    const auto outcome = screenshot({ path, u"-o"_s, picture });
    EXPECT_EQ(outcome.exitCode, BadInput);
    EXPECT_TRUE(outcome.err.startsWith(u"error: "_s)) << outcome.err.toStdString();
    EXPECT_FALSE(QImage(picture).isNull());
}

TEST(Screenshot, WhatCannotBeComparedIsSaid)
{
    const auto path = test::temporaryDir() + u"/compare.png"_s;
    const QStringList asked{ Model, u"-o"_s, path, u"--view"_s, u"compare"_s, u"--compare"_s };
    const auto nothing = screenshot(asked + QStringList{ u"/nowhere"_s });
    EXPECT_EQ(nothing.exitCode, BadInput);
    EXPECT_TRUE(nothing.err.contains(u"compare.no-result: /nowhere"_s))
        << nothing.err.toStdString();
    const auto older = test::fixturePath(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    EXPECT_EQ(screenshot(asked + QStringList{ older }).exitCode, Fine);
}

TEST(Screenshot, WrongUsageIsSaid)
{
    EXPECT_EQ(screenshot({ Model }).exitCode, Usage);
    EXPECT_EQ(
        screenshot({ Model, u"-o"_s, u"a.png"_s, u"--view"_s, u"nothing"_s }).exitCode, Usage);
    EXPECT_EQ(screenshot({ Model, u"-o"_s, u"a.png"_s, u"--size"_s, u"big"_s }).exitCode, Usage);
    EXPECT_EQ(screenshot({ u"--help"_s }).exitCode, Fine);
}

/// A window keeps in its workspace what is opened beside it; a picture must not.
TEST(Screenshot, AWorkspaceIsOnlyRead)
{
    const auto folder = test::temporaryDir();
    const auto path = folder + u"/work.tosaic"_s;
    ASSERT_TRUE(workspace::Workspace::create(path));
    const auto log = test::writeConsole(folder);
    const auto contentOf = [](const QString &name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const auto before = contentOf(path);
    const auto outcome = screenshot({ path, u"--run"_s, log, u"-o"_s, folder + u"/w.png"_s });
    EXPECT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    EXPECT_EQ(contentOf(path), before);
    EXPECT_TRUE((*workspace::Workspace::open(path))->runHeads()->empty());
}

TEST(Screenshot, TheRunsThatAreNamedAreCompared)
{
    const auto folder = test::temporaryDir();
    const auto picture = [&folder](const QStringList &logs) {
        QStringList arguments{ Model, u"--view"_s, u"runcompare"_s, u"-o"_s, folder + u"/c.png"_s };
        for (const auto &log : logs)
            arguments << u"--run"_s << log;
        EXPECT_EQ(screenshot(arguments).exitCode, Fine);
        return QImage(folder + u"/c.png"_s);
    };
    const auto one = test::writeConsole(folder, u"one.log"_s);
    const auto other = test::writeConsole(folder, u"two.log"_s);
    QFile file(other);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    auto changed = file.readAll();
    file.close();
    changed.replace("ethosu_pmu_cycle_cntr : ", "ethosu_pmu_cycle_cntr : 1");
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(changed);
    file.close();
    EXPECT_NE(picture({ one, other }), picture({ other, one })) << "the empty state has no order";
}

TEST(Screenshot, AConsoleMayBeCompressed)
{
    const auto folder = test::temporaryDir();
    QFile plain(test::writeConsole(folder));
    ASSERT_TRUE(plain.open(QIODevice::ReadOnly));
    QFile packed(folder + u"/ci.log.gz"_s);
    ASSERT_TRUE(packed.open(QIODevice::WriteOnly));
    packed.write(test::gzipped(plain.readAll()));
    packed.close();
    const auto outcome
        = screenshot({ Model, u"--run"_s, packed.fileName(), u"-o"_s, folder + u"/c.png"_s });
    EXPECT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
}

TEST(Screenshot, TheInsideOfADelegateAndANetworkCanBeDrawn)
{
    const auto folder = test::temporaryDir();
    const auto outside = folder + u"/outside.png"_s;
    const auto inside = folder + u"/inside.png"_s;
    const auto tosa = folder + u"/tosa.png"_s;
    EXPECT_EQ(screenshot({ Model, u"-o"_s, outside }).exitCode, Fine);
    EXPECT_EQ(screenshot({ Model, u"-o"_s, inside, u"--inside"_s, u"0"_s }).exitCode, Fine);
    EXPECT_NE(QImage(outside), QImage(inside));
    const auto network = test::fixturePath(u"mobilenet_v2-u55-128/partition0/partition.tosa"_s);
    const auto outcome = screenshot({ network, u"-o"_s, tosa });
    EXPECT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    EXPECT_FALSE(QImage(tosa).isNull());
    EXPECT_EQ(screenshot({ Model, u"-o"_s, inside, u"--inside"_s, u"x"_s }).exitCode, Usage);
}

TEST(Screenshot, OperatorsOfANetworkAreSelectedByName)
{
    const auto path = test::temporaryDir() + u"/selected.png"_s;
    const auto network = test::fixturePath(u"mobilenet_v2-u55-128/partition0/partition.tosa"_s);
    const auto selected = [&](const QString &name) {
        return screenshot({ network, u"-o"_s, path, u"--select"_s, name });
    };
    EXPECT_EQ(selected(u"no_such_operator"_s).exitCode, BadInput);
    const auto nothing = QImage(path);
    const auto outcome = selected(u"tosa_conv2d_default_1"_s);
    EXPECT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    EXPECT_NE(QImage(path), nothing);
}

TEST(Screenshot, WhatIsNotInTheModelIsSaid)
{
    const auto path = test::temporaryDir() + u"/asked.png"_s;
    const auto asked = [&](const QString &file, const QStringList &what) {
        return screenshot(QStringList{ file, u"-o"_s, path } + what);
    };
    const QString operatorName = u"aten_convolution_default_3"_s;
    EXPECT_EQ(asked(Model, { u"--select"_s, operatorName }).exitCode, Fine);
    const auto near = asked(Model, { u"--select"_s, u"aten_convolutoin_default_3"_s });
    EXPECT_EQ(near.exitCode, BadInput);
    EXPECT_TRUE(near.err.contains(u"is 'aten_convolution_default_3' meant?"_s))
        << near.err.toStdString();
    const auto part = asked(Model, { u"--select"_s, u"aten_convolution_default_"_s });
    EXPECT_EQ(part.exitCode, BadInput) << "several are called so";
    const auto nobody
        = asked(test::fixturePath(u"softmax-cpu/softmax.pte"_s), { u"--select"_s, u"nobody"_s });
    EXPECT_EQ(nobody.exitCode, BadInput);
    EXPECT_TRUE(nobody.err.contains(u"no operator 'nobody'"_s)) << nobody.err.toStdString();
    const auto inside = asked(Model, { u"--inside"_s, u"9"_s });
    EXPECT_EQ(inside.exitCode, BadInput);
    EXPECT_TRUE(inside.err.contains(u"no command stream 9; there are 1"_s))
        << inside.err.toStdString();
}

} // namespace tosaic::cli::screenshottests
