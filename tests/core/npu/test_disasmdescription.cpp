// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Streams as the command line prints them: the contract's JSON, the listing, the table.
#include "core/inspect/disasmdescription.h"
#include "core/inspect/openstreams.h"
#include "tests/core/formats/companions/companionbuilder.h"
#include "tests/core/formats/programbuilder.h"
#include "tests/core/formats/velabuilder.h"
#include "tests/core/npu/commandlist.h"
#include "tests/support/samples.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <gtest/gtest.h>

#include <algorithm>

namespace tosaic::test::disasmdescriptiontests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using npu::NpuProduct;

namespace {

npu::PlacedStream placed(NpuProduct product, const CommandList &commands)
{
    return { { .owner = model::EntityRef::delegate(0, 2) }, streamWith(product, commands), {} };
}

CommandList someCommands()
{
    CommandList commands;
    setIfm(commands, { .height = 8, .width = 8, .depth = 16, .address = 0x100 });
    setOfm(commands, { .height = 8, .width = 8, .depth = 4, .address = 0x800 });
    commands.set(0x120, 0).set(0x121, 0).set(0x122, 0);
    commands.set(0x128, 0).setLong(0x020, 0x40).setLong(0x021, 64);
    commands.set(KickDmaWait, 0).set(KickConv, 0);
    commands.set(0x130, 0).set(0x131, 0x101).setLong(0x030, 0).setLong(0x031, 0);
    commands.setLong(0x032, 256).set(KickDma, 0).set(0x3FF, 5).set(KickStop, 0xFFFF);
    return commands;
}

/// The run's file that holds its streams.
QString compiledFile(const QDir &run)
{
    const auto files = run.entryList({ u"*_vela.npz"_s, u"*_vela.tflite"_s }, QDir::Files);
    return files.isEmpty() ? QString() : run.filePath(files.constFirst());
}

} // namespace

TEST(DisasmJson, HasTheKeysOfTheContract)
{
    const auto json = inspect::streamToJson(placed(NpuProduct::U55, someCommands()));
    EXPECT_EQ(json[u"delegate"_s].toInt(), 2);
    EXPECT_EQ(json[u"product"_s].toString(), u"U55"_s);
    EXPECT_EQ(json[u"macs"_s].toInt(), 128);
    EXPECT_EQ(json[u"actions"_s].toArray().size(), 5);
    EXPECT_EQ(json[u"dma"_s].toInt(), 1);
    EXPECT_EQ(json[u"waits"_s].toInt(), 1);
    EXPECT_EQ(json[u"unknown"_s].toInt(), 1);
    const auto &commands = someCommands();
    EXPECT_EQ(json[u"streamWords"_s].toInt(), int(commands.words().size()));
    const auto counts = json[u"commandCounts"_s].toObject();
    EXPECT_EQ(counts[u"NPU_OP_CONV"_s].toInt(), 1);
    EXPECT_EQ(counts[u"NPU_SET_IFM_BASE0"_s].toInt(), 1);
    EXPECT_FALSE(counts.contains(QString()));
    const auto operations = json[u"operations"_s].toArray();
    ASSERT_EQ(operations.size(), 3);
    const auto conv = operations[0].toObject();
    EXPECT_EQ(conv[u"kind"_s].toString(), u"CONV"_s);
    EXPECT_EQ(conv[u"macs"_s].toInt(), 8 * 8 * 4 * 16);
    EXPECT_EQ(conv[u"dmaWait"_s].toInt(-1), 0);
    const auto ifm = conv[u"ifm"_s].toObject();
    EXPECT_EQ(ifm[u"shape"_s].toArray(), (QJsonArray{ 8, 8, 16 }));
    EXPECT_EQ(ifm[u"region"_s].toInt(), 1);
    EXPECT_EQ(ifm[u"address"_s].toInt(), 0x100);
    EXPECT_EQ(ifm[u"precision"_s].toString(), u"INT8"_s);
    EXPECT_EQ(conv[u"kernel"_s].toObject()[u"strideX"_s].toInt(), 1);
    const auto weights = conv[u"weights"_s].toArray().first().toObject();
    EXPECT_EQ(weights[u"length"_s].toInt(), 64);
    EXPECT_FALSE(conv.contains(u"ifm2"_s));
    EXPECT_FALSE(conv.contains(u"activation"_s));
    EXPECT_TRUE(operations[1].toObject()[u"dma"_s].toObject()[u"internal"_s].toBool());
}

