// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

/// Boards are used by one run at a time: who comes later waits, in the order of coming, whoever
/// they are and whichever of our programs they use. Kept as files in the folder that Debian has for
/// locks of devices; the kernel takes back what a killed program held.
namespace tosaic::profile {

/// Who uses a board, or waits for it.
struct BoardClaim
{
    QString place; ///< "/dev/ttyUSB0", "localhost:5000"
    QString user; ///< of this machine
    qint64 process = 0;
    QDateTime since; ///< UTC
    QString what; ///< name of the run
};

struct BoardUse : BoardClaim
{
    std::vector<BoardClaim> waiting; ///< behind it, in their order
};

/// Absent: nobody, or it cannot be known.
std::optional<BoardUse> boardUse(const QString &place);
/// All boards of this machine that somebody uses.
std::vector<BoardUse> boardsInUse();
/// "by anna for \"add\" since 2026-01-02 03:04 (process 17), 2 waiting: bob for \"conv\", ..."
QString useText(const BoardUse &use);

/// A run's place in the queue of a board. Lives on a thread with an event loop; gives the board, or
/// the place, back when it goes.
class BoardTurn : public QObject
{
    Q_OBJECT
public:
    BoardTurn(QString place, QString what, QObject *parent = nullptr);
    ~BoardTurn() override;

    /// Once. Where the folder of locks cannot be written, the board is taken without asking.
    void start();

Q_SIGNALS:
    /// Somebody else has it; again when that is another one or the queue has moved.
    void waits(const tosaic::profile::BoardUse &use);
    /// It is ours. Never from inside start().
    void taken();

private:
    class LockedFile;
    void look();
    bool isFirst();

    QString m_place;
    QString m_what;
    std::unique_ptr<LockedFile> m_ticket; ///< while it waits
    std::unique_ptr<LockedFile> m_lock; ///< while it is ours
    QTimer m_again;
    QString m_told;
};

} // namespace tosaic::profile
