// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/budget.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::budgettests {

namespace {

using namespace analysis;
using boards::Use;

constexpr quint64 KiB = 1024;

boards::BoardMemory memory(const QString &name, std::vector<Use> uses, std::optional<quint64> bytes)
{
    boards::BoardMemory made;
    made.name = name;
    made.uses = std::move(uses);
    made.bytes = bytes;
    return made;
}

boards::Board board(std::vector<boards::BoardMemory> memories)
{
    boards::Board made;
    made.id = u"b"_s;
    made.npus = { { .family = spec::Family::U55, .macs = { 128 } } };
    made.memories = std::move(memories);
    return made;
}

MemoryPicture picture(const QString &target, const QString &mode,
    std::optional<ProgramMemory> program = {}, std::optional<quint64> fast = 64 * KiB)
{
    PartitionMemory partition;
    partition.commandBytes = 10 * KiB;
    partition.weightBytes = 300 * KiB;
    partition.scratchBytes = 150 * KiB;
    partition.fastScratchBytes = fast;
    PictureInput input;
    input.spec.target = target;
    input.spec.memoryMode = mode;
    input.partitions = { partition };
    input.program = std::move(program);
    return memoryPicture(input);
}

const auto U55 = u"ethos-u55-128"_s;
const auto U65 = u"ethos-u65-256"_s;
const auto Shared = u"Shared_Sram"_s;

} // namespace

TEST(Budget, FitsAndSaysWhatRemains)
{
    const auto budget = checkBudget(picture(U55, Shared),
        board({ memory(u"S"_s, { Use::Sram }, 200 * KiB),
            memory(u"F"_s, { Use::Flash }, 1024 * KiB) }));
    EXPECT_FALSE(budget.isOver());
    EXPECT_FALSE(budget.isUnknown());
    EXPECT_TRUE(budget.hasNpu);
    ASSERT_EQ(budget.rows.size(), 2u);
    EXPECT_EQ(budget.row(MemoryRole::Sram)->rest(), qint64(50 * KiB));
    EXPECT_EQ(budget.row(MemoryRole::External)->rest(), qint64(714 * KiB));
}

TEST(Budget, OverSaysByHowMuch)
{
    const auto budget = checkBudget(
        picture(U55, u"Sram_Only"_s), board({ memory(u"S"_s, { Use::Sram }, 340 * KiB) }));
    EXPECT_TRUE(budget.isOver());
    EXPECT_EQ(budget.rows.front().verdict, BudgetVerdict::Over);
    EXPECT_EQ(budget.rows.front().rest(), -qint64(120 * KiB));
    EXPECT_EQ(budget.row(MemoryRole::External), nullptr) << "nothing is outside";
}

TEST(Budget, WhatTheBoardLacksIsMissing)
{
    const auto budget = checkBudget(picture(U65, u"Dedicated_Sram_384KB"_s),
        board({ memory(u"S"_s, { Use::Sram }, 1024 * KiB),
            memory(u"F"_s, { Use::Flash }, 1024 * KiB) }));
    EXPECT_EQ(budget.row(MemoryRole::External)->verdict, BudgetVerdict::Missing)
        << "flash cannot hold the arena";
    EXPECT_TRUE(budget.isOver());
    EXPECT_FALSE(budget.hasNpu);
}

TEST(Budget, UnknownIsNeitherGoodNorBad)
{
    const auto noSize = checkBudget(picture(U55, Shared),
        board({ memory(u"S"_s, { Use::Sram }, 200 * KiB), memory(u"F"_s, { Use::Flash }, {}) }));
    EXPECT_FALSE(noSize.isOver());
    EXPECT_TRUE(noSize.isUnknown());
    EXPECT_FALSE(noSize.row(MemoryRole::External)->rest().has_value());
    // A need that is not known cannot be said to fit, but what is known may be too much already.
    const auto noNeed = checkBudget(picture(U65, u"Dedicated_Sram_384KB"_s, {}, {}),
        board({ memory(u"S"_s, { Use::Sram }, 200 * KiB),
            memory(u"D"_s, { Use::Dram }, 100 * KiB) }));
    EXPECT_EQ(noNeed.row(MemoryRole::Sram)->verdict, BudgetVerdict::Unknown);
    EXPECT_EQ(noNeed.row(MemoryRole::External)->verdict, BudgetVerdict::Over);
}

