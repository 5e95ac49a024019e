// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/workspace/migrations.h"
#include "core/workspace/salvage.h"
#include "core/workspace/snapshot.h"
#include "core/workspace/workspace.h"
#include "tests/support/samples.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <QFile>

#include <array>
#include <map>

namespace tosaic::test::openingstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::workspace;

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll();
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

/// A file that version 1 wrote, from its SQL dump.
QString versionOne()
{
    const auto path = test::temporaryDir() + u"/v1.tosaic"_s;
    SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(
        bytesOf(test::sourcePath(u"tests/core/workspace/workspace-v1.sql"_s)).toStdString());
    return path;
}

/// A workspace large enough to have inner pages.
QString filled()
{
    const auto path = test::temporaryDir() + u"/filled.tosaic"_s;
    const auto file = *Workspace::create(path);
    for (int i = 0; i < 40; ++i)
        EXPECT_TRUE(file->addRun({ .name = u"run %1"_s.arg(i), .console = QByteArray(2000, 'c') }));
    return path;
}

ErrorCode openError(const QString &path)
{
    const auto opened = Workspace::open(path);
    EXPECT_FALSE(opened);
    return opened ? ErrorCode::Internal : opened.error().code;
}

} // namespace

TEST(WorkspaceOpening, ReadsWhatVersionOneWrote)
{
    const auto file = Workspace::open(versionOne());
    ASSERT_TRUE(file) << qPrintable(file.error().toText());
    const auto jobs = *(*file)->jobs();
    ASSERT_EQ(jobs.size(), 1U);
    EXPECT_EQ(jobs[0].kind, u"executorch"_s);
    EXPECT_EQ(jobs[0].spec.value(u"target"_s).toString(), u"ethos-u55-128"_s);
    EXPECT_EQ(jobs[0].started, QDateTime({ 2026, 1, 2 }, { 3, 4, 5, 678 }, Qt::UTC));
    const auto artefacts = *(*file)->artefacts(jobs[0].id);
    ASSERT_EQ(artefacts.size(), 2U);
    EXPECT_EQ(*(*file)->artefactBytes(artefacts[0].id), "program");
    EXPECT_EQ(artefacts[1].partition, 0);
    const auto runs = *(*file)->runs();
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].console, "console\n");
    EXPECT_EQ(runs[0].origin, u"fvp"_s);
    EXPECT_EQ((*file)->models()->size(), 1U);
    EXPECT_EQ((*file)->specs()->front().name, u"fast"_s);
    EXPECT_EQ((*file)->notes()->front().text, u"kept"_s);
    EXPECT_TRUE((*file)->verify());
    // What version 1 did not know.
    EXPECT_EQ(jobs[0].action, QString());
    EXPECT_FALSE(jobs[0].exitCode);
    EXPECT_FALSE(jobs[0].isPinned);
    EXPECT_EQ((*file)->specHistory((*file)->specs()->front().id)->size(), 1U);
    EXPECT_TRUE((*file)->settings()->empty());
    EXPECT_TRUE((*file)->setSetting(u"board"_s, u"E7"_s));
    EXPECT_EQ((*file)->jobsThatWrote(artefacts[0].sha256)->size(), 1U);
}

TEST(WorkspaceMigration, ReadsPayloadsAndSummariesFromKeptResults)
{
    const auto path = versionOne();
    {
        SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE);
        const QByteArray result = R"({"summary":{"cyclesTotal":97},"partitions":[)"
                                  R"({"index":0,"payloadSha256":")"
            + sha256Hex("payload").toUtf8() + R"("},"odd",{"index":1}]})";
        SQLite::Statement blob(database, "INSERT INTO blobs VALUES (2, ?, ?)");
        blob.bind(1, sha256Hex(result).toStdString());
        blob.bind(2, result.constData(), static_cast<int>(result.size()));
        blob.exec();
        SQLite::Statement artefact(database,
            "INSERT INTO artefacts VALUES (3, 1, 'result', '/out/job1/result.json', 'result.json',"
            " ?, 9, NULL, 2)");
        artefact.bind(1, sha256Hex(result).toStdString());
        artefact.exec();
    }
    const auto file = Workspace::open(path);
    ASSERT_TRUE(file) << qPrintable(file.error().toText());
    EXPECT_EQ(*(*file)->jobsWithPayload(sha256Hex("payload")), std::vector{ workspace::JobId(1) });
    EXPECT_EQ((*file)->jobs()->front().summary.value(u"cyclesTotal"_s).toInt(), 97);
}

