// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/boardsource.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

BoardSource::BoardSource(
    std::unique_ptr<ConsoleSource> board, const QString &place, const QString &run)
    : m_board(std::move(board)), m_turn(std::make_unique<BoardTurn>(place, run))
{
    connect(m_board.get(), &ConsoleSource::output, this, &ConsoleSource::output);
    connect(m_board.get(), &ConsoleSource::stateChanged, this, &ConsoleSource::stateChanged);
    connect(m_board.get(), &ConsoleSource::noticed, this, &ConsoleSource::noticed);
    connect(m_board.get(), &ConsoleSource::finished, this, &BoardSource::end);
    connect(m_turn.get(), &BoardTurn::waits, this, [this, place](const BoardUse &use) {
        Q_EMIT noticed({ u"run.board-waits"_s, Severity::Info, { .entity = place },
            u"the board is in use %1; this run waits for its turn"_s.arg(useText(use)) });
    });
    connect(m_turn.get(), &BoardTurn::taken, this, [this] {
        m_isOurs = true;
        m_board->start();
    });
}

void BoardSource::start()
{
    m_turn->start();
}

void BoardSource::stop()
{
    if (m_isOurs)
        return m_board->stop();
    m_turn.reset();
    finishLater();
}

void BoardSource::send(const QByteArray &bytes)
{
    if (m_isOurs)
        m_board->send(bytes);
}

void BoardSource::describe(workspace::RunConditions &conditions) const
{
    m_board->describe(conditions);
}

void BoardSource::end()
{
    if (const auto &why = m_board->problem())
        setProblem(*why);
    m_turn.reset();
    Q_EMIT finished();
}

} // namespace tosaic::profile
