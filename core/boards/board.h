// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/spec/specrules.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/// Boards that a model may have to fit: what public documents say of their memories. The shape of
/// the files is in resources/boards/README.md. A number that no source states is absent.
namespace tosaic::boards {

/// What Vela's memory names can stand for on a board.
enum class Use
{
    Sram, ///< feature maps and fast scratch: read and written at full speed
    Flash, ///< read only: weights and commands of Shared_Sram
    Dram ///< read and written: everything external of the Dedicated_Sram modes
};
QString useName(Use use); ///< "sram", "flash", "dram", as in the files

/// Where a number comes from.
struct Source
{
    QString id; ///< within the board
    QString title;
    QString url; ///< may be empty
};

struct Bank
{
    QString name;
    quint64 bytes = 0;
};

struct BoardMemory
{
    QString name; ///< "SRAM0 + SRAM1", "MRAM"
    QString technology; ///< "SRAM", "MRAM", "LPDDR4"
    std::vector<Use> uses;
    std::optional<quint64> bytes; ///< what the NPU can use
    bool isOnChip = false;
    bool isFitted = true; ///< on the vendor's evaluation kit; false: an option of the board maker
    std::vector<Bank> banks; ///< empty: one piece
    bool isContiguous = true; ///< banks follow one another in the address map
    QString note;
    QStringList sources; ///< ids

    bool serves(Use use) const;
    /// The largest buffer that fits in one piece; absent if `bytes` is.
    std::optional<quint64> largestPiece() const;
};

struct BoardNpu
{
    spec::Family family = spec::Family::U55;
    std::vector<int> macs; ///< a cycle; empty: not known
    std::optional<quint64> clockHz;
    QString note;
    QStringList sources;
};

struct Board
{
    QString id; ///< "alif-ensemble-e7"
    QString name;
    QString vendor;
    std::vector<BoardNpu> npus;
    std::vector<BoardMemory> memories; ///< on-chip ones first
    QStringList notes;
    std::vector<Source> sources;
    QString file; ///< that says so

    const Source *source(const QString &id) const;
    /// Whether an NPU of that family and MAC count is on it, as far as the board says.
    bool hasNpu(spec::Family family, std::optional<int> macs = {}) const;
    /// Memories that serve a use, in the order of the file.
    std::vector<const BoardMemory *> memoriesFor(Use use) const;
};

inline constexpr qsizetype LargestBoardFile = 1 << 20; ///< bytes

/// One file. Boards that make no sense are left out with a diagnostic "board.*"; errors:
/// FormatDamaged with the byte if it is no JSON, FormatUnsupported for another version,
/// LimitExceeded above 1 MiB.
Result<std::vector<Board>> readBoards(
    const QByteArray &json, const QString &file, std::vector<Diagnostic> *diagnostics);

} // namespace tosaic::boards
