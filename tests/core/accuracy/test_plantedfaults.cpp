// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Faults planted into real programs: the table names the operator, and the channel where there is
// one.
#include "core/accuracy/comparison.h"
#include "tests/core/accuracy/keptrun.h"

#include <QtEndian>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::test::plantedfaultstests {

namespace {

using accuracy::AccuracyTable;

AccuracyTable compared(const Tapped &sound, const Tapped &faulty)
{
    AccuracyTable table;
    for (const auto &[delegate, taps] : faulty.taps) {
        for (const auto &tap : taps) {
            const auto &right = sound.taps.at(delegate);
            const auto found = std::ranges::find(right, tap.name, &accuracy::Tap::name);
            if (found != right.end())
                table.addStored(delegate, {}, tap, arrayOf(*found));
        }
    }
    return table;
}

const Fixture &mobilenet()
{
    static const Fixture fixture(u"mobilenet_v2-u55-128"_s, u"mobilenet_v2.pte"_s);
    return fixture;
}

/// The operator that an operation of the stream belongs to.
const accuracy::Tap *tapOf(const std::vector<accuracy::Tap> &taps, quint32 operation)
{
    const auto found = std::ranges::find_if(taps, [operation](const accuracy::Tap &tap) {
        return tap.first <= operation && operation <= tap.last;
    });
    return found == taps.end() ? nullptr : &*found;
}

} // namespace

TEST(PlantedAccuracy, AProgramEqualsItself)
{
    for (const auto *fixture : { &mobilenet(), &transformer() }) {
        const auto sound = tapped(*fixture, fixture->bytes);
        const auto table = compared(sound, sound);
        EXPECT_GT(table.operators().size(), 10U);
        EXPECT_EQ(table.first(), nullptr);
        EXPECT_EQ(table.closer(), nullptr);
    }
}

/// One record of one layer, in every layer whose records lie among the constants. What is not named
/// has changed no number.
TEST(PlantedAccuracy, AWrongScaleRecordIsNamedWithItsChannel)
{
    int planted = 0;
    for (const auto *fixture : { &mobilenet(), &transformer() }) {
        const auto sound = tapped(*fixture, fixture->bytes);
        const ProgramStreams streams(fixture->bytes);
        for (const auto &placed : streams.placed) {
            const auto delegate = int(placed.place.owner.index);
            for (const auto &operation : placed.stream->operations) {
                const auto *tap = tapOf(sound.taps.at(delegate), operation.index);
                if (operation.scales.empty() || operation.scales.front().region != 0 || !tap
                    || tap->first != tap->last)
                    continue;
                const auto channel = int(tap->records.scale.size() / 2);
                const auto faulty
                    = tapped(*fixture, withWrongScale(fixture->bytes, placed, operation, channel));
                const auto table = compared(sound, faulty);
                const auto *first = table.first();
                if (!first) { // the channel is at its limit before and behind
                    EXPECT_EQ(tapOf(faulty.taps.at(delegate), operation.index)->stored, tap->stored)
                        << tap->name.toStdString();
                    continue;
                }
                EXPECT_EQ(first->name, tap->name);
                EXPECT_EQ(first->partition, delegate);
                ASSERT_TRUE(table.closer());
                EXPECT_EQ(table.closer()->wrongChannels, 1U) << tap->name.toStdString();
                EXPECT_EQ(table.closer()->worst.front().channel, channel);
                EXPECT_TRUE(table.closer()->worst.front().multiplier);
                ++planted;
            }
        }
    }
    EXPECT_GE(planted, 6);
}

