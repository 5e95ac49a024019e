// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/base/bytesource.h"
#include "core/compiled/resultreader.h"
#include "core/workspace/compiledetails.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::test::workspacecommandtests {

namespace {

class WorkspaceCommand : public testing::Test
{
protected:
    void SetUp() override
    {
        dir = temporaryDir();
        path = dir + u"/work.tosaic"_s;
        const auto result = compiled::readCompileResult(fixturePath(u"add-u55-128"_s));
        ASSERT_TRUE(result);
        const auto file = *workspace::Workspace::create(path);
        ASSERT_TRUE(file->addCompile(*result,
            workspace::compileDetails(
                *result, fixturePath(u"add-u55-128"_s) + u"/add.pt2"_s, u"/venv/bin/python"_s)));
    }

    QString dir;
    QString path;
};

} // namespace

TEST_F(WorkspaceCommand, TellsWhereAMovedProgramComesFrom)
{
    const auto moved = dir + u"/moved.pte"_s;
    ASSERT_TRUE(QFile::copy(fixturePath(u"add-u55-128"_s) + u"/add.pte"_s, moved));
    const auto outcome = outcomeOf(
        cli::workspaceCommand(), { u"provenance"_s, moved, u"--workspace"_s, path, u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto json = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    EXPECT_TRUE(json[u"isKnown"_s].toBool());
    QStringList kinds;
    for (const auto &step : json[u"steps"_s].toArray())
        kinds << step.toObject()[u"kind"_s].toString();
    EXPECT_EQ(kinds.front(), u"file"_s);
    for (const auto &kind :
        { u"job"_s, u"source"_s, u"spec-asked"_s, u"spec-resolved"_s, u"tools"_s })
        EXPECT_TRUE(kinds.contains(kind)) << qPrintable(kind);
    const auto text
        = outcomeOf(cli::workspaceCommand(), { u"provenance"_s, moved, u"--workspace"_s, path });
    EXPECT_TRUE(text.out.contains(u"vela"_s));
}

TEST_F(WorkspaceCommand, SaysWhenNothingIsRecorded)
{
    const auto other = fixturePath(u"add-u65-256"_s) + u"/add.pte"_s;
    const auto outcome
        = outcomeOf(cli::workspaceCommand(), { u"provenance"_s, other, u"--workspace"_s, path });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.out.contains(u"no compile"_s));
}

TEST_F(WorkspaceCommand, CleansUpOnlyWhatItSaid)
{
    const auto root = dir + u"/compiles"_s;
    QDir().mkpath(root + u"/old"_s);
    QFile::copy(fixturePath(u"add-u55-128"_s) + u"/add.pte"_s, root + u"/old/add.pte"_s);
    const auto source = ByteSource::map(root + u"/old/add.pte"_s);
    {
        const auto file = *workspace::Workspace::open(path);
        const auto job = *file->beginJob(
            { .kind = u"vela"_s, .status = u"failed"_s, .folder = root + u"/old"_s });
        ASSERT_TRUE(
            file->addArtefact(job, { .kind = u"pte"_s, .path = u"add.pte"_s }, root + u"/old"_s));
    }
    const QStringList arguments{ u"gc"_s, u"--workspace"_s, path, u"--output-root"_s, root,
        u"--json"_s };
    const auto dry = outcomeOf(cli::workspaceCommand(), arguments + QStringList{ u"--dry-run"_s });
    ASSERT_EQ(dry.exitCode, cli::Fine) << dry.err.toStdString();
    const auto plan = QJsonDocument::fromJson(dry.out.toUtf8()).object();
    EXPECT_EQ(plan[u"jobs"_s].toArray().size(), 1);
    EXPECT_TRUE(plan[u"problems"_s].toArray().isEmpty());
    EXPECT_TRUE(QFile::exists(root + u"/old/add.pte"_s));
    ASSERT_TRUE(QFile::rename(root + u"/old/add.pte"_s, root + u"/add.pte"_s)
        && QDir().mkdir(root + u"/old/add.pte"_s));
    const auto unreadable = outcomeOf(cli::workspaceCommand(), arguments);
    EXPECT_EQ(unreadable.exitCode, cli::BadInput) << "not all went";
    EXPECT_TRUE(unreadable.err.contains(u"error: io.open: "_s + root + u"/old/add.pte"_s))
        << unreadable.err.toStdString();
    EXPECT_EQ(QJsonDocument::fromJson(unreadable.out.toUtf8())[u"problems"_s].toArray().size(), 1);
    ASSERT_TRUE(QDir().rmdir(root + u"/old/add.pte"_s)
        && QFile::rename(root + u"/add.pte"_s, root + u"/old/add.pte"_s));
    const auto done = outcomeOf(cli::workspaceCommand(), arguments);
    ASSERT_EQ(done.exitCode, cli::Fine) << done.err.toStdString();
    EXPECT_EQ(QJsonDocument::fromJson(done.out.toUtf8())[u"removedFiles"_s].toInt(), 1);
    EXPECT_FALSE(QFile::exists(root + u"/old"_s));
}

TEST_F(WorkspaceCommand, ListsSpecsTheirVersionsAndWhatEachChanged)
{
    const QJsonObject older{ { u"target"_s, u"ethos-u55-128"_s } };
    auto newer = older;
    newer.insert(u"memoryMode"_s, u"Sram_Only"_s);
    {
        const auto file = *workspace::Workspace::open(path);
        ASSERT_TRUE(file->saveSpec(u"small"_s, older));
        ASSERT_TRUE(file->saveSpec(u"small"_s, newer));
    }
    const auto ask = [this](const QStringList &what) {
        return outcomeOf(
            cli::workspaceCommand(), QStringList{ u"specs"_s, u"--workspace"_s, path } + what);
    };
    const auto all = ask({ u"--json"_s }).json()[u"specs"_s].toArray();
    ASSERT_EQ(all.size(), 1);
    EXPECT_EQ(all[0][u"name"_s].toString(), u"small"_s);
    EXPECT_EQ(all[0][u"versions"_s].toInt(), 2);
    EXPECT_TRUE(ask({}).out.simplified().contains(u"small ethos-u55-128 2 "_s));

    const auto versions = ask({ u"small"_s, u"--json"_s }).json()[u"versions"_s].toArray();
    ASSERT_EQ(versions.size(), 2);
    EXPECT_EQ(versions[0][u"version"_s].toInt(), 1);
    EXPECT_EQ(versions[0][u"spec"_s].toObject(), older);
    EXPECT_TRUE(versions[1][u"change"_s].toString().contains(u"memory mode"_s));
    EXPECT_TRUE(ask({ u"small"_s }).out.contains(u"Sram_Only"_s));
    // As --spec of another command takes it.
    EXPECT_EQ(ask({ u"small"_s, u"--number"_s, u"1"_s }).json(), older);
    EXPECT_EQ(ask({ u"small"_s, u"--number"_s, u"2"_s }).json(), newer);

    EXPECT_EQ(ask({ u"small"_s, u"--number"_s, u"3"_s }).exitCode, cli::BadInput);
    EXPECT_EQ(ask({ u"large"_s }).exitCode, cli::BadInput);
    EXPECT_EQ(ask({ u"small"_s, u"--number"_s, u"x"_s }).exitCode, cli::Usage);
    EXPECT_EQ(ask({ u"--number"_s, u"1"_s }).exitCode, cli::Usage);
}

TEST_F(WorkspaceCommand, ListsCompilesAndHowEachEnded)
{
    {
        const auto file = *workspace::Workspace::open(path);
        ASSERT_TRUE(file->beginJob(
            workspace::startedCompile({ .input = fixturePath(u"add-u55-128"_s) + u"/add.pt2"_s,
                .spec = { .target = u"ethos-u65-256"_s },
                .outputFolder = dir + u"/out"_s })));
    } // and nobody is left who could end it
    const QStringList arguments{ u"jobs"_s, u"--workspace"_s, path };
    const auto jobs
        = outcomeOf(cli::workspaceCommand(), arguments + QStringList{ u"--json"_s }).json();
    ASSERT_EQ(jobs[u"jobs"_s].toArray().size(), 2);
    EXPECT_EQ(jobs[u"jobs"_s][0][u"status"_s].toString(), u"succeeded"_s);
    const auto cut = jobs[u"jobs"_s][1];
    EXPECT_EQ(cut[u"status"_s].toString(), u"cut-off"_s);
    EXPECT_EQ(cut[u"source"_s].toString(), u"add.pt2"_s);
    EXPECT_EQ(cut[u"target"_s].toString(), u"ethos-u65-256"_s);
    EXPECT_EQ(cut[u"folder"_s].toString(), dir + u"/out"_s);
    EXPECT_FALSE(cut[u"started"_s].toString().isEmpty());
    const auto text = outcomeOf(cli::workspaceCommand(), arguments).out;
    EXPECT_TRUE(text.contains(u"no result (killed)"_s)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"add.pt2"_s)) << text.toStdString();
}

