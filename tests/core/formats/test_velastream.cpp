// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/velabuilder.h"

#include "core/formats/ethosu/velastream.h"

#include <gtest/gtest.h>

namespace tosaic::test::velastreamtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

struct Outcome
{
    Result<model::EthosUPayload> payload;
    std::vector<Diagnostic> diagnostics;

    bool has(const QString &id) const
    {
        return std::any_of(diagnostics.begin(), diagnostics.end(),
            [&](const Diagnostic &diagnostic) { return diagnostic.id == id; });
    }
};

Outcome readStream(const QByteArray &bytes,
    std::function<std::optional<QByteArrayView>(const QString &)> external = {})
{
    DiagnosticSink sink;
    formats::ethosu::CommandBudget budget;
    formats::ethosu::StreamContext context{ sink, { .offset = 1000 }, std::move(external), budget };
    auto payload = formats::ethosu::readVelaStream(bytes, context);
    return { std::move(payload), sink.take() };
}

formats::ethosu::CommandCounts counted(
    const std::vector<quint32> &commands, model::NpuProduct product)
{
    return formats::ethosu::countCommands(littleEndian(commands), product);
}

} // namespace

TEST(VelaStream, OldestVariantWithBareMarkers)
{
    const auto outcome = readStream(oldVelaStream({
        oldVelaBlock("cmd_data", cop1(ConfigU55With128, { OpConv, OpStop })),
        oldVelaBlock("weight_data", QByteArray(20, 'w')),
        oldVelaBlock("scratch_data", QByteArray(96, '\0')),
        oldVelaBlock("input_shape", littleEndian({ 2, 1, 4, 4, 3, 1, 1, 1, 5 })),
        oldVelaBlock("input_offset", littleEndian({ 2, 32, 64 })),
        oldVelaBlock("output_shape", littleEndian({ 1, 1, 2, 2, 2 })),
        oldVelaBlock("output_offset", littleEndian({ 1, 8 })),
    }));
    ASSERT_TRUE(outcome.payload);
    EXPECT_TRUE(outcome.diagnostics.empty());
    EXPECT_EQ(outcome.payload->streamVersion, 0);
    EXPECT_EQ(outcome.payload->arenaBytes, 96U);
    ASSERT_EQ(outcome.payload->inputs.size(), 2U);
    EXPECT_EQ(outcome.payload->inputs[0].shape, (std::vector<qint32>{ 1, 4, 4, 3 }));
    EXPECT_EQ(outcome.payload->inputs[1].offset, 64);
    EXPECT_EQ(outcome.payload->outputs.at(0).offset, 8);
    EXPECT_EQ(outcome.payload->npu->name(), u"Ethos-U55-128"_s);
    EXPECT_EQ(outcome.payload->blocks.front().headerOffset, 0U);
    EXPECT_EQ(outcome.payload->blocks[1].headerOffset, 16U);
}

TEST(VelaStream, ScratchStoredAsZerosAndSmallDescriptors)
{
    const auto outcome = readStream(velaStream({
        velaBlock("cmd_data", cop1(ConfigU65With256, { OpConv, OpConv, OpStop })),
        velaBlock("weight_data", QByteArray(32, 'w')),
        velaBlock("scratch_data", QByteArray(2048, '\0')),
        velaBlock("inputs", descriptorList({ 1, 8, 8, 3, 1, 16, 1 })),
        velaBlock("outputs", descriptorList({ 1, 8, 8, 4, 2, 0, 0xFFFFFFFF })),
    }));
    ASSERT_TRUE(outcome.payload);
    EXPECT_TRUE(outcome.diagnostics.empty());
    EXPECT_EQ(outcome.payload->streamVersion, 1);
    EXPECT_EQ(outcome.payload->arenaBytes, 2048U);
    EXPECT_EQ(outcome.payload->inputs.at(0).shape, (std::vector<qint32>{ 1, 8, 8, 3 }));
    EXPECT_EQ(outcome.payload->outputs.at(0).elementSize, 2);
    EXPECT_EQ(outcome.payload->outputs.at(0).region, -1);
    EXPECT_EQ(outcome.payload->npu->name(), u"Ethos-U65-256"_s);
    EXPECT_EQ(outcome.payload->operations, 2U);
}

