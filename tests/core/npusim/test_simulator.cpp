// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What surrounds single operations: order, branches, limits, refusals, findings.
#include "core/npusim/simulator.h"
#include "tests/core/npu/commandlist.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::test::simulatortests {

using namespace tosaic;
using namespace tosaic::test;
using npu::NpuProduct;
using npusim::Finding;
using npusim::Simulator;

namespace {

constexpr quint64 Arena = 4096;

npusim::Memory arena()
{
    npusim::Memory memory;
    EXPECT_TRUE(memory.bind(1, Arena, 7));
    return memory;
}

QByteArray numbers(int count)
{
    QByteArray bytes(count, '\0');
    std::iota(bytes.begin(), bytes.end(), char(1));
    return bytes;
}

/// IFM and IFM2 of 16 bytes at 0 and 256, OFM at 512; clips to all of int8.
CommandList elementwise()
{
    CommandList commands;
    setIfm(commands, { .height = 1, .width = 1, .depth = 16 });
    setIfm2(commands, { .height = 1, .width = 1, .depth = 16, .address = 256 });
    setOfm(commands, { .height = 1, .width = 1, .depth = 16, .address = 512, .precision = 0x0001 });
    return commands.set(0x180, 0).set(0x125, 0).set(0x126, 0xFF80).set(0x127, 127);
}

CommandList dma(CommandList commands, quint64 from, quint64 to, quint64 length)
{
    commands.set(0x130, 1).set(0x131, 1).setLong(0x030, from).setLong(0x031, to);
    return commands.setLong(0x032, length).set(KickDma, 0);
}

constexpr quint32 Max = 4;

} // namespace

TEST(Simulator, ComputesAndSaysWhatItDid)
{
    const auto stream = streamWith(
        NpuProduct::U55, elementwise().set(KickElementwise, Max).set(KickStop, 0xFFFF));
    auto memory = arena();
    ASSERT_TRUE(memory.put(1, 0, numbers(16)));
    ASSERT_TRUE(memory.put(1, 256, QByteArray(16, char(5))));
    Simulator simulator(*stream, memory, {});
    EXPECT_TRUE(simulator.step());
    ASSERT_TRUE(simulator.operation());
    EXPECT_EQ(simulator.operation()->mode, u"MAX"_s);
    ASSERT_TRUE(simulator.output());
    EXPECT_EQ(simulator.output()->map.base[0], 512);
    EXPECT_FALSE(simulator.step());
    EXPECT_TRUE(simulator.isAtEnd());
    EXPECT_EQ(simulator.executedKicks(), 1U);
    EXPECT_TRUE(simulator.findings().empty());
    const auto out = memory.get(1, 512, 16);
    ASSERT_TRUE(out);
    for (int i = 0; i < 16; ++i)
        EXPECT_EQ(out->at(i), std::max(i + 1, 5)) << i;
    EXPECT_TRUE(memory.isWritten(1, 512, 16));
    EXPECT_FALSE(memory.isWritten(1, 512, 17));
}

TEST(Simulator, NamesBytesThatNobodyWrote)
{
    const auto stream = streamWith(
        NpuProduct::U55, elementwise().set(KickElementwise, Max).set(KickStop, 0xFFFF));
    auto memory = arena();
    ASSERT_TRUE(memory.put(1, 0, numbers(16)));
    ASSERT_TRUE(memory.put(1, 256, numbers(15)));
    Simulator simulator(*stream, memory, {});
    EXPECT_TRUE(simulator.run());
    ASSERT_EQ(simulator.findings().size(), 1U);
    const auto &finding = simulator.findings().front();
    EXPECT_EQ(finding.kind, Finding::Kind::UninitialisedRead);
    EXPECT_EQ(finding.offset, stream->operations.front().offset);
    EXPECT_TRUE(finding.text.contains(u"address 271"_s)) << finding.text.toStdString();
}

