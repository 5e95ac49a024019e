// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/base/cycletext.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/profiler/gzipped.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/support/oldcompile.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QImageReader>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

using namespace Qt::StringLiterals;

namespace tosaic::cli::graphcolortests {
namespace {

/// TOSAIC_PICTURES keeps what is drawn.
QString pictureFolder()
{
    const auto stated = qEnvironmentVariable("TOSAIC_PICTURES");
    return stated.isEmpty() ? test::temporaryDir() : stated;
}

test::Outcome draw(const QString &fixture, const QStringList &more, const QString &output)
{
    return test::outcomeOf(
        graphCommand(), QStringList{ test::fixturePath(fixture), u"-o"_s, output } + more);
}

QString traceOf(const QString &sampleName, const QString &folder)
{
    const auto samples = test::fixtureJoins();
    const auto *sample = test::joinNamed(samples, sampleName);
    const auto &facts = sample->streams.front();
    const auto made = test::generateTrace(
        test::rowsOf(facts), facts.stream.get(), { .seed = 4, .standsAtDmaWaits = true });
    const auto path = folder + u"/trace.json.gz"_s;
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(test::gzipped(test::traceJson(made.reads)));
    return path;
}

const auto MobileNet = u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s;

TEST(GraphColor, APngsSizeIsSaidBeforeItIsMade)
{
    const auto folder = test::temporaryDir();
    const auto large = draw(MobileNet, { u"--scale"_s, u"0.5"_s }, folder + u"/small.png"_s);
    ASSERT_EQ(large.exitCode, Fine) << large.err.toStdString();
    const auto size = QImageReader(folder + u"/small.png"_s).size();
    EXPECT_TRUE(large.err.contains(u"PNG of %1 x %2 pixels"_s.arg(size.width()).arg(size.height())))
        << large.err.toStdString();
    EXPECT_EQ(draw(MobileNet, { u"--scale"_s, u"wide"_s }, folder + u"/no.png"_s).exitCode, Usage);
}

TEST(GraphColor, NpuOperationsByTheirCycles)
{
    const auto folder = pictureFolder();
    const auto plain = folder + u"/placement.png"_s;
    const auto cycles = folder + u"/cycles.png"_s;
    ASSERT_EQ(
        draw(MobileNet, { u"--delegate"_s, u"0"_s, u"--scale"_s, u"1"_s }, plain).exitCode, Fine);
    const auto outcome = draw(MobileNet,
        { u"--delegate"_s, u"0"_s, u"--color"_s, u"cycles"_s, u"--scale"_s, u"1"_s }, cycles);
    ASSERT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    QImageReader::setAllocationLimit(0); // 96 stripes side by side make a wide picture
    const QImage before(plain);
    const QImage after(cycles);
    ASSERT_FALSE(after.isNull());
    EXPECT_GT(after.height(), before.height()) << "the scale stands below";
    // The map has far more hues than placements have.
    const auto colors = [](const QImage &image) {
        QSet<QRgb> found;
        for (int y = 0; y < image.height(); y += 3) {
            for (int x = 0; x < image.width(); x += 3)
                found.insert(image.pixel(x, y) & 0xFFF0F0F0U);
        }
        return found.size();
    };
    EXPECT_GT(colors(after), colors(before) + 10);
}

TEST(GraphColor, NetworksAndDarkThemes)
{
    const auto outcome = draw(u"mobilenet_v2-u55-128/partition0/partition.tosa"_s,
        { u"--color"_s, u"share"_s, u"--theme"_s, u"dark"_s }, pictureFolder() + u"/share.png"_s);
    EXPECT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
}

TEST(GraphColor, TheRuntimesGraphShowsWholeDelegates)
{
    const auto outcome = draw(u"two_partitions-u55-128/two_partitions.pte"_s,
        { u"--runtime"_s, u"--color"_s, u"cycles"_s }, pictureFolder() + u"/runtime.svg"_s);
    EXPECT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
}

TEST(GraphColor, DeviationsNeedATrace)
{
    const auto folder = pictureFolder();
    const QStringList wish{ u"--delegate"_s, u"0"_s, u"--color"_s, u"deviation"_s };
    const auto without = draw(MobileNet, wish, folder + u"/deviation.png"_s);
    EXPECT_EQ(without.exitCode, BadInput);
    EXPECT_TRUE(without.err.contains(u"--trace"_s)) << without.err.toStdString();
    const auto trace = traceOf(u"mobilenet_v2-u55-128/partition0"_s, test::temporaryDir());
    const auto with
        = draw(MobileNet, wish + QStringList{ u"--trace"_s, trace }, folder + u"/deviation.png"_s);
    EXPECT_EQ(with.exitCode, Fine) << with.err.toStdString();
}

TEST(GraphColor, OperatorsOfTheModelByTheirCycles)
{
    const auto picture = pictureFolder() + u"/model-cycles.svg"_s;
    const auto outcome
        = draw(MobileNet, { u"--expand"_s, u"all"_s, u"--color"_s, u"cycles"_s }, picture);
    ASSERT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    QFile file(picture);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto text = QString::fromUtf8(file.readAll());
    EXPECT_TRUE(text.contains(formatCycles(111632))) << "the hottest convolution";
    EXPECT_TRUE(text.contains(u"in convolution"_s)) << "an activation fused into it";
}

/// Other people's tools paint them.
TEST(GraphColor, IsInTheNotationsOfOtherToolsToo)
{
    const auto folder = test::temporaryDir();
    const QStringList wish{ u"--expand"_s, u"all"_s, u"--color"_s, u"cycles"_s };
    const auto read = [&](const QString &name) {
        const auto outcome = draw(MobileNet, wish, folder + name);
        EXPECT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
        QFile file(folder + name);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    };
    EXPECT_TRUE(read(u"/graph.dot"_s).contains("fillcolor=\"#"));
    const auto json = QJsonDocument::fromJson(read(u"/graph.json"_s)).object();
    double most = 0;
    for (const auto &node : json[u"nodes"_s].toArray())
        most = std::max(most, node[u"color"_s][u"position"_s].toDouble());
    EXPECT_EQ(most, 1) << "the hottest stands at the end of the colour map";
}

TEST(GraphColor, OperatorsOfACompileThatDidNotRecordThemSayWhatIsMissing)
{
    const auto picture = test::temporaryDir() + u"/operators.svg"_s;
    const auto program
        = test::compileWithoutOrigins(u"mobilenet_v2-u55-128"_s) + u"/mobilenet_v2.pte"_s;
    const auto outcome
        = test::outcomeOf(graphCommand(), { program, u"-o"_s, picture, u"--color"_s, u"cycles"_s });
    EXPECT_EQ(outcome.exitCode, BadInput);
    for (const auto &part : { u"a compile that recorded"_s, u"--delegate"_s, u"--runtime"_s })
        EXPECT_TRUE(outcome.err.contains(part)) << outcome.err.toStdString();
    EXPECT_FALSE(QFile::exists(picture));
    const auto text = draw(MobileNet, { u"--delegate"_s, u"0"_s, u"--color"_s, u"cycles"_s },
        test::temporaryDir() + u"/a.dot"_s);
    EXPECT_EQ(text.exitCode, Fine) << text.err.toStdString();
}

TEST(GraphColor, WhatTheGraphAndTheCompileKnowColoursToo)
{
    const auto folder = test::temporaryDir();
    for (const auto &[word, said] : { std::pair(u"kind"_s, "Depthwise convolution"),
             std::pair(u"partition"_s, "Partition 0"), std::pair(u"quantisation"_s, "int8"),
             std::pair(u"macs"_s, "MACs"), std::pair(u"bytes"_s, "Bytes read and written"),
             std::pair(u"utilisation"_s, "Utilisation"),
             std::pair(u"constants"_s, "Bytes of constants") }) {
        const auto path = folder + u'/' + word + u".svg"_s;
        const auto outcome = draw(MobileNet, { u"--color"_s, word }, path);
        EXPECT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly)) << word.toStdString();
        EXPECT_TRUE(file.readAll().contains(said)) << word.toStdString();
    }
}

