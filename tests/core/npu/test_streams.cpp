// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Payloads, waits, branches, what is damaged: everything around single operations.
#include "core/npu/streams.h"
#include "tests/core/formats/velabuilder.h"
#include "tests/core/npu/commandlist.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tosaic::test::streamstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using npu::NpuProduct;
using npu::OperationKind;

namespace {

bool has(const npu::Stream &stream, const QString &id)
{
    return std::any_of(stream.diagnostics.begin(), stream.diagnostics.end(),
        [&](const Diagnostic &diagnostic) { return diagnostic.id == id; });
}

/// A little of everything that U85 has.
CommandList mixedCommands()
{
    CommandList commands;
    setIfm(commands, {});
    setOfm(commands, { .address = 0x1000, .precision = 0x0101 });
    commands.set(0x128, 0).setLong(0x020, 0x40).setLong(0x021, 64).set(KickDmaWait, 0);
    commands.set(KickConv, 0);
    commands.set(0x130, 0).set(0x131, 0x100).setLong(0x030, 0).setLong(0x031, 0);
    commands.setLong(0x032, 256).set(KickKernelWait, 1).set(KickDma, 0);
    commands.set(0x3FF, 7).setLong(0x3FE, 9);
    commands.set(KickElementwise, 1).set(KickIrq, 2).set(KickPmuMask, 1);
    commands.set(KickStop, 0xFFFF);
    return commands;
}

} // namespace

TEST(Streams, Cop1ListsWhatTheDriverIsTold)
{
    const auto stream = streamWith(NpuProduct::U55, CommandList().set(KickStop, 0xFFFF));
    EXPECT_EQ(stream->driverFormat, u"COP1"_s);
    EXPECT_EQ(stream->config.name(), u"Ethos-U55-128"_s);
    EXPECT_EQ(stream->streamOffset, 32U);
    EXPECT_EQ(stream->words, 1U);
    ASSERT_EQ(stream->actions.size(), 5U);
    EXPECT_EQ(stream->actions[0].name, u"OPTIMIZER_CONFIG"_s);
    EXPECT_EQ(stream->actions[0].parameter, 0x10U);
    EXPECT_EQ(stream->actions[0].words, (std::vector<quint32>{ ConfigU55With128, 0x10066001 }));
    EXPECT_EQ(stream->actions[1].name, u"NOP"_s);
    EXPECT_EQ(stream->actions[1].offset, 16U);
    EXPECT_EQ(stream->actions[4].name, u"COMMAND_STREAM"_s);
    EXPECT_EQ(stream->actions[4].parameter, 1U);
}

TEST(Streams, SeveralStreamsAndEveryActionInOnePayload)
{
    const auto payload = littleEndian({ 0x31504F43, 0x00100001, ConfigU65With256, 0x10066001,
        0x00020002, 0x00070002, 0xFFFF0000, // a stream of two words
        0x00050003, 0x00000004, 0x00000000, 0x00010002, 0xFFFF0000, 0x00000005 });
    const auto streams = npu::disassemble(payload, {});
    ASSERT_TRUE(streams);
    ASSERT_EQ(streams->size(), 2U);
    EXPECT_EQ((*streams)[0]->operations.size(), 2U);
    EXPECT_EQ((*streams)[0]->streamOffset, 20U);
    EXPECT_EQ((*streams)[1]->streamOffset, 44U);
    QStringList names;
    for (const auto &action : (*streams)[0]->actions)
        names << action.name;
    EXPECT_EQ(names,
        (QStringList{ u"OPTIMIZER_CONFIG"_s, u"COMMAND_STREAM"_s, u"READ_APB"_s, u"DUMP_SHRAM"_s,
            u"RESERVED"_s, u"COMMAND_STREAM"_s, u"NOP"_s }));
}

TEST(Streams, Cop2)
{
    CommandList commands;
    commands.set(KickConv, 0).set(KickStop, 0xFFFF);
    auto payload = cop2(ConfigU85With256, commands.words());
    payload[52] = 0x40; // staging bytes
    const auto streams = npu::disassemble(payload, { .offset = 1000 });
    ASSERT_TRUE(streams);
    const auto &stream = *streams->front();
    EXPECT_EQ(stream.driverFormat, u"COP2"_s);
    EXPECT_EQ(stream.config.name(), u"Ethos-U85-256"_s);
    EXPECT_EQ(stream.streamOffset, 64U);
    EXPECT_EQ(stream.stagingBytes, 0x40U);
    EXPECT_EQ(stream.operations.size(), 2U);
    ASSERT_EQ(stream.actions.size(), 1U);
    EXPECT_EQ(stream.actions[0].name, u"COMMAND_STREAM"_s);
    EXPECT_TRUE(stream.diagnostics.empty());
}

