// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tosa/layout.h"

#include "core/formats/tosa/operators.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::tosa {

namespace {

using model::ElementType;

struct Type
{
    const char *name;
    ElementType type;
};

constexpr std::array OldTypes{
    Type{ "UNKNOWN", ElementType::Unknown },
    Type{ "BOOL", ElementType::Bool },
    Type{ "UINT8", ElementType::UInt8 },
    Type{ "INT4", ElementType::Int4 },
    Type{ "INT8", ElementType::Int8 },
    Type{ "INT16", ElementType::Int16 },
    Type{ "INT32", ElementType::Int32 },
    Type{ "INT48", ElementType::Int48 },
    Type{ "FP32", ElementType::Float32 },
    Type{ "UINT16", ElementType::UInt16 },
    Type{ "FP16", ElementType::Float16 },
    Type{ "BF16", ElementType::BFloat16 },
    Type{ "SHAPE", ElementType::Shape },
    Type{ "FP8E4M3", ElementType::Float8E4M3 },
    Type{ "FP8E5M2", ElementType::Float8E5M2 },
};

constexpr std::array FinalTypes{
    Type{ "UNKNOWN", ElementType::Unknown },
    Type{ "BOOL", ElementType::Bool },
    Type{ "INT4", ElementType::Int4 },
    Type{ "INT8", ElementType::Int8 },
    Type{ "INT16", ElementType::Int16 },
    Type{ "INT32", ElementType::Int32 },
    Type{ "INT48", ElementType::Int48 },
    Type{ "FP32", ElementType::Float32 },
    Type{ "FP16", ElementType::Float16 },
    Type{ "BF16", ElementType::BFloat16 },
    Type{ "SHAPE", ElementType::Shape },
    Type{ "FP8E4M3", ElementType::Float8E4M3 },
    Type{ "FP8E5M2", ElementType::Float8E5M2 },
    Type{ "FP6E2M3", ElementType::Float6E2M3 },
    Type{ "FP6E3M2", ElementType::Float6E3M2 },
    Type{ "FP4E2M1", ElementType::Float4E2M1 },
    Type{ "FP8UE8M0", ElementType::Float8UE8M0 },
    Type{ "INT64", ElementType::Int64 },
    Type{ "MXINT8", ElementType::MxInt8 },
};

const Type *typeOf(Layout layout, quint32 number)
{
    const auto types = layout == Layout::Final ? std::span<const Type>(FinalTypes)
                                               : std::span<const Type>(OldTypes);
    return number < types.size() ? &types[number] : nullptr;
}

QString named(std::span<const char *const> names, const char *enumeration, quint32 value)
{
    if (value < names.size() && names[value])
        return QString::fromLatin1(names[value]);
    return u"%1(%2)"_s.arg(QLatin1StringView(enumeration)).arg(value);
}

} // namespace

QString layoutName(Layout layout)
{
    switch (layout) {
    case Layout::V080:
        return u"0.80"_s;
    case Layout::Draft10:
        return u"a draft of 1.0"_s;
    case Layout::Draft11:
        return u"a draft of 1.1 from 2024"_s;
    case Layout::Final:
        break;
    }
    return u"1.0"_s;
}

OperatorLayout operatorLayout(Layout layout, quint32 number)
{
    switch (layout) {
    case Layout::V080:
        return operator080(number);
    case Layout::Draft10:
        return operatorDraft10(number);
    case Layout::Draft11:
        return operatorDraft11(number);
    case Layout::Final:
        break;
    }
    return operatorFinal(number);
}

QString operatorName(Layout layout, quint32 number)
{
    const auto *name = operatorLayout(layout, number).name;
    return name ? QString::fromLatin1(name) : u"Op(%1)"_s.arg(number);
}

QString knownTypeName(Layout layout, quint32 number)
{
    const auto *type = typeOf(layout, number);
    return type ? QString::fromLatin1(type->name) : QString();
}

QString typeName(Layout layout, quint32 number)
{
    const auto known = knownTypeName(layout, number);
    return known.isEmpty() ? u"DType(%1)"_s.arg(number) : known;
}

model::ElementType elementType(Layout layout, quint32 number)
{
    const auto *type = typeOf(layout, number);
    return type ? type->type : ElementType::Unknown;
}

QString enumerationText(FieldKind kind, Layout layout, quint32 value)
{
    static constexpr std::array ResizeModes{ "UNKNOWN", "NEAREST", "BILINEAR" };
    static constexpr std::array NanModes{ "UNKNOWN", "PROPAGATE", "IGNORE" };
    static constexpr std::array RoundingModes{ "UNKNOWN", "SINGLE_ROUND", "INEXACT_ROUND",
        "DOUBLE_ROUND" };
    static constexpr std::array SmallBlocks{ "UNKNOWN", "BLOCK_SIZE_1" };
    switch (kind) {
    case FieldKind::ElementType:
        return typeName(layout, value);
    case FieldKind::ResizeMode:
        return named(ResizeModes, "ResizeMode", value);
    case FieldKind::NanMode:
        return named(NanModes, "NanPropagationMode", value);
    case FieldKind::RoundingMode:
        return named(RoundingModes, "RoundingMode", value);
    case FieldKind::BlockSize:
        return value == 32 ? u"BLOCK_SIZE_32"_s : named(SmallBlocks, "BlockSize", value);
    default:
        return QString::number(value);
    }
}

} // namespace tosaic::formats::tosa
