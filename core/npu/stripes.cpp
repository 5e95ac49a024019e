// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/stripes.h"

namespace tosaic::npu {

namespace {

RegionRange around(const std::vector<RegionRange> &ranges)
{
    const auto begin = ranges.front().address;
    return { ranges.front().region, begin, endOf(ranges.back()) - begin };
}

bool touch(const RegionRange &a, const RegionRange &b)
{
    return a.region == b.region && a.address <= endOf(b) && b.address <= endOf(a);
}

} // namespace

std::optional<StripeJoiner::Operator> StripeJoiner::operatorOf(
    const Operation &operation, const std::set<int> &writable)
{
    if (operation.weights.empty() || !isKernel(operation.kind))
        return std::nullopt;
    const auto &weights = operation.weights.front();
    if (!writable.contains(weights.region))
        return Operator{ operation.kind, weights.region, weights.address };
    std::optional<Operator> found;
    m_maps[weights.region].read(
        weights.address, weights.address + 1, [&](quint64, quint64, quint32 piece) {
            if (piece != WriterMap::Nobody)
                found = Operator{ operation.kind, -1, piece };
        });
    return found;
}

std::optional<quint32> StripeJoiner::earlier(
    const std::optional<Operator> &owner, const std::vector<RegionRange> &writes)
{
    const auto known = owner ? m_stripes.find(*owner) : m_stripes.end();
    if (known == m_stripes.end() || writes.empty())
        return std::nullopt;
    const auto &stripes = known->second;
    const auto place = around(writes);
    if (place == stripes.place || !touch(place, stripes.hull) || isForeign(place, stripes)
        || isForeign(stripes.place, stripes))
        return std::nullopt;
    return stripes.last;
}

bool StripeJoiner::isForeign(const RegionRange &range, const Stripes &stripes)
{
    bool isForeign = false;
    m_maps[range.region].read(range.address, endOf(range), [&](quint64, quint64, quint32 piece) {
        isForeign |= piece != WriterMap::Nobody && m_pieces.writer(piece) > stripes.firstWriter
            && !m_pieces.areJoined(piece, stripes.last);
    });
    return isForeign;
}

void StripeJoiner::add(const std::optional<Operator> &owner, std::optional<quint32> earlier,
    quint32 piece, const std::vector<RegionRange> &writes)
{
    if (!owner || writes.empty())
        return;
    auto &stripes = m_stripes[*owner];
    const auto place = around(writes);
    if (!earlier) {
        stripes = { piece, place, place, m_pieces.writer(piece) };
        return;
    }
    m_pieces.join(*earlier, piece);
    const auto end = std::max(endOf(stripes.hull), endOf(place));
    stripes.hull.address = std::min(stripes.hull.address, place.address);
    stripes.hull.length = end - stripes.hull.address;
    stripes.last = piece;
    stripes.place = place;
}

} // namespace tosaic::npu
