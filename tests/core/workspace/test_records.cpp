// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/workspace/contents.h"
#include "tests/core/workspace/workspacefiles.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>

namespace tosaic::test::recordstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::workspace;

namespace {

class WorkspaceRecords : public testing::Test
{
protected:
    void SetUp() override
    {
        m_dir = test::temporaryDir();
        m_path = m_dir + u"/work.tosaic"_s;
        m_file = *Workspace::create(m_path);
    }
    void reopen()
    {
        m_file.reset();
        m_file = *Workspace::open(m_path);
    }

    QString m_dir;
    QString m_path;
    std::unique_ptr<Workspace> m_file;
};

QJsonObject specFor(const QString &target)
{
    return { { u"target"_s, target } };
}

} // namespace

TEST_F(WorkspaceRecords, ChangesTogetherAreAllOrNothing)
{
    const auto none = m_file->together([this]() -> Result<void> {
        EXPECT_TRUE(m_file->setSetting(u"a"_s, u"1"_s));
        return fail(ErrorCode::Internal, u"no"_s);
    });
    EXPECT_FALSE(none);
    EXPECT_EQ(*m_file->setting(u"a"_s), QString());
    const auto before = Workspace::changeCounter(m_path);
    const auto all = m_file->together([this]() -> Result<void> {
        EXPECT_TRUE(m_file->setSetting(u"a"_s, u"1"_s));
        // A part that fails is undone alone.
        EXPECT_FALSE(m_file->setRunModel(RunId(99), u"x"_s));
        EXPECT_TRUE(m_file->setSetting(u"b"_s, u"2"_s));
        return {};
    });
    ASSERT_TRUE(all);
    EXPECT_EQ(Workspace::changeCounter(m_path) - before, 1U);
    reopen();
    EXPECT_EQ(*m_file->setting(u"a"_s), u"1"_s);
    EXPECT_EQ(*m_file->setting(u"b"_s), u"2"_s);
}

TEST_F(WorkspaceRecords, SettingsAreKeptReplacedAndRemoved)
{
    EXPECT_EQ(*m_file->setting(u"tools.interpreter"_s), QString());
    ASSERT_TRUE(m_file->setSetting(u"tools.interpreter"_s, u"/venv/bin/python"_s));
    ASSERT_TRUE(m_file->setSetting(u"board"_s, u"Alif E7"_s));
    ASSERT_TRUE(m_file->setSetting(u"tools.interpreter"_s, u"/other/bin/python"_s));
    reopen();
    EXPECT_EQ(*m_file->setting(u"tools.interpreter"_s), u"/other/bin/python"_s);
    EXPECT_EQ(m_file->settings()->size(), 2U);
    ASSERT_TRUE(m_file->setSetting(u"board"_s, {}));
    EXPECT_EQ(m_file->settings()->size(), 1U);
}

TEST_F(WorkspaceRecords, LayoutsAreBytesOfTheirSubject)
{
    const QByteArray state("\0\x01\xff window", 10);
    ASSERT_TRUE(m_file->setLayout(u"window"_s, "first"));
    ASSERT_TRUE(m_file->setLayout(u"window"_s, state));
    ASSERT_TRUE(m_file->setLayout(u"file abc"_s, {}));
    reopen();
    EXPECT_EQ(*m_file->layout(u"window"_s), state);
    EXPECT_EQ(*m_file->layout(u"file abc"_s), QByteArray());
    EXPECT_EQ(*m_file->layout(u"nothing"_s), QByteArray());
}