TEST(WorkspaceMigration, BringsVersionOneToALaterOneAndKeepsTheRows)
{
    SQLite::Database database(versionOne().toStdString(), SQLite::OPEN_READWRITE);
    const std::array list{ migrations().front(),
        Migration{ 2, "ALTER TABLE runs ADD COLUMN board TEXT NOT NULL DEFAULT 'corstone'" },
        Migration{ 3,
            "CREATE TABLE boards (name TEXT) STRICT;"
            "INSERT INTO boards SELECT DISTINCT board FROM runs" } };
    ASSERT_TRUE(migrate(database, list));
    EXPECT_EQ(database.execAndGet("PRAGMA user_version").getInt(), 3);
    EXPECT_EQ(database.execAndGet("SELECT name FROM boards").getString(), "corstone");
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM runs").getInt(), 1);
    ASSERT_TRUE(migrate(database, list)); // a second time nothing happens
}

TEST(WorkspaceMigration, AFailingStepLeavesTheFileAsItWas)
{
    const auto path = versionOne();
    {
        SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE);
        const std::array list{ migrations().front(), Migration{ 2, "DROP TABLE notes" },
            Migration{ 3, "INSERT INTO nowhere VALUES (1)" } };
        EXPECT_THROW(static_cast<void>(migrate(database, list)), SQLite::Exception);
    }
    const auto file = Workspace::open(path);
    ASSERT_TRUE(file);
    EXPECT_EQ((*file)->notes()->size(), 1U);
}

