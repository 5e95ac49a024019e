// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/memory.h"
#include "core/npusim/setup.h"

#include <map>
#include <optional>
#include <vector>

/// Elements of feature maps to and from memory.
namespace tosaic::npusim {

/// Values of a whole map, channels innermost, without zero point.
struct Values
{
    Shape shape;
    std::vector<qint64> numbers;
};

/// What an operation was seen to do with memory.
struct AccessNotes
{
    /// The first byte that was read and that nobody wrote.
    std::optional<std::pair<int, quint64>> unwritten; ///< region and address
    bool isOutside = false; ///< it reached beyond a region
};

/// Where an operation reads maps from.
struct MapSource
{
    const Memory &memory;
    const std::map<int, Values> &chains; ///< U85: what the chaining buffers hold
    AccessNotes &notes;
};

/// Where the elements go that are read: row after row, each with `rowStride` numbers.
template <typename Number>
struct Destination
{
    Number *first = nullptr;
    qint64 rowStride = 0;
};

/// Reads `shape` of a map from its origin, less its zero point; Number must hold the result.
/// FormatDamaged, also noted, if it reaches outside its region. Number: qint16, qint64.
template <typename Number>
Result<void> readMap(
    const MapSource &source, const MapSetup &map, Shape shape, Destination<Number> to);

/// Writes rows of an OFM that lies in memory. Values are cut to the element's size.
class MapWriter
{
public:
    static Result<MapWriter> open(Memory &memory, const MapSetup &map, AccessNotes &notes);
    /// Number: qint32, qint64.
    template <typename Number>
    Result<void> writeRow(qint64 y, Shape shape, const Number *values) const;

private:
    MapWriter(Memory::WritableView view, const MapSetup &map, AccessNotes &notes)
        : m_view(view), m_map(&map), m_notes(&notes)
    {
    }
    Memory::WritableView m_view;
    const MapSetup *m_map;
    AccessNotes *m_notes;
};

} // namespace tosaic::npusim
