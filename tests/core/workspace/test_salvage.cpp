// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/workspace/contents.h"
#include "core/workspace/salvage.h"
#include "tests/core/workspace/workspacefiles.h"
#include "tests/support/samples.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <QDir>

#include <random>

namespace tosaic::test::salvagetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::workspace;
using test::bytesOf;
using test::writeFile;

namespace {

constexpr qsizetype Page = 4096;
constexpr int Runs = 40;
constexpr int Notes = 120;

QByteArray consoleOf(int number)
{
    return QByteArray::number(number) + QByteArray(2000, 'c');
}

QString noteOf(int number)
{
    return u"note %1 "_s.arg(number) + QString(200, u'n');
}

/// A workspace of many pages with known rows. Filled by SQL, because each row of its own would be a
/// commit that waits for the disk.
QByteArray filledBytes()
{
    const auto dir = test::temporaryDir();
    const auto path = dir + u"/filled.tosaic"_s;
    {
        const auto file = *Workspace::create(path);
        for (const auto &name : { u"a"_s, u"b"_s, u"c"_s })
            EXPECT_TRUE(file->addCompile(test::compileIn(dir + u'/' + name, name),
                { .kind = u"vela"_s, .log = QString(3000, u'l') }));
    }
    SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE);
    SQLite::Transaction transaction(database);
    for (int i = 1; i <= Runs; ++i) {
        SQLite::Statement row(database,
            "INSERT INTO runs (id, name, console, summary, origin, model_sha256, imported,"
            " console_sha256) VALUES (?, 'run', ?, '{}', 'fvp', '', '', ?)");
        row.bind(1, i);
        row.bind(2, consoleOf(i).constData(), static_cast<int>(consoleOf(i).size()));
        row.bind(3, sha256Hex(consoleOf(i)).toStdString());
        row.exec();
    }
    for (int i = 1; i <= Notes; ++i) {
        SQLite::Statement row(
            database, "INSERT INTO notes (id, subject, text, written) VALUES (?, '', ?, '')");
        row.bind(1, i);
        row.bind(2, noteOf(i).toStdString());
        row.exec();
    }
    transaction.commit();
    return bytesOf(path);
}

/// What was read is what was there, and the file was not touched.
void expectTruth(const QString &path, const QByteArray &damaged, const Result<Salvaged> &salvaged,
    bool hasWholeTexts)
{
    EXPECT_EQ(bytesOf(path), damaged);
    EXPECT_FALSE(QFile::exists(path + u"-journal"_s));
    if (!salvaged)
        return;
    auto &file = *salvaged->workspace;
    EXPECT_TRUE(file.isReadOnly());
    EXPECT_TRUE(file.verify());
    EXPECT_FALSE(file.addNote({}, u"more"_s));
    const auto runs = *file.runs();
    for (const auto &run : runs)
        EXPECT_EQ(run.console, consoleOf(static_cast<int>(run.id.value)));
    const auto notes = *file.notes();
    for (const auto &note : notes) {
        if (hasWholeTexts) {
            EXPECT_EQ(note.text, noteOf(static_cast<int>(note.id.value)));
        }
    }
    const auto artefacts = *file.artefacts();
    for (const auto &artefact : artefacts) {
        if (artefact.hasCopy) {
            EXPECT_EQ(sha256Hex(*file.artefactBytes(artefact.id)), artefact.sha256);
        }
    }
}

const TableSalvage &tableOf(const Salvaged &salvaged, const QString &name)
{
    for (const auto &table : salvaged.tables) {
        if (table.table == name)
            return table;
    }
    ADD_FAILURE() << "no table " << qPrintable(name);
    return salvaged.tables.front();
}

} // namespace

TEST(Salvage, ReadsAllOfASoundFile)
{
    const auto path = writeFile(test::temporaryDir() + u"/sound.tosaic"_s, filledBytes());
    const auto salvaged = salvage(path);
    ASSERT_TRUE(salvaged) << qPrintable(salvaged.error().toText());
    EXPECT_TRUE(salvaged->isComplete());
    EXPECT_TRUE(salvaged->complaint.isEmpty());
    EXPECT_EQ(tableOf(*salvaged, u"runs"_s).read, static_cast<quint64>(Runs));
    EXPECT_EQ(tableOf(*salvaged, u"notes"_s).read, static_cast<quint64>(Notes));
    EXPECT_EQ(tableOf(*salvaged, u"jobs"_s).read, 3U);
    expectTruth(path, filledBytes().isEmpty() ? QByteArray() : bytesOf(path), salvaged, true);
}

TEST(Salvage, OneDamagedPageCostsOnlyWhatWasOnIt)
{
    const auto sound = filledBytes();
    const auto path = test::temporaryDir() + u"/page.tosaic"_s;
    const auto pages = sound.size() / Page;
    ASSERT_GT(pages, 40);
    quint64 fewestRows = Runs + Notes;
    for (qsizetype page = 0; page < pages; ++page) {
        auto damaged = sound;
        damaged.replace(page * Page, Page, QByteArray(Page, '\x5a'));
        writeFile(path, damaged);
        const auto salvaged = salvage(path);
        expectTruth(path, damaged, salvaged, true);
        ASSERT_TRUE(salvaged) << page << ' ' << qPrintable(salvaged.error().toText());
        EXPECT_FALSE(salvaged->complaint.isEmpty()) << page;
        const auto rows = tableOf(*salvaged, u"runs"_s).read + tableOf(*salvaged, u"notes"_s).read;
        fewestRows = std::min(fewestRows, rows);
    }
    // The worst page is the root of a table: the other table is still there.
    EXPECT_GE(fewestRows, static_cast<quint64>(Runs));
}

