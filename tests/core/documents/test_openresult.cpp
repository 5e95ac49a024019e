// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/estimate.h"
#include "core/compiled/resultreader.h"
#include "core/documents/openmodel.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::openresulttests {

namespace {

/// A folder of a compile that somebody can write to.
class OpenResult : public testing::Test
{
protected:
    void SetUp() override
    {
        const QDir from(fixturePath(u"two_partitions-u55-128"_s));
        for (const auto &name : from.entryList(QDir::Files))
            put(from.filePath(name), name);
    }
    void put(const QString &from, const QString &name)
    {
        QFile source(from);
        QFile target(folder.filePath(name));
        ASSERT_TRUE(source.open(QIODevice::ReadOnly) && target.open(QIODevice::WriteOnly));
        target.write(source.readAll());
    }
    static bool has(const OpenedModel &opened, const QString &id)
    {
        return std::ranges::any_of(
            opened.diagnostics, [&](const Diagnostic &one) { return one.id == id; });
    }

    QTemporaryDir folder;
};

/// What Vela leaves of a .tosa: no program, but its command stream.
QString velaFolder(const QString &parent)
{
    const auto from = fixturePath(u"add-u55-128/partition0/"_s);
    const auto folder = parent + u"/out"_s;
    EXPECT_TRUE(QDir().mkpath(folder));
    EXPECT_TRUE(QFile::copy(from + u"vela.npz"_s, folder + u"/add_vela.npz"_s));
    EXPECT_TRUE(QFile::copy(from + u"partition.tosa"_s, parent + u"/add.tosa"_s));
    const QJsonObject result{ { u"formatVersion"_s, 1 }, { u"status"_s, u"succeeded"_s },
        { u"spec"_s, QJsonObject{ { u"target"_s, u"ethos-u55-128"_s } } },
        { u"source"_s,
            QJsonObject{ { u"name"_s, u"add.tosa"_s },
                { u"sha256"_s, sha256Hex(fileBytes(parent + u"/add.tosa"_s)) } } },
        { u"artefacts"_s,
            QJsonArray{ QJsonObject{ { u"kind"_s, u"vela-npz"_s }, { u"path"_s, u"add_vela.npz"_s },
                { u"sha256"_s, sha256Hex(fileBytes(folder + u"/add_vela.npz"_s)) } } } } };
    QFile file(folder + u"/result.json"_s);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QJsonDocument(result).toJson());
    return folder;
}

} // namespace

TEST_F(OpenResult, ShowsTheCommandStreamThatVelaLeftOfTosa)
{
    const auto opened = openDocument(velaFolder(folder.path()));
    ASSERT_TRUE(opened);
    ASSERT_TRUE(opened->result);
    EXPECT_TRUE(opened->description);
    EXPECT_EQ(opened->streams.size(), 1U);
    EXPECT_TRUE(opened->path.endsWith(u"add_vela.npz"_s));
}

TEST_F(OpenResult, AnExchangedCommandStreamIsNotShownAsThatOfTheCompile)
{
    const auto path = velaFolder(folder.path());
    const auto npz = path + u"/add_vela.npz"_s;
    ASSERT_TRUE(QFile::remove(npz));
    ASSERT_TRUE(QFile::copy(fixturePath(u"softmax-u85-256/partition0/vela.npz"_s), npz));
    const auto opened = openDocument(path);
    ASSERT_TRUE(opened);
    EXPECT_TRUE(opened->result);
    EXPECT_TRUE(opened->streams.empty());
    EXPECT_FALSE(opened->description);
    EXPECT_TRUE(has(*opened, u"result.other-program"_s));
}

/// Advice and estimates run Vela on it again.
TEST_F(OpenResult, KnowsTheTosaBesideTheFolderWhileItIsTheSame)
{
    const auto path = velaFolder(folder.path());
    const auto tosa = folder.filePath(u"add.tosa"_s);
    const auto inputs = [&] {
        const auto result = compiled::readCompileResult(path);
        EXPECT_TRUE(result);
        return compiled::estimateInputs(*result);
    };
    ASSERT_EQ(inputs().size(), 1U);
    EXPECT_EQ(inputs().front().tosaPath, tosa);
    QFile changed(tosa);
    ASSERT_TRUE(changed.open(QIODevice::Append));
    changed.write("x");
    changed.close();
    EXPECT_TRUE(inputs().empty());
}

TEST_F(OpenResult, ShowsTheProgramThatTheCompileWrote)
{
    const auto opened = openDocument(folder.path());
    ASSERT_TRUE(opened);
    EXPECT_TRUE(opened->program);
    EXPECT_TRUE(opened->result);
    EXPECT_FALSE(has(*opened, u"result.other-program"_s));
}

/// Partitions, cycles and graph of one program over the bytes of another would be believed.
TEST_F(OpenResult, AnExchangedProgramIsNotShownAsThatOfTheCompile)
{
    put(fixturePath(u"add-u55-128/add.pte"_s), u"two_partitions.pte"_s);
    for (const auto &path : { folder.path(), folder.filePath(u"result.json"_s) }) {
        const auto opened = openDocument(path);
        ASSERT_TRUE(opened);
        EXPECT_FALSE(opened->program);
        EXPECT_TRUE(opened->result) << "what the compile said stays";
        EXPECT_TRUE(has(*opened, u"result.other-program"_s));
    }
    const auto alone = openDocument(folder.filePath(u"two_partitions.pte"_s));
    ASSERT_TRUE(alone);
    EXPECT_TRUE(alone->program);
    EXPECT_FALSE(alone->result);
}

} // namespace tosaic::test::openresulttests