TEST(Streams, PayloadsThatSayNothing)
{
    EXPECT_EQ(npu::disassemble(QByteArray("COP3"), {}).error().code, ErrorCode::FormatDamaged);
    EXPECT_EQ(npu::disassemble({}, {}).error().code, ErrorCode::FormatDamaged);
    // Without a configuration word nobody knows whose opcodes these are.
    const auto noConfig = littleEndian({ 0x31504F43, 0x00010002, 0xFFFF0000 });
    EXPECT_EQ(npu::disassemble(noConfig, {}).error().code, ErrorCode::FormatDamaged);
    const auto noStream = littleEndian({ 0x31504F43, 0x00100001, ConfigU55With128, 0 });
    EXPECT_EQ(npu::disassemble(noStream, {}).error().code, ErrorCode::FormatDamaged);
}

TEST(Streams, OperationsKnowTheirCommandsAndWaits)
{
    const auto stream = streamWith(NpuProduct::U85, mixedCommands());
    const auto &operations = stream->operations;
    ASSERT_EQ(operations.size(), 6U);
    EXPECT_EQ(operations[0].kind, OperationKind::Conv);
    EXPECT_EQ(operations[0].firstCommand, 0U);
    EXPECT_EQ(operations[0].dmaWait, 0U);
    EXPECT_FALSE(operations[0].kernelWait);
    EXPECT_EQ(stream->commands[operations[0].command].opcode, KickConv);
    EXPECT_EQ(operations[0].offset, stream->commands[operations[0].command].offset);
    EXPECT_EQ(operations[1].kind, OperationKind::Dma);
    EXPECT_EQ(operations[1].firstCommand, operations[0].command + 1);
    EXPECT_EQ(operations[1].kernelWait, 1U);
    EXPECT_FALSE(operations[1].dmaWait); // each wait belongs to one operation
    EXPECT_EQ(operations[2].kind, OperationKind::Elementwise);
    EXPECT_EQ(operations[3].kind, OperationKind::Irq);
    EXPECT_EQ(operations[4].kind, OperationKind::PmuMask);
    EXPECT_EQ(operations[5].kind, OperationKind::Stop);
    EXPECT_EQ(operations[5].index, 5U);
    EXPECT_EQ(stream->dmaWaits, 1U);
    EXPECT_EQ(stream->kernelWaits, 1U);
}

TEST(Streams, UnknownCommandsAreListed)
{
    const auto stream = streamWith(NpuProduct::U85, mixedCommands());
    ASSERT_EQ(stream->unknown.size(), 2U);
    EXPECT_EQ(stream->commands[stream->unknown[0].command].opcode, 0x3FF);
    EXPECT_EQ(stream->commands[stream->unknown[1].command].payload, 9U);
    EXPECT_TRUE(has(*stream, u"ethosu.unknown-commands"_s));

    // What only another product has, and words that break the encoding.
    CommandList commands;
    commands.set(KickResize, 0).set(0x108, 0).setLong(0x100, 0).setLong(0x090, 0);
    commands.raw(0x00000500).raw(0x00008002).raw(0).set(KickStop, 0xFFFF);
    const auto old = streamWith(NpuProduct::U55, commands);
    EXPECT_EQ(old->unknown.size(), 6U);
    EXPECT_EQ(old->commands.size(), 7U);
    EXPECT_EQ(old->operations.size(), 1U);
    EXPECT_EQ(old->commands[4].reservedBits, 1U);
}

TEST(Streams, WhatIsBehindStopIsNotRead)
{
    CommandList commands;
    commands.set(KickStop, 0xFFFF).set(KickConv, 0).set(KickConv, 0);
    const auto stream = streamWith(NpuProduct::U55, commands);
    EXPECT_EQ(stream->words, 1U);
    EXPECT_EQ(stream->commands.size(), 1U);
    EXPECT_TRUE(has(*stream, u"ethosu.command-data"_s));
}

