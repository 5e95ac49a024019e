// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/storenews.h"
#include "core/workspace/keptcells.h"
#include "profiler/session/modelhistory.h"
#include "tests/core/teamstore/teamstorefixture.h"
#include "tests/core/workspace/workspacefiles.h"
#include "tests/support/samples.h"

#include <QDir>
#include <QSignalSpy>

#include <thread>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore::teamstoretests {

using test::TeamStoreTest;
using workspace::Workspace;

namespace {

quint64 waiting(Workspace &file, const QString &store)
{
    const auto counts = waitingIn(file, store);
    EXPECT_TRUE(counts);
    return counts->compiles + counts->runs + counts->cells;
}

} // namespace

TEST_F(TeamStoreTest, BringsACompileToAnotherWorkspace)
{
    const auto mine = newWorkspace();
    const auto job = addCompile(*mine, u"net"_s);
    ASSERT_TRUE(mine->setJobName(job, u"main"_s));
    const auto store = open();
    EXPECT_EQ(waiting(*mine, store->facts().id), 1u);
    const auto sent = store->push(*mine);
    ASSERT_TRUE(sent) << sent.error().toText().toStdString();
    EXPECT_EQ(sent->compiles, 1u);
    EXPECT_TRUE(sent->problems.empty());
    EXPECT_EQ(waiting(*mine, store->facts().id), 0u);
    EXPECT_EQ(store->counts()->compiles, 1u);

    const auto theirs = newWorkspace();
    const auto came = store->pull(*theirs);
    ASSERT_TRUE(came) << came.error().toText().toStdString();
    EXPECT_EQ(came->compiles, 1u);
    EXPECT_TRUE(came->problems.empty());
    const auto before = mine->jobs();
    const auto after = theirs->jobs();
    ASSERT_EQ(after->size(), 1u);
    const auto &was = before->front();
    const auto &is = after->front();
    EXPECT_EQ(is.name, u"main"_s);
    EXPECT_EQ(is.status, was.status);
    EXPECT_EQ(is.started, was.started);
    EXPECT_EQ(is.log, was.log) << "with what no text of a server may hold";
    EXPECT_EQ(is.spec, was.spec);
    EXPECT_EQ(is.sources, was.sources);
    EXPECT_EQ(is.summary, was.summary);
    EXPECT_EQ(is.tools, was.tools);
    EXPECT_TRUE(is.interpreter.isEmpty()) << "a program of another machine";
    const auto folder = test::temporaryDir();
    ASSERT_TRUE(theirs->restoreJob(is.id, folder));
    const auto files = *mine->artefacts(job);
    EXPECT_GE(files.size(), 3u);
    for (const auto &file : files)
        EXPECT_EQ(test::bytesOf(folder + u'/' + file.relativePath), *mine->artefactBytes(file.id));
    const auto payload = mine->payloads()->at(job).front().sha256;
    EXPECT_EQ(theirs->jobsWithPayload(payload)->size(), 1u);
    EXPECT_EQ(profile::modelHistory(*theirs, was.sourceName)->size(), 1u);
    EXPECT_EQ(waiting(*theirs, store->facts().id), 0u) << "what came is not sent back";
}

TEST_F(TeamStoreTest, BringsARunWithItsNumbersFilesAndSamples)
{
    const auto mine = newWorkspace();
    const auto run = addRun(*mine, u"first"_s);
    const auto store = open();
    ASSERT_TRUE(store->push(*mine));
    const auto theirs = newWorkspace();
    const auto came = store->pull(*theirs);
    ASSERT_TRUE(came) << came.error().toText().toStdString();
    EXPECT_EQ(came->runs, 1u);
    const auto was = *mine->run(run);
    const auto runs = *theirs->runs();
    ASSERT_EQ(runs.size(), 1u);
    const auto &is = runs.front();
    EXPECT_EQ(is.console, was.console);
    EXPECT_EQ(is.summary, was.summary);
    EXPECT_EQ(is.conditions, was.conditions);
    EXPECT_EQ(is.imported, was.imported);
    EXPECT_EQ(is.note, was.note);
    EXPECT_EQ(is.npuClockHz, was.npuClockHz);
    EXPECT_EQ(*theirs->runValues(is.id), *mine->runValues(run));
    EXPECT_EQ(*theirs->runFileBytes(is.id, u"trace"_s), *mine->runFileBytes(run, u"trace"_s));
    const auto series = *theirs->series(is.id);
    ASSERT_EQ(series.size(), 1u);
    EXPECT_EQ(series.front().unit, u"mW"_s);
    EXPECT_EQ(*theirs->samples(series.front().id), *mine->samples(mine->series(run)->front().id));

    // What is stated later reaches everybody, and what stands there is never changed.
    auto stated = is;
    stated.note = u"warm"_s;
    ASSERT_TRUE(theirs->setRunFacts(is.id, stated));
    ASSERT_TRUE(store->push(*theirs));
    ASSERT_TRUE(store->pull(*mine));
    EXPECT_EQ(mine->runFacts(run)->note, u"warm"_s);
    EXPECT_EQ(*mine->runValues(run), *theirs->runValues(is.id));
    EXPECT_EQ(mine->runs()->size(), 1u);
    EXPECT_EQ(stored(u"runs"_s), 2u);
    EXPECT_EQ(waiting(*mine, store->facts().id), 0u);
}

