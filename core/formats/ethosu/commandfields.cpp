// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ethosu/commandfields.h"

#include <array>

namespace tosaic::formats::ethosu {

namespace {

using Text = std::u16string_view;

struct Enumeration
{
    quint8 products;
    Text name;
    Text values; ///< "NAME=number", separated by blanks
};

// clang-format off
constexpr std::array<Enumeration, 39> Enumerations{ {
    { U55U65, u"acc_format", u"I32=0 I40=1 F16=2" },
    { U85, u"acc_format", u"I32=0 I48=1" },
    { U85, u"acc_input", u"RESET=0 KEEP=1 IFM2=2" },
    { U85, u"acc_output", u"ENABLE=0 DISABLE=1" },
    { U55U65, u"activation_clip_range",
        u"OFM_PRECISION=0 FORCE_UINT8=2 FORCE_INT8=3 FORCE_INT16=5" },
    { U85, u"activation_clip_range", u"B16=0 NONE=1" },
    { All, u"activation_format", u"NHWC=0 NHCWB16=1" },
    { U55U65, u"activation_function",
        u"RELU=0 TANH=3 SIGMOID=4 TABLE_0=16 TABLE_1=17 TABLE_2=18 TABLE_3=19 TABLE_4=20 TABLE_5=21 TABLE_6=22 TABLE_7=23" },
    { U85, u"activation_function",
        u"LUT_NONE=0 LUT_U8_U8=1 LUT_S8_S8=4 LUT_S8_S16=5 LUT_S8_S32=7 LUT_S16_S16=8 LUT_S16_S32=9 LUT_TANH=10 LUT_SIGMOID=11" },
    { All, u"activation_precision", u"B8=0 B16=1 B32=2 B64=3" },
    { U85, u"activation_reverse", u"NONE=0 H=1 W=2 C=3" },
    { U85, u"activation_storage", u"TILE2X2=0 TILE3X1=1 CHAINED=2 NONE=3" },
    { U85, u"activation_transpose", u"HWC=0 WHC=1 HCW=2 WCH=3 CHW=6 CWH=7" },
    { All, u"activation_type", u"UNSIGNED=0 SIGNED=1" },
    { U85, u"branch_cond", u"ALWAYS=0 RF_TRUE=1" },
    { U55U65, u"broadcast_mode", u"DISABLE=0 ENABLE=1" },
    { U85, u"broadcast_mode", u"NONE=0 H=1 W=2 HW=3 C=4 CH=5 CW=6 CWH=7 SCALAR=8" },
    { U85, u"dma_idx_mode", u"DISABLED=0 ENABLED=1" },
    { All, u"dma_region_mode", u"EXTERNAL=0 INTERNAL=1" },
    { All, u"dma_stride_mode", u"D1=0 D2=1 D3=2" },
    { U55U65, u"elementwise_mode",
        u"MUL=0 ADD=1 SUB=2 MIN=3 MAX=4 LRELU=5 ABS=6 CLZ=7 SHR=8 SHL=9" },
    { U85, u"elementwise_mode",
        u"MUL=0 ADD=1 SUB=2 MIN=3 MAX=4 LRELU=5 ABS=6 CLZ=7 SHR=8 SHL=9 LSR=10 DIV=11 CMP_EQ=16 CMP_NE=17 CMP_GE=18 CMP_GT=19 AND=33 OR=34 XOR=35 NOT=36 AND_NOT=42" },
    { U55U65, u"ifm2_operand_order", u"ORDER_B=0 ORDER_A=1" },
    { U55U65, u"ifm_scale_mode", u"OPA_OPB_16=0 OPA_32=1 OPB_32=2" },
    { All, u"ifm_upscale_mode", u"NONE=0 NEAREST=1 ZEROS=2" },
    { All, u"kernel_decomposition", u"D8X8=0 D4X4=1" },
    { All, u"kernel_dilation", u"NONE=0 X2=1" },
    { U85, u"microblock", u"U1X1=0 U1X2=1 U1X4=2 U2X2=3 U2X4=4 U4X4=5" },
    { All, u"ofm_scale_mode", u"PER_CHANNEL=0 GLOBAL=1" },
    { U55U65, u"parallel_mode", u"SINGLE_CORE=0 DUAL_CORE_DEPTH=1" },
    { U55U65, u"pooling_mode", u"MAX=0 AVERAGE=1 REDUCE_SUM=2" },
    { U85, u"pooling_mode",
        u"MAX=0 AVERAGE=1 REDUCE_SUM=2 SUM=3 NONE=4 MIN=5 ARGMAX_X=6 ARGMAX_Y=7" },
    { U85, u"resize_mode", u"BILINEAR=0 REPLICATE=1 NEAREST=2" },
    { U55U65, u"round_mode", u"DBL=0 TRUNCATE=1 NATURAL=2" },
    { U85, u"round_mode_ifm", u"DOUBLE_SYMMETRIC=0 NATURAL=1" },
    { U85, u"round_mode_ofm",
        u"DOUBLE_SYMMETRIC=0 NATURAL=1 DOUBLE_ASYMMETRIC=2 SYMMETRIC=3 TRUNCATE_TO_ZERO=4 TRUNCATE_TO_LOWER=5" },
    { U85, u"weight_format", u"SWD=0 FWD=1" },
    { All, u"weight_order", u"DEPTH_FIRST=0 PART_KERNEL_FIRST=1" },
    { U85, u"weight_sparsity", u"NONE=0 SPARSE_2_4=1" },
} };
// clang-format on

/// Takes what stands before the separator, and the separator, off the front of `rest`.
Text takeUntil(Text &rest, char16_t separator)
{
    const auto end = rest.find(separator);
    const auto part = rest.substr(0, end);
    rest = end == Text::npos ? Text() : rest.substr(end + 1);
    return part;
}

quint32 number(Text digits)
{
    quint32 value = 0;
    for (const auto digit : digits)
        value = value * 10 + quint32(digit - u'0');
    return value;
}

FieldValue fieldOf(
    Text item, quint64 words, quint32 parameter, quint32 payload, model::NpuProduct product)
{
    FieldValue field;
    if (item == u"address") {
        field.name = item;
        field.isAddress = true;
        field.value = qint64(addressValue(parameter, payload, product));
        return field;
    }
    field.name = takeUntil(item, u'[');
    auto bits = takeUntil(item, u']');
    const auto low = number(takeUntil(bits, u'.'));
    const auto high = bits.empty() ? low : number(bits.substr(1));
    const auto width = high - low + 1;
    field.value = qint64(words >> low & ((quint64(1) << width) - 1));
    if (item == u":signed") {
        const auto unused = 64 - width;
        field.value = qint64(quint64(field.value) << unused) >> unused;
    } else if (!item.empty()) {
        field.enumeration = item.substr(1);
        field.text = enumText(field.enumeration, quint64(field.value), product);
    }
    return field;
}

} // namespace

std::u16string_view enumText(
    std::u16string_view enumeration, quint64 value, model::NpuProduct product)
{
    for (const auto &candidate : Enumerations) {
        if (candidate.name != enumeration || !(candidate.products >> int(product) & 1))
            continue;
        auto rest = candidate.values;
        while (!rest.empty()) {
            auto item = takeUntil(rest, u' ');
            const auto name = takeUntil(item, u'=');
            if (number(item) == value)
                return name;
        }
    }
    return {};
}

std::vector<FieldValue> fieldsOf(
    const CommandInfo &info, quint32 parameter, quint32 payload, model::NpuProduct product)
{
    const auto words = quint64(payload) << 32 | quint64(parameter & 0xFFFF) << 16;
    std::vector<FieldValue> fields;
    auto rest = info.fields;
    while (!rest.empty())
        fields.push_back(fieldOf(takeUntil(rest, u' '), words, parameter, payload, product));
    return fields;
}

} // namespace tosaic::formats::ethosu
