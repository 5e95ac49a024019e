// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/compiled/resultwriter.h"
#include "core/workspace/cleaning.h"
#include "tests/core/workspace/workspacefiles.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>

#include <algorithm>

namespace tosaic::test::cleaningtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::workspace;

namespace {

class CleaningTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_dir = test::temporaryDir();
        m_root = m_dir + u"/compiles"_s;
        m_path = m_dir + u"/work.tosaic"_s;
        m_file = *Workspace::create(m_path);
    }

    workspace::JobId compile(const QString &name)
    {
        return *m_file->addCompile(test::compileIn(m_root + u'/' + name, name), {});
    }

    CleaningPlan plan(int keep = 1)
    {
        return *planCleaning(*m_file, { .keepPerModel = keep, .outputRoots = { m_root } });
    }

    static std::optional<KeepReason> reasonFor(const CleaningPlan &plan, workspace::JobId job)
    {
        for (const auto &kept : plan.kept) {
            if (kept.job == job)
                return kept.reason;
        }
        return {};
    }

    QString m_dir;
    QString m_root;
    QString m_path;
    std::unique_ptr<Workspace> m_file;
};

} // namespace

TEST_F(CleaningTest, KeepsTheNewestAndRemovesTheRestWithItsFolder)
{
    const auto old = compile(u"a"_s);
    const auto newest = compile(u"b"_s);
    const auto planned = plan();
    ASSERT_EQ(planned.jobs.size(), 1U);
    EXPECT_EQ(planned.jobs[0].job, old);
    EXPECT_EQ(planned.jobs[0].files.size(), 4U);
    EXPECT_TRUE(planned.jobs[0].left.isEmpty());
    EXPECT_EQ(reasonFor(planned, newest), KeepReason::Newest);
    EXPECT_GT(planned.fileBytes, 0U);
    EXPECT_GT(planned.workspaceBytes, 0U);
    EXPECT_TRUE(QFile::exists(m_root + u"/a/model.pte"_s)); // a plan changes nothing

    const auto report = clean(*m_file, planned);
    ASSERT_TRUE(report) << qPrintable(report.error().toText());
    EXPECT_EQ(report->removedFiles, 4U);
    EXPECT_EQ(report->fileBytes, planned.fileBytes);
    EXPECT_TRUE(report->isCompact);
    EXPECT_FALSE(QFile::exists(m_root + u"/a"_s));
    EXPECT_TRUE(QFile::exists(m_root + u"/b/model.pte"_s));
    EXPECT_TRUE(plan().jobs.empty());
    EXPECT_TRUE(m_file->verify());
    // What made the file is still known.
    EXPECT_EQ(m_file->jobsThatWrote(sha256Hex("program of a"))->size(), 1U);
    EXPECT_TRUE(m_file->artefacts(old)->front().isRemoved);
    EXPECT_TRUE(m_file->missingArtefacts()->empty());
}

TEST_F(CleaningTest, WhatIsPinnedNamedNotedMeasuredOrAParentStays)
{
    const auto pinned = compile(u"pinned"_s);
    const auto named = compile(u"named"_s);
    const auto noted = compile(u"noted"_s);
    const auto measured = compile(u"measured"_s);
    const auto parent = compile(u"parent"_s);
    const auto old = compile(u"old"_s);
    auto result = test::compileIn(m_root + u"/child"_s, u"child"_s);
    result.sourceSha256 = sha256Hex("program of parent");
    const auto child = *m_file->addCompile(result, {});
    ASSERT_TRUE(m_file->setJobPinned(pinned, true));
    ASSERT_TRUE(m_file->setJobName(named, u"for the review"_s));
    ASSERT_TRUE(m_file->addNote(u"job %1"_s.arg(noted.value), u"why"_s));
    ASSERT_TRUE(m_file->addRun(
        { .name = u"run"_s, .console = "c", .modelSha256 = sha256Hex("program of measured") }));
    const auto running = *m_file->beginJob({ .kind = u"vela"_s });
    const auto planned = plan();
    EXPECT_EQ(reasonFor(planned, pinned), KeepReason::Pinned);
    EXPECT_EQ(reasonFor(planned, named), KeepReason::Named);
    EXPECT_EQ(reasonFor(planned, noted), KeepReason::Noted);
    EXPECT_EQ(reasonFor(planned, measured), KeepReason::Measured);
    EXPECT_EQ(reasonFor(planned, parent), KeepReason::Parent);
    EXPECT_EQ(reasonFor(planned, child), KeepReason::Newest);
    EXPECT_EQ(reasonFor(planned, running), KeepReason::Running);
    ASSERT_EQ(planned.jobs.size(), 1U);
    EXPECT_EQ(planned.jobs[0].job, old);
}

