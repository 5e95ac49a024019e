// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/outputmarker.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::outputmarkertests {

namespace {

class OutputMarkerTest : public testing::Test
{
protected:
    QString write(const QString &name, const QByteArray &bytes = "x")
    {
        QFile file(folder + u'/' + name);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return file.fileName();
    }
    QString marker() const { return folder + u'/' + QLatin1StringView(MarkerFileName); }
    /// A compile that claims the names and is killed before its end.
    void beginAndDie(const QStringList &names)
    {
        OutputMarker dying;
        ASSERT_FALSE(dying.take(folder));
        ASSERT_FALSE(dying.claim(names));
    }

    QString folder = test::temporaryDir();
};

TEST_F(OutputMarkerTest, WhatAKilledCompileClaimedIsCleared)
{
    const auto earlier = write(u"a.csv"_s, "of the user");
    beginAndDie({ u"a.csv"_s, u"b.npz"_s });
    const auto half = write(u"b.npz"_s);
    const auto notes = write(u"notes.txt"_s);
    OutputMarker next;
    EXPECT_FALSE(next.take(folder));
    EXPECT_FALSE(QFileInfo::exists(half));
    EXPECT_TRUE(QFileInfo::exists(earlier)) << "it was there before";
    EXPECT_TRUE(QFileInfo::exists(notes));
    next.remove();
    EXPECT_FALSE(QFileInfo::exists(marker()));
}

TEST_F(OutputMarkerTest, OneFolderHasOneCompileAtATime)
{
    OutputMarker first;
    ASSERT_FALSE(first.take(folder));
    ASSERT_FALSE(first.claim({ u"b.npz"_s }));
    const auto half = write(u"b.npz"_s);
    OutputMarker second;
    const auto refused = second.take(folder);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->id, u"output.busy"_s);
    second.remove();
    EXPECT_TRUE(QFileInfo::exists(half));
    EXPECT_TRUE(QFileInfo::exists(marker()));
}

TEST_F(OutputMarkerTest, AResultThatIsCompleteStays)
{
    beginAndDie({ u"result.json"_s, u"console.txt"_s });
    write(u"console.txt"_s);
    const auto result = write(u"result.json"_s,
        R"({"formatVersion":1,"status":"succeeded","spec":{"target":"ethos-u55-128"},
            "artefacts":[{"kind":"console","path":"console.txt","sha256":"00","size":1}]})");
    OutputMarker next;
    EXPECT_FALSE(next.take(folder));
    EXPECT_TRUE(QFileInfo::exists(result)) << "killed between result.json and the marker";
}

TEST_F(OutputMarkerTest, AForgedMarkerReachesNothingElse)
{
    const auto outside = test::temporaryDir();
    ASSERT_TRUE(QDir(folder).mkpath(u"inner"_s));
    const auto inner = write(u"inner/file"_s);
    ASSERT_TRUE(QFile::link(inner, folder + u"/link"_s));
    write(QLatin1StringView(MarkerFileName),
        R"({"files":["inner/file","../x","..",".","inner","link","/etc/hostname",7]})");
    OutputMarker next;
    EXPECT_FALSE(next.take(folder));
    EXPECT_TRUE(QFileInfo::exists(inner));
    EXPECT_FALSE(QFileInfo(folder + u"/link"_s).isSymLink()) << "the link, not its target";
    next.remove();

    ASSERT_TRUE(QFile::link(outside + u"/made"_s, marker()));
    const auto refused = OutputMarker().take(folder);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->id, u"io.write"_s);
    EXPECT_FALSE(QFileInfo::exists(outside + u"/made"_s));
}

TEST_F(OutputMarkerTest, AMarkerThatWasCutClearsNothing)
{
    const auto file = write(u"b.npz"_s);
    write(QLatin1StringView(MarkerFileName), R"({"files":["b.npz")");
    EXPECT_FALSE(OutputMarker().take(folder));
    EXPECT_TRUE(QFileInfo::exists(file));
}

} // namespace

} // namespace tosaic::toolchain::outputmarkertests
