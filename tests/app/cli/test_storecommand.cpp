// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/base/approvals.h"
#include "core/workspace/settingkeys.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/postgres.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QJsonArray>
#include <QSqlDatabase>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

// tosaic-cli store, and gate, history and doctor against one.
namespace tosaic::test::storecommandtests {

namespace {

Outcome store(const QStringList &arguments)
{
    return outcomeOf(cli::storeCommand(), arguments);
}

const auto Fixture = u"add-u55-128"_s;

class StoreCommand : public testing::Test
{
protected:
    void SetUp() override
    {
        static QString why;
        if (!s_server && why.isEmpty())
            s_server = PostgresServer::make(&why);
        TOSAIC_NEED_POSTGRES(s_server, why);
        if (!QSqlDatabase::isDriverAvailable(u"QPSQL"_s))
            GTEST_SKIP() << "libqt6sql6-psql is not installed";
        static int count = 0;
        const auto database = u"team%1"_s.arg(++count);
        ASSERT_TRUE(s_server->createDatabase(database));
        m_address = s_server->ownerAddress(database);
        m_artefacts = temporaryDir();
        const auto made = store({ u"init"_s, m_address, u"--artefacts"_s, m_artefacts });
        ASSERT_EQ(made.exitCode, cli::Fine) << qPrintable(made.err);
        EXPECT_TRUE(made.err.contains(u"GRANT \"%1_writer\""_s.arg(database)));
    }
    void TearDown() override
    {
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/stores"_s)
            .removeRecursively();
    }
    static void TearDownTestSuite() { s_server.reset(); }

    Outcome gate(const QString &address, const QStringList &more = {})
    {
        return outcomeOf(cli::gateCommand(),
            QStringList{ compiled(), u"--store"_s, address, u"--baseline"_s, u"main"_s } + more);
    }
    /// The fixture in a folder of its own: another compile.
    static QString compiled()
    {
        const auto folder = temporaryDir();
        for (const auto &name : { u"result.json"_s, u"add.pte"_s })
            EXPECT_TRUE(QFile::copy(fixturePath(Fixture) + u'/' + name, folder + u'/' + name));
        return folder;
    }
    /// The same store for somebody on another machine: another copy.
    QString elsewhere() const { return m_address + u"&artefacts="_s + m_artefacts; }

