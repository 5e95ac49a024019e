// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/workspace/workspace.h"
#include "tests/core/workspace/workspacefiles.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>

#include <atomic>
#include <thread>
#include <vector>

namespace tosaic::test::workspacetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::workspace;
using test::artefact;
using test::writeFile;

namespace {

class WorkspaceTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_dir = test::temporaryDir();
        m_path = m_dir + u"/work.tosaic"_s;
        m_file = *Workspace::create(m_path);
    }

    /// Closes and opens again: nothing may live in memory alone.
    void reopen()
    {
        m_file.reset();
        auto opened = Workspace::open(m_path);
        ASSERT_TRUE(opened) << qPrintable(opened.error().toText());
        m_file = std::move(*opened);
    }

    QString m_dir;
    QString m_path;
    std::unique_ptr<Workspace> m_file;
};

} // namespace

/// One makes it, the others open what it made: nobody copies an empty one over it.
TEST(WorkspaceCreation, OfSeveralAtOnceExactlyOneSucceeds)
{
    for (int round = 0; round < 20; ++round) {
        const auto path = test::temporaryDir() + u"/at-once.tosaic"_s;
        std::atomic<int> made = 0;
        {
            std::vector<std::jthread> programs;
            for (int i = 0; i < 8; ++i)
                programs.emplace_back([&] { made += Workspace::create(path).has_value(); });
        }
        EXPECT_EQ(made, 1);
        EXPECT_TRUE(Workspace::open(path));
    }
}

TEST_F(WorkspaceTest, IsOneFileAtRest)
{
    ASSERT_TRUE(m_file->addNote({}, u"first"_s));
    m_file.reset();
    EXPECT_EQ(QDir(m_dir).entryList(QDir::Files), QStringList{ u"work.tosaic"_s });
}

TEST_F(WorkspaceTest, DoesNotReplaceAFileThatIsThere)
{
    const auto again = Workspace::create(m_path);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, ErrorCode::IoWrite);
    EXPECT_TRUE(Workspace::openOrCreate(m_path));
}

TEST_F(WorkspaceTest, KeepsModelsAndTheirCopies)
{
    const auto path = writeFile(m_dir + u"/a model.pte"_s, "bytes of a model");
    const auto first = m_file->addModel(path);
    ASSERT_TRUE(first);
    EXPECT_EQ(*m_file->addModel(path, true), *first); // the same file is recorded once
    reopen();
    const auto models = m_file->models();
    ASSERT_TRUE(models);
    ASSERT_EQ(models->size(), 1U);
    const auto &model = models->front();
    EXPECT_EQ(model.path, path);
    EXPECT_EQ(model.sha256, sha256Hex("bytes of a model"));
    EXPECT_EQ(model.size, 16U);
    EXPECT_TRUE(model.hasCopy);
    EXPECT_TRUE(model.added.isValid());
    EXPECT_EQ(*m_file->modelBytes(model.id), "bytes of a model");
}

TEST_F(WorkspaceTest, RefusesCopiesOfLargeModels)
{
    const auto path = m_dir + u"/large.pte"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_TRUE(file.resize(BlobLimitBytes + 1));
    file.close();
    const auto refused = m_file->addModel(path, true);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::LimitExceeded);
    const auto id = m_file->addModel(path);
    ASSERT_TRUE(id);
    EXPECT_EQ(m_file->modelBytes(*id).error().code, ErrorCode::IoOpen);
}

TEST_F(WorkspaceTest, SpecsAreReplacedByName)
{
    ASSERT_TRUE(m_file->saveSpec(u"fast"_s, { { u"target"_s, u"ethos-u55-128"_s } }));
    ASSERT_TRUE(m_file->saveSpec(u"fast"_s, { { u"target"_s, u"ethos-u85-256"_s } }));
    reopen();
    const auto specs = m_file->specs();
    ASSERT_EQ(specs->size(), 1U);
    EXPECT_EQ(specs->front().spec.value(u"target"_s).toString(), u"ethos-u85-256"_s);
}