TEST(Streams, CutOffAnywhereKeepsWhatIsThere)
{
    const auto whole = payloadWith(NpuProduct::U85, mixedCommands());
    const auto full = streamWith(NpuProduct::U85, mixedCommands());
    for (qsizetype size = 0; size < whole.size(); ++size) {
        // A copy of its own, so that a sanitizer sees every byte read beyond it.
        const QByteArray part(whole.constData(), size);
        const auto streams = npu::disassemble(part, {});
        if (size < 32) {
            EXPECT_FALSE(streams);
            continue;
        }
        ASSERT_TRUE(streams) << size;
        const auto &stream = *streams->front();
        EXPECT_FALSE(stream.diagnostics.empty());
        ASSERT_LE(stream.commands.size(), full->commands.size());
        for (size_t i = 0; i < stream.operations.size(); ++i)
            EXPECT_EQ(stream.operations[i].offset, full->operations[i].offset);
        if (size % 4 == 0 && !stream.commands.empty() && !stream.commands.back().hasPayload) {
            EXPECT_EQ(stream.words, quint64(size - 32) / 4);
        }
        static_cast<void>(npu::registersAt(stream, 0));
    }
}

TEST(Streams, NoConfigurationOfTheWholeWordSpaceCrashes)
{
    for (quint32 word = 0; word < 0x10000; word += 13) {
        const auto payload = cop1(word % 2 ? ConfigU85With256 : ConfigU65With256,
            { word | word << 16, 0xFFFFFFFF, 0x00000002, 0xFFFF0000 });
        ASSERT_TRUE(npu::disassemble(payload, {}));
    }
}

TEST(Streams, DiagnosticsSayWhere)
{
    CommandList commands;
    commands.set(KickConv, 0).set(0x3FF, 0).set(KickStop, 0xFFFF);
    const auto streams = npu::disassemble(
        payloadWith(NpuProduct::U85, commands), { .file = u"a.pte"_s, .offset = 1000 });
    ASSERT_TRUE(streams);
    ASSERT_EQ(streams->front()->diagnostics.size(), 1U);
    const auto &location = streams->front()->diagnostics[0].location;
    EXPECT_EQ(location.file, u"a.pte"_s);
    EXPECT_EQ(location.offset, 1000U + 32 + 4);
}

TEST(Branches, MakeRegistersUnknownAtBothEnds)
{
    CommandList commands;
    setIfm(commands, {});
    setOfm(commands, { .precision = 0x0101 });
    commands.set(KickPool, 4); // knows everything
    const auto target = commands.offset() + 8 + 4 + 4;
    commands.setLong(0x100, quint64(1) << 32 | target);
    commands.set(KickPool, 4); // behind a branch: nothing is known
    commands.set(0x104, 31);
    EXPECT_EQ(commands.offset(), target);
    commands.set(KickPool, 4); // the target: DEPTH was written, but on one way only
    commands.set(KickStop, 0xFFFF);
    const auto stream = streamWith(NpuProduct::U85, commands);
    ASSERT_EQ(stream->operations.size(), 5U);
    EXPECT_TRUE(stream->operations[0].isStateKnown);
    EXPECT_EQ(stream->operations[0].ifm->depth, 16U);
    EXPECT_EQ(stream->operations[1].kind, OperationKind::Branch);
    EXPECT_EQ(stream->operations[1].mode, u"RF_TRUE"_s);
    EXPECT_EQ(stream->operations[1].branchTarget, target);
    EXPECT_FALSE(stream->operations[2].isStateKnown);
    EXPECT_FALSE(stream->operations[2].ifm->tileAddress[0]);
    EXPECT_FALSE(stream->operations[3].isStateKnown);
    EXPECT_EQ(stream->operations[3].ifm->depth, 0U);
    EXPECT_FALSE(npu::registersAt(*stream, 0).empty());
    EXPECT_TRUE(npu::registersAt(*stream, 2).empty());
    EXPECT_TRUE(npu::registersAt(*stream, 3).empty());
    EXPECT_TRUE(stream->diagnostics.empty());
}

TEST(Branches, StopThatABranchPassesIsNotTheEnd)
{
    CommandList commands;
    commands.setLong(0x100, quint64(1) << 32 | 12).set(KickStop, 1).set(KickIrq, 3);
    commands.set(KickStop, 0xFFFF);
    const auto stream = streamWith(NpuProduct::U85, commands);
    EXPECT_EQ(stream->operations.size(), 4U);
    EXPECT_EQ(stream->words, 5U);
    EXPECT_TRUE(stream->diagnostics.empty());
}