    static std::unique_ptr<PostgresServer> s_server;
    QString m_address;
    QString m_artefacts;
};

std::unique_ptr<PostgresServer> StoreCommand::s_server;

} // namespace

TEST_F(StoreCommand, HoldsTheBaselineOfAnotherMachine)
{
    EXPECT_EQ(gate(m_address, { u"--as"_s, u"main"_s }).exitCode, cli::Fine);
    const auto same = gate(elsewhere(), { u"--fail-above"_s, u"2"_s });
    EXPECT_EQ(same.exitCode, cli::Fine) << qPrintable(same.err);
    EXPECT_FALSE(same.out.isEmpty()) << "Markdown";
    const auto status = store({ u"status"_s, m_address, u"--json"_s });
    EXPECT_EQ(status.json().value(u"compiles"_s).toInt(), 2) << qPrintable(status.out);
    EXPECT_EQ(status.json().value(u"role"_s).toString(), u"writer"_s);
    const auto history = outcomeOf(
        cli::historyCommand(), { u"add.py"_s, u"--workspace"_s, m_address, u"--json"_s });
    EXPECT_EQ(history.json().value(u"steps"_s).toArray().size(), 2) << qPrintable(history.err);

    // Without the server: the copy answers, and what is recorded does not pass for stored.
    s_server->kill();
    const auto old = outcomeOf(
        cli::historyCommand(), { u"add.py"_s, u"--workspace"_s, m_address, u"--json"_s });
    EXPECT_EQ(old.json().value(u"steps"_s).toArray().size(), 2);
    EXPECT_TRUE(old.err.contains(u"store.unreachable"_s)) << qPrintable(old.err);
    EXPECT_EQ(gate(m_address).exitCode, cli::ToolFailed);
    EXPECT_EQ(gate(s_server->address(u"nobody"_s, u"team1"_s)).exitCode, cli::ToolFailed)
        << "no copy either";
    ASSERT_TRUE(s_server->start());
    EXPECT_EQ(gate(m_address).exitCode, cli::Fine);
    EXPECT_EQ(store({ u"status"_s, m_address, u"--json"_s }).json().value(u"compiles"_s).toInt(), 4)
        << "what waited went along";
}

TEST_F(StoreCommand, AsksBeforeAWorkspaceOfSomebodyElseLeadsAnywhere)
{
    const auto path = temporaryDir() + u"/w.tosaic"_s;
    {
        const auto file = *workspace::Workspace::create(path);
        ASSERT_TRUE(file->setSetting(workspace::StoreKey, m_address));
        ASSERT_TRUE(file->addCells({ { QString(64, u'a'), { { u"n"_s, 1 } } } }));
    }
    const auto refused = store({ u"push"_s, u"--workspace"_s, path });
    EXPECT_EQ(refused.exitCode, cli::Usage);
    EXPECT_TRUE(refused.err.contains(u"trust add --connection"_s)) << qPrintable(refused.err);
    EXPECT_EQ(store({ u"status"_s, m_address, u"--json"_s }).json().value(u"cells"_s).toInt(), 0);
    ASSERT_EQ(store({ u"use"_s, m_address, u"--workspace"_s, path }).exitCode, cli::Fine);
    const auto status = store({ u"status"_s, u"--workspace"_s, path, u"--json"_s });
    EXPECT_EQ(status.json().value(u"waiting"_s)[u"cells"_s].toInt(), 1) << qPrintable(status.err);
    const auto sent = store({ u"sync"_s, u"--workspace"_s, path, u"--json"_s });
    EXPECT_EQ(sent.json().value(u"sent"_s)[u"cells"_s].toInt(), 1) << qPrintable(sent.err);
    const auto other = temporaryDir() + u"/other.tosaic"_s;
    const auto came = store({ u"pull"_s, m_address, u"--workspace"_s, other });
    EXPECT_TRUE(came.out.contains(u"1 cells"_s)) << qPrintable(came.out + came.err);
    EXPECT_EQ(*(*workspace::Workspace::open(other))->cellCount(), 1u);
}

TEST_F(StoreCommand, KeepsReports)
{
    EXPECT_TRUE(store({ u"reports"_s, m_address }).out.contains(u"no report"_s));
    const auto report = written(u"week.html"_s, "<p>fine</p>");
    const auto published
        = store({ u"publish"_s, report, m_address, u"--note"_s, u"week 7"_s, u"--json"_s });
    ASSERT_EQ(published.exitCode, cli::Fine) << qPrintable(published.err);
    const auto id = published.json().value(u"report"_s).toString();
    const auto list = store({ u"reports"_s, m_address, u"--json"_s });
    const auto rows = list.json().value(u"reports"_s).toArray();
    ASSERT_EQ(rows.size(), 1);
    EXPECT_EQ(rows[0][u"id"_s].toString(), id);
    EXPECT_EQ(rows[0][u"note"_s].toString(), u"week 7"_s);
    const auto copy = temporaryDir() + u"/copy.html"_s;
    EXPECT_EQ(store({ u"fetch"_s, id, m_address, u"-o"_s, copy }).exitCode, cli::Fine);
    QFile file(copy);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), "<p>fine</p>");
    EXPECT_EQ(store({ u"fetch"_s, u"7"_s, m_address }).exitCode, cli::BadInput);
    EXPECT_EQ(store({ u"publish"_s, report, u"postgresql://h:pw@x/y"_s }).exitCode, cli::Usage);
    EXPECT_EQ(store({ u"paint"_s, m_address }).exitCode, cli::Usage);
}

TEST_F(StoreCommand, IsLookedAtByTheDoctor)
{
    const auto rowOf = [](const QString &address) {
        const auto told
            = outcomeOf(cli::doctorCommand(), { u"--store"_s, address, u"--json"_s }).json();
        const auto tools = told.value(u"tools"_s).toArray();
        for (const auto &tool : tools) {
            if (tool[u"kind"_s] == u"store"_s)
                return tool.toObject();
        }
        return QJsonObject();
    };
    EXPECT_EQ(rowOf(m_address).value(u"state"_s).toString(), u"fits"_s);
    EXPECT_EQ(
        rowOf(s_server->ownerAddress(u"postgres"_s)).value(u"state"_s).toString(), u"broken"_s);
    EXPECT_EQ(rowOf({}).value(u"state"_s).toString(), u"missing"_s);
}

} // namespace tosaic::test::storecommandtests