TEST(VelaStream, CurrentVariant)
{
    const auto outcome = readStream(smallVelaStream());
    ASSERT_TRUE(outcome.payload);
    EXPECT_TRUE(outcome.diagnostics.empty());
    EXPECT_EQ(outcome.payload->streamVersion, 2);
    EXPECT_EQ(outcome.payload->arenaBytes, 144U);
    EXPECT_FALSE(outcome.payload->persistentBytes);
    EXPECT_EQ(outcome.payload->inputs.at(0).shape, (std::vector<qint32>{ 1, 1, 1, 3, 8, 8 }));
    EXPECT_EQ(outcome.payload->block(u"weight_data"_s)->padding, 15U);
}

TEST(VelaStream, PersistentMemoryOfNewerStreams)
{
    const auto outcome
        = readStream(velaStream({ velaBlock("cmd_data", cop1(ConfigU85With256, { OpStop })),
            velaBlock("weight_data", {}), velaBlock("scratch_size", littleEndian({ 64 })),
            velaBlock("persistent_size", littleEndian({ 512 })),
            velaBlock("inputs", littleEndian({ 0 })), velaBlock("outputs", littleEndian({ 0 })) }));
    ASSERT_TRUE(outcome.payload);
    EXPECT_TRUE(outcome.diagnostics.empty());
    EXPECT_EQ(outcome.payload->streamVersion, 3);
    EXPECT_EQ(outcome.payload->persistentBytes, 512U);
}

TEST(VelaStream, ExternalBlocksAreFoundByTheirKey)
{
    const auto key = QByteArray(64, 'a');
    const auto commands = cop1(ConfigU85With256, { OpConv, OpStop });
    const auto stream = velaStream({ velaBlock("cmd_data", key, true), velaBlock("weight_data", {}),
        velaBlock("inputs", littleEndian({ 0 })), velaBlock("outputs", littleEndian({ 0 })) });
    const auto outcome = readStream(stream, [&](const QString &asked) {
        return asked == QString::fromLatin1(key) ? std::optional<QByteArrayView>(commands)
                                                 : std::nullopt;
    });
    ASSERT_TRUE(outcome.payload);
    EXPECT_EQ(outcome.payload->streamVersion, 3);
    EXPECT_TRUE(outcome.payload->block(u"cmd_data"_s)->isExternal);
    EXPECT_EQ(outcome.payload->block(u"cmd_data"_s)->externalKey, QString::fromLatin1(key));
    EXPECT_EQ(outcome.payload->npu->name(), u"Ethos-U85-256"_s);

    const auto missing = readStream(stream);
    ASSERT_TRUE(missing.payload);
    EXPECT_FALSE(missing.payload->npu);
    EXPECT_TRUE(missing.has(u"ethosu.external-block"_s));
}

TEST(VelaStream, OtherContainerOfTheDriverPayload)
{
    const auto outcome
        = readStream(velaStream({ velaBlock("cmd_data", cop2(ConfigU85With256, { OpConv, OpStop })),
            velaBlock("inputs", littleEndian({ 0 })), velaBlock("outputs", littleEndian({ 0 })) }));
    ASSERT_TRUE(outcome.payload);
    EXPECT_EQ(outcome.payload->driverFormat, u"COP2"_s);
    EXPECT_EQ(outcome.payload->npu->name(), u"Ethos-U85-256"_s);
    EXPECT_EQ(outcome.payload->commandStreamWords, 2U);
    EXPECT_EQ(outcome.payload->operations, 1U);
}

TEST(VelaStream, ContradictionsAreReportedWithTheirPlace)
{
    auto longer = velaBlock("cmd_data", cop1(ConfigU55With128, { OpStop }));
    longer[16] = '\x7F'; // states more bytes than there are
    const auto cut = readStream(velaBlock("vela_bin_stream", {}) + longer);
    ASSERT_TRUE(cut.payload);
    EXPECT_TRUE(cut.has(u"ethosu.block"_s));
    EXPECT_TRUE(cut.has(u"ethosu.stream-end"_s));
    EXPECT_EQ(cut.diagnostics.front().location.offset, 1032U);

    EXPECT_TRUE(readStream(smallVelaStream() + "tail").has(u"ethosu.stream-end"_s));
    EXPECT_TRUE(readStream(velaStream({ velaBlock("new_thing", "x") })).has(u"ethosu.block"_s));
    EXPECT_TRUE(readStream(velaStream({ velaBlock("inputs", littleEndian({ 0x7FFFFFFF })) }))
                    .has(u"ethosu.descriptors"_s));
    EXPECT_TRUE(readStream(velaStream({ velaBlock("inputs", littleEndian({ 1, 2, 3 })) }))
                    .has(u"ethosu.descriptors"_s));
    EXPECT_TRUE(
        readStream(velaStream({ velaBlock("cmd_data", "nonsense") })).has(u"format.damaged"_s));
    EXPECT_TRUE(readStream(velaStream({ velaBlock("cmd_data", cop1(0x70000000, { OpStop })) }))
                    .has(u"ethosu.unknown-product"_s));
    EXPECT_FALSE(readStream("something else entirely").payload);
}

