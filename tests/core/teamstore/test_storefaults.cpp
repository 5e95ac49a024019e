// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/storeconnection.h"
#include "tests/core/teamstore/teamstorefixture.h"
#include "tests/core/workspace/workspacefiles.h"
#include "tests/support/samples.h"

#include <QDir>
#include <QScopeGuard>
#include <QTemporaryDir>

#include <csignal>
#include <sys/mount.h>
#include <sys/resource.h>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore::storefaultstests {

using test::TeamStoreTest;
using workspace::Workspace;

namespace {

ErrorCode codeOf(const auto &result)
{
    EXPECT_FALSE(result);
    return result ? ErrorCode::Internal : result.error().code;
}

} // namespace

TEST_F(TeamStoreTest, ReaderReadsAndNeverWrites)
{
    const auto mine = newWorkspace();
    addCompile(*mine, u"net"_s);
    ASSERT_TRUE(open()->push(*mine));
    const auto reader = open(user(u"rea"_s, u"reader"_s));
    ASSERT_TRUE(reader);
    EXPECT_FALSE(reader->facts().mayWrite);
    const auto theirs = newWorkspace();
    ASSERT_TRUE(reader->pull(*theirs));
    EXPECT_EQ(theirs->jobs()->size(), 1u);
    addCompile(*theirs, u"other"_s);
    EXPECT_EQ(codeOf(reader->push(*theirs)), ErrorCode::StoreRefused);
    EXPECT_EQ(waitingIn(*theirs, reader->facts().id)->compiles, 1u) << "it waits";
    ASSERT_TRUE(reader->pull(*theirs));
    const auto counter = Workspace::changeCounter(theirs->path());
    ASSERT_TRUE(reader->pull(*theirs));
    EXPECT_EQ(Workspace::changeCounter(theirs->path()), counter) << "nothing new, nothing written";

    const auto writer = open(user(u"wri"_s, u"writer"_s));
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->push(*theirs));
    auto raw = StoreConnection::open(address(user(u"eve"_s, u"writer"_s)));
    ASSERT_TRUE(raw);
    EXPECT_EQ(codeOf((*raw)->execute(u"DELETE FROM tosaic.compiles"_s)), ErrorCode::StoreRefused);
    EXPECT_EQ(
        codeOf((*raw)->execute(u"UPDATE tosaic.about SET value = '9'"_s)), ErrorCode::StoreRefused);
    EXPECT_TRUE(s_server->sql(m_database, u"DELETE FROM tosaic.compiles"_s).contains(u"never"_s))
        << "not even who owns it";
    EXPECT_EQ(stored(u"compiles"_s), 2u);
    EXPECT_EQ(codeOf(TeamStore::open(address(user(u"sam"_s, {})))), ErrorCode::StoreRefused);
}

