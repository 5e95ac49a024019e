// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/approvals.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::approvalstests {

namespace {

class ApprovalsTest : public testing::Test
{
protected:
    QString write(const QString &name, const QByteArray &bytes)
    {
        QFile file(folder + u'/' + name);
        QDir().mkpath(QFileInfo(file).path());
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return file.fileName();
    }

    QString folder = test::temporaryDir();
    QString path = folder + u"/settings/trust.json"_s;
    Approvals approvals{ path };
};

TEST_F(ApprovalsTest, NothingIsAllowedUntilItIsApprovedAndAllProgramsSeeIt)
{
    const auto python = interpreterSubject(write(u"python"_s, "#!/bin/sh\n"));
    EXPECT_FALSE(approvals.allows(python));
    ASSERT_TRUE(approvals.approve(python));
    EXPECT_TRUE(approvals.allows(python));
    EXPECT_TRUE(Approvals(path).allows(python));
    ASSERT_EQ(approvals.list().size(), 1U);
    EXPECT_EQ(approvals.list().front().subject, python);
    EXPECT_EQ(*Approvals(path).withdraw(approvals.list().front().id), true);
    EXPECT_FALSE(approvals.allows(python));
    EXPECT_EQ(*approvals.withdraw(u"nothing"_s), false);
}

TEST_F(ApprovalsTest, AnotherContentIsAnotherSubject)
{
    const auto script = write(u"tool"_s, "#!/bin/sh\necho good\n");
    ASSERT_TRUE(approvals.approve(interpreterSubject(script)));
    write(u"tool"_s, "#!/bin/sh\necho evil\n");
    EXPECT_FALSE(approvals.allows(interpreterSubject(script)));
    write(u"tool"_s, "#!/bin/sh\necho good\n");
    EXPECT_TRUE(approvals.allows(interpreterSubject(script)));
    const auto copy = write(u"elsewhere/tool"_s, "#!/bin/sh\necho good\n");
    EXPECT_FALSE(approvals.allows(interpreterSubject(copy))) << "what lies beside it counts";
    // The same program as Python of another environment runs what that environment holds.
    const auto python = write(u"a/bin/python"_s, "binary");
    ASSERT_TRUE(approvals.approve(interpreterSubject(python)));
    write(u"a/pyvenv.cfg"_s, "home = /somewhere/else\n");
    EXPECT_FALSE(approvals.allows(interpreterSubject(python)));
    // A kind says nothing about another.
    EXPECT_FALSE(approvals.allows(modelSubject(python)));
}

TEST_F(ApprovalsTest, ALinkIsWhatItLeadsTo)
{
    const auto good = write(u"good"_s, "good");
    const auto evil = write(u"evil"_s, "good"); // equal bytes in another place
    const auto link = folder + u"/link"_s;
    ASSERT_TRUE(QFile::link(good, link));
    ASSERT_TRUE(approvals.approve(interpreterSubject(link)));
    ASSERT_TRUE(QFile::remove(link) && QFile::link(evil, link));
    EXPECT_FALSE(approvals.allows(interpreterSubject(link)));
}

TEST_F(ApprovalsTest, WhatCannotBeReadCannotBeApproved)
{
    EXPECT_TRUE(interpreterSubject(folder + u"/nowhere"_s).content.isEmpty());
    EXPECT_TRUE(interpreterSubject(folder).content.isEmpty());
    EXPECT_TRUE(modelSubject(u"/dev/zero"_s).content.isEmpty());
    EXPECT_FALSE(approvals.approve(interpreterSubject(folder + u"/nowhere"_s)));
    EXPECT_FALSE(approvals.allows(interpreterSubject(folder + u"/nowhere"_s)));
    EXPECT_FALSE(QFile::exists(path));
}

TEST_F(ApprovalsTest, OfACommandLineAndFilesAndFolderCount)
{
    const auto script = write(u"run.sh"_s, "echo 1");
    const auto subject = [&](const QString &line, const QString &where = {}) {
        return commandSubject(line, { script, folder + u"/--flag"_s }, where);
    };
    ASSERT_TRUE(approvals.approve(subject(u"sh run.sh"_s)));
    EXPECT_TRUE(approvals.allows(subject(u"sh run.sh"_s)));
    EXPECT_FALSE(approvals.allows(subject(u"sh run.sh more"_s)));
    EXPECT_FALSE(approvals.allows(subject(u"sh run.sh"_s, folder)));
    write(u"run.sh"_s, "echo 2");
    EXPECT_FALSE(approvals.allows(subject(u"sh run.sh"_s)));
}

TEST_F(ApprovalsTest, OnlyTheLastValueWrittenHereIsOwn)
{
    const auto workspace = write(u"w.tosaic"_s, {});
    EXPECT_FALSE(approvals.isOwn(workspace, u"key"_s, u"rm -rf /"_s));
    ASSERT_TRUE(approvals.keepOwn(workspace, u"key"_s, u"rm -rf /"_s)); // half written
    ASSERT_TRUE(approvals.keepOwn(workspace, u"key"_s, u"rm -rf /tmp/x"_s));
    EXPECT_TRUE(approvals.isOwn(workspace, u"key"_s, u"rm -rf /tmp/x"_s));
    EXPECT_FALSE(approvals.isOwn(workspace, u"key"_s, u"rm -rf /"_s));
    EXPECT_FALSE(approvals.isOwn(workspace, u"other"_s, u"rm -rf /tmp/x"_s));
    const auto foreign = write(u"foreign.tosaic"_s, {});
    EXPECT_FALSE(approvals.isOwn(foreign, u"key"_s, u"rm -rf /tmp/x"_s));
    EXPECT_EQ(approvals.list().size(), 1U);
}

TEST_F(ApprovalsTest, ADamagedOrNewerListAllowsNothing)
{
    const auto place = connectionSubject(u"tcp:localhost:5000"_s);
    ASSERT_TRUE(approvals.approve(place));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    auto text = file.readAll();
    file.close();
    write(u"settings/trust.json"_s, text.left(text.size() / 2));
    EXPECT_FALSE(approvals.allows(place));
    write(u"settings/trust.json"_s, text.replace("\"formatVersion\": 1", "\"formatVersion\": 2"));
    EXPECT_FALSE(approvals.allows(place));
}

TEST_F(ApprovalsTest, WithoutAPlaceItHoldsUntilTheEnd)
{
    Approvals nowhere{ QString() };
    const auto place = connectionSubject(u"serial:/dev/ttyUSB0"_s);
    EXPECT_FALSE(nowhere.approve(place)) << "it says that it is not kept";
    EXPECT_TRUE(nowhere.allows(place));
    EXPECT_EQ(*nowhere.withdraw(nowhere.list().front().id), true);
    EXPECT_FALSE(nowhere.allows(place));
}

TEST_F(ApprovalsTest, ANameCannotPretendToBeAnother)
{
    const auto text = shownText({ TrustSubject::Kind::Command, u"good\u202Elive\x1B[2K\n"_s, {} });
    EXPECT_EQ(text, u"good\\u202elive\\u001b[2K\\u000a"_s);
    EXPECT_EQ(
        shownText({ TrustSubject::Kind::Model, u"/tmp/Größe 模.py"_s, {} }), u"/tmp/Größe 模.py"_s);
}

TEST_F(ApprovalsTest, APlaceIsFollowedThroughLinks)
{
    QDir().mkpath(folder + u"/real"_s);
    ASSERT_TRUE(QFile::link(folder + u"/real"_s, folder + u"/link"_s));
    EXPECT_EQ(resolvedPlace(folder + u"/link/new/deep"_s),
        QFileInfo(folder).canonicalFilePath() + u"/real/new/deep"_s);
    ASSERT_TRUE(QFile::link(folder + u"/loop/x"_s, folder + u"/loop"_s));
    EXPECT_TRUE(resolvedPlace(folder + u"/loop"_s).isEmpty());
}

} // namespace

} // namespace tosaic::approvalstests
