// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memorypicture.h"
#include "core/boards/board.h"

/// Whether what a picture needs fits a board. The compilers do not say: their limit is a wish in
/// two of the modes.
namespace tosaic::analysis {

enum class BudgetVerdict
{
    Fits,
    Over,
    NoPiece, ///< enough bytes, but no bank holds the largest buffer in one piece
    Missing, ///< the board has no memory for this
    Unknown ///< need or capacity is not known
};

struct BudgetRow
{
    MemoryRole role = MemoryRole::Sram;
    PartKind kind = PartKind::Scratch; ///< of the program's rows: which
    boards::Use use = boards::Use::Sram;
    std::optional<quint64> need;
    quint64 knownNeed = 0; ///< at least so much
    QString memory; ///< of the board; empty: Missing
    std::optional<quint64> capacity; ///< of that memory
    quint64 takenBefore = 0; ///< of it by the rows above
    bool isFitted = true;
    std::optional<quint64> largestPiece; ///< only where banks are apart
    BudgetVerdict verdict = BudgetVerdict::Unknown;

    /// Bytes that remain; negative: over by so much. Absent if either side is not known.
    std::optional<qint64> rest() const;
};

struct Budget
{
    QString boardId;
    QString boardName;
    bool hasNpu = true; ///< the board has an NPU of that family and MAC count, as far as it says
    /// Of boxes with something in them; where the memory system is not known, of each NPU's box.
    std::vector<BudgetRow> rows;

    QStringList otherBackends; ///< that take memory of which nothing is known

    bool isOver() const; ///< at least one row does not fit
    /// At least one row or another backend's need cannot be told, and no row is over.
    bool isUnknown() const;
    bool fits() const { return hasNpu && !isOver() && !isUnknown(); }
    const BudgetRow *row(MemoryRole role) const;
};

/// Each box takes the first memory of the board that serves it and is large enough, else the
/// largest; memories that serve several boxes are shared. What is only read may lie in flash or
/// RAM.
Budget checkBudget(const MemoryPicture &picture, const boards::Board &board);

} // namespace tosaic::analysis
