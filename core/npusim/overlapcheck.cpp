// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/overlapcheck.h"

#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

/// Maps in more pieces are followed as one that nobody knows exactly: time stays bounded.
constexpr size_t MostPieces = 512;
constexpr size_t MostWriters = 64; ///< of one map
constexpr size_t MostLosses = 4096;
constexpr size_t MostSegments = 1 << 16; ///< of a region; a hostile stream could make any number

} // namespace

void OverlapCheck::cut(Segments &segments, quint64 address)
{
    auto found = segments.upper_bound(address);
    if (found == segments.begin())
        return;
    found = std::prev(found);
    if (found->first == address || found->second.end <= address)
        return;
    auto rest = found->second;
    found->second.end = address;
    segments.emplace(address, rest);
}

std::optional<QString> OverlapCheck::read(const npu::Access &access)
{
    std::set<const npu::Operation *> writers;
    if (access.ranges.size() > MostPieces)
        return std::nullopt;
    for (const auto &range : access.ranges) {
        auto &segments = m_regions[range.region];
        const auto end = npu::endOf(range);
        cut(segments, range.address);
        cut(segments, end);
        for (auto at = segments.lower_bound(range.address); at != segments.end() && at->first < end;
             ++at) {
            at->second.isRead = true;
            if (at->second.writer)
                writers.insert(at->second.writer);
        }
    }
    if (m_lost.empty() || writers.size() > MostWriters)
        return std::nullopt;
    for (const auto *later : writers) {
        for (const auto *earlier : writers) {
            if (m_lost.contains({ later, earlier }))
                return u"a part of what is read is of the operation at %1, another of that at %2, "
                       "which wrote over the first before anybody had read it"_s
                           .arg(earlier->offset)
                           .arg(later->offset);
        }
    }
    return std::nullopt;
}

void OverlapCheck::write(
    const npu::RegionRange &range, const npu::Operation &operation, bool isExact)
{
    auto &segments = m_regions[range.region];
    const auto end = npu::endOf(range);
    cut(segments, range.address);
    cut(segments, end);
    auto at = segments.lower_bound(range.address);
    while (at != segments.end() && at->first < end) {
        const auto &before = at->second;
        if (isExact && !before.isRead && before.writer && before.writer != &operation
            && m_lost.size() < MostLosses)
            m_lost.emplace(&operation, before.writer);
        at = segments.erase(at);
    }
    if (segments.size() < MostSegments && range.address < end)
        segments.emplace(range.address, Segment{ end, isExact ? &operation : nullptr, !isExact });
}

std::optional<QString> OverlapCheck::executed(const npu::Operation &operation)
{
    const auto accesses = npu::accessesOf(operation);
    std::optional<QString> met;
    for (const auto &access : accesses.reads) {
        auto found = read(access);
        const bool isMap = access.port == npu::Port::Ifm || access.port == npu::Port::Ifm2;
        if (isMap && npu::isKernel(operation.kind) && !met)
            met = std::move(found);
    }
    // Transfers fill parts of a map on purpose: what they write is nobody's loss.
    const bool isExact = npu::isKernel(operation.kind) && !accesses.isCoarse
        && accesses.writes.size() <= MostPieces;
    if (accesses.writes.size() > MostPieces)
        write({ accesses.writes.front().region, accesses.writes.front().address,
                  npu::endOf(accesses.writes.back()) - accesses.writes.front().address },
            operation, false);
    else
        for (const auto &range : accesses.writes)
            write(range, operation, isExact);
    return met;
}

} // namespace tosaic::npusim
