// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/base/changedfiles.h"
#include "core/base/storedfile.h"

#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QThread>

#include <limits>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace tosaic::bytesourcetests {

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

TEST(ByteSource, WhatIsNoStoredFileIsRefusedAtOnce)
{
    const auto pipe = test::temporaryDir() + u"/pipe"_s;
    ASSERT_EQ(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    for (const auto &path : { pipe, u"/dev/zero"_s, u"/dev/tty"_s, u"/proc/self/maps"_s,
             u"/sys/kernel/mm/transparent_hugepage/enabled"_s }) {
        const auto refused = ByteSource::map(path);
        ASSERT_FALSE(refused) << path.toStdString();
        EXPECT_EQ(refused.error().code, ErrorCode::IoOpen);
        const auto small = readStored(path);
        ASSERT_FALSE(small) << path.toStdString();
        EXPECT_EQ(small.error().code, ErrorCode::IoOpen);
    }
}

TEST(StoredFile, IsReadToItsLimitAndKeepsItsName)
{
    const auto path = fileWith("12345");
    EXPECT_EQ(*readStored(path, 5), "12345");
    EXPECT_EQ(readStored(path, 4).error().code, ErrorCode::LimitExceeded);
    QFile file(path);
    ASSERT_TRUE(openStored(file));
    EXPECT_EQ(file.fileName(), path);
    EXPECT_TRUE(file.copy(path + u".copy"_s));
}

TEST(ByteSource, AFileThatIsAlmostAllHolesIsRefused)
{
    const auto path = fileWith("x");
    ASSERT_TRUE(QFile::resize(path, qint64(4) << 40));
    const auto refused = ByteSource::map(path);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::LimitExceeded);
}

/// What was read stays as it was, whatever becomes of the file.
TEST(ByteSource, ASmallFileIsKeptWhole)
{
    const auto path = fileWith(QByteArray(8192, 'a'));
    const auto source = ByteSource::map(path);
    ASSERT_TRUE(source);
    ASSERT_TRUE(QFile::resize(path, 0));
    EXPECT_EQ((*source)->bytes().back(), 'a');
    EXPECT_TRUE((*source)->intact());
}

class LargeFile : public ::testing::Test
{
protected:
    LargeFile() : path(fileWith("begin"))
    {
        EXPECT_TRUE(QFile::resize(path, Size));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadWrite));
        file.seek(Size - 3);
        file.write("end");
    }

    static constexpr qint64 Size = qint64(80) << 20;
    QString path;
};

/// Such a mapping used to end the process with all that was not saved.
TEST_F(LargeFile, ThatShrinksIsAnErrorAndNoSignal)
{
    const auto source = ByteSource::map(path);
    ASSERT_TRUE(source);
    EXPECT_TRUE((*source)->intact());
    const auto part = ByteSource::part(*source, Size - 3, 3);
    ASSERT_TRUE(QFile::resize(path, 4096));
    EXPECT_EQ((*source)->bytes().back(), '\0');
    EXPECT_EQ((*source)->bytes()[8192], '\0');
    EXPECT_EQ((*source)->bytes().first(5), QByteArrayView("begin"));
    for (const auto &one : { *source, *part }) {
        const auto intact = one->intact();
        ASSERT_FALSE(intact);
        EXPECT_EQ(intact.error().code, ErrorCode::IoRead);
    }
}

TEST_F(LargeFile, ThatIsWrittenOverIsAnError)
{
    const auto source = ByteSource::map(path);
    ASSERT_TRUE(source);
    QThread::msleep(20); // coarser than any file system's clock
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    file.write("other");
    file.close();
    EXPECT_FALSE((*source)->intact());
}

TEST_F(LargeFile, ThatIsReplacedOrRemovedStaysReadable)
{
    const auto source = ByteSource::map(path);
    ASSERT_TRUE(source);
    ASSERT_TRUE(QFile::rename(path, path + u".old"_s));
    EXPECT_TRUE((*source)->intact());
    ASSERT_TRUE(QFile::remove(path + u".old"_s));
    EXPECT_EQ((*source)->bytes().back(), 'd');
    EXPECT_TRUE((*source)->intact());
}

/// Whoever reads on long after opening is told, once for each file.
TEST_F(LargeFile, ThatChangedIsToldWhetherOpenOrClosed)
{
    takeChangedFiles(); // of other tests
    auto source = ByteSource::map(path).value_or(nullptr);
    ASSERT_TRUE(source);
    const auto again = ByteSource::map(path).value_or(nullptr); // is the same file
    ASSERT_TRUE(again);
    EXPECT_TRUE(takeChangedFiles().empty());
    ASSERT_TRUE(QFile::resize(path, 4096));
    const auto open = takeChangedFiles();
    ASSERT_EQ(open.size(), 1U);
    EXPECT_EQ(open[0].code, ErrorCode::IoRead);
    EXPECT_EQ(open[0].location.file, path);
    EXPECT_TRUE(takeChangedFiles().empty());
    source.reset();
    EXPECT_TRUE(takeChangedFiles().empty()) << "it was told already";
    ASSERT_TRUE(QFile::resize(path, Size));
    source = ByteSource::map(path).value_or(nullptr);
    ASSERT_TRUE(source);
    ASSERT_TRUE(QFile::resize(path, 4096));
    source.reset();
    EXPECT_EQ(takeChangedFiles().size(), 1U);
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

} // namespace tosaic::bytesourcetests