TEST_F(WorkspaceRecords, ASpecKeepsWhatItWasBefore)
{
    const auto id = m_file->saveSpec(u"fast"_s, specFor(u"ethos-u55-128"_s));
    ASSERT_TRUE(id);
    ASSERT_TRUE(m_file->saveSpec(u"fast"_s, specFor(u"ethos-u55-128"_s))); // nothing new
    ASSERT_TRUE(m_file->saveSpec(u"fast"_s, specFor(u"ethos-u85-256"_s)));
    reopen();
    ASSERT_EQ(m_file->specs()->front().versions, 2);
    const auto history = *m_file->specHistory(*id);
    ASSERT_EQ(history.size(), 2U);
    EXPECT_EQ(history[0].spec, specFor(u"ethos-u85-256"_s));
    EXPECT_EQ(history[1].spec, specFor(u"ethos-u55-128"_s));
    EXPECT_TRUE(history[1].saved.isValid());
    ASSERT_TRUE(m_file->removeSpec(*id));
    EXPECT_TRUE(m_file->specs()->empty());
    EXPECT_TRUE(m_file->specHistory(*id)->empty());
    EXPECT_EQ(m_file->removeSpec(*id).error().code, ErrorCode::Internal);
}

TEST_F(WorkspaceRecords, TheHistoryOfASpecIsLimitedToTheNewest)
{
    for (int i = 0; i < SpecHistoryLimit + 5; ++i)
        ASSERT_TRUE(m_file->saveSpec(u"current"_s, specFor(QString::number(i))));
    const auto history = *m_file->specHistory(m_file->specs()->front().id);
    ASSERT_EQ(history.size(), static_cast<size_t>(SpecHistoryLimit));
    EXPECT_EQ(history.front().spec, specFor(QString::number(SpecHistoryLimit + 4)));
    EXPECT_EQ(history.back().spec, specFor(u"5"_s));
}

TEST_F(WorkspaceRecords, AJobKeepsItsWholeRequestAndCourse)
{
    workspace::JobRecord job{ .kind = u"executorch"_s, .status = u"failed"_s };
    job.action = u"respec"_s;
    job.interpreter = u"/venv/bin/python"_s;
    job.exitCode = 139;
    job.stages = { { u"export"_s, 1200 }, { u"vela"_s, 35 } };
    job.bundle = u"/out/job1/repro.zip"_s;
    job.sources = { { u"model"_s, u"/models/a.py"_s, sha256Hex("a"), 1 },
        { u"config"_s, u"/models/vela.ini"_s, sha256Hex("ini"), 3 } };
    const auto id = m_file->beginJob(job);
    ASSERT_TRUE(id) << qPrintable(id.error().toText());
    ASSERT_TRUE(m_file->setJobPinned(*id, true));
    ASSERT_TRUE(m_file->setJobName(*id, u"the one that crashed"_s));
    reopen();
    const auto kept = m_file->jobs()->front();
    EXPECT_EQ(kept.action, job.action);
    EXPECT_EQ(kept.interpreter, job.interpreter);
    EXPECT_EQ(kept.exitCode, 139);
    ASSERT_EQ(kept.stages.size(), 2U);
    EXPECT_EQ(kept.stages[0].name, u"export"_s);
    EXPECT_EQ(kept.stages[0].milliseconds, 1200U);
    EXPECT_EQ(kept.bundle, job.bundle);
    EXPECT_EQ(kept.sources, job.sources);
    EXPECT_TRUE(kept.isPinned);
    EXPECT_EQ(kept.name, u"the one that crashed"_s);
    EXPECT_EQ(m_file->setJobPinned(workspace::JobId(99), true).error().code, ErrorCode::Internal);
}

