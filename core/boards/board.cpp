// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/boards/board.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::boards {

QString useName(Use use)
{
    switch (use) {
    case Use::Sram:
        return u"sram"_s;
    case Use::Flash:
        return u"flash"_s;
    case Use::Dram:
        return u"dram"_s;
    }
    return {};
}

bool BoardMemory::serves(Use use) const
{
    return std::ranges::find(uses, use) != uses.end();
}

std::optional<quint64> BoardMemory::largestPiece() const
{
    if (!bytes || isContiguous || banks.empty())
        return bytes;
    return std::ranges::max_element(banks, {}, &Bank::bytes)->bytes;
}

const Source *Board::source(const QString &wanted) const
{
    const auto found = std::ranges::find(sources, wanted, &Source::id);
    return found == sources.end() ? nullptr : &*found;
}

bool Board::hasNpu(spec::Family family, std::optional<int> macs) const
{
    if (npus.empty())
        return true; // it does not say
    return std::ranges::any_of(npus, [&](const BoardNpu &npu) {
        return npu.family == family
            && (!macs || npu.macs.empty() || std::ranges::find(npu.macs, *macs) != npu.macs.end());
    });
}

std::vector<const BoardMemory *> Board::memoriesFor(Use use) const
{
    std::vector<const BoardMemory *> found;
    for (const auto &memory : memories) {
        if (memory.serves(use))
            found.push_back(&memory);
    }
    return found;
}

} // namespace tosaic::boards