TEST_F(TeamStoreTest, RefusesAWrongPasswordAndAnotherCertificate)
{
    const auto good = user(
        u"ann"_s, u"writer"_s, u"sslmode=verify-full&sslrootcert="_s + s_server->certificate());
    const auto opened = TeamStore::open(address(good));
    ASSERT_TRUE(opened) << opened.error().toText().toStdString();
    const auto other = user(u"cat"_s, u"writer"_s,
        u"sslmode=verify-full&sslrootcert="_s + s_server->otherCertificate());
    EXPECT_EQ(codeOf(TeamStore::open(address(other))), ErrorCode::StoreRefused);
    const auto passwords = test::written(u"pgpass"_s, "127.0.0.1:*:*:*:wrong\n");
    QFile::setPermissions(passwords, QFile::ReadOwner | QFile::WriteOwner);
    qputenv("PGPASSFILE", QFile::encodeName(passwords));
    EXPECT_EQ(codeOf(TeamStore::open(address(good))), ErrorCode::StoreRefused);
    qunsetenv("PGPASSFILE");
    EXPECT_EQ(codeOf(TeamStore::open(address(good))), ErrorCode::StoreRefused) << "none at all";
    // A stand-in for the program that asks the desktop's keyring.
    const auto tool = test::written(u"secret-tool"_s,
        "#!/bin/sh\n[ \"$1 $2 $3 $4 $5 $6\" = \"lookup protocol postgresql server 127.0.0.1 user\" "
        "] || "
        "exit 1\ncase $7 in ann_*) printf secret;; cat_*) printf wrong;; *) exit 1;; esac\n");
    QFile::setPermissions(tool, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const auto before = qgetenv("PATH");
    const auto restore = qScopeGuard([&before] { qputenv("PATH", before); });
    qputenv("PATH", QFile::encodeName(QFileInfo(tool).path()) + ':' + before);
    EXPECT_TRUE(TeamStore::open(address(good))) << "the keyring has it";
    const auto wrong = user(
        u"cat"_s, u"writer"_s, u"sslmode=verify-full&sslrootcert="_s + s_server->certificate());
    qunsetenv("PGPASSFILE");
    const auto refused = TeamStore::open(address(wrong));
    EXPECT_EQ(codeOf(refused), ErrorCode::StoreRefused);
    EXPECT_FALSE(refused.error().toText().contains(u"wrong"_s)) << "passwords are told to nobody";
}

TEST_F(TeamStoreTest, GoesOnAfterTheServerWasAway)
{
    const auto mine = newWorkspace();
    for (int i = 0; i < 40; ++i)
        addCompile(*mine, u"net%1"_s.arg(i));
    addRun(*mine, u"run"_s);
    ASSERT_TRUE(mine->addCells({ { QString(64, u'1'), { { u"n"_s, 1 } } } }));
    auto store = open();
    int asked = 0;
    const auto cut = store->push(*mine, [&asked] {
        if (++asked == 2) // a transaction was acknowledged
            s_server->kill();
        return true;
    });
    EXPECT_EQ(codeOf(cut), ErrorCode::StoreUnreachable) << cut.error().toText().toStdString();
    EXPECT_EQ(codeOf(TeamStore::open(address(m_owner))), ErrorCode::StoreUnreachable);
    addCompile(*mine, u"meanwhile"_s);
    ASSERT_TRUE(s_server->start());
    EXPECT_EQ(stored(u"compiles"_s), 32u) << "what was acknowledged";
    store = open();
    ASSERT_TRUE(store->push(*mine));
    EXPECT_EQ(stored(u"compiles"_s), 41u) << "each once";
    EXPECT_EQ(stored(u"runs"_s), 1u);
    EXPECT_EQ(stored(u"cells"_s), 1u);

    const auto theirs = newWorkspace();
    asked = 0;
    const auto cutPull = store->pull(*theirs, [&asked] {
        if (++asked == 2)
            s_server->kill();
        return true;
    });
    EXPECT_EQ(codeOf(cutPull), ErrorCode::StoreUnreachable);
    EXPECT_EQ(theirs->jobs()->size(), 41u);
    ASSERT_TRUE(s_server->start());
    ASSERT_TRUE(open()->pull(*theirs));
    EXPECT_EQ(theirs->jobs()->size(), 41u);
    EXPECT_EQ(theirs->runs()->size(), 1u);
}

TEST_F(TeamStoreTest, SendsOnceWhatWasAcknowledgedWithoutOurHearingIt)
{
    const auto mine = newWorkspace();
    addCompile(*mine, u"net"_s);
    const auto store = open();
    ASSERT_TRUE(store->push(*mine));
    auto links = *mine->teamLinks(store->facts().id);
    ASSERT_EQ(links.size(), 1u);
    links.front().isPushed = false; // killed between the two
    ASSERT_TRUE(mine->setTeamLink(store->facts().id, links.front()));
    ASSERT_TRUE(store->push(*mine));
    EXPECT_EQ(stored(u"compiles"_s), 1u);
}

TEST_F(TeamStoreTest, SendsNothingWhoseArtefactsHaveNoRoom)
{
    const auto mine = newWorkspace();
    auto result = test::compileIn(test::temporaryDir(), u"net"_s);
    result.artefacts.push_back(
        test::artefact(result.folder, u"large.bin"_s, QByteArray(3 << 20, 'x')));
    ASSERT_TRUE(mine->addCompile(result, {}));
    const auto store = open();
    {
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        const auto restore = qScopeGuard([&before] { ::setrlimit(RLIMIT_FSIZE, &before); });
        const auto handler = ::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{ .rlim_cur = 2 << 20, .rlim_max = before.rlim_max };
        ::setrlimit(RLIMIT_FSIZE, &small);
        EXPECT_EQ(codeOf(store->push(*mine)), ErrorCode::IoDiskFull);
        ::signal(SIGXFSZ, handler);
    }
    EXPECT_EQ(stored(u"compiles"_s), 0u);
    ASSERT_TRUE(store->push(*mine));
    EXPECT_EQ(stored(u"compiles"_s), 1u);
    ASSERT_TRUE(QDir(m_artefacts).rename(m_artefacts, m_artefacts + u"-away"_s));
    EXPECT_EQ(codeOf(store->pull(*newWorkspace())), ErrorCode::IoOpen) << "not mounted";
    QDir().rename(m_artefacts + u"-away"_s, m_artefacts);
}

/// A disk of some megabytes under the store alone: what is acknowledged stays, the rest waits.
TEST_F(TeamStoreTest, WaitsWhereTheServersDiskIsFull)
{
    const QTemporaryDir disk; // the disk, not what mounts it, is open to the server's user
    const auto folder = QFile::encodeName(disk.path());
    constexpr auto Options = "size=24m,mode=0777";
    if (::mount("tmpfs", folder.constData(), "tmpfs", 0, Options) != 0)
        GTEST_SKIP() << "no small disk can be mounted here: that takes root";
    const auto unmount = qScopeGuard([&] { ::umount2(folder.constData(), MNT_DETACH); });
    const auto space = u"small_"_s + m_database;
    ASSERT_TRUE(s_server->makeFolder(disk.filePath(u"space"_s)));
    ASSERT_EQ(s_server->sql(u"postgres"_s,
                  u"CREATE TABLESPACE %1 LOCATION '%2'"_s.arg(space, disk.filePath(u"space"_s))),
        QString());
    ASSERT_EQ(s_server->sql(
                  u"postgres"_s, u"ALTER DATABASE %1 SET TABLESPACE %2"_s.arg(m_database, space)),
        QString());
    const auto mine = newWorkspace();
    addCompile(*mine, u"before"_s);
    ASSERT_TRUE(open()->push(*mine));
    QFile filler(disk.filePath(u"filler"_s));
    ASSERT_TRUE(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    while (filler.write(QByteArray(4096, 'x')) > 0) { }
    constexpr int Many = 80;
    for (int i = 0; i < Many; ++i)
        addCompile(*mine, u"net%1"_s.arg(i));
    addRun(*mine, u"run"_s);
    const auto store = open();
    const auto full = store->push(*mine);
    EXPECT_EQ(codeOf(full), ErrorCode::IoDiskFull) << full.error().toText().toStdString();
    const auto acknowledged = stored(u"compiles"_s);
    EXPECT_LT(acknowledged, quint64(Many + 1));
    EXPECT_EQ(waitingIn(*mine, store->facts().id)->compiles, Many + 1 - acknowledged);
    EXPECT_TRUE(open()->pull(*newWorkspace())) << "it can be read";
    ASSERT_TRUE(filler.remove());
    ASSERT_TRUE(store->push(*mine));
    EXPECT_EQ(stored(u"compiles"_s), quint64(Many + 1)) << "each once";
    EXPECT_EQ(stored(u"runs"_s), 1u);
    s_server->kill(); // nothing is open on the disk any more
    ASSERT_TRUE(s_server->start());
    EXPECT_EQ(s_server->sql(
                  u"postgres"_s, u"ALTER DATABASE %1 SET TABLESPACE pg_default"_s.arg(m_database)),
        QString());
    EXPECT_EQ(s_server->sql(u"postgres"_s, u"DROP TABLESPACE "_s + space), QString());
}

TEST_F(TeamStoreTest, TakesTheRestWhereAnArtefactIsGone)
{
    const auto mine = newWorkspace();
    addRun(*mine, u"run"_s);
    addCompile(*mine, u"net"_s);
    ASSERT_TRUE(open()->push(*mine));
    for (const auto &folder : QDir(m_artefacts).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        QDir(m_artefacts + u'/' + folder).removeRecursively();
    const auto theirs = newWorkspace();
    const auto came = open()->pull(*theirs);
    ASSERT_TRUE(came) << came.error().toText().toStdString();
    EXPECT_FALSE(came->problems.empty());
    EXPECT_EQ(theirs->jobs()->size(), 1u);
    EXPECT_EQ(theirs->runs()->size(), 1u);
    s_server->sql(m_database,
        u"INSERT INTO tosaic.compiles (id, subject, record) VALUES (gen_random_uuid(),"
        " gen_random_uuid(), '{\"status\": 7}')"_s);
    EXPECT_EQ(open()->pull(*theirs)->problems.size(), 1u) << "what is no compile is left out";
    EXPECT_TRUE(open()->pull(*theirs)->problems.empty()) << "and passed";
}

/// A compile that bears the name of a run, and the other way round: what is known stays.
TEST_F(TeamStoreTest, LeavesOutWhatBearsTheNameOfSomethingElse)
{
    const auto ours = newWorkspace();
    const auto theirs = newWorkspace();
    addCompile(*ours, u"net"_s);
    addRun(*ours, u"board"_s);
    ASSERT_TRUE(open()->push(*ours));
    ASSERT_TRUE(open()->pull(*theirs));
    for (const auto &[from, into] :
        { std::pair(u"compiles"_s, u"runs"_s), std::pair(u"runs"_s, u"compiles"_s) }) {
        // Its record is one of its table; only the subject is that of the other.
        s_server->sql(m_database,
            u"INSERT INTO tosaic.%2 (id, subject, record)"
            " SELECT ('ffffffff-ffff-7fff-bfff-00000000000' || char_length('%2'))::uuid,"
            " (SELECT subject FROM tosaic.%1 ORDER BY arrival LIMIT 1), record"
            " FROM tosaic.%2 ORDER BY arrival LIMIT 1"_s.arg(from, into));
    }
    const auto moved = open()->pull(*theirs);
    ASSERT_TRUE(moved) << moved.error().toText().toStdString();
    EXPECT_EQ(moved->problems.size(), 2u);
    EXPECT_EQ(theirs->jobs()->size(), 1u);
    EXPECT_EQ(theirs->runs()->size(), 1u);
}

TEST_F(TeamStoreTest, BringsAnOlderStoreUpAndLeavesANewerOneAlone)
{
    const auto known = storeMigrations();
    std::vector<StoreMigration> next(known.begin(), known.end());
    next.push_back({ known.back().version + 1, "CREATE TABLE tosaic.more (id int)" });
    auto connection = StoreConnection::open(address(m_owner));
    ASSERT_TRUE(connection);
    EXPECT_EQ(codeOf(readStoreFacts(**connection, next)), ErrorCode::StoreVersion) << "older";
    const auto id = readStoreFacts(**connection, known)->id;
    const auto mine = newWorkspace();
    addCompile(*mine, u"net"_s);
    ASSERT_TRUE(open()->push(*mine));

    auto broken = next;
    broken.push_back({ next.back().version + 1, "CREATE TABLE tosaic.more (id int)" });
    EXPECT_EQ(codeOf(migrateStore(**connection, broken)), ErrorCode::StoreRefused);
    EXPECT_TRUE(readStoreFacts(**connection, known)) << "all or nothing";
    ASSERT_TRUE(migrateStore(**connection, next));
    ASSERT_TRUE(migrateStore(**connection, next)) << "another one did it";
    EXPECT_EQ(readStoreFacts(**connection, next)->id, id);
    EXPECT_EQ(codeOf(TeamStore::open(address(m_owner))), ErrorCode::StoreVersion) << "newer";
    EXPECT_EQ(codeOf(TeamStore::create(address(m_owner), {})), ErrorCode::StoreVersion);
    EXPECT_EQ(stored(u"compiles"_s), 1u);
}

TEST_F(TeamStoreTest, SaysThatADatabaseHoldsNoStore)
{
    ASSERT_TRUE(s_server->createDatabase(u"empty_"_s + m_database));
    const auto opened = TeamStore::open(address(s_server->ownerAddress(u"empty_"_s + m_database)));
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::StoreRefused);
    EXPECT_TRUE(opened.error().detail.contains(u"store init"_s));
    const auto none = TeamStore::open(address(s_server->ownerAddress(u"nowhere"_s)));
    EXPECT_EQ(codeOf(none), ErrorCode::StoreRefused);
}

} // namespace tosaic::teamstore::storefaultstests