TEST(GraphColor, WhatIsNotKnownIsAnError)
{
    const auto folder = test::temporaryDir();
    const auto program = folder + u"/alone.pte"_s;
    ASSERT_TRUE(QFile::copy(test::fixturePath(MobileNet), program));
    const auto outcome = test::outcomeOf(graphCommand(),
        { program, u"-o"_s, folder + u"/a.svg"_s, u"--delegate"_s, u"0"_s, u"--color"_s,
            u"cycles"_s });
    EXPECT_EQ(outcome.exitCode, BadInput);
    EXPECT_TRUE(outcome.err.contains(u"--debug-db"_s));
    EXPECT_FALSE(QFile::exists(folder + u"/a.svg"_s));
    const auto unknown = draw(MobileNet, { u"--color"_s, u"taste"_s }, folder + u"/b.svg"_s);
    EXPECT_EQ(unknown.exitCode, Usage);
    EXPECT_TRUE(unknown.err.contains(u"quantisation"_s)) << "the words that there are";
    const auto change = draw(MobileNet, { u"--color"_s, u"change"_s }, folder + u"/b.svg"_s);
    EXPECT_EQ(change.exitCode, Usage) << "with what?";
    const auto trace = traceOf(u"transformer_block-u55-128/partition0"_s, folder);
    const auto other = draw(MobileNet,
        { u"--delegate"_s, u"0"_s, u"--color"_s, u"cycles"_s, u"--trace"_s, trace },
        folder + u"/c.svg"_s);
    EXPECT_EQ(other.exitCode, BadInput);
    EXPECT_TRUE(other.err.contains(u"another program"_s)) << other.err.toStdString();
}

} // namespace
} // namespace tosaic::cli::graphcolortests