TEST_F(CleaningTest, NothingThatWasNotWrittenByTheCompileIsRemoved)
{
    compile(u"a"_s);
    compile(u"b"_s);
    const auto notes = test::writeFile(m_root + u"/a/my notes.txt"_s, "mine");
    const auto edited = test::writeFile(m_root + u"/a/partition0/debug.xml"_s, "edited by me");
    const auto planned = plan();
    ASSERT_EQ(planned.jobs.size(), 1U);
    EXPECT_EQ(planned.jobs[0].left.size(), 2);
    ASSERT_TRUE(clean(*m_file, planned));
    EXPECT_EQ(test::bytesOf(notes), "mine");
    EXPECT_EQ(test::bytesOf(edited), "edited by me");
    EXPECT_FALSE(QFile::exists(m_root + u"/a/model.pte"_s));
}

/// Failing every open in turn found that such a file counted as changed, and its record as removed.
TEST_F(CleaningTest, WhatIsThereAndCannotBeReadIsAProblemAndStaysRecorded)
{
    const auto old = compile(u"a"_s);
    compile(u"b"_s);
    const auto path = m_root + u"/a/model.pte"_s;
    ASSERT_TRUE(QFile::remove(path) && QDir().mkdir(path));
    const auto planned = plan();
    ASSERT_EQ(planned.problems.size(), 1U);
    EXPECT_EQ(planned.problems[0].location.file, path);
    const auto report = clean(*m_file, planned);
    ASSERT_TRUE(report);
    ASSERT_EQ(report->problems.size(), 1U) << "told once, though it was tried twice";
    EXPECT_GT(report->removedFiles, 0U) << "the others go";
    for (const auto &artefact : *m_file->artefacts(old))
        EXPECT_EQ(artefact.isRemoved, artefact.path != path) << artefact.path.toStdString();
}

TEST_F(CleaningTest, FilesOutsideTheOutputFoldersStay)
{
    const auto outside = m_dir + u"/project/out"_s;
    ASSERT_TRUE(m_file->addCompile(test::compileIn(outside, u"outside"_s), {}));
    compile(u"b"_s);
    const auto planned = plan();
    ASSERT_EQ(planned.jobs.size(), 1U);
    EXPECT_TRUE(planned.jobs[0].files.empty());
    EXPECT_GT(planned.workspaceBytes, 0U); // only the copies go
    ASSERT_TRUE(clean(*m_file, planned));
    EXPECT_TRUE(QFile::exists(outside + u"/model.pte"_s));
}

TEST_F(CleaningTest, ALinkThatLeadsOutIsNotFollowed)
{
    const auto treasure = test::writeFile(m_dir + u"/elsewhere/model.pte"_s, "program of a");
    compile(u"a"_s);
    compile(u"b"_s);
    ASSERT_TRUE(QDir(m_root + u"/a"_s).removeRecursively());
    ASSERT_TRUE(QFile::link(m_dir + u"/elsewhere"_s, m_root + u"/a"_s));
    ASSERT_TRUE(clean(*m_file, plan()));
    EXPECT_TRUE(QFile::exists(treasure));
}

TEST_F(CleaningTest, WhatWasPinnedInTheMeantimeStays)
{
    const auto old = compile(u"a"_s);
    compile(u"b"_s);
    const auto planned = plan();
    const auto other = *Workspace::open(m_path);
    ASSERT_TRUE(other->setJobPinned(old, true));
    ASSERT_TRUE(clean(*m_file, planned));
    EXPECT_TRUE(QFile::exists(m_root + u"/a/model.pte"_s));
    EXPECT_FALSE(m_file->artefacts(old)->front().isRemoved);
}

