// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/boards/board.h"

namespace tosaic::boards {

/// All boards at hand.
struct BoardCatalogue
{
    std::vector<Board> boards; ///< by name
    std::vector<Diagnostic> diagnostics; ///< files and boards that were left out: "board.*", "io.*"

    /// By id, or by name in any letter case; null if there is none.
    const Board *find(const QString &idOrName) const;
};

/// Folder of the boards that come with the program: TOSAIC_BOARDS, else ../share/tosaic/boards
/// beside the program, else the source tree it was built from. Empty if none is there.
QString boardsDir();
/// Where the user's own boards are looked for; may not exist.
QString userBoardsDir();

/// Reads every *.json of the folders, in order of name. A board of a later folder replaces one with
/// the same id. Folders that do not exist are empty. Blocks; files are small.
BoardCatalogue readBoardCatalogue(const QStringList &folders);

/// The catalogue of the program, then the user's, then `workspaceFolder`/boards if given.
BoardCatalogue boardCatalogue(const QString &workspaceFolder = {});

/// Writes a file with one example board to begin from, if the folder has no board file yet.
/// Returns the path of the file. Errors: IoWrite, IoDiskFull.
Result<QString> writeBoardTemplate(const QString &folder);

} // namespace tosaic::boards