TEST(DisasmJson, WhatIsNotKnownIsAbsent)
{
    CommandList commands;
    commands.set(KickConv, 0).set(KickStop, 0);
    const auto json = inspect::streamToJson(placed(NpuProduct::U65, commands));
    const auto ifm = json[u"operations"_s].toArray().first().toObject()[u"ifm"_s].toObject();
    EXPECT_FALSE(ifm.contains(u"shape"_s));
    EXPECT_FALSE(ifm.contains(u"region"_s));
    EXPECT_FALSE(ifm.contains(u"address"_s));
    const npu::PlacedStream broken{ {}, nullptr, Error{ ErrorCode::FormatDamaged, u"cut"_s, {} } };
    EXPECT_EQ(inspect::streamToJson(broken)[u"error"_s].toString(), u"format.damaged: cut"_s);
}

TEST(DisasmText, OneCommandALine)
{
    QString text;
    QTextStream out(&text);
    CommandList commands;
    commands.set(0x100, 3).setLong(0x000, 0x40).raw(0x000703FF).set(KickStop, 0xFFFF);
    inspect::writeCommands(*streamWith(NpuProduct::U85, commands), out);
    const auto lines = text.split(u'\n', Qt::SkipEmptyParts);
    ASSERT_EQ(lines.size(), 4);
    EXPECT_EQ(lines[0].simplified(), u"0x000000 NPU_SET_IFM_PAD_TOP 0x0003 - pad=3"_s);
    EXPECT_EQ(
        lines[1].simplified(), u"0x000004 NPU_SET_IFM_BASE0 0x0000 0x00000040 address=0x40"_s);
    EXPECT_EQ(lines[2].simplified(), u"0x00000c UNKNOWN_0x3ff 0x0007 -"_s);
}

TEST(DisasmText, TableOfOperations)
{
    const auto section = inspect::describeStream(placed(NpuProduct::U55, someCommands()));
    ASSERT_EQ(section.table.rows.size(), 3U);
    for (const auto &row : section.table.rows)
        EXPECT_EQ(size_t(row.size()), section.table.columns.size());
    EXPECT_EQ(section.table.rows[0][2], u"CONV"_s);
    EXPECT_EQ(section.table.rows[0][3], u"8x8x16 i8 r1+0x100"_s);
    EXPECT_TRUE(section.table.rows[1].constLast().contains(u"NPU+0x0, 256 bytes"_s));
}

TEST(OpenStreams, OtherFilesHaveNone)
{
    const auto text = ByteSource::fromBytes("hello, this is text\n", u"a.txt"_s);
    const auto opened = inspect::openStreams(text);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::FormatUnsupported);
}

TEST(OpenStreams, TheProgramInsideABundleHasThem)
{
    ProgramBuilder builder;
    builder.addTensor({});
    builder.inputs = { 0 };
    builder.addInlineDelegate("EthosUBackend", smallVelaStream());
    const auto bundle = ByteSource::fromBytes(smallBundle(builder.finish()), u"m.bpte"_s);
    const auto opened = inspect::openStreams(bundle);
    ASSERT_TRUE(opened) << qPrintable(opened.error().toText());
    ASSERT_EQ(opened->places.size(), 1U);
    const auto streams = npu::disassembleAll(*opened->source, opened->places);
    ASSERT_TRUE(streams.at(0).stream);
    EXPECT_EQ(streams[0].stream->operations.size(), 2U);
    EXPECT_EQ(opened->ownerOf(opened->places[0]), u"method forward, delegate 0"_s);
}