TEST_F(WorkspaceRecords, ACompileThatWasBegunIsEndedInItsOwnRow)
{
    const auto result = test::compileIn(m_dir + u"/a"_s, u"a"_s);
    const QDateTime start({ 2026, 3, 4 }, { 5, 6, 7 }, Qt::UTC);
    workspace::JobRecord begun{ .kind = u"vela"_s, .started = start, .folder = result.folder };
    begun.sources = { { u"model"_s, u"/models/a.py"_s, sha256Hex("a"), 1 } };
    const auto id = *m_file->beginJob(begun);
    ASSERT_TRUE(m_file->setJobName(id, u"mine"_s));
    const auto other = *Workspace::open(m_path);
    EXPECT_EQ(other->jobs()->front().status, u"running"_s) << "one object holds it";

    workspace::JobRecord details{ .kind = u"executorch"_s };
    details.sources = { { u"model"_s, u"/models/a.py"_s, sha256Hex("b"), 1 } };
    ASSERT_EQ(*m_file->addCompile(result, details, id), id);
    const auto jobs = *other->jobs();
    ASSERT_EQ(jobs.size(), 1U);
    EXPECT_EQ(jobs[0].status, u"succeeded"_s);
    EXPECT_EQ(jobs[0].kind, u"executorch"_s);
    EXPECT_EQ(jobs[0].started, start);
    EXPECT_TRUE(jobs[0].ended.isValid());
    EXPECT_EQ(jobs[0].name, u"mine"_s);
    EXPECT_EQ(jobs[0].sources, details.sources);
    const auto artefacts = m_file->artefacts(id)->size();
    EXPECT_GT(artefacts, 0U);
    // Ended once, whoever does it again.
    EXPECT_EQ(*other->addCompile(result, details, id), id);
    EXPECT_EQ(m_file->jobs()->size(), 1U);
    EXPECT_EQ(m_file->artefacts(id)->size(), artefacts);
}

TEST_F(WorkspaceRecords, ABegunCompileThatIsKnownAlreadyIsNotThereTwice)
{
    const auto result = test::compileIn(m_dir + u"/a"_s, u"a"_s);
    const auto begun = *m_file->beginJob({ .kind = u"vela"_s, .folder = result.folder });
    const auto known = *(*Workspace::open(m_path))->addCompile(result, {});
    EXPECT_EQ(*m_file->addCompile(result, {}, begun), known);
    ASSERT_EQ(m_file->jobs()->size(), 1U);

    // One that was removed while it ran is recorded anew.
    const auto removed = *m_file->beginJob({ .kind = u"vela"_s });
    ASSERT_TRUE(m_file->removeJob(removed));
    ASSERT_TRUE(m_file->addCompile(test::compileIn(m_dir + u"/b"_s, u"b"_s), {}, removed));
    EXPECT_EQ(m_file->jobs()->size(), 2U);
}

TEST_F(WorkspaceRecords, HeadsOfJobsAndRunsComeWithoutTheirTexts)
{
    ASSERT_TRUE(m_file->beginJob({ .kind = u"vela"_s, .log = u"long"_s }));
    ASSERT_TRUE(m_file->addRun({ .name = u"run"_s, .console = "long" }));
    EXPECT_EQ(m_file->jobs()->front().log, u"long"_s);
    EXPECT_EQ(m_file->jobHeads()->front().log, QString());
    EXPECT_EQ(m_file->jobHeads()->front().kind, u"vela"_s);
    EXPECT_EQ(m_file->runHeads()->front().console, QByteArray());
    EXPECT_EQ(m_file->runHeads()->front().consoleSha256, sha256Hex("long"));
}

TEST_F(WorkspaceRecords, NotesAreEditedAndRemoved)
{
    const auto id = m_file->addNote(u"operator conv1"_s, u"first"_s);
    EXPECT_FALSE(m_file->notes()->front().changed.isValid());
    ASSERT_TRUE(m_file->editNote(*id, u"second"_s));
    reopen();
    EXPECT_EQ(m_file->notes()->front().text, u"second"_s);
    EXPECT_TRUE(m_file->notes()->front().changed.isValid());
    ASSERT_TRUE(m_file->removeNote(*id));
    EXPECT_TRUE(m_file->notes()->empty());
    EXPECT_FALSE(m_file->editNote(*id, u"third"_s));
}

TEST_F(WorkspaceRecords, ACompileIsRecordedOnceWhoeverRecordsIt)
{
    const auto result = test::compileIn(m_dir + u"/out"_s, u"a"_s);
    const auto other = *Workspace::open(m_path);
    const auto first = m_file->addCompile(result, { .kind = u"executorch"_s });
    const auto second = other->addCompile(result, { .kind = u"executorch"_s });
    ASSERT_TRUE(first && second);
    EXPECT_EQ(*first, *second);
    EXPECT_EQ(m_file->jobs()->size(), 1U);
    EXPECT_EQ(m_file->jobs()->front().summary.value(u"cyclesTotal"_s).toInt(), 97);
}

