// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/boards/boardcatalogue.h"

#include <QComboBox>

namespace tosaic::views {

/// Which board the model has to fit. The hint says what the board has and where that is written.
class BoardBox : public QComboBox
{
    Q_OBJECT
public:
    explicit BoardBox(QWidget *parent = nullptr);

    /// Keeps the current board if it is still there.
    void setCatalogue(const boards::BoardCatalogue &catalogue);
    /// Null if none is chosen.
    const boards::Board *current() const;
    QString currentId() const;
    void setCurrentId(const QString &id);

    /// Memories, NPUs and sources of a board, in lines.
    static QString describe(const boards::Board &board);

Q_SIGNALS:
    void boardChosen(const QString &id);
    void ownBoardRequested();

private:
    void take(int index);
    void updateHint();

    boards::BoardCatalogue m_catalogue;
    QString m_current;
};

} // namespace tosaic::views