TEST(OpenStreams, CommandDataInAPtd)
{
    const auto plain = inspect::openStreams(ByteSource::fromBytes(smallFlatTensor(), u"w.ptd"_s));
    ASSERT_FALSE(plain);
    EXPECT_EQ(plain.error().code, ErrorCode::FormatUnsupported);
    EXPECT_TRUE(plain.error().detail.contains(u"none of the 2 entries"_s))
        << qPrintable(plain.error().detail);
    auto bytes = smallFlatTensor();
    bytes.replace(bytes.lastIndexOf("bytes"), 4, "COP1");
    const auto opened = inspect::openStreams(ByteSource::fromBytes(bytes, u"w.ptd"_s));
    ASSERT_TRUE(opened) << qPrintable(opened.error().toText());
    ASSERT_EQ(opened->places.size(), 1U);
    EXPECT_EQ(opened->places[0].owner, model::EntityRef::file());
    EXPECT_EQ(opened->places[0].driverPayload.size, 5U);
    EXPECT_EQ(opened->ownerOf(opened->places[0]), u"key key"_s);

    TOSAIC_NEED_SAMPLES();
    const auto folder = samplesDir() + u"/generated/aot/twopart-int8-u85-512-external/"_s;
    const auto source = ByteSource::map(folder + u"npu_commands.ptd"_s);
    ASSERT_TRUE(source);
    const auto commands = inspect::openStreams(*source);
    ASSERT_TRUE(commands) << qPrintable(commands.error().toText());
    EXPECT_EQ(commands->places.size(), 2U);
    for (const auto &stream : npu::disassembleAll(*commands->source, commands->places))
        EXPECT_TRUE(stream.stream);
    const auto weights = ByteSource::map(folder + u"npu_weights.ptd"_s);
    ASSERT_TRUE(weights);
    EXPECT_FALSE(inspect::openStreams(*weights));
}

TEST(OpenStreams, ArchivesThatWereCutOff)
{
    const auto cut = ByteSource::fromBytes("PK\x03\x04 and no directory", u"m.npz"_s);
    const auto opened = inspect::openStreams(cut);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::FormatDamaged);
}

TEST(DisasmText, NumbersAreGroupedAndCellsFilled)
{
    CommandList commands;
    setIfm(commands, { .height = 80, .width = 80, .depth = 16, .address = 0x100 });
    setOfm(commands, { .height = 80, .width = 80, .depth = 4, .address = 0x8000 });
    commands.set(0x120, 0).set(0x121, 0).set(0x122, 0).set(KickConv, 0).set(KickStop, 0xFFFF);
    const auto section = inspect::describeStream(placed(NpuProduct::U55, commands));
    EXPECT_EQ(section.table.rows.at(0)[6], u"409,600"_s);
    const auto total = std::find_if(section.facts.begin(), section.facts.end(),
        [](const DescriptionFact &fact) { return fact.label == "MACs"_L1; });
    ASSERT_NE(total, section.facts.end());
    EXPECT_EQ(total->value, u"409,600"_s);
    for (const auto &row : section.table.rows)
        EXPECT_FALSE(row.contains(QString())) << qPrintable(row.join(u'|'));
}

TEST(OpenStreams, EveryRunOfVelaHasTheStatedCounts)
{
    TOSAIC_NEED_SAMPLES();
    const QDir folder(samplesDir() + u"/generated/vela"_s);
    QFile file(folder.filePath(u"expected.json"_s));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto expected = QJsonDocument::fromJson(file.readAll()).object();
    int checked = 0;
    for (auto run = expected.begin(); run != expected.end(); ++run) {
        const auto stated = run.value().toObject()[u"registerDump"_s].toObject();
        if (stated.isEmpty())
            continue;
        SCOPED_TRACE(qPrintable(run.key()));
        const auto source = ByteSource::map(compiledFile(QDir(folder.filePath(run.key()))));
        ASSERT_TRUE(source);
        const auto opened = inspect::openStreams(*source);
        ASSERT_TRUE(opened) << qPrintable(opened.error().toText());
        QJsonArray words;
        int commands = 0;
        std::map<QString, int> counts;
        for (const auto &stream : npu::disassembleAll(*opened->source, opened->places)) {
            const auto json = inspect::streamToJson(stream);
            words.append(json[u"streamWords"_s]);
            commands += json[u"commands"_s].toInt();
            const auto object = json[u"commandCounts"_s].toObject();
            for (auto count = object.begin(); count != object.end(); ++count)
                counts[count.key()] += count.value().toInt();
            EXPECT_EQ(json[u"unknown"_s].toInt(-1), 0);
        }
        EXPECT_EQ(words, stated[u"words"_s].toArray());
        EXPECT_EQ(commands, stated[u"commands"_s].toInt());
        const auto operations = stated[u"operations"_s].toObject();
        for (auto count = operations.begin(); count != operations.end(); ++count)
            EXPECT_EQ(counts[count.key()], count.value().toInt()) << qPrintable(count.key());
        ++checked;
    }
    EXPECT_EQ(checked, 31);
}

} // namespace tosaic::test::disasmdescriptiontests