TEST_F(WorkspaceCommand, IsMisusedWithExitCodeTwo)
{
    EXPECT_EQ(outcomeOf(cli::workspaceCommand(), { u"gc"_s }).exitCode, cli::Usage);
    EXPECT_EQ(outcomeOf(cli::workspaceCommand(), { u"what"_s, u"--workspace"_s, path }).exitCode,
        cli::Usage);
    EXPECT_EQ(outcomeOf(cli::workspaceCommand(),
                  { u"gc"_s, u"--workspace"_s, path, u"--keep"_s, u"many"_s })
                  .exitCode,
        cli::Usage);
    EXPECT_EQ(outcomeOf(cli::workspaceCommand(),
                  { u"gc"_s, u"--workspace"_s, dir + u"/nothing.tosaic"_s })
                  .exitCode,
        cli::BadInput);
}

TEST_F(WorkspaceCommand, ACancelledExecuTorchJobIsOne)
{
    compiled::CompileResult cancelled{ .status = compiled::Status::Cancelled,
        .sourceName = u"model.py"_s };
    EXPECT_EQ(workspace::compileDetails(cancelled, {}, {}).kind, u"executorch"_s);
    cancelled.sourceName = u"model.tosa"_s;
    EXPECT_EQ(workspace::compileDetails(cancelled, {}, {}).kind, u"vela"_s);
}

} // namespace tosaic::test::workspacecommandtests
