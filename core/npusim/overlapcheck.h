// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/access.h"
#include "core/npu/stream.h"

#include <QString>

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tosaic::npusim {

/// Two results in one place: finds an operation that reads a map of which one part was written by
/// an operation and another part by a later one that wrote over the first before anybody had read
/// it. A compiler gives the place of a result to another one only when nobody reads the first any
/// more.
class OverlapCheck
{
public:
    /// The operation was let run. What its inputs are, in words; absent if they are whole.
    std::optional<QString> executed(const npu::Operation &operation);

private:
    /// Bytes that one operation wrote.
    struct Segment
    {
        quint64 end = 0;
        const npu::Operation *writer = nullptr; ///< of the stream; null: nobody knows exactly
        bool isRead = false; ///< by any operation since
    };
    using Segments = std::map<quint64, Segment>; ///< by first address

    /// Cuts what lies across the address in two.
    static void cut(Segments &segments, quint64 address);
    std::optional<QString> read(const npu::Access &access);
    void write(const npu::RegionRange &range, const npu::Operation &operation, bool isExact);

    std::map<int, Segments> m_regions;
    /// Later writer, and whose unread bytes it wrote over.
    std::set<std::pair<const npu::Operation *, const npu::Operation *>> m_lost;
};

} // namespace tosaic::npusim
