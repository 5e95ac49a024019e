// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/workfolder.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace tosaic::workfoldertests {

namespace {

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

TEST(WorkFolder, IsRemovedWithItsObject)
{
    QString path;
    {
        const WorkFolder folder;
        path = folder.path();
        EXPECT_TRUE(folder.usable());
        EXPECT_TRUE(QFileInfo(path).isDir());
    }
    EXPECT_FALSE(QFileInfo::exists(path));
}

/// A compile that is killed leaves its folders: the next one sweeps them, and no other.
TEST(WorkFolder, OfAProcessThatIsGoneIsRemovedByTheNext)
{
    const WorkFolder mine;
    const auto lock = read(mine.filePath(u"process.lock"_s));
    ASSERT_FALSE(lock.isEmpty());
    QProcess gone;
    gone.start(u"true"_s, QStringList());
    ASSERT_TRUE(gone.waitForStarted());
    const auto pid = QByteArray::number(gone.processId());
    ASSERT_TRUE(gone.waitForFinished());
    const QDir parent(test::temporaryDir());
    const auto make = [&](const QString &name, const QByteArray &content) {
        EXPECT_TRUE(parent.mkpath(name + u"/run1"_s));
        QFile file(parent.filePath(name + u"/process.lock"_s));
        if (content.isEmpty())
            return;
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content);
    };
    const auto rest = lock.sliced(lock.indexOf('\n'));
    make(u"tosaic-work-gone"_s, pid + rest);
    make(u"tosaic-work-mine"_s, lock);
    make(u"tosaic-work-new"_s, {});
    make(u"else-gone"_s, pid + rest);
    removeLeftWorkFolders(parent.path());
    EXPECT_EQ(parent.entryList({ u"*-*"_s }, QDir::Dirs, QDir::Name),
        (QStringList{ u"else-gone"_s, u"tosaic-work-mine"_s, u"tosaic-work-new"_s }));
}

} // namespace

} // namespace tosaic::workfoldertests