TEST(WorkspaceOpening, LeavesTheFileOfANewerVersionAlone)
{
    const auto path = versionOne();
    SQLite::Database(path.toStdString(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 9999");
    const auto before = bytesOf(path);
    EXPECT_EQ(openError(path), ErrorCode::WorkspaceVersion);
    EXPECT_EQ(bytesOf(path), before);
}

TEST(WorkspaceOpening, RefusesOtherDatabasesAndOtherFiles)
{
    const auto dir = test::temporaryDir();
    {
        SQLite::Database other(
            (dir + u"/other.db"_s).toStdString(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        other.exec("CREATE TABLE t (a)");
    }
    EXPECT_EQ(openError(dir + u"/other.db"_s), ErrorCode::FormatUnknown);
    write(dir + u"/text.tosaic"_s, QByteArray(5000, 'a'));
    EXPECT_EQ(openError(dir + u"/text.tosaic"_s), ErrorCode::WorkspaceDamaged);
    write(dir + u"/empty.tosaic"_s, {});
    EXPECT_EQ(openError(dir + u"/empty.tosaic"_s), ErrorCode::WorkspaceDamaged);
    EXPECT_EQ(openError(dir + u"/nothing.tosaic"_s), ErrorCode::IoOpen);
}

TEST(WorkspaceOpening, RunsNoViewTriggerOrExpressionOfSomebodyElse)
{
    const std::map<std::string, QString> attacks{
        { "ALTER TABLE runs RENAME TO kept; CREATE VIEW runs AS WITH RECURSIVE"
          " n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n",
            u"table console_parts"_s },
        { "CREATE TRIGGER more AFTER INSERT ON runs BEGIN DELETE FROM models; END",
            u"trigger more"_s },
        { "ALTER TABLE runs ADD COLUMN twice BLOB AS (zeroblob(1000000000))", u"table runs"_s },
        { "DROP TABLE notes", u"table notes"_s },
    };
    for (const auto &[sql, named] : attacks) {
        const auto path = filled();
        SQLite::Database(path.toStdString(), SQLite::OPEN_READWRITE).exec(sql);
        const auto before = bytesOf(path);
        const auto opened = Workspace::open(path);
        ASSERT_FALSE(opened) << sql;
        EXPECT_EQ(opened.error().code, ErrorCode::WorkspaceDamaged) << sql;
        EXPECT_TRUE(opened.error().detail.contains(named)) << opened.error().detail.toStdString();
        EXPECT_EQ(bytesOf(path), before);
        const auto saved = salvage(path);
        EXPECT_TRUE(!saved || !sql.starts_with("CREATE TRIGGER") || saved->isComplete());
    }
}

TEST(WorkspaceCopy, LeavesTheFileAsItIsAlsoOldAndDamaged)
{
    const auto folder = test::temporaryDir();
    const auto old = versionOne();
    const auto before = bytesOf(old);
    const auto copy = folder + u"/copy.tosaic"_s;
    ASSERT_TRUE(copyFile(old, copy));
    EXPECT_EQ(bytesOf(old), before) << "not brought to the newest layout";
    EXPECT_TRUE(Workspace::open(copy));
    EXPECT_EQ(bytesOf(old), before);
    EXPECT_EQ(copyFile(old, copy).error().code, ErrorCode::IoWrite) << "nothing is replaced";
    // What SQLite refuses is copied as it is.
    const auto damaged = folder + u"/damaged.tosaic"_s;
    auto bytes = bytesOf(filled());
    bytes.chop(1000);
    write(damaged, bytes);
    const auto second = folder + u"/second.tosaic"_s;
    ASSERT_TRUE(copyFile(damaged, second));
    EXPECT_EQ(openError(second), ErrorCode::WorkspaceDamaged);
    EXPECT_EQ(bytesOf(damaged), bytes);
    EXPECT_EQ(copyFile(folder + u"/none.tosaic"_s, folder + u"/x.tosaic"_s).error().code,
        ErrorCode::IoOpen);
}

/// A change that is under way is not in the copy, and does not break it.
TEST(WorkspaceCopy, IsWholeWhileAnotherWrites)
{
    const auto path = filled();
    const auto copy = test::temporaryDir() + u"/copy.tosaic"_s;
    SQLite::Database writer(path.toStdString(), SQLite::OPEN_READWRITE);
    writer.exec("BEGIN IMMEDIATE");
    writer.exec("DELETE FROM runs");
    ASSERT_TRUE(copyFile(path, copy));
    writer.exec("ROLLBACK");
    EXPECT_EQ((*Workspace::open(copy))->runHeads()->size(), 40u);
}

TEST(WorkspaceOpening, SaysWhereAFileIsDamaged)
{
    const auto path = filled();
    auto bytes = bytesOf(path);
    ASSERT_GT(bytes.size(), 20 * 4096);
    for (qsizetype i = 10 * 4096; i < 11 * 4096; ++i)
        bytes[i] = '\x5a';
    write(path, bytes);
    const auto opened = Workspace::open(path);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::WorkspaceDamaged);
    EXPECT_EQ(opened.error().location.file, path);
    EXPECT_FALSE(opened.error().location.section.isEmpty());
}

TEST(WorkspaceOpening, ACutFileIsDamagedWhereverItIsCut)
{
    const auto path = filled();
    const auto bytes = bytesOf(path);
    for (qsizetype size = 0; size < bytes.size(); size += 1777) {
        write(path, bytes.left(size));
        const auto opened = Workspace::open(path);
        ASSERT_FALSE(opened) << size;
        EXPECT_EQ(opened.error().code, ErrorCode::WorkspaceDamaged)
            << size << ' ' << qPrintable(opened.error().toText());
    }
    write(path, bytes);
    EXPECT_TRUE(Workspace::open(path));
}

} // namespace tosaic::test::openingstests
