// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: every opcode of every product, every field.
#include "core/formats/ethosu/commandfields.h"
#include "core/npu/disassemble.h"
#include "tests/core/npu/commandlist.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

namespace tosaic::test::commandstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using formats::ethosu::CommandInfo;
using npu::NpuProduct;

namespace {

constexpr std::array Products{ NpuProduct::U55, NpuProduct::U65, NpuProduct::U85 };

template <typename Function>
void forEachCommand(Function function)
{
    for (const auto product : Products) {
        for (const auto hasPayload : { false, true }) {
            for (quint32 opcode = 0; opcode < 0x400; ++opcode) {
                if (const auto *info = formats::ethosu::findCommand(opcode, hasPayload, product))
                    function(*info, product);
            }
        }
    }
}

npu::Command command(
    quint16 opcode, quint16 parameter, std::optional<quint32> payload = std::nullopt)
{
    npu::Command result;
    result.opcode = opcode;
    result.parameter = parameter;
    result.payload = payload.value_or(0);
    result.hasPayload = payload.has_value();
    return result;
}

std::vector<qint64> valuesOf(const CommandInfo &info, quint64 words, NpuProduct product)
{
    std::vector<qint64> values;
    for (const auto &field : formats::ethosu::fieldsOf(
             info, quint32(words >> 16 & 0xFFFF), quint32(words >> 32), product))
        values.push_back(field.value);
    return values;
}

} // namespace

TEST(CommandTable, HasEveryCommandOfEachProduct)
{
    std::map<NpuProduct, int> counts;
    std::map<NpuProduct, std::set<QString>> names;
    forEachCommand([&](const CommandInfo &info, NpuProduct product) {
        ++counts[product];
        names[product].insert(QStringView(info.name).toString());
    });
    EXPECT_EQ(counts[NpuProduct::U55], 98);
    EXPECT_EQ(counts[NpuProduct::U65], 97);
    EXPECT_EQ(counts[NpuProduct::U85], 111);
    for (const auto product : Products)
        EXPECT_EQ(int(names[product].size()), counts[product]); // no name twice
    EXPECT_TRUE(names[NpuProduct::U65].contains(u"NPU_SET_PARALLEL_MODE"_s));
    EXPECT_FALSE(names[NpuProduct::U55].contains(u"NPU_SET_PARALLEL_MODE"_s));
    EXPECT_TRUE(names[NpuProduct::U85].contains(u"NPU_OP_BRANCH"_s));
    EXPECT_FALSE(names[NpuProduct::U65].contains(u"NPU_OP_RESIZE"_s));
}

TEST(CommandTable, EachBitBelongsToAtMostOneField)
{
    forEachCommand([](const CommandInfo &info, NpuProduct product) {
        SCOPED_TRACE(qPrintable(QStringView(info.name).toString()));
        const auto none = valuesOf(info, 0, product);
        for (int bit = 16; bit < (info.hasPayload ? 64 : 32); ++bit) {
            const auto values = valuesOf(info, quint64(1) << bit, product);
            int changed = 0;
            for (size_t i = 0; i < values.size(); ++i)
                changed += values[i] != none[i] ? 1 : 0;
            EXPECT_LE(changed, 1) << bit;
        }
        // Every field has bits, and together all ones of them.
        const auto all = valuesOf(info, ~quint64(0), product);
        for (const auto value : all)
            EXPECT_NE(value, 0);
    });
}

TEST(CommandTable, EveryEnumerationNamesItsValues)
{
    forEachCommand([](const CommandInfo &info, NpuProduct product) {
        for (const auto &field : formats::ethosu::fieldsOf(info, 0, 0, product)) {
            if (field.enumeration.empty())
                continue;
            SCOPED_TRACE(qPrintable(QStringView(field.enumeration).toString()));
            int named = 0;
            for (quint64 value = 0; value < 64; ++value)
                named
                    += formats::ethosu::enumText(field.enumeration, value, product).empty() ? 0 : 1;
            EXPECT_GE(named, 2);
        }
    });
}

