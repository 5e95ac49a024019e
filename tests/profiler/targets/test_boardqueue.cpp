// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/boardqueue.h"
#include "tests/profiler/targets/runwatch.h"

#include <gtest/gtest.h>

#include <QTcpServer>
#include <QTcpSocket>

#include <csignal>
#include <map>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::boardqueuetests {

using profile::BoardTurn;
using profile::BoardUse;
using profile::boardUse;

namespace {

QString newPlace()
{
    static int count = 0;
    return u"test:%1:%2"_s.arg(::getpid()).arg(++count);
}

/// A turn that has started, and what it said.
struct Waiting
{
    Waiting(const QString &at, const QString &what)
        : place(at), turn(std::make_unique<BoardTurn>(place, what))
    {
        QObject::connect(turn.get(), &BoardTurn::taken, turn.get(), [this] { isTaken = true; });
        QObject::connect(turn.get(), &BoardTurn::waits, turn.get(),
            [this](const BoardUse &use) { waitsFor = use; });
        turn->start();
    }
    bool takes()
    {
        return QTest::qWaitFor([this] { return isTaken; }, Patience);
    }
    bool waits()
    {
        return QTest::qWaitFor([this] { return waitsFor.has_value(); }, Patience);
    }

    QString place;
    std::unique_ptr<BoardTurn> turn;
    bool isTaken = false;
    std::optional<BoardUse> waitsFor;
};

} // namespace

TEST(BoardQueue, OneAtATimeInTheOrderOfComing)
{
    const auto place = newPlace();
    EXPECT_FALSE(boardUse(place));
    Waiting first(place, u"first"_s);
    ASSERT_TRUE(first.takes());
    const auto use = boardUse(place);
    ASSERT_TRUE(use);
    EXPECT_EQ(use->what, u"first"_s);
    EXPECT_EQ(use->process, ::getpid());
    EXPECT_FALSE(use->user.isEmpty());
    EXPECT_TRUE(use->since.isValid());
    Waiting second(place, u"second"_s);
    ASSERT_TRUE(second.waits());
    EXPECT_EQ(second.waitsFor->what, u"first"_s);
    QTest::qWait(5); // tickets say in which millisecond they were drawn
    Waiting third(place, u"third"_s);
    ASSERT_TRUE(third.waits());
    const auto queue = boardUse(place)->waiting;
    ASSERT_EQ(queue.size(), 2);
    EXPECT_EQ(queue[0].what, u"second"_s);
    EXPECT_EQ(queue[1].what, u"third"_s);
    EXPECT_EQ(queue[1].user, use->user);
    EXPECT_TRUE(queue[1].since.isValid());
    EXPECT_TRUE(profile::useText(*boardUse(place))
                    .contains(u", 2 waiting: %1 for \"second\", %1 for"_s.arg(use->user)));
    Waiting other(newPlace(), u"another board"_s);
    EXPECT_TRUE(other.takes());
    std::map<QString, QString> all;
    for (const auto &board : profile::boardsInUse())
        all[board.place] = board.what;
    EXPECT_EQ(all[place], u"first"_s);
    EXPECT_EQ(all[other.place], u"another board"_s);
    first.turn.reset();
    ASSERT_TRUE(second.takes());
    EXPECT_FALSE(third.isTaken);
    third.turn.reset(); // gives up
    EXPECT_TRUE(boardUse(place)->waiting.empty());
    second.turn.reset();
    EXPECT_FALSE(boardUse(place));
}

TEST(BoardQueue, IsNotHeldByAProgramThatWasKilled)
{
    const auto place = newPlace();
    int ready[2] = {};
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        Waiting turn(place, u"killed"_s);
        const char said = turn.takes() ? 'y' : 'n';
        [[maybe_unused]] const auto written = ::write(ready[1], &said, 1);
        ::pause();
        ::_exit(0);
    }
    char said = 0;
    ASSERT_EQ(::read(ready[0], &said, 1), 1);
    EXPECT_EQ(said, 'y');
    EXPECT_EQ(boardUse(place)->process, child);
    Waiting next(place, u"next"_s);
    ASSERT_TRUE(next.waits());
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    EXPECT_TRUE(next.takes());
    EXPECT_EQ(boardUse(place)->what, u"next"_s);
    ::close(ready[0]);
    ::close(ready[1]);
}

TEST(BoardQueue, ARunWaitsForItsBoardAndSaysForWhom)
{
    QTcpServer board;
    ASSERT_TRUE(board.listen(QHostAddress::LocalHost));
    const auto place = u"127.0.0.1:%1"_s.arg(board.serverPort());
    Waiting somebody(place, u"nightly"_s);
    ASSERT_TRUE(somebody.takes());
    profile::RunRequest request{ .target
        = profile::TcpTarget{ .host = u"127.0.0.1"_s, .port = board.serverPort() } };
    request.quietSeconds = 1;
    RunWatch watch(request);
    QSignalSpy said(&watch.run, &profile::LiveRun::problemFound);
    watch.run.start();
    ASSERT_TRUE(said.wait(Patience));
    const auto note = said.front().front().value<Diagnostic>();
    EXPECT_EQ(note.id, u"run.board-waits"_s);
    EXPECT_TRUE(note.text.contains(u"nightly"_s)) << qPrintable(note.text);
    EXPECT_FALSE(board.hasPendingConnections());
    somebody.turn.reset();
    ASSERT_TRUE(QTest::qWaitFor([&] { return board.hasPendingConnections(); }, Patience));
    EXPECT_TRUE(boardUse(place));
    board.nextPendingConnection()->write(completeConsole());
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), profile::LiveRun::State::Complete);
    EXPECT_FALSE(boardUse(place)) << "given back";
}

TEST(BoardQueue, ARunThatIsStoppedWhileItWaitsEnds)
{
    QTcpServer board;
    ASSERT_TRUE(board.listen(QHostAddress::LocalHost));
    Waiting somebody(u"127.0.0.1:%1"_s.arg(board.serverPort()), u"nightly"_s);
    ASSERT_TRUE(somebody.takes());
    RunWatch watch(
        { .target = profile::TcpTarget{ .host = u"127.0.0.1"_s, .port = board.serverPort() } });
    watch.run.start();
    watch.run.stop();
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), profile::LiveRun::State::Stopped);
    EXPECT_FALSE(board.hasPendingConnections());
}

} // namespace tosaic::test::boardqueuetests