TEST(Branches, TargetsThatAreNoCommands)
{
    CommandList inside;
    inside.setLong(0x100, 12).setLong(0x000, 5).set(KickStop, 0xFFFF);
    EXPECT_TRUE(has(*streamWith(NpuProduct::U85, inside), u"npu.branch-target"_s));
    CommandList outside;
    outside.setLong(0x100, 400).set(KickStop, 0xFFFF);
    EXPECT_TRUE(has(*streamWith(NpuProduct::U85, outside), u"npu.branch-target"_s));
}

TEST(Limits, OperationsAndActionsAreBounded)
{
    std::vector<quint32> words(npu::Stream::OperationLimit + 10, KickIrq);
    words.push_back(0xFFFF0000);
    const auto streams = npu::disassemble(cop1(ConfigU55With128, words), {});
    ASSERT_TRUE(streams);
    const auto &stream = *streams->front();
    EXPECT_EQ(stream.operations.size(), npu::Stream::OperationLimit);
    EXPECT_EQ(stream.commands.size(), words.size());
    EXPECT_TRUE(has(stream, u"limit.exceeded"_s));

    std::vector<quint32> actions{ 0x31504F43, 0x00100001, ConfigU55With128, 0 };
    actions.resize(20000, 5);
    actions.insert(actions.end(), { 0x00010002, 0xFFFF0000 });
    const auto many = npu::disassemble(littleEndian(actions), {});
    ASSERT_TRUE(many);
    EXPECT_LE(many->front()->actions.size(), 4096U);
    EXPECT_TRUE(has(*many->front(), u"limit.exceeded"_s));
}

TEST(StreamPlaces, FilesThatAreNothingElse)
{
    CommandList commands;
    commands.set(KickConv, 0).set(KickStop, 0xFFFF);
    const auto payload = payloadWith(NpuProduct::U55, commands);
    const auto raw = ByteSource::fromBytes(payload, u"commands.bin"_s);
    const auto places = npu::streamsOfFile(raw, formats::FileKind::CommandStream);
    ASSERT_TRUE(places);
    const auto placed = npu::disassembleAll(*raw, *places);
    ASSERT_EQ(placed.size(), 1U);
    EXPECT_EQ(placed[0].stream->operations.size(), 2U);
    EXPECT_EQ(placed[0].place.owner, model::EntityRef::file());

    const auto vela = ByteSource::fromBytes(smallVelaStream());
    const auto inVela = npu::streamsOfFile(vela, formats::FileKind::VelaStream);
    ASSERT_TRUE(inVela);
    EXPECT_EQ(inVela->at(0).weights.size(), 1);
    EXPECT_EQ(npu::disassembleAll(*vela, *inVela).at(0).stream->operations.size(), 2U);
    EXPECT_FALSE(npu::streamsOfFile(vela, formats::FileKind::Tosa));
}

TEST(StreamPlaces, ErrorsOfOneLeaveTheOthers)
{
    const auto key = QByteArray(64, 'k');
    const auto external = ByteSource::fromBytes(
        velaStream({ velaBlock("cmd_data", key, true), velaBlock("weight_data", {}),
            velaBlock("inputs", littleEndian({ 0 })), velaBlock("outputs", littleEndian({ 0 })) }));
    const auto places = npu::streamsOfFile(external, formats::FileKind::VelaStream);
    ASSERT_TRUE(places);
    auto placed = npu::disassembleAll(*external, *places);
    ASSERT_EQ(placed.size(), 1U);
    EXPECT_FALSE(placed[0].stream);
    EXPECT_TRUE(placed[0].error->detail.contains(u".ptd"_s));

    const auto source
        = ByteSource::fromBytes(payloadWith(NpuProduct::U55, CommandList().set(KickStop, 0xFFFF)));
    npu::StreamPlace good;
    good.driverPayload = { 0, source->size() };
    auto outside = good;
    outside.driverPayload.offset = 4;
    placed = npu::disassembleAll(*source, { outside, good, good });
    ASSERT_EQ(placed.size(), 3U);
    EXPECT_TRUE(placed[0].error);
    EXPECT_TRUE(placed[1].stream);
    EXPECT_EQ(placed[1].stream, placed[2].stream); // read once
}

} // namespace tosaic::test::streamstests