TEST(Salvage, FlippedBytesNeverCrashItNorMakeUpBytes)
{
    const auto sound = filledBytes();
    const auto path = test::temporaryDir() + u"/flipped.tosaic"_s;
    std::mt19937 random(7);
    for (int round = 0; round < 120; ++round) {
        auto damaged = sound;
        for (int i = 0; i <= round % 12; ++i) {
            const auto place
                = static_cast<qsizetype>(random()) % (round % 3 == 0 ? 4 * Page : damaged.size());
            damaged[place] = static_cast<char>(random());
        }
        writeFile(path, damaged);
        expectTruth(path, damaged, salvage(path), false);
    }
}

TEST(Salvage, ACutFileGivesWhatIsLeft)
{
    const auto sound = filledBytes();
    const auto path = test::temporaryDir() + u"/cut.tosaic"_s;
    // Four times as often with TOSAIC_FULL_MATRIX; each place takes a third of a second.
    const qsizetype step = qEnvironmentVariableIsSet("TOSAIC_FULL_MATRIX") ? 7001 : 28001;
    for (qsizetype size = 0; size < sound.size(); size += step) {
        const auto damaged = sound.left(size);
        writeFile(path, damaged);
        const auto salvaged = salvage(path);
        expectTruth(path, damaged, salvaged, true);
        if (size > sound.size() / 2) {
            ASSERT_TRUE(salvaged) << size << ' ' << qPrintable(salvaged.error().toText());
            EXPECT_FALSE(salvaged->isComplete()) << size;
        }
    }
}

TEST(Salvage, WithoutItsFirstPageTheTablesAreFoundAgain)
{
    auto damaged = filledBytes();
    damaged.replace(0, Page, QByteArray(Page, '\0'));
    const auto path = writeFile(test::temporaryDir() + u"/headless.tosaic"_s, damaged);
    const auto salvaged = salvage(path);
    ASSERT_TRUE(salvaged) << qPrintable(salvaged.error().toText());
    EXPECT_EQ(tableOf(*salvaged, u"runs"_s).read, static_cast<quint64>(Runs));
    EXPECT_EQ(tableOf(*salvaged, u"notes"_s).read, static_cast<quint64>(Notes));
    EXPECT_EQ(salvaged->workspace->jobs()->size(), 3U);
    EXPECT_FALSE(salvaged->complaint.isEmpty());
}

TEST(Salvage, ArtefactsWithoutTheirJobAreKept)
{
    const auto dir = test::temporaryDir();
    const auto path = dir + u"/orphans.tosaic"_s;
    {
        const auto file = *Workspace::create(path);
        ASSERT_TRUE(file->addCompile(test::compileIn(dir + u"/a"_s, u"a"_s), {}));
    }
    {
        SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE);
        database.exec("PRAGMA foreign_keys = OFF; DELETE FROM jobs");
    }
    const auto salvaged = salvage(path);
    ASSERT_TRUE(salvaged);
    ASSERT_EQ(salvaged->workspace->jobs()->size(), 1U);
    EXPECT_EQ(salvaged->workspace->jobs()->front().name, u"salvaged"_s);
    EXPECT_EQ(salvaged->workspace->artefacts()->size(), 4U);
}

TEST(Salvage, WhatWasReadBecomesANewWorkspace)
{
    auto damaged = filledBytes();
    damaged.replace(20 * Page, Page, QByteArray(Page, '\x5a'));
    const auto dir = test::temporaryDir();
    const auto path = writeFile(dir + u"/damaged.tosaic"_s, damaged);
    ASSERT_EQ(Workspace::open(path).error().code, ErrorCode::WorkspaceDamaged);
    const auto salvaged = salvage(path);
    ASSERT_TRUE(salvaged);
    const auto rescued = dir + u"/rescued.tosaic"_s;
    ASSERT_TRUE(saveSalvaged(*salvaged, rescued));
    EXPECT_EQ(saveSalvaged(*salvaged, rescued).error().code, ErrorCode::IoWrite);
    const auto opened = Workspace::open(rescued);
    ASSERT_TRUE(opened) << qPrintable(opened.error().toText());
    EXPECT_TRUE((*opened)->verify());
    EXPECT_EQ((*opened)->runs()->size(), salvaged->workspace->runs()->size());
    EXPECT_TRUE((*opened)->addNote({}, u"goes on"_s));
    const auto contents = readContents(path);
    ASSERT_TRUE(contents);
    EXPECT_TRUE(contents->isReadOnly);
    EXPECT_FALSE(contents->salvage.empty());
}

TEST(Salvage, LeavesOtherFilesAndNewerVersionsAlone)
{
    const auto dir = test::temporaryDir();
    EXPECT_EQ(salvage(dir + u"/nothing"_s).error().code, ErrorCode::IoOpen);
    writeFile(dir + u"/text"_s, QByteArray(9000, 'a'));
    EXPECT_EQ(salvage(dir + u"/text"_s).error().code, ErrorCode::WorkspaceDamaged);
    const auto path = dir + u"/newer.tosaic"_s;
    ASSERT_TRUE(Workspace::create(path));
    SQLite::Database(path.toStdString(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
    EXPECT_EQ(salvage(path).error().code, ErrorCode::WorkspaceVersion);
}

} // namespace tosaic::test::salvagetests
