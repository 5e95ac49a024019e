// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/targets/runwatch.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QTcpServer>
#include <QTcpSocket>

using namespace Qt::StringLiterals;

namespace tosaic::test::tcpruntests {

using State = profile::LiveRun::State;

namespace {

/// A console on a port.
class Server
{
public:
    Server() { m_server.listen(QHostAddress::LocalHost); }
    quint16 port() const { return m_server.serverPort(); }
    QTcpSocket *accept()
    {
        const auto hasPeer = [this] { return m_server.hasPendingConnections(); };
        return QTest::qWaitFor(hasPeer, Patience) ? m_server.nextPendingConnection() : nullptr;
    }
    void close() { m_server.close(); }

private:
    QTcpServer m_server;
};

profile::RunRequest tcpRequest(quint16 port, bool reconnects = true)
{
    return { .target
        = profile::TcpTarget{ .host = u"127.0.0.1"_s, .port = port, .reconnects = reconnects } };
}

} // namespace

TEST(TcpRun, ReadsUntilItIsQuiet)
{
    Server server;
    auto request = tcpRequest(server.port());
    request.quietSeconds = 1;
    RunWatch watch(request);
    watch.run.start();
    auto *peer = server.accept();
    ASSERT_TRUE(peer);
    peer->write(completeConsole());
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Complete) << watch.problemId().toStdString();
    EXPECT_EQ(watch.run.console(), completeConsole());
}

TEST(TcpRun, ComesBackAfterADrop)
{
    Server server;
    RunWatch watch(tcpRequest(server.port()));
    watch.run.setLimits({ .retryMs = 20 });
    watch.run.start();
    auto *peer = server.accept();
    ASSERT_TRUE(peer);
    peer->write("first\n");
    ASSERT_TRUE(watch.hear("first"));
    peer->abort();
    ASSERT_TRUE(watch.reach(State::Reconnecting));
    peer = server.accept();
    ASSERT_TRUE(peer);
    peer->write(completeConsole());
    ASSERT_TRUE(watch.hear("Program complete"));
    EXPECT_EQ(watch.run.state(), State::Running);
    EXPECT_TRUE(watch.hasDiagnostic(u"run.connection-lost"_s));
    EXPECT_TRUE(watch.hasDiagnostic(u"run.reconnected"_s));
    watch.run.send("answer\n");
    EXPECT_TRUE(QTest::qWaitFor([&] { return peer->canReadLine(); }, Patience));
    watch.run.stop();
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Stopped);
    EXPECT_EQ(watch.run.console(), "first\n" + completeConsole());
}

TEST(TcpRun, AServerThatStaysAwayEndsIt)
{
    Server server;
    RunWatch watch(tcpRequest(server.port()));
    watch.run.setLimits({ .retryMs = 20, .reconnectMs = 200 });
    watch.run.start();
    auto *peer = server.accept();
    ASSERT_TRUE(peer);
    server.close();
    peer->abort();
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_EQ(watch.problemId(), u"run.connection-lost"_s);
}

TEST(TcpRun, WithoutReconnectTheEndOfTheConnectionIsTheEnd)
{
    Server server;
    RunWatch watch(tcpRequest(server.port(), false));
    watch.run.start();
    auto *peer = server.accept();
    ASSERT_TRUE(peer);
    peer->write(completeConsole());
    peer->disconnectFromHost();
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Complete) << watch.problemId().toStdString();
    EXPECT_EQ(watch.run.console(), completeConsole());
}

TEST(TcpRun, NobodyListens)
{
    quint16 port = 0;
    {
        Server server;
        port = server.port();
    }
    RunWatch watch(tcpRequest(port));
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_EQ(watch.problemId(), u"run.refused"_s);
}

TEST(TcpRun, NoSuchHost)
{
    RunWatch watch({ .target = profile::TcpTarget{ .host = u"no.such.host.invalid"_s } });
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_EQ(watch.problemId(), u"run.unknown-host"_s);
}

} // namespace tosaic::test::tcpruntests
