// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/openmodel.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
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

} // namespace

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