TEST(Budget, AMemoryModeThatNobodyDescribesDoesNotFit)
{
    PictureInput input;
    input.spec.target = U55;
    input.spec.configIni = u"./own/lost.ini"_s;
    input.program = ProgramMemory{ .plannedBytes = 4 * KiB, .fileRestBytes = 2 * KiB };
    const auto budget = checkBudget(memoryPicture(input),
        board({ memory(u"S"_s, { Use::Sram }, 200 * KiB),
            memory(u"F"_s, { Use::Flash }, 1024 * KiB) }));
    EXPECT_FALSE(budget.isOver());
    EXPECT_TRUE(budget.isUnknown()) << "the NPU's memories are not known";
    ASSERT_TRUE(budget.row(MemoryRole::Sram));
    EXPECT_FALSE(budget.row(MemoryRole::Sram)->need);
    // Without a delegate there is nothing that could be unknown.
    input.spec = {};
    EXPECT_FALSE(checkBudget(memoryPicture(input),
        board({ memory(u"S"_s, { Use::Sram }, 200 * KiB),
            memory(u"F"_s, { Use::Flash }, 1024 * KiB) }))
                     .isUnknown());
}

TEST(Budget, TakesTheFirstMemoryThatIsLargeEnough)
{
    const auto budget = checkBudget(picture(U55, Shared),
        board({ memory(u"S"_s, { Use::Sram }, 200 * KiB),
            memory(u"MRAM"_s, { Use::Flash }, 100 * KiB),
            memory(u"OSPI"_s, { Use::Flash }, 4096 * KiB) }));
    EXPECT_EQ(budget.row(MemoryRole::External)->memory, u"OSPI"_s);
}

TEST(Budget, ReadOnlyDataMayLieInRam)
{
    const auto budget = checkBudget(picture(U55, Shared),
        board({ memory(u"S"_s, { Use::Sram }, 200 * KiB),
            memory(u"D"_s, { Use::Dram }, 4096 * KiB) }));
    EXPECT_EQ(budget.row(MemoryRole::External)->memory, u"D"_s);
    EXPECT_FALSE(budget.isOver());
}

TEST(Budget, BanksThatAreApartBoundABuffer)
{
    auto sram = memory(u"S"_s, { Use::Sram }, 200 * KiB);
    sram.banks = { { u"a"_s, 100 * KiB }, { u"b"_s, 100 * KiB } };
    const auto flash = memory(u"F"_s, { Use::Flash }, 1024 * KiB);
    EXPECT_FALSE(checkBudget(picture(U55, Shared), board({ sram, flash })).isOver());
    sram.isContiguous = false;
    const auto budget = checkBudget(picture(U55, Shared), board({ sram, flash }));
    EXPECT_EQ(budget.rows.front().verdict, BudgetVerdict::NoPiece);
    EXPECT_EQ(budget.rows.front().largestPiece, 100 * KiB);
    EXPECT_TRUE(budget.isOver());
}

TEST(Budget, TheProgramSharesWhatTheNpuLeaves)
{
    const ProgramMemory program{ .plannedBytes = 60 * KiB, .fileRestBytes = 5 * KiB };
    const auto budget = checkBudget(picture(U55, Shared, program),
        board({ memory(u"S"_s, { Use::Sram }, 200 * KiB),
            memory(u"F"_s, { Use::Flash }, 1024 * KiB) }));
    ASSERT_EQ(budget.rows.size(), 4u);
    const auto &planned = budget.rows[2];
    EXPECT_EQ(planned.kind, PartKind::PlannedBuffers);
    EXPECT_EQ(planned.memory, u"S"_s) << "there is no DRAM";
    EXPECT_EQ(planned.takenBefore, 150 * KiB);
    EXPECT_EQ(planned.rest(), -qint64(10 * KiB));
    EXPECT_TRUE(budget.isOver());
    EXPECT_EQ(budget.rows[3].memory, u"F"_s);
}

/// What XNNPACK allocates stands in no file: nobody may say that it fits.
TEST(Budget, DelegatesOfOtherBackendsLeaveItOpen)
{
    model::Program program;
    program.methods.emplace_back().delegates = { { .id = u"ArmBackend"_s },
        { .id = u"XnnpackBackend"_s }, { .id = u"XnnpackBackend"_s } };
    EXPECT_EQ(programMemory(program).otherBackends, QStringList{ u"XnnpackBackend"_s });
    const ProgramMemory needs{ .otherBackends = { u"XnnpackBackend"_s } };
    const auto roomy = board(
        { memory(u"S"_s, { Use::Sram }, 900 * KiB), memory(u"F"_s, { Use::Flash }, 1024 * KiB) });
    const auto budget = checkBudget(picture(U55, Shared, needs), roomy);
    EXPECT_TRUE(budget.isUnknown());
    EXPECT_FALSE(budget.fits());
    EXPECT_EQ(budget.otherBackends, needs.otherBackends);
    EXPECT_TRUE(checkBudget(picture(U55, Shared), roomy).fits());
    const auto small = board({ memory(u"S"_s, { Use::Sram }, KiB) });
    EXPECT_TRUE(checkBudget(picture(U55, Shared, needs), small).isOver()) << "that is certain";
}

} // namespace tosaic::test::budgettests