TEST_F(WorkspaceRecords, WhatMadeAFileIsFoundByItsContent)
{
    const auto a = *m_file->addCompile(test::compileIn(m_dir + u"/a"_s, u"a"_s), {});
    const auto b = *m_file->addCompile(test::compileIn(m_dir + u"/b"_s, u"b"_s), {});
    EXPECT_EQ(*m_file->jobsThatWrote(sha256Hex("program of a")), std::vector{ a });
    EXPECT_EQ(*m_file->jobsWithPayload(sha256Hex("payload of b")), std::vector{ b });
    EXPECT_TRUE(m_file->jobsThatWrote(sha256Hex("other"))->empty());
}

TEST_F(WorkspaceRecords, TheSameBytesAreKeptOnce)
{
    const QByteArray program(300'000, 'p');
    const auto before = QFileInfo(m_path).size();
    for (int i = 0; i < 8; ++i) {
        auto result = test::compileIn(m_dir + u"/out%1"_s.arg(i), QString::number(i));
        result.artefacts[0] = test::artefact(result.folder, u"model.pte"_s, program);
        ASSERT_TRUE(m_file->addCompile(result, {}));
    }
    EXPECT_LT(QFileInfo(m_path).size() - before, 2 * program.size());
}

TEST_F(WorkspaceRecords, RemovingAJobFreesItsBytesButNotThoseOfOthers)
{
    const auto a = *m_file->addCompile(test::compileIn(m_dir + u"/a"_s, u"a"_s), {});
    auto second = test::compileIn(m_dir + u"/b"_s, u"b"_s);
    second.artefacts[0] = test::artefact(second.folder, u"model.pte"_s, "program of a");
    const auto b = *m_file->addCompile(second, {});
    ASSERT_TRUE(m_file->removeJob(a));
    QDir(m_dir + u"/b"_s).removeRecursively();
    const auto kept = *m_file->artefacts(b);
    EXPECT_EQ(*m_file->artefactBytes(kept.front().id), "program of a");
    EXPECT_TRUE(m_file->jobsThatWrote(sha256Hex("tosa of a"))->empty());
    EXPECT_TRUE(QFile::exists(m_dir + u"/a/model.pte"_s)); // files stay
    EXPECT_TRUE(m_file->verify());
}

TEST_F(WorkspaceRecords, AChangeOfAnotherWindowIsSeenInTheFileAlone)
{
    const auto before = Workspace::changeCounter(m_path);
    EXPECT_EQ(Workspace::changeCounter(m_path), before);
    const auto other = *Workspace::open(m_path);
    ASSERT_TRUE(other->addNote({}, u"from the other"_s));
    EXPECT_NE(Workspace::changeCounter(m_path), before);
    EXPECT_EQ(Workspace::changeCounter(m_dir + u"/nothing"_s), 0U);
}

TEST_F(WorkspaceRecords, ContentsAreReadAtOnce)
{
    ASSERT_TRUE(m_file->addCompile(test::compileIn(m_dir + u"/a"_s, u"a"_s), {}));
    ASSERT_TRUE(m_file->addRun({ .name = u"run"_s, .console = "console" }));
    ASSERT_TRUE(m_file->setSetting(u"board"_s, u"E7"_s));
    const auto contents = readContents(m_path);
    ASSERT_TRUE(contents);
    EXPECT_EQ(contents->jobs.size(), 1U);
    EXPECT_EQ(contents->artefacts.size(), 4U);
    EXPECT_EQ(contents->runs.size(), 1U);
    EXPECT_EQ(contents->settings.at(u"board"_s), u"E7"_s);
    EXPECT_EQ(contents->changeCounter, Workspace::changeCounter(m_path));
    EXPECT_FALSE(contents->isReadOnly);
}

} // namespace tosaic::test::recordstests
