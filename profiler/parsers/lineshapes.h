// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/linerules.h"

#include <QByteArray>
#include <QByteArrayView>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace tosaic::profile {

/// What the rules made of a line: true of every line of the same shape.
struct LineShape
{
    /// Text, and the digits behind it; the last piece has none.
    struct Piece
    {
        quint16 text = 0; ///< bytes
        quint16 digits = 0;
    };
    QByteArray text; ///< the line with every digit as '0'
    qsizetype messageAt = 0; ///< where the message begins, behind any prefix
    /// The name of a port that every line of the shape has in its prefix, digits too.
    QString port;
    QByteArray portText;
    qsizetype portAt = 0;
    quint32 hints = 0; ///< of prefix and rules
    std::vector<RuleHit> hits; ///< in the order in which they apply
    /// No digit of the line, nor anything read before it, decides what the rules make of it.
    bool isFixed = false;
    /// Nor does it matter how many digits a number of the message has.
    bool isElastic = false;
    bool endsInCount = false; ///< which the next line may go on with
    std::vector<Piece> pieces; ///< of an elastic shape
    bool isOfPort(QByteArrayView line) const
    {
        return portText.isEmpty() || line.sliced(portAt).startsWith(portText);
    }
    quint16 next = 0; ///< number of the shape that came behind it last time; 0: none
};

/// A line that was read along its shape.
struct ShapedLine
{
    const LineShape *shape = nullptr; ///< null: it is none of them
    qsizetype size = 0; ///< bytes without line end
    qsizetype sizeWithEnd = 0;
};

/// Remembers the shapes of lines that were read with regular expressions. Logs repeat a few hundred
/// shapes millions of times; for those the expressions need not run again, because only digits
/// differ and captures stand at the same places. Bounded; when full, it only remembers.
class LineShapes
{
public:
    /// Longest line that has a shape, bytes.
    static constexpr qsizetype LargestLine = 512;

    /// The shape of a line without its line end; null if none of that shape was remembered. Not
    /// const: it uses a buffer of its own.
    const LineShape *find(QByteArrayView line);
    void remember(QByteArrayView line, LineShape shape);

    /// The line at the beginning of `text`, if it is the one that followed the last line before:
    /// logs repeat themselves in blocks. Numbers of the message may have other lengths.
    ShapedLine expected(QByteArrayView text);
    /// The captures of a hit of the line that expected() found last. Valid until the next call.
    std::span<const RuleMatch::Capture> captures(const RuleHit &hit);

private:
    static constexpr size_t MostPieces = 16;
    static constexpr size_t MostCaptures = 16;
    static constexpr qsizetype MostDigits = 20; ///< of a number that is read along its shape

    void makeElastic(LineShape &shape) const;
    void follow(quint16 number);

    static constexpr unsigned Bits = 13;
    static constexpr size_t Slots = 1U << Bits;
    static constexpr size_t Largest = Slots / 2; ///< shapes

    /// Writes the line with '0' for every digit to m_text; returns its hash.
    quint64 normalise(QByteArrayView line);
    std::optional<size_t> slotOf(QByteArrayView line, quint64 hash) const;

    std::array<char, LargestLine + 8> m_text{};
    std::vector<quint16> m_slots; ///< numbers from 1; 0: free
    std::vector<LineShape> m_shapes;
    quint16 m_last = 0; ///< number of the shape of the last line; 0: it has none
    std::array<qsizetype, MostPieces + 1> m_moved{}; ///< by how much what is behind a number moved
    std::array<RuleMatch::Capture, MostCaptures> m_captures{};
};

/// Whether the bytes mean themselves: printable ASCII and tabs, and nothing that may be a control
/// character written out.
bool isPlainLine(QByteArrayView line);

} // namespace tosaic::profile
