// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/argumentnames.h"

#include "core/base/bytesource.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic::argumentnamestests {

namespace {

/// The folder has a Latin-1 name, and so has the file in it.
QByteArray foreignFile(const QByteArray &bytes)
{
    const auto folder = QFile::encodeName(test::temporaryDir()) + "/mod\xe8les";
    EXPECT_EQ(::mkdir(folder.constData(), 0700), 0);
    const auto path = folder + "/caf\xe9.pte";
    const auto file = ::open(path.constData(), O_WRONLY | O_CREAT, 0600);
    EXPECT_EQ(::write(file, bytes.constData(), size_t(bytes.size())), bytes.size());
    ::close(file);
    return path;
}

/// Caches go into a temporary folder.
class ArgumentNamesTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_cache = qgetenv("XDG_CACHE_HOME");
        qputenv("XDG_CACHE_HOME", QFile::encodeName(test::temporaryDir()));
    }
    void TearDown() override
    {
        m_cache.isNull() ? qunsetenv("XDG_CACHE_HOME") : qputenv("XDG_CACHE_HOME", m_cache);
    }

    QByteArray m_cache;
};

TEST_F(ArgumentNamesTest, AFileWhoseNameIsNotUtf8Opens)
{
    auto path = foreignFile("hello");
    QByteArray program("tosaic-cli");
    auto option = "--data=" + path;
    auto keyed = "0=" + path;
    char *argv[] = { program.data(), path.data(), option.data(), keyed.data(), nullptr };
    const ArgumentNames names(4, argv);
    EXPECT_EQ(names.problem(), QString());
    EXPECT_EQ(QByteArray(argv[2]), "--data=" + QByteArray(argv[1]));
    EXPECT_EQ(QByteArray(argv[3]), "0=" + QByteArray(argv[1]));
    const auto source = ByteSource::map(QString::fromLocal8Bit(argv[1]));
    ASSERT_TRUE(source) << source.error().toText().toStdString();
    EXPECT_EQ((*source)->bytes(), QByteArrayView("hello"));
    EXPECT_EQ((*source)->fileName(), u"caf%E9.pte"_s);
    // Once more: the link is there already.
    auto again = path;
    char *second[] = { program.data(), again.data(), nullptr };
    EXPECT_EQ(ArgumentNames(2, second).problem(), QString());
}

TEST_F(ArgumentNamesTest, BytesThatNameNothingAreRefused)
{
    QByteArray program("tosaic-cli");
    QByteArray missing("/tmp/no-\xe9-such.pte");
    char *argv[] = { program.data(), missing.data(), nullptr };
    const ArgumentNames names(2, argv);
    EXPECT_TRUE(names.problem().contains(u"no-%E9-such"_s)) << names.problem().toStdString();
}

TEST_F(ArgumentNamesTest, OtherArgumentsStayAsTheyAre)
{
    QByteArray program("tosaic-cli");
    QByteArray umlaut("größe.pte");
    char *argv[] = { program.data(), umlaut.data(), nullptr };
    char *before = argv[1];
    const ArgumentNames names(2, argv);
    EXPECT_EQ(argv[1], before);
    EXPECT_EQ(names.problem(), QString());
}

} // namespace

} // namespace tosaic::argumentnamestests