TEST_F(CleaningTest, TheFileBecomesSmaller)
{
    for (int i = 0; i < 4; ++i) {
        auto result = test::compileIn(m_root + u"/%1"_s.arg(i), QString::number(i));
        result.artefacts[0] = test::artefact(
            result.folder, u"model.pte"_s, QByteArray(1'000'000, static_cast<char>('a' + i)));
        ASSERT_TRUE(m_file->addCompile(result, {}));
    }
    const auto before = QFileInfo(m_path).size();
    const auto report = clean(*m_file, plan());
    ASSERT_TRUE(report);
    EXPECT_GT(report->workspaceBytes, 2'900'000U);
    EXPECT_LT(QFileInfo(m_path).size(), before - 2'900'000);
    EXPECT_EQ(m_file->jobs()->size(), 4U);
}

TEST_F(CleaningTest, TwoModelsOfOneNameAreTwo)
{
    const auto compileOf = [this](const QString &name, const QString &model) {
        const workspace::JobRecord details{ .sources = { { u"model"_s, model, {}, 0 } } };
        return *m_file->addCompile(test::compileIn(m_root + u'/' + name, name), details);
    };
    const auto old = compileOf(u"a"_s, u"/detector/model.py"_s);
    const auto newest = compileOf(u"b"_s, u"/detector/model.py"_s);
    const auto other = compileOf(u"c"_s, u"/classifier/model.py"_s);
    const auto planned = plan();
    EXPECT_EQ(reasonFor(planned, newest), KeepReason::Newest);
    EXPECT_EQ(reasonFor(planned, other), KeepReason::Newest);
    ASSERT_EQ(planned.jobs.size(), 1U);
    EXPECT_EQ(planned.jobs[0].job, old);
}

TEST_F(CleaningTest, WhatWasCleanedUpIsRecordedWhenItIsCompiledAgain)
{
    const auto old = compile(u"a"_s);
    compile(u"b"_s);
    ASSERT_TRUE(clean(*m_file, plan()));
    const auto again = compile(u"a"_s); // the same bytes in the same folder
    EXPECT_NE(again, old);
    EXPECT_EQ(m_file->artefacts(again)->size(), 4U);
    EXPECT_FALSE(m_file->artefacts(again)->front().isRemoved);
    EXPECT_EQ(compile(u"a"_s), again);
}

TEST_F(CleaningTest, WithoutItsFolderAFileIsLeftForALaterCleaning)
{
    const auto old = compile(u"a"_s);
    compile(u"b"_s);
    const CleaningRules copiesOnly{ .keepPerModel = 1 };
    ASSERT_TRUE(clean(*m_file, *planCleaning(*m_file, copiesOnly)));
    const auto left = *m_file->artefacts(old);
    for (const auto &artefact : left) {
        EXPECT_FALSE(artefact.isRemoved);
        EXPECT_FALSE(artefact.hasCopy);
    }
    EXPECT_TRUE(m_file->missingArtefacts()->empty());
    EXPECT_TRUE(planCleaning(*m_file, copiesOnly)->jobs.empty()); // nothing more to free
    const auto report = clean(*m_file, plan());
    ASSERT_TRUE(report);
    EXPECT_EQ(report->removedFiles, 4U);
    EXPECT_FALSE(QFile::exists(m_root + u"/a"_s));
    EXPECT_TRUE(m_file->artefacts(old)->front().isRemoved);
    EXPECT_TRUE(plan().jobs.empty());
}

TEST_F(CleaningTest, EmptyFoldersOfTheUserStay)
{
    compile(u"a"_s);
    compile(u"b"_s);
    ASSERT_TRUE(QDir().mkpath(m_root + u"/a/for the review/photos"_s));
    ASSERT_TRUE(clean(*m_file, plan()));
    EXPECT_TRUE(QFile::exists(m_root + u"/a/for the review/photos"_s));
    EXPECT_FALSE(QFile::exists(m_root + u"/a/partition0"_s));
}

TEST_F(CleaningTest, TwoCancelledCompilesAreTwo)
{
    compiled::CompileResult cancelled{ .folder = m_root + u"/c"_s,
        .status = compiled::Status::Cancelled,
        .sourceName = u"model.py"_s };
    ASSERT_TRUE(QDir().mkpath(cancelled.folder));
    ASSERT_TRUE(compiled::writeCompileResult(cancelled));
    const auto first = m_file->addCompile(cancelled, {});
    const auto second = m_file->addCompile(cancelled, {});
    ASSERT_TRUE(first && second);
    EXPECT_NE(*first, *second);
}

} // namespace tosaic::test::cleaningtests
