// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/pte/header.h"

#include <utility>

namespace tosaic::pte::fb {
struct Program;
}

namespace tosaic::formats::pte {

/// Where the segments lie, and which of them can be reached in this file.
class Segments
{
public:
    Segments(ReadContext &context, const Head &head, const tosaic::pte::fb::Program &root);

    /// As stored: relative to the segment base.
    const std::vector<model::ByteRange> &stored() const { return m_stored; }
    /// Whether the file says where segments begin; if not, that was reported once.
    bool arePlaced() const { return m_base.has_value(); }
    bool contains(quint64 index) const { return index < m_stored.size(); }
    /// Absolute position of `size` bytes at `offset` of a segment; absent if the segment does not
    /// exist, is shorter, has no known place, or lies outside the file.
    std::optional<model::ByteRange> find(quint64 index, quint64 offset, quint64 size) const;
    std::optional<model::ByteRange> find(quint64 index) const;

private:
    void checkPlaces(ReadContext &context, const Head &head);
    void checkOverlaps(ReadContext &context);

    std::vector<model::ByteRange> m_stored;
    std::optional<quint64> m_base; ///< absent if the file does not say where segments begin
    quint64 m_fileSize = 0;
};

/// Keys and the segments they name; complains about segments that do not exist.
std::vector<model::NamedData> readNamedData(
    ReadContext &context, const tosaic::pte::fb::Program &root, const Segments &segments);

} // namespace tosaic::formats::pte
