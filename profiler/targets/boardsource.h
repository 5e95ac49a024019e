// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/boardqueue.h"
#include "profiler/targets/consolesource.h"

namespace tosaic::profile {

/// A source of a board, which it listens to once it is its turn, and gives back when it ends. While
/// it waits it says for whom: "run.board-waits".
class BoardSource : public ConsoleSource
{
    Q_OBJECT
public:
    BoardSource(std::unique_ptr<ConsoleSource> board, const QString &place, const QString &run);

    void start() override;
    void stop() override;
    void send(const QByteArray &bytes) override;
    void describe(workspace::RunConditions &conditions) const override;

private:
    void end();

    std::unique_ptr<ConsoleSource> m_board;
    std::unique_ptr<BoardTurn> m_turn;
    bool m_isOurs = false;
};

} // namespace tosaic::profile
