// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/samemodel.h"
#include "tests/core/workspace/workspacefiles.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>

namespace tosaic::test::samemodeltests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::workspace;

namespace {

const auto First = QString(40, u'a');
const auto Second = QString(40, u'b');

/// Makes folders on the way.
void write(const QString &path, const QString &text)
{
    QDir().mkpath(QFileInfo(path).path());
    test::writeFile(path, text.toUtf8());
}

} // namespace

/// As git writes them: a branch in a file of its own, packed, and no branch at all.
TEST(SameModel, ReadsTheCommitOfTheCheckoutAround)
{
    const auto project = test::temporaryDir();
    const auto model = project + u"/models/deep/model.py"_s;
    write(model, u"model"_s);
    EXPECT_EQ(commitAround(model), QString()) << "under no version control";
    write(project + u"/.git/HEAD"_s, u"ref: refs/heads/main\n"_s);
    EXPECT_EQ(commitAround(model), QString()) << "nothing was committed";
    write(project + u"/.git/packed-refs"_s,
        u"# pack-refs with: peeled\n%1 refs/heads/other\n%2 refs/heads/main\n"_s.arg(
            First, Second));
    EXPECT_EQ(commitAround(model), Second);
    write(project + u"/.git/refs/heads/main"_s, First + u'\n');
    EXPECT_EQ(commitAround(model), First) << "newer than what was packed";
    write(project + u"/.git/HEAD"_s, Second + u'\n');
    EXPECT_EQ(commitAround(model), Second) << "no branch";

    // A work tree beside it has its own HEAD and the same references.
    const auto beside = test::temporaryDir();
    write(beside + u"/model.py"_s, u"model"_s);
    write(beside + u"/.git"_s, u"gitdir: "_s + project + u"/.git/worktrees/beside\n"_s);
    write(project + u"/.git/worktrees/beside/HEAD"_s, u"ref: refs/heads/main\n"_s);
    write(project + u"/.git/worktrees/beside/commondir"_s, u"../..\n"_s);
    EXPECT_EQ(commitAround(beside + u"/model.py"_s), First);
    write(project + u"/.git/HEAD"_s, u"ref: ../../../etc/passwd\n"_s);
    EXPECT_EQ(commitAround(model), QString()) << "no commit";
}

TEST(SameModel, IsOneInAnotherCheckoutAtTheSamePlace)
{
    const auto here = test::temporaryDir();
    const auto there = test::temporaryDir();
    for (const auto &project : { here, there })
        write(project + u"/.git/HEAD"_s, First);
    const auto model = here + u"/a/model.py"_s;
    EXPECT_TRUE(isSameModel(model, model));
    EXPECT_TRUE(isSameModel(model, there + u"/a/model.py"_s));
    EXPECT_FALSE(isSameModel(model, there + u"/b/model.py"_s));
    EXPECT_TRUE(isSameModel(model, u"/gone/project/a/model.py"_s)) << "a checkout that is gone";
    EXPECT_FALSE(isSameModel(u"/alone/model.py"_s, u"/other/model.py"_s));
}

} // namespace tosaic::test::samemodeltests
