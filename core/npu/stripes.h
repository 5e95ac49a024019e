// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/access.h"
#include "core/npu/pieces.h"
#include "core/npu/writermap.h"

#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace tosaic::npu {

/// Finds the kicks that belong to one operator which the compiler cut in stripes, and joins what
/// they write to one map: also in a rolling buffer, where no reader sees two stripes at once.
class StripeJoiner
{
public:
    /// What tells operators apart: kind, and the very weights they use, as a place among the
    /// constants (region, address) or as a copy in the arena (-1, piece).
    using Operator = std::tuple<OperationKind, int, quint64>;

    StripeJoiner(std::map<int, WriterMap> &maps, Pieces &pieces)
        : m_maps(maps), m_pieces(pieces) { }

    /// Absent for operations without weights: there is no evidence.
    std::optional<Operator> operatorOf(const Operation &operation, const std::set<int> &writable);
    /// The piece that the operator wrote before, if what it is about to write belongs to the same
    /// map: it touches the map's place, and nobody else has used that place since the map began.
    /// The very same place again is a new map (the operator runs again). Ask before writing.
    std::optional<quint32> earlier(
        const std::optional<Operator> &owner, const std::vector<RegionRange> &writes);
    void add(const std::optional<Operator> &owner, std::optional<quint32> earlier, quint32 piece,
        const std::vector<RegionRange> &writes);

private:
    struct Stripes
    {
        quint32 last = 0; ///< piece
        RegionRange place; ///< of `last`
        RegionRange hull; ///< of all stripes so far
        qint32 firstWriter = 0;
    };

    bool isForeign(const RegionRange &range, const Stripes &stripes);

    std::map<int, WriterMap> &m_maps;
    Pieces &m_pieces;
    std::map<Operator, Stripes> m_stripes;
};

} // namespace tosaic::npu