TEST_F(WorkspaceTest, JobsKeepTheirCourse)
{
    const workspace::JobRecord job{ .kind = u"executorch"_s,
        .sourceName = u"model.py"_s,
        .folder = m_dir,
        .spec = { { u"target"_s, u"ethos-u55-128"_s } },
        .tools = { { u"vela"_s, u"5.1.0"_s } } };
    const auto id = m_file->beginJob(job);
    ASSERT_TRUE(id);
    auto lock = m_file->jobLock(*id); // what opens the file for each change, as a window does
    reopen();
    EXPECT_EQ(m_file->jobs()->front().status, u"running"_s);
    lock.reset();
    EXPECT_EQ(m_file->jobs()->front().status, u"cut-off"_s) << "nobody runs it any more";
    EXPECT_FALSE(m_file->jobs()->front().ended.isValid());
    ASSERT_TRUE(m_file->endJob(*id, u"failed"_s, u"line 1\nline 2"_s));
    reopen();
    const auto ended = m_file->jobs()->front();
    EXPECT_EQ(ended.status, u"failed"_s);
    EXPECT_TRUE(ended.ended.isValid());
    EXPECT_EQ(ended.log, u"line 1\nline 2"_s);
    EXPECT_EQ(ended.tools.at(u"vela"_s), u"5.1.0"_s);
    EXPECT_EQ(ended.spec, job.spec);
}

TEST_F(WorkspaceTest, RefusesAStatusThatDoesNotExist)
{
    const auto id = m_file->beginJob({ .kind = u"vela"_s });
    EXPECT_FALSE(m_file->endJob(*id, u"finished"_s, {}));
    EXPECT_EQ(m_file->jobs()->front().status, u"running"_s);
    EXPECT_EQ(
        m_file->endJob(workspace::JobId(99), u"failed"_s, {}).error().code, ErrorCode::Internal);
}

TEST_F(WorkspaceTest, ACompileIsKeptWithItsArtefacts)
{
    const auto folder = m_dir + u"/out"_s;
    QDir().mkpath(folder + u"/partition0"_s);
    compiled::CompileResult result{ .folder = folder,
        .status = compiled::Status::Succeeded,
        .tools = { { u"vela"_s, u"5.1.0"_s } },
        .sourceName = u"model.py"_s };
    result.artefacts = { artefact(folder, u"model.pte"_s, "program"),
        artefact(folder, u"partition0/summary.csv"_s, "cycles,1") };
    result.artefacts[1].partition = 0;
    writeFile(folder + u"/result.json"_s, "{}");
    const auto job = m_file->addCompile(result, { .kind = u"executorch"_s });
    ASSERT_TRUE(job) << qPrintable(job.error().toText());
    reopen();
    const auto kept = m_file->artefacts(*job);
    ASSERT_EQ(kept->size(), 3U); // result.json too
    EXPECT_EQ(kept->at(1).partition, 0);
    EXPECT_FALSE(kept->at(0).partition);
    EXPECT_EQ(m_file->jobs()->front().status, u"succeeded"_s);

    // The folder goes; the workspace still has everything.
    ASSERT_TRUE(QDir(folder).removeRecursively());
    EXPECT_EQ(*m_file->artefactBytes(kept->at(0).id), "program");
    EXPECT_TRUE(m_file->missingArtefacts()->empty());
    const auto restored = m_dir + u"/restored"_s;
    ASSERT_TRUE(m_file->restoreJob(*job, restored));
    QFile csv(restored + u"/partition0/summary.csv"_s);
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    EXPECT_EQ(csv.readAll(), "cycles,1");
    EXPECT_TRUE(QFile::exists(restored + u"/result.json"_s));
}

TEST_F(WorkspaceTest, LargeArtefactsAreKeptByPathAndVerified)
{
    const auto job = m_file->beginJob({ .kind = u"vela"_s });
    const QByteArray large(static_cast<qsizetype>(BlobLimitBytes) + 1, 'x');
    const auto id = m_file->addArtefact(*job, artefact(m_dir, u"large.pte"_s, large), m_dir);
    ASSERT_TRUE(id);
    EXPECT_FALSE(m_file->artefacts()->front().hasCopy);
    EXPECT_TRUE(m_file->missingArtefacts()->empty());

    auto changed = large;
    changed[7] = 'y'; // same size
    writeFile(m_dir + u"/large.pte"_s, changed);
    ASSERT_EQ(m_file->missingArtefacts()->size(), 1U);
    EXPECT_EQ(m_file->missingArtefacts()->front().state, ArtefactState::Changed);
    EXPECT_EQ(m_file->artefactBytes(*id).error().code, ErrorCode::FormatDamaged);

    QFile::remove(m_dir + u"/large.pte"_s);
    EXPECT_EQ(m_file->missingArtefacts()->front().state, ArtefactState::Missing);
    EXPECT_EQ(m_file->artefactBytes(*id).error().code, ErrorCode::IoOpen);
}

