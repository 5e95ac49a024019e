// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/savefile.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QFileInfo>

#include <array>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

class SaveFile : public testing::Test
{
protected:
    QByteArray encoded() const { return QFile::encodeName(path); }
    /// Not the system's own: what goes wrong here must not replace that.
    bool makeDevice(unsigned minor)
    {
        constexpr unsigned Memory = 1; // major number of null, zero and full
        return ::mknod(encoded().constData(), S_IFCHR | 0600, makedev(Memory, minor)) == 0
            && QFile(path).open(QIODevice::WriteOnly);
    }
    bool isDevice() const
    {
        struct stat status
        {
        };
        return ::stat(encoded().constData(), &status) == 0 && S_ISCHR(status.st_mode);
    }

    QString folder = test::temporaryDir();
    QString path = folder + u"/out"_s;
};

TEST_F(SaveFile, ReplacesAFileAsAWhole)
{
    ASSERT_TRUE(saveFile(path, "first"));
    ASSERT_TRUE(saveFile(path, "2nd"));
    EXPECT_FALSE(saveFile(path, [](QFileDevice &file) -> Result<void> {
        file.write("half of");
        return fail(ErrorCode::Cancelled, u"enough"_s);
    }));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), "2nd");
    EXPECT_FALSE(saveFile(folder, "a folder is none"));
}

TEST_F(SaveFile, WritesIntoAPipeThatStaysOne)
{
    ASSERT_EQ(::mkfifo(encoded().constData(), 0600), 0);
    const auto reader = ::open(encoded().constData(), O_RDWR | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    EXPECT_TRUE(saveFile(path, "bytes"));
    struct stat status
    {
    };
    EXPECT_EQ(::stat(encoded().constData(), &status), 0);
    EXPECT_TRUE(S_ISFIFO(status.st_mode));
    std::array<char, 16> read{};
    EXPECT_EQ(::read(reader, read.data(), read.size()), 5);
    EXPECT_STREQ(read.data(), "bytes");
    ::close(reader);
}

TEST_F(SaveFile, LeavesADeviceADevice)
{
    constexpr unsigned Null = 3;
    if (!makeDevice(Null))
        GTEST_SKIP() << "no device can be made here";
    EXPECT_TRUE(saveFile(path, "bytes"));
    EXPECT_TRUE(isDevice());
    const auto link = folder + u"/link.html"_s;
    ASSERT_TRUE(QFile::link(path, link));
    EXPECT_TRUE(saveFile(link, "bytes"));
    EXPECT_TRUE(isDevice());
    EXPECT_TRUE(QFileInfo(link).isSymLink());
}

TEST_F(SaveFile, TellsOfADeviceThatIsFull)
{
    constexpr unsigned Full = 7;
    if (!makeDevice(Full))
        GTEST_SKIP() << "no device can be made here";
    const auto saved = saveFile(path, "bytes");
    EXPECT_TRUE(isDevice());
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::IoDiskFull);
    EXPECT_EQ(saved.error().location.file, path);
}

} // namespace

} // namespace tosaic