TEST(VelaStream, MoreBlocksThanAnyToolWritesAreRefused)
{
    const auto outcome
        = readStream(velaStream(std::vector<QByteArray>(5000, velaBlock("scratch_shape", {}))));
    ASSERT_TRUE(outcome.payload);
    EXPECT_EQ(outcome.payload->blocks.size(), 4096U);
    EXPECT_TRUE(outcome.has(u"limit.exceeded"_s));
}

TEST(CommandStream, CountsByProduct)
{
    const std::vector<quint32> commands{ 0x0105, // NPU_SET_IFM_PRECISION
        0x4000, 0x1234, // NPU_SET_IFM_BASE0 with its address
        0x0002, 0x0003, 0x0005, 0x0006, // CONV, DEPTHWISE, POOL, ELEMENTWISE
        0x0007, // RESIZE, on U85 only
        0x0010, 0x0011, 0x0012, 0x0013, 0x0001, // DMA and synchronisation
        0x4100, 0x0000, // BRANCH, on U85 only
        OpStop, 0x0002 }; // what is behind STOP does not count
    const auto u85 = counted(commands, model::NpuProduct::U85);
    EXPECT_EQ(u85.operations, 5U);
    EXPECT_EQ(u85.unknown, 0U);
    EXPECT_EQ(u85.wordsBehindStop, 1U);
    EXPECT_EQ(u85.commands, 14U);
    EXPECT_EQ(u85.kinds,
        (std::map<QString, quint64>{ { u"BRANCH"_s, 1 }, { u"CONV"_s, 1 }, { u"DEPTHWISE"_s, 1 },
            { u"DMA_START"_s, 1 }, { u"DMA_WAIT"_s, 1 }, { u"ELEMENTWISE"_s, 1 }, { u"IRQ"_s, 1 },
            { u"KERNEL_WAIT"_s, 1 }, { u"PMU_MASK"_s, 1 }, { u"POOL"_s, 1 }, { u"RESIZE"_s, 1 },
            { u"STOP"_s, 1 } }));
    const auto u55 = counted(commands, model::NpuProduct::U55);
    EXPECT_EQ(u55.operations, 4U);
    EXPECT_EQ(u55.unknown, 2U);
    EXPECT_FALSE(u55.kinds.contains(u"RESIZE"_s));
}

TEST(CommandStream, EndsThatDoNotEnd)
{
    EXPECT_FALSE(counted({ OpConv }, model::NpuProduct::U55).isStopped);
    EXPECT_TRUE(counted({ 0x4000 }, model::NpuProduct::U55).isCut);
    EXPECT_EQ(counted({ 0x03FF, 0x0099, OpStop }, model::NpuProduct::U65).unknown, 2U);
}

TEST(CommandStream, DriverPayloadThatIsCutOff)
{
    DiagnosticSink sink;
    const auto whole = cop1(ConfigU55With128, { OpConv, OpStop });
    for (qsizetype size = 0; size < whole.size(); ++size) {
        const auto payload
            = formats::ethosu::readDriverPayload(QByteArrayView(whole).first(size), sink, {});
        EXPECT_EQ(payload.has_value(), size >= 4);
    }
    const auto other = cop2(ConfigU85With256, { OpConv, OpStop });
    for (qsizetype size = 0; size < other.size(); ++size) {
        const auto payload
            = formats::ethosu::readDriverPayload(QByteArrayView(other).first(size), sink, {});
        EXPECT_EQ(payload.has_value(), size >= 64) << size;
    }
}

} // namespace tosaic::test::velastreamtests