TEST_F(WorkspaceTest, BytesThatAreNotWhatTheCompileSaidAreNotKept)
{
    auto one = artefact(m_dir, u"a.pte"_s, "original");
    writeFile(m_dir + u"/a.pte"_s, "replaced");
    const auto job = m_file->beginJob({ .kind = u"vela"_s });
    ASSERT_TRUE(m_file->addArtefact(*job, one, m_dir));
    EXPECT_FALSE(m_file->artefacts()->front().hasCopy);
    EXPECT_EQ(m_file->missingArtefacts()->front().state, ArtefactState::Changed);
}

TEST_F(WorkspaceTest, EmptyFilesAreKept)
{
    const auto job = m_file->beginJob({ .kind = u"vela"_s });
    const auto id = m_file->addArtefact(*job, artefact(m_dir, u"per-layer.csv"_s, ""), m_dir);
    ASSERT_TRUE(id) << qPrintable(id.error().toText());
    QFile::remove(m_dir + u"/per-layer.csv"_s);
    EXPECT_TRUE(m_file->missingArtefacts()->empty());
    const auto bytes = m_file->artefactBytes(*id);
    ASSERT_TRUE(bytes) << qPrintable(bytes.error().toText());
    EXPECT_TRUE(bytes->isEmpty());
}

TEST_F(WorkspaceTest, NoArtefactIsRestoredOutsideTheFolder)
{
    const auto job = m_file->beginJob({ .kind = u"vela"_s });
    QDir().mkpath(m_dir + u"/sub"_s);
    ASSERT_TRUE(m_file->addArtefact(
        *job, artefact(m_dir + u"/sub"_s, u"../evil.txt"_s, "out"), m_dir + u"/sub"_s));
    QFile::remove(m_dir + u"/evil.txt"_s);
    const auto restored = m_file->restoreJob(*job, m_dir + u"/back"_s);
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error().code, ErrorCode::WorkspaceDamaged);
    EXPECT_FALSE(QFile::exists(m_dir + u"/evil.txt"_s));
}

TEST_F(WorkspaceTest, AnArtefactNeedsItsJob)
{
    const auto orphan
        = m_file->addArtefact(workspace::JobId(7), artefact(m_dir, u"a.pte"_s, "bytes"), m_dir);
    EXPECT_FALSE(orphan);
    EXPECT_TRUE(m_file->artefacts()->empty());
    EXPECT_TRUE(m_file->verify());
}

TEST_F(WorkspaceTest, RunsKeepTheRawConsole)
{
    QByteArray console("I [executorch] NPU delegations: 1\r\n");
    console.append('\0');
    console.append("\xff\xfe after");
    const auto id = m_file->addRun({ .name = u"run 1"_s,
        .console = console,
        .summary = { { u"family"_s, u"other"_s } },
        .origin = u"fvp"_s,
        .npuClockHz = 500'000'000U });
    ASSERT_TRUE(id);
    ASSERT_TRUE(m_file->setRunModel(*id, u"abc"_s));
    reopen();
    const auto run = m_file->run(*id);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->console, console);
    EXPECT_EQ(run->origin, u"fvp"_s);
    EXPECT_EQ(run->modelSha256, u"abc"_s);
    EXPECT_EQ(run->npuClockHz, 500'000'000U);
    EXPECT_EQ(run->summary.value(u"family"_s).toString(), u"other"_s);
    ASSERT_TRUE(m_file->removeRun(*id));
    EXPECT_TRUE(m_file->runs()->empty());
    EXPECT_EQ(m_file->run(*id).error().code, ErrorCode::Internal);
}

TEST_F(WorkspaceTest, NotesStay)
{
    ASSERT_TRUE(m_file->addNote(u"job 1"_s, u"why we kept the convolution: \u00fc'\""_s));
    reopen();
    EXPECT_EQ(m_file->notes()->front().text, u"why we kept the convolution: \u00fc'\""_s);
    EXPECT_EQ(m_file->notes()->front().subject, u"job 1"_s);
}

} // namespace tosaic::test::workspacetests
