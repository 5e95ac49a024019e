// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/programin.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace tosaic::test::programintests {

namespace {

void touch(const QString &path)
{
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
}

} // namespace

TEST(ProgramIn, AFileIsItselfWhateverItIs)
{
    for (const auto &path : { u"/nowhere/x.pte"_s, u"README"_s, QString() })
        EXPECT_EQ(programIn(path).value_or(u"refused"_s), path);
}

TEST(ProgramIn, OfACompileItIsWhatThatMade)
{
    const auto folder = fixturePath(u"add-u55-128"_s);
    const auto program = folder + u"/add.pte"_s;
    EXPECT_EQ(programIn(folder).value_or(QString()), program);
    EXPECT_EQ(programIn(folder + u'/').value_or(QString()), program);
    EXPECT_EQ(programIn(folder + u"/result.json"_s).value_or(QString()), program);
    // A compile that failed made none.
    const auto failed = programIn(fixturePath(u"failed-shape"_s));
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::FormatUnknown);
}

TEST(ProgramIn, OfAnotherFolderItIsTheOnlyOne)
{
    const auto folder = temporaryDir();
    const auto none = programIn(folder);
    ASSERT_FALSE(none);
    EXPECT_TRUE(none.error().detail.contains(u"*.pte"_s)) << none.error().detail.toStdString();
    touch(folder + u"/notes.txt"_s);
    touch(folder + u"/a.pte"_s);
    EXPECT_EQ(programIn(folder).value_or(QString()), folder + u"/a.pte"_s);
    touch(folder + u"/b.tflite"_s);
    const auto several = programIn(folder);
    ASSERT_FALSE(several);
    EXPECT_TRUE(several.error().detail.contains(u"a.pte, b.tflite"_s))
        << several.error().detail.toStdString();
    EXPECT_EQ(programIn(folder, { u"pte"_s }).value_or(QString()), folder + u"/a.pte"_s);
}

} // namespace tosaic::test::programintests
