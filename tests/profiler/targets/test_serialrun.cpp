// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/targets/runwatch.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::serialruntests {

using State = profile::LiveRun::State;

namespace {

/// A pseudo-terminal as the board's end of a serial line; its other end is a port.
class Board
{
public:
    Board()
    {
        int slave = -1;
        char name[256] = {};
        if (::openpty(&m_master, &slave, name, nullptr, nullptr) == 0)
            ::close(slave);
        m_port = QString::fromLocal8Bit(name);
        ::fcntl(m_master, F_SETFL, O_NONBLOCK);
    }
    ~Board() { unplug(); }
    Board(const Board &) = delete;
    Board &operator=(const Board &) = delete;

    QString port() const { return m_port; }
    void print(const QByteArray &text)
    {
        for (qsizetype at = 0; at < text.size();) {
            const auto size
                = ::write(m_master, text.data() + at, static_cast<size_t>(text.size() - at));
            if (size > 0)
                at += size;
            else
                QCoreApplication::processEvents(); // the line is full until it is read
        }
    }
    QByteArray read()
    {
        QByteArray bytes(256, '\0');
        bytes.resize(std::max<qsizetype>(0, ::read(m_master, bytes.data(), 256)));
        return bytes;
    }
    void unplug()
    {
        if (m_master >= 0)
            ::close(std::exchange(m_master, -1));
    }

private:
    int m_master = -1;
    QString m_port;
};

profile::RunRequest serialRequest(const QString &port, bool reconnects = true)
{
    return { .target = profile::SerialTarget{ .port = port, .reconnects = reconnects } };
}

} // namespace

TEST(SerialRun, ReadsPiecesAndEndsWhenItIsQuiet)
{
    Board board;
    auto request = serialRequest(board.port());
    request.quietSeconds = 1;
    RunWatch watch(request);
    watch.run.start();
    ASSERT_TRUE(watch.reach(State::Running)) << watch.problemId().toStdString();
    const auto text = completeConsole();
    for (qsizetype at = 0; at < text.size(); at += 11) {
        board.print(text.mid(at, 11));
        QCoreApplication::processEvents();
    }
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Complete) << watch.problemId().toStdString();
    EXPECT_EQ(watch.run.console(), text);
    ASSERT_TRUE(watch.run.run());
    EXPECT_EQ(watch.run.run()->inferences, 1U);
}

TEST(SerialRun, QuietDoesNotEndWhatIsNotComplete)
{
    Board board;
    auto request = serialRequest(board.port());
    request.quietSeconds = 1;
    request.timeLimitSeconds = 3;
    RunWatch watch(request);
    watch.run.start();
    ASSERT_TRUE(watch.reach(State::Running));
    board.print(completeConsole().left(150));
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::TimedOut);
}

TEST(SerialRun, ComesBackAfterAnUnplug)
{
    auto board = std::make_unique<Board>();
    const auto port = temporaryDir() + u"/port"_s;
    ASSERT_TRUE(QFile::link(board->port(), port));
    RunWatch watch(serialRequest(port));
    watch.run.setLimits({ .retryMs = 20 });
    watch.run.start();
    ASSERT_TRUE(watch.reach(State::Running)) << watch.problemId().toStdString();
    board->print("I [executorch:x.cpp:1 main()] ethosu_pmu_cntr0 : 12");
    ASSERT_TRUE(watch.hear(": 12"));
    ASSERT_TRUE(QFile::remove(port));
    board.reset();
    ASSERT_TRUE(watch.reach(State::Reconnecting));
    EXPECT_TRUE(watch.hasDiagnostic(u"run.connection-lost"_s));
    board = std::make_unique<Board>();
    ASSERT_TRUE(QFile::link(board->port(), port));
    ASSERT_TRUE(watch.reach(State::Running));
    EXPECT_TRUE(watch.hasDiagnostic(u"run.reconnected"_s));
    board->print("34\r\n" + completeConsole());
    ASSERT_TRUE(watch.hear("Program complete"));
    watch.run.stop();
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Stopped);
    // 12 and 34 are not the number 1234.
    EXPECT_TRUE(watch.run.console().contains(": 12\n34\r\n"));
    EXPECT_TRUE(watch.hasDiagnostic(u"run.line-cut"_s));
}

TEST(SerialRun, AnUnplugForGoodEndsIt)
{
    Board board;
    const auto port = temporaryDir() + u"/port"_s;
    ASSERT_TRUE(QFile::link(board.port(), port));
    RunWatch watch(serialRequest(port));
    watch.run.setLimits({ .retryMs = 20, .reconnectMs = 200 });
    watch.run.start();
    ASSERT_TRUE(watch.reach(State::Running));
    board.print("half a line");
    ASSERT_TRUE(watch.hear("half a line"));
    ASSERT_TRUE(QFile::remove(port));
    board.unplug();
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_EQ(watch.problemId(), u"run.connection-lost"_s);
    EXPECT_EQ(watch.run.console(), "half a line");
}

TEST(SerialRun, AnUnplugAfterACompleteRunIsNoFailure)
{
    Board board;
    RunWatch watch(serialRequest(board.port(), false));
    watch.run.start();
    ASSERT_TRUE(watch.reach(State::Running));
    board.print(completeConsole());
    ASSERT_TRUE(watch.hear("Program complete"));
    board.unplug();
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Complete) << watch.problemId().toStdString();
    EXPECT_TRUE(watch.hasDiagnostic(u"run.connection-lost"_s));
}

TEST(SerialRun, StopWhileItWaitsForThePort)
{
    Board board;
    const auto port = temporaryDir() + u"/port"_s;
    ASSERT_TRUE(QFile::link(board.port(), port));
    RunWatch watch(serialRequest(port));
    watch.run.start();
    ASSERT_TRUE(watch.reach(State::Running));
    ASSERT_TRUE(QFile::remove(port));
    board.unplug();
    ASSERT_TRUE(watch.reach(State::Reconnecting));
    watch.run.stop();
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Stopped);
}

TEST(SerialRun, SendReachesTheBoard)
{
    Board board;
    RunWatch watch(serialRequest(board.port()));
    watch.run.start();
    ASSERT_TRUE(watch.reach(State::Running));
    watch.run.send("go\n");
    QByteArray read;
    EXPECT_TRUE(QTest::qWaitFor([&] { return (read += board.read()).contains("go\n"); }, Patience));
}

TEST(SerialRun, APortThatIsNotThereIsSaid)
{
    RunWatch watch(serialRequest(u"/dev/no-such-port"_s));
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_EQ(watch.problemId(), u"run.no-port"_s);
}

} // namespace tosaic::test::serialruntests
