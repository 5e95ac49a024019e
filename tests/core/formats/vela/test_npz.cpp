// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/velanpz.h"
#include "core/inspect/descriptionparts.h"
#include "core/inspect/veladescription.h"
#include "tests/core/formats/npy/npybuilder.h"
#include "tests/core/formats/vela/velafiles.h"
#include "tests/core/formats/zip/zipbuilder.h"

#include <gtest/gtest.h>

#include <QJsonArray>

namespace tosaic::test::npztests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using namespace tosaic::formats::vela;

TEST(VelaNpz, ReadsArraysAndPayload)
{
    const auto bytes = velaNpz();
    const auto npz = readNpz(sourceOf(bytes));
    ASSERT_TRUE(npz) << npz.error().toText().toStdString();
    const auto &result = **npz;
    EXPECT_EQ(result.arrays.size(), 16U);
    ASSERT_TRUE(result.payload);
    EXPECT_EQ(result.payload->npu->name(), u"Ethos-U55-128"_s);
    EXPECT_EQ(result.payload->arenaBytes, 4096U);
    EXPECT_EQ(result.payload->operationKinds.at(u"CONV"_s), 1U);
    ASSERT_EQ(result.payload->inputs.size(), 1U);
    EXPECT_EQ(result.payload->inputs[0].shape, (std::vector<qint32>{ 1, 1, 1, 8, 8, 3 }));
    EXPECT_EQ(result.payload->inputs[0].offset, 256);
    EXPECT_EQ(result.payload->outputs[0].elementSize, 2);
    EXPECT_EQ(result.payload->fastArenaBytes, 0U);
    const auto range = result.commandRange();
    ASSERT_TRUE(range);
    EXPECT_EQ(result.commandData(),
        QByteArrayView(bytes).sliced(qsizetype(range->offset), qsizetype(range->size)));
    EXPECT_TRUE(result.commandData().startsWith("COP1"));
    EXPECT_EQ(result.weightData(), QByteArrayView(QByteArray(64, 'w')));
    EXPECT_TRUE(contains(result.diagnostics, u"npz.pickle"_s));
    EXPECT_FALSE(result.array(u"input_quantization"_s)->data) << "a pickle is never handed out";

    const auto json = inspect::describeVelaNpz(result).json;
    EXPECT_EQ(json[u"arrays"_s][0][u"name"_s].toString(), u"cmd_data"_s);
    EXPECT_EQ(json[u"arrays"_s][6][u"shape"_s].toArray(), (QJsonArray{ 1, 6 }));
    EXPECT_EQ(json[u"ethosu"_s][u"product"_s].toString(), u"U55"_s);
    EXPECT_FALSE(json[u"ethosu"_s].toObject().contains(u"streamVersion"_s));
}

TEST(VelaNpz, ThePayloadIsDescribedAsThatOfATfLiteModel)
{
    const auto npz = readNpz(sourceOf(velaNpz()));
    ASSERT_TRUE(npz);
    auto payload = *(*npz)->payload;
    payload.arenaBytes = 4096;
    payload.fastArenaBytes = 512;
    const auto section = inspect::payloadSection("any", payload);
    const std::vector<DescriptionFact> wanted{ { u"Compiled for"_s, u"Ethos-U55-128"_s },
        { u"Command stream"_s, u"8 bytes, 2 words (COP1)"_s },
        { u"NPU operations"_s, u"1 (CONV 1)"_s }, { u"Read-only data"_s, u"64 bytes"_s },
        { u"Arena"_s, u"4 KiB (4,096 bytes)"_s }, { u"Fast scratch"_s, u"512 bytes"_s } };
    ASSERT_EQ(section.facts.size(), wanted.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_EQ(section.facts[i].label, wanted[i].label);
        EXPECT_EQ(section.facts[i].value, wanted[i].value);
    }
    const auto whole = inspect::describeVelaNpz(**npz).sections.front();
    EXPECT_EQ(whole.facts.size(), wanted.size());

    payload.fastArenaBytes = payload.arenaBytes; // there is no other memory
    EXPECT_EQ(inspect::payloadSection("any", payload).facts.back().value, u"in the arena"_s);
}

TEST(VelaNpz, CompressedArraysAreReadToo)
{
    const auto commands = readNpz(sourceOf(velaNpz())).value()->commandData().toByteArray();
    const auto npy = npyBytes("'|u1'", "(" + QByteArray::number(commands.size()) + ",)", commands);
    const auto npz = readNpz(sourceOf(zipBytes({ { "cmd_data.npy", npy, true } })));
    ASSERT_TRUE(npz);
    EXPECT_FALSE((*npz)->commandRange());
    EXPECT_EQ((*npz)->commandData(), QByteArrayView(commands));
    ASSERT_TRUE((*npz)->payload);
    EXPECT_EQ((*npz)->payload->driverFormat, u"COP1"_s);
    EXPECT_TRUE((*npz)->payload->inputs.empty());
}

TEST(VelaNpz, IntegersOfEveryTypeAndOrder)
{
    const auto values = [](const QByteArray &type, const QByteArray &shape,
                            const QByteArray &data) {
        const auto npz = readNpz(sourceOf(storedZip({ { "a.npy", npyBytes(type, shape, data) } })));
        return npz ? integersOf((*npz)->arrays.at(0)) : std::nullopt;
    };
    EXPECT_EQ(values("'>i2'", "(2,)", QByteArray("\x01\x00\xff\xfe", 4)),
        (std::vector<qint64>{ 256, -2 }));
    EXPECT_EQ(values("'<u2'", "(1,)", QByteArray("\xff\xff", 2)), (std::vector<qint64>{ 65535 }));
    EXPECT_EQ(values("'|i1'", "()", "\x80"), (std::vector<qint64>{ -128 }));
    EXPECT_FALSE(values("'<f8'", "()", QByteArray(8, '\0')));
}

TEST(VelaNpz, LyingMembersAreTold)
{
    const auto npz = readNpz(sourceOf(storedZip({
        { "cmd_data.npy", npyBytes("'|S100'", "()", "COP1") },
        { "input_offset.npy", npyBytes("'<i8'", "(2,)", int64Bytes({ 1, 2 })) },
        { "input_region.npy", npyBytes("'<f8'", "(2,)", int64Bytes({ 1, 2 })) },
        { "broken.npy", "no array" },
        { "readme.txt", "hello" },
    })));
    ASSERT_TRUE(npz);
    EXPECT_FALSE((*npz)->payload);
    for (const auto &id :
        { u"npz.cut"_s, u"npz.no-commands"_s, u"format.damaged"_s, u"npz.foreign-member"_s })
        EXPECT_TRUE(contains((*npz)->diagnostics, id)) << id.toStdString();
    EXPECT_EQ(readNpz(sourceOf("PK\x03\x04 nothing")).error().code, ErrorCode::FormatDamaged);
    const auto bytes = velaNpz();
    for (qsizetype at = 0; at < bytes.size(); at += 3) {
        auto damaged = bytes;
        damaged[at] = char(damaged[at] ^ 0x55);
        if (const auto read = readNpz(sourceOf(damaged)))
            static_cast<void>(inspect::describeVelaNpz(**read));
    }
}

} // namespace tosaic::test::npztests
