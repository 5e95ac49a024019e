// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/budget.h"

#include <algorithm>
#include <map>

namespace tosaic::analysis {

namespace {

using boards::BoardMemory;
using boards::Use;

/// Gives out the memories of one board.
class Allocation
{
public:
    explicit Allocation(const boards::Board &board) : m_board(board) { }

    void take(BudgetRow &row, const std::vector<Use> &uses, quint64 largestBuffer)
    {
        const auto *memory = choose(uses, row.need.value_or(row.knownNeed));
        if (!memory) {
            row.verdict = BudgetVerdict::Missing;
            return;
        }
        row.memory = memory->name;
        row.capacity = memory->bytes;
        row.isFitted = memory->isFitted;
        row.takenBefore = m_taken[memory];
        m_taken[memory] += row.need.value_or(row.knownNeed);
        row.verdict = verdictOf(row);
        if (!memory->isContiguous) {
            row.largestPiece = memory->largestPiece();
            if (row.verdict == BudgetVerdict::Fits && row.largestPiece
                && largestBuffer > *row.largestPiece)
                row.verdict = BudgetVerdict::NoPiece;
        }
    }

private:
    static BudgetVerdict verdictOf(const BudgetRow &row)
    {
        if (!row.capacity)
            return BudgetVerdict::Unknown;
        if (row.takenBefore + row.knownNeed > *row.capacity)
            return BudgetVerdict::Over;
        return row.need ? BudgetVerdict::Fits : BudgetVerdict::Unknown;
    }

    quint64 left(const BoardMemory &memory) const
    {
        const auto taken = m_taken.find(&memory);
        const auto used = taken == m_taken.end() ? 0 : taken->second;
        return memory.bytes && *memory.bytes > used ? *memory.bytes - used : 0;
    }

    const BoardMemory *choose(const std::vector<Use> &uses, quint64 need) const
    {
        std::vector<const BoardMemory *> candidates;
        for (const auto use : uses) {
            for (const auto *memory : m_board.memoriesFor(use)) {
                if (std::ranges::find(candidates, memory) == candidates.end())
                    candidates.push_back(memory);
            }
        }
        const auto enough = std::ranges::find_if(
            candidates, [&](const auto *memory) { return memory->bytes && left(*memory) >= need; });
        if (enough != candidates.end())
            return *enough;
        // One of unknown size might do; the largest one shows how much is missing.
        const auto open
            = std::ranges::find_if(candidates, [](const auto *memory) { return !memory->bytes; });
        if (open != candidates.end())
            return *open;
        const auto largest = std::ranges::max_element(
            candidates, {}, [this](const auto *memory) { return left(*memory); });
        return largest == candidates.end() ? nullptr : *largest;
    }

    const boards::Board &m_board;
    std::map<const BoardMemory *, quint64> m_taken;
};

quint64 largestBuffer(const MemoryBox &box)
{
    quint64 largest = 0;
    for (const auto &part : box.parts) {
        // Weights and commands of several partitions are buffers of their own.
        if (part.kind == PartKind::Weights || part.kind == PartKind::Commands) {
            for (const auto &share : part.shares)
                largest = std::max(largest, share.bytes.value_or(0));
        } else {
            largest = std::max(largest, part.bytes.value_or(0));
        }
    }
    return largest;
}

/// Uses of board memory that can hold a box, the preferred one first.
std::vector<Use> usesFor(const MemoryBox &box, Placement placement)
{
    if (box.role == MemoryRole::Sram)
        return { Use::Sram };
    if (placement == Placement::DedicatedSram)
        return { Use::Dram };
    return box.memory == u"Dram" ? std::vector{ Use::Dram, Use::Flash }
                                 : std::vector{ Use::Flash, Use::Dram };
}

BudgetRow rowOf(const MemoryBox &box)
{
    BudgetRow row;
    row.role = box.role;
    row.need = box.needBytes();
    row.knownNeed = box.knownBytes();
    return row;
}

void addProgram(const MemoryBox &box, Allocation &allocation, Budget &budget)
{
    for (const auto &part : box.parts) {
        if (part.bytes == 0u)
            continue;
        BudgetRow row;
        row.role = MemoryRole::Program;
        row.kind = part.kind;
        row.need = part.bytes;
        row.knownNeed = part.bytes.value_or(0);
        const auto uses = part.kind == PartKind::ProgramFile ? std::vector{ Use::Flash, Use::Dram }
                                                             : std::vector{ Use::Dram, Use::Sram };
        row.use = uses.front();
        allocation.take(row, uses, row.knownNeed);
        budget.rows.push_back(std::move(row));
    }
}

} // namespace

std::optional<qint64> BudgetRow::rest() const
{
    if (!capacity)
        return {};
    const auto after = static_cast<qint64>(*capacity) - static_cast<qint64>(takenBefore)
        - static_cast<qint64>(need.value_or(knownNeed));
    // Without all of the need only "over by at least" can be said.
    return need || after < 0 ? std::optional(after) : std::nullopt;
}

bool Budget::isOver() const
{
    return std::ranges::any_of(rows, [](const BudgetRow &row) {
        return row.verdict == BudgetVerdict::Over || row.verdict == BudgetVerdict::Missing
            || row.verdict == BudgetVerdict::NoPiece;
    });
}

bool Budget::isUnknown() const
{
    const auto isOpen = [](const BudgetRow &row) { return row.verdict == BudgetVerdict::Unknown; };
    return !isOver() && (!otherBackends.isEmpty() || std::ranges::any_of(rows, isOpen));
}

const BudgetRow *Budget::row(MemoryRole role) const
{
    const auto found = std::ranges::find(rows, role, &BudgetRow::role);
    return found == rows.end() ? nullptr : &*found;
}

Budget checkBudget(const MemoryPicture &picture, const boards::Board &board)
{
    Budget budget;
    budget.boardId = board.id;
    budget.boardName = board.name;
    budget.otherBackends = picture.otherBackends;
    const auto defaults = spec::defaultsFor(picture.target);
    if (picture.family)
        budget.hasNpu = board.hasNpu(
            *picture.family, defaults ? std::optional(defaults->macs) : std::nullopt);
    Allocation allocation(board);
    for (const auto &box : picture.boxes) {
        if (box.role == MemoryRole::Program) {
            addProgram(box, allocation, budget);
            continue;
        }
        if (picture.family && picture.has(PictureNote::SystemUnknown)) {
            BudgetRow row;
            row.role = box.role;
            budget.rows.push_back(std::move(row)); // unknown, also which memory of the board
            continue;
        }
        if (box.parts.empty())
            continue;
        auto row = rowOf(box);
        const auto uses = usesFor(box, picture.placement);
        row.use = uses.front();
        allocation.take(row, uses, largestBuffer(box));
        budget.rows.push_back(std::move(row));
    }
    return budget;
}

} // namespace tosaic::analysis