TEST(Simulator, CopyingNoiseIsNoRead)
{
    const auto stream = streamWith(NpuProduct::U55, dma({}, 0, 1024, 64).set(KickStop, 0xFFFF));
    auto memory = arena();
    ASSERT_TRUE(memory.put(1, 0, numbers(32)));
    Simulator simulator(*stream, memory, {});
    EXPECT_TRUE(simulator.run());
    EXPECT_TRUE(simulator.findings().empty());
    EXPECT_TRUE(memory.isWritten(1, 1024, 32));
    EXPECT_FALSE(memory.isWritten(1, 1024, 33));
}

TEST(Simulator, RefusesWhatLiesOutsideAndKeepsWhatRan)
{
    auto commands = elementwise().set(KickElementwise, Max);
    commands.setLong(0x010, Arena - 8).set(KickElementwise, Max).set(KickStop, 0xFFFF);
    const auto stream = streamWith(NpuProduct::U55, commands);
    auto memory = arena();
    ASSERT_TRUE(memory.put(1, 0, numbers(16)));
    ASSERT_TRUE(memory.put(1, 256, numbers(16)));
    Simulator simulator(*stream, memory, {});
    EXPECT_FALSE(simulator.run());
    ASSERT_TRUE(simulator.refusal());
    EXPECT_EQ(simulator.refusal()->offset, stream->operations[1].offset);
    EXPECT_EQ(simulator.refusal()->command, u"NPU_OP_ELEMENTWISE"_s);
    EXPECT_EQ(simulator.refusal()->error.code, ErrorCode::FormatDamaged);
    ASSERT_EQ(simulator.findings().size(), 1U);
    EXPECT_EQ(simulator.findings().front().kind, Finding::Kind::OutOfRegion);
    EXPECT_TRUE(memory.isWritten(1, 512, 16));
}

TEST(Simulator, ConstantsAreNotWritten)
{
    auto commands = dma({}, 0, 0, 16).set(KickStop, 0xFFFF);
    CommandList toConstants;
    toConstants.set(0x130, 1).set(0x131, 0).setLong(0x030, 0).setLong(0x031, 0);
    toConstants.setLong(0x032, 16).set(KickDma, 0);
    const auto stream = streamWith(NpuProduct::U65, toConstants);
    auto memory = arena();
    const auto constants = numbers(16);
    memory.bindConstants(0, constants);
    Simulator simulator(*stream, memory, {});
    EXPECT_FALSE(simulator.run());
    EXPECT_TRUE(simulator.refusal()->error.detail.contains(u"constants"_s));
}

TEST(Simulator, MemoryHasNoRegionBeyondItsOwn)
{
    auto memory = arena();
    for (const auto region : { -1, 5, 9, 5889 }) {
        EXPECT_FALSE(memory.isBound(region));
        EXPECT_FALSE(memory.put(region, 0, numbers(1)));
        EXPECT_FALSE(memory.get(region, 0, 1));
        EXPECT_FALSE(memory.isWritten(region, 0, 1));
    }
}

TEST(Simulator, RefusesByNameWhatItDoesNotKnow)
{
    const auto refusal = [](NpuProduct product, const CommandList &commands) {
        const auto stream = streamWith(product, commands);
        auto memory = arena();
        EXPECT_TRUE(memory.put(1, 0, QByteArray(1024, '\1')));
        Simulator simulator(*stream, memory, {});
        EXPECT_FALSE(simulator.run());
        return simulator.refusal()
            ? simulator.refusal()->command + u": "_s + simulator.refusal()->error.detail
            : QString();
    };
    EXPECT_TRUE(
        refusal(NpuProduct::U55, CommandList().set(0x3FF, 1)).startsWith(u"command 0x3ff"_s));
    EXPECT_TRUE(refusal(NpuProduct::U55, CommandList().set(KickConv, 0))
                    .contains(u"OFM_PRECISION was never written"_s));
    EXPECT_TRUE(refusal(NpuProduct::U55, elementwise().set(KickElementwise, 17))
                    .contains(u"no elementwise mode 17"_s));
    EXPECT_TRUE(refusal(NpuProduct::U65,
        dma(CommandList().set(0x132, 2), 0, 64, 8).set(0x130, 0x201).set(KickDma, 0))
                    .contains(u"of U85 only"_s));
    EXPECT_TRUE(refusal(NpuProduct::U85, elementwise().set(0x114, 0x4001).set(KickElementwise, Max))
                    .contains(u"TILE3X1"_s));
}