TEST(CommandText, FieldsInWords)
{
    const auto fields = [](const npu::Command &c, NpuProduct product) {
        return npu::commandFields(c, product).toStdString();
    };
    EXPECT_EQ(fields(command(0x100, 3), NpuProduct::U55), "pad=3");
    EXPECT_EQ(fields(command(0x000, 1, 0x1200), NpuProduct::U55), "address=0x1200");
    EXPECT_EQ(fields(command(0x000, 1, 0x1200), NpuProduct::U85), "address=0x100001200");
    EXPECT_EQ(fields(command(0x105, 0x8005), NpuProduct::U65),
        "activation_type=SIGNED, activation_precision=B16, activation_format=NHWC, "
        "scale_mode=OPA_OPB_16, round_mode=NATURAL");
    EXPECT_EQ(fields(command(0x114, 0xB145), NpuProduct::U85),
        "activation_type=SIGNED, activation_precision=B32, activation_format=NHCWB16, "
        "scale_mode=GLOBAL, activation_reverse=NONE, activation_transpose=CHW, "
        "activation_storage=CHAINED");
    EXPECT_EQ(fields(command(0x024, 0x2003, 77), NpuProduct::U85),
        "shift=3, dbl_rnd=0, round_mode=NATURAL, scale=77");
    EXPECT_EQ(fields(command(0x027, 0, 0xFFFFFFFE), NpuProduct::U85), "scalar=-2");
    EXPECT_EQ(fields(command(0x12C, 0x0FFF), NpuProduct::U85), "resize_x_offset=-1");
    EXPECT_EQ(fields(command(0x12D, 0x0002), NpuProduct::U85), "resize_y_offset=2");
    EXPECT_EQ(fields(command(0x096, 0x00D0, 0x00020001), NpuProduct::U85),
        "one_step_int=0, blk_step_int=13, one_step_mod=1, blk_step_mod=2");
    EXPECT_EQ(fields(command(0x124, 0x0003), NpuProduct::U65), "acc_format=3"); // has no name
    EXPECT_EQ(fields(command(0x003, 0), NpuProduct::U65), "");
    EXPECT_EQ(npu::commandName(command(0x12D, 0), NpuProduct::U65), u"NPU_SET_AB_START"_s);
    EXPECT_EQ(npu::commandName(command(0x12D, 0), NpuProduct::U85), u"NPU_SET_RESIZE_Y_OFFSET"_s);
    EXPECT_EQ(npu::commandName(command(0x100, 0, 0), NpuProduct::U85), u"NPU_OP_BRANCH"_s);
    EXPECT_EQ(npu::commandName(command(0x3FF, 0), NpuProduct::U85), QString());
    auto reserved = command(0x100, 0);
    reserved.reservedBits = 1;
    EXPECT_EQ(npu::commandName(reserved, NpuProduct::U85), QString());
}

TEST(CommandStream, WritesEveryRegisterThatItNames)
{
    for (const auto product : Products) {
        CommandList commands;
        quint32 expected = 0;
        forEachCommand([&](const CommandInfo &info, NpuProduct of) {
            if (of != product || info.name.starts_with(u"NPU_OP_"))
                return;
            if (info.hasPayload)
                commands.setLong(info.opcode, 0x1234 + expected);
            else
                commands.set(info.opcode, expected & 0xFFFF);
            ++expected;
        });
        commands.set(KickStop, 0xFFFF);
        const auto stream = streamWith(product, commands);
        EXPECT_TRUE(stream->unknown.empty());
        const auto values = npu::registersAt(*stream, 0);
        ASSERT_EQ(values.size(), expected);
        quint32 index = 0;
        for (const auto &value : values) {
            EXPECT_EQ(value.name, npu::commandName(stream->commands[index], product));
            EXPECT_EQ(value.command, index);
            EXPECT_EQ(value.value, stream->commands[index].hasPayload ? 0x1234 + index : index);
            ++index;
        }
    }
}

} // namespace tosaic::test::commandstests