TEST_F(TeamStoreTest, WorksOfflineAndTheLaterWordCounts)
{
    const auto anna = newWorkspace();
    const auto job = addCompile(*anna, u"net"_s);
    const auto store = open();
    ASSERT_TRUE(store->push(*anna));
    const auto bo = newWorkspace();
    ASSERT_TRUE(store->pull(*bo));
    // Both name it while they are away; Bo does so later, and comes back first.
    ASSERT_TRUE(anna->setJobName(job, u"anna"_s));
    ASSERT_TRUE(store->pull(*anna)); // is dated now
    ASSERT_TRUE(bo->setJobName(bo->jobs()->front().id, u"bo"_s));
    ASSERT_TRUE(store->push(*bo));
    ASSERT_TRUE(store->push(*anna));
    ASSERT_TRUE(store->pull(*anna));
    ASSERT_TRUE(store->pull(*bo));
    EXPECT_EQ(anna->jobs()->front().name, u"bo"_s);
    EXPECT_EQ(bo->jobs()->front().name, u"bo"_s);
    EXPECT_EQ(stored(u"compiles"_s), 3u) << "everything that was said";
    EXPECT_EQ(store->counts()->compiles, 1u);
}

TEST_F(TeamStoreTest, AnswersACellThatAnotherMachineComputed)
{
    const auto mine = newWorkspace();
    std::map<QString, QJsonObject> cells;
    for (int i = 0; i < 1200; ++i)
        cells.emplace(u"%1"_s.arg(i, 64, 16, QChar(u'0')), QJsonObject{ { u"n"_s, i + 0.1 } });
    ASSERT_TRUE(mine->addCells(cells));
    const auto store = open();
    ASSERT_EQ(store->push(*mine)->cells, 1200u);
    EXPECT_EQ(store->push(*mine)->cells, 0u);
    const auto theirs = newWorkspace();
    ASSERT_TRUE(theirs->addCells({ *cells.begin() }));
    ASSERT_EQ(store->pull(*theirs)->cells, 1199u) << "one was here";
    for (const auto &[key, answer] : cells)
        ASSERT_EQ(theirs->cell(key)->answer, answer);
    EXPECT_FALSE(theirs->cell(cells.begin()->first)->isOfTeam);
    EXPECT_TRUE(theirs->cell(cells.rbegin()->first)->isOfTeam);
    ASSERT_TRUE(store->push(*theirs));
    EXPECT_EQ(stored(u"cells"_s), 1200u);
}

TEST_F(TeamStoreTest, LetsTwoWritersAddAtTheSameTime)
{
    const auto write = [this](const QString &prefix) {
        const auto file = newWorkspace();
        const auto store = open();
        for (int i = 0; i < 12; ++i) {
            addCompile(*file, prefix + QString::number(i));
            ASSERT_TRUE(file->addCells({ { QString(63, u'e') + QString::number(i, 16), {} } }));
            const auto sent = store->push(*file);
            ASSERT_TRUE(sent) << sent.error().toText().toStdString();
        }
    };
    const auto reader = newWorkspace();
    std::thread one(write, u"a"_s);
    std::thread two(write, u"b"_s);
    const auto store = open();
    for (int i = 0; i < 20; ++i) // what arrives while one reads is not passed over
        ASSERT_TRUE(store->pull(*reader));
    one.join();
    two.join();
    ASSERT_TRUE(store->pull(*reader));
    EXPECT_EQ(reader->jobs()->size(), 24u);
    EXPECT_EQ(*reader->cellCount(), 12u);
}

TEST_F(TeamStoreTest, TellsOpenWindowsWhatIsNew)
{
    StoreNews news(address(m_owner));
    QSignalSpy arrived(&news, &StoreNews::arrived);
    QSignalSpy listening(&news, &StoreNews::listeningChanged);
    ASSERT_TRUE(listening.wait(60000));
    ASSERT_TRUE(listening.front().front().toBool());
    ASSERT_TRUE(arrived.wait(60000)) << "what came before";
    const auto mine = newWorkspace();
    addCompile(*mine, u"net"_s);
    ASSERT_TRUE(open()->push(*mine));
    EXPECT_TRUE(arrived.count() > 1 || arrived.wait(60000));
}

} // namespace tosaic::teamstore::teamstoretests