/// A register that the next operation reads: it, or one behind it that still sees the register, is
/// where it breaks, and everything before is as it was.
TEST(PlantedAccuracy, AWrongRegisterIsFoundWhereItIsFirstUsed)
{
    struct Register
    {
        const char *name;
        quint16 opcode;
        quint16 change; ///< of its parameter, exclusive or
    };
    constexpr std::array Registers{ Register{ "IFM_ZERO_POINT", 0x109, 0x11 },
        Register{ "OFM_ZERO_POINT", 0x118, 0x11 }, Register{ "ACTIVATION_MIN", 0x126, 0x40 },
        Register{ "ACTIVATION_MAX", 0x127, 0x40 } };
    int planted = 0;
    for (const auto *fixture : { &mobilenet(), &transformer() }) {
        const auto sound = tapped(*fixture, fixture->bytes);
        const ProgramStreams streams(fixture->bytes);
        for (const auto &[name, opcode, change] : Registers) {
            int tried = 0;
            for (const auto &placed : streams.placed) {
                for (size_t i = 0; i < placed.stream->commands.size(); ++i) {
                    const auto &command = placed.stream->commands[i];
                    if (command.hasPayload || command.opcode != opcode || tried == 3)
                        continue;
                    ++tried;
                    const auto next = std::ranges::find_if(
                        placed.stream->operations, [i](const npu::Operation &one) {
                            return one.command > i && npu::isKernel(one.kind);
                        });
                    auto bytes = fixture->bytes;
                    auto *at = bytes.data() + placed.place.driverPayload.offset
                        + placed.stream->streamOffset + command.offset + 2;
                    qToLittleEndian(quint16(command.parameter ^ change), at);
                    const auto faulty = tapped(*fixture, bytes);
                    const auto table = compared(sound, faulty);
                    const auto *first = table.first();
                    if (!first)
                        continue; // of these inputs none comes near the limit
                    ++planted;
                    ASSERT_NE(next, placed.stream->operations.end());
                    EXPECT_GE(first->operation, next->index) << name;
                    EXPECT_EQ(first->partition, placed.place.owner.index) << name;
                }
            }
        }
    }
    EXPECT_GE(planted, 8);
}

TEST(PlantedAccuracy, TooLittleCalibrationShowsAsSaturation)
{
    // The same numbers beside a side that has no room for half of them.
    accuracy::Tap tap{ .name = u"t"_s, .shape = { 1, 1, 1, 256 } };
    localrun::Array wanted{ model::ScalarType::Float, { 256 }, {} };
    for (int i = 0; i < 256; ++i) {
        const auto real = float(i - 128) / 32;
        wanted.bytes.append(reinterpret_cast<const char *>(&real), sizeof real);
        tap.stored.push_back(std::clamp<qint64>(2 * (i - 128), -128, 127));
    }
    AccuracyTable table;
    ASSERT_TRUE(table.addReal(
        0, u"relu"_s, tap, { 1.0 / 64, 0 }, { wanted, {} }, accuracy::Against::Float));
    const auto &row = table.operators().front();
    EXPECT_GE(row.range.saturatedShare().value(), 0.5);
    EXPECT_EQ(table.first(), &row);
    AccuracyTable patient(0);
    ASSERT_TRUE(patient.addReal(
        0, u"relu"_s, tap, { 1.0 / 64, 0 }, { wanted, {} }, accuracy::Against::Float));
    EXPECT_EQ(patient.first(), nullptr) << "the limit is the caller's";
}

TEST(PlantedAccuracy, ImagesAreComparedInTheOrderOfTheNpu)
{
    // 2 channels of 1x3 pixels: PyTorch has channels first, the NPU last.
    accuracy::Tap tap{ .name = u"t"_s, .shape = { 1, 1, 3, 2 } };
    tap.stored = { 1, 4, 2, 5, 3, 6 };
    localrun::Array wanted{ model::ScalarType::Float, { 1, 2, 1, 3 }, {} };
    for (int i = 1; i <= 6; ++i) {
        const auto real = float(i);
        wanted.bytes.append(reinterpret_cast<const char *>(&real), sizeof real);
    }
    AccuracyTable table;
    ASSERT_TRUE(table.addReal(0, {}, tap, {}, { wanted, {} }, accuracy::Against::Quantised));
    EXPECT_EQ(table.operators().front().measures.differing(), 0U);
}

TEST(PlantedAccuracy, AnotherOrderIsNoErrorAndSaysSo)
{
    accuracy::Tap tap{ .name = u"t"_s, .shape = { 1, 1, 1, 3 } };
    tap.stored = { 3, 1, 2 };
    AccuracyTable table;
    EXPECT_TRUE(table.addStored(0, {}, tap, { model::ScalarType::Char, { 3 }, "\1\2\3"_ba }));
    EXPECT_TRUE(table.operators().front().isReordered);
    EXPECT_EQ(table.first(), nullptr);
    EXPECT_FALSE(table.addStored(0, {}, tap, { model::ScalarType::Char, { 2 }, "\1\2"_ba }))
        << "not the same tensor";
    EXPECT_FALSE(
        table.addStored(0, {}, tap, { model::ScalarType::Short, { 3 }, QByteArray(6, '\0') }));
}

} // namespace tosaic::test::plantedfaultstests