TEST(Simulator, ALoopEndsAtTheLimit)
{
    CommandList commands;
    commands.setLong(0x100, 0); // always, to itself
    const auto stream = streamWith(NpuProduct::U85, commands);
    auto memory = arena();
    Simulator simulator(*stream, memory, { .limits = { .commands = 1000 } });
    EXPECT_FALSE(simulator.run());
    EXPECT_EQ(simulator.refusal()->error.code, ErrorCode::LimitExceeded);
    EXPECT_EQ(simulator.executedCommands(), 1001U);
}

TEST(Simulator, WorkIsLimitedBeforeItIsDone)
{
    const auto stream = streamWith(
        NpuProduct::U55, elementwise().set(KickElementwise, Max).set(KickElementwise, Max));
    auto memory = arena();
    ASSERT_TRUE(memory.put(1, 0, QByteArray(1024, '\1')));
    Simulator simulator(*stream, memory, { .limits = { .work = 100 } });
    EXPECT_TRUE(simulator.step());
    EXPECT_FALSE(simulator.step());
    EXPECT_EQ(simulator.refusal()->error.code, ErrorCode::LimitExceeded);
}

TEST(Simulator, StopsWhenItIsCancelled)
{
    const auto stream = streamWith(NpuProduct::U55, elementwise().set(KickElementwise, Max));
    auto memory = arena();
    const auto cancelled = std::make_shared<std::atomic<bool>>(true);
    Simulator simulator(*stream, memory, { .cancelled = cancelled });
    EXPECT_FALSE(simulator.run());
    EXPECT_EQ(simulator.refusal()->error.code, ErrorCode::Cancelled);
}

TEST(Simulator, FindsAMissingWait)
{
    const auto findingsOf = [](bool waits) {
        auto commands = dma(elementwise(), 1024, 0, 16);
        if (waits)
            commands.set(KickDmaWait, 0);
        commands.set(KickElementwise, Max); // reads what the DMA brings
        if (waits)
            commands.set(KickKernelWait, 0);
        commands = dma(commands, 512, 768, 16); // takes what it computed
        const auto stream = streamWith(NpuProduct::U65, commands.set(KickStop, 0xFFFF));
        auto memory = arena();
        EXPECT_TRUE(memory.put(1, 256, numbers(16)));
        EXPECT_TRUE(memory.put(1, 1024, numbers(16)));
        Simulator simulator(*stream, memory, {});
        EXPECT_TRUE(simulator.run());
        return simulator.findings();
    };
    EXPECT_TRUE(findingsOf(true).empty());
    const auto findings = findingsOf(false);
    ASSERT_EQ(findings.size(), 2U);
    for (const auto &finding : findings)
        EXPECT_EQ(npusim::findingKey(finding.kind), u"missing-wait"_s);
}

TEST(Simulator, BranchesOnTheLastResult)
{
    // NE with itself gives zeros: the branch is not taken, and the DMA behind it runs.
    const auto copied = [](quint32 mode) {
        auto commands = elementwise();
        setIfm2(commands, { .height = 1, .width = 1, .depth = 16 });
        commands.set(0x114, 0x0101).set(0x125, 0x1000).setLong(0x024, quint64(0));
        commands.setLong(0x024, 1).set(KickElementwise, mode);
        commands.setLong(0x100, quint64(1) << 32 | (commands.offset() + 8 + 4 * 9));
        commands = dma(commands, 0, 1024, 16);
        const auto stream = streamWith(NpuProduct::U85, commands.set(KickStop, 0xFFFF));
        auto memory = arena();
        EXPECT_TRUE(memory.put(1, 0, numbers(16)));
        Simulator simulator(*stream, memory, {});
        EXPECT_TRUE(simulator.run()) << simulator.refusal()->error.detail.toStdString();
        return memory.isWritten(1, 1024, 16);
    };
    constexpr quint32 Equal = 16;
    constexpr quint32 NotEqual = 17;
    EXPECT_TRUE(copied(NotEqual));
    EXPECT_FALSE(copied(Equal));
}

} // namespace tosaic::test::simulatortests
