// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"

#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>

#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {
QString fileWith(const QByteArray &bytes)
{
    const auto path = test::temporaryDir() + u"/file.bin"_s;
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return path;
}
} // namespace

TEST(ByteSource, MapsAFile)
{
    const auto source = ByteSource::map(fileWith("hello"));
    ASSERT_TRUE(source);
    EXPECT_EQ((*source)->bytes(), QByteArrayView("hello"));
    EXPECT_EQ((*source)->fileName(), u"file.bin"_s);
}

TEST(ByteSource, AnEmptyFileHasNoBytes)
{
    const auto source = ByteSource::map(fileWith({}));
    ASSERT_TRUE(source);
    EXPECT_EQ((*source)->size(), 0U);
    EXPECT_TRUE((*source)->slice(0, 0));
}

TEST(ByteSource, SaysWhyAFileCannotBeOpened)
{
    const auto missing = ByteSource::map(test::temporaryDir() + u"/none.pte"_s);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::IoOpen);
    EXPECT_TRUE(missing.error().location.file.endsWith(u"none.pte"_s));
    const auto folder = ByteSource::map(test::temporaryDir());
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().code, ErrorCode::IoOpen);
}

TEST(ByteSource, SlicesStayInside)
{
    const auto source = ByteSource::fromBytes("0123456789");
    EXPECT_EQ(source->slice(2, 3).value(), QByteArrayView("234"));
    EXPECT_EQ(source->slice(10, 0).value().size(), 0);
    constexpr auto Huge = std::numeric_limits<quint64>::max();
    for (const auto &[offset, size] : { std::pair<quint64, quint64>{ 0, 11 }, { 11, 0 }, { 5, 6 },
             { Huge, 1 }, { 1, Huge }, { Huge, Huge } }) {
        const auto outside = source->slice(offset, size);
        ASSERT_FALSE(outside) << offset << " " << size;
        EXPECT_EQ(outside.error().code, ErrorCode::FormatDamaged);
        EXPECT_EQ(outside.error().location.offset, offset);
    }
}

TEST(Sha256, OfKnownText)
{
    EXPECT_EQ(
        sha256Hex("abc"), u"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"_s);
}

} // namespace tosaic
