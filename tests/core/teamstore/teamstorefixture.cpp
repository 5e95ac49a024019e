// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/teamstore/teamstorefixture.h"

#include "tests/core/workspace/workspacefiles.h"
#include "tests/support/samples.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace tosaic::test {

using teamstore::TeamStore;
using workspace::Workspace;

std::unique_ptr<PostgresServer> TeamStoreTest::s_server;
QString TeamStoreTest::s_why;

void TeamStoreTest::SetUp()
{
    if (!s_server && s_why.isEmpty())
        s_server = PostgresServer::make(&s_why);
    TOSAIC_NEED_POSTGRES(s_server, s_why);
    if (!QSqlDatabase::isDriverAvailable(u"QPSQL"_s))
        GTEST_SKIP() << "libqt6sql6-psql is not installed";
    static int count = 0;
    m_database = u"team%1"_s.arg(++count);
    ASSERT_TRUE(s_server->createDatabase(m_database));
    m_owner = s_server->ownerAddress(m_database);
    m_artefacts = temporaryDir();
    const auto made = TeamStore::create(address(m_owner), m_artefacts);
    ASSERT_TRUE(made) << made.error().toText().toStdString();
}

void TeamStoreTest::TearDownTestSuite()
{
    s_server.reset();
}

teamstore::StoreAddress TeamStoreTest::address(const QString &text) const
{
    const auto read = teamstore::readStoreAddress(text);
    EXPECT_TRUE(read) << text.toStdString();
    return *read;
}

std::unique_ptr<TeamStore> TeamStoreTest::open(const QString &text) const
{
    auto opened = TeamStore::open(address(text));
    EXPECT_TRUE(opened) << opened.error().toText().toStdString();
    return opened ? std::move(*opened) : nullptr;
}

QString TeamStoreTest::user(const QString &name, const QString &role, const QString &options)
{
    const auto full = u"%1_%2"_s.arg(name, m_database);
    s_server->sql(m_database, u"CREATE ROLE %1 LOGIN PASSWORD 'secret'"_s.arg(full));
    if (!role.isEmpty())
        s_server->sql(m_database, u"GRANT %1_%2 TO %3"_s.arg(m_database, role, full));
    const auto passwords = written(u"pgpass"_s, "127.0.0.1:*:*:*:secret\n");
    QFile::setPermissions(passwords, QFile::ReadOwner | QFile::WriteOwner);
    qputenv("PGPASSFILE", QFile::encodeName(passwords));
    return s_server->address(full, m_database, options);
}

std::unique_ptr<Workspace> TeamStoreTest::newWorkspace()
{
    auto made = Workspace::create(temporaryDir() + u"/w%1.tosaic"_s.arg(++m_workspaces));
    EXPECT_TRUE(made);
    return std::move(*made);
}

workspace::JobId TeamStoreTest::addCompile(Workspace &file, const QString &name)
{
    const auto result = compileIn(temporaryDir(), name);
    workspace::JobRecord details{ .kind = u"executorch"_s,
        .started = QDateTime::currentDateTimeUtc(),
        .spec = { { u"target"_s, u"ethos-u55-128"_s } },
        .log = u"what "_s + name + u" said \0"_s };
    details.interpreter = u"/here/bin/python"_s;
    details.stages = { { u"lower"_s, 120 } };
    details.sources = { { u"model"_s, u"/home/anna/%1.py"_s.arg(name), QString(64, u'b'), 12 } };
    const auto job = file.addCompile(result, details);
    EXPECT_TRUE(job) << job.error().toText().toStdString();
    return *job;
}

workspace::RunId TeamStoreTest::addRun(Workspace &file, const QString &name)
{
    workspace::RunRecord run{ .name = name,
        .console = "NPU_ACTIVE 17\n",
        .summary = { { u"profiles"_s, 1 } },
        .origin = u"board"_s,
        .modelSha256 = QString(64, u'c'),
        .npuClockHz = 500'000'000 };
    run.status = u"complete"_s;
    run.conditions = { .target = u"ethos-u55-128"_s, .macs = 128, .events = { u"NPU_ACTIVE"_s } };
    run.note = u"cold"_s;
    const auto trace = written(u"trace.json"_s, "trace of " + name.toUtf8());
    const auto id = file.addRun(run,
        { { u"counter"_s, u"net"_s, u"NPU_ACTIVE"_s, u"cycles"_s, 0, 1e15 + 1, false },
            { u"time"_s, {}, u"inference"_s, u"ns"_s, 1, 0.1, true } },
        { { .role = u"trace"_s, .path = trace } });
    EXPECT_TRUE(id) << id.error().toText().toStdString();
    const auto series = file.addSeries(*id, u"power"_s, u"mW"_s, u"ns"_s);
    const std::array samples{ workspace::Sample{ -1, 0.25 }, workspace::Sample{ 7, 3e9 } };
    const workspace::SampleBatch batch{ *series, samples };
    EXPECT_TRUE(file.appendSamples(std::span(&batch, 1)));
    return *id;
}

quint64 TeamStoreTest::stored(const QString &table)
{
    return s_server->sql(m_database, u"SELECT count(*) FROM tosaic."_s + table).toULongLong();
}

} // namespace tosaic::test
