// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/network.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::model {

namespace {

struct TypeFacts
{
    ElementType type;
    const char *name;
    quint32 bits; ///< 0: no fixed size
};
constexpr std::array Types{
    TypeFacts{ ElementType::Bool, "bool", 8 },
    TypeFacts{ ElementType::Int4, "int4", 4 },
    TypeFacts{ ElementType::UInt8, "uint8", 8 },
    TypeFacts{ ElementType::Int8, "int8", 8 },
    TypeFacts{ ElementType::UInt16, "uint16", 16 },
    TypeFacts{ ElementType::Int16, "int16", 16 },
    TypeFacts{ ElementType::UInt32, "uint32", 32 },
    TypeFacts{ ElementType::Int32, "int32", 32 },
    TypeFacts{ ElementType::Int48, "int48", 48 },
    TypeFacts{ ElementType::UInt64, "uint64", 64 },
    TypeFacts{ ElementType::Int64, "int64", 64 },
    TypeFacts{ ElementType::Float4E2M1, "float4e2m1", 4 },
    TypeFacts{ ElementType::Float6E2M3, "float6e2m3", 6 },
    TypeFacts{ ElementType::Float6E3M2, "float6e3m2", 6 },
    TypeFacts{ ElementType::MxInt8, "mxint8", 8 },
    TypeFacts{ ElementType::Float8UE8M0, "float8ue8m0", 8 },
    TypeFacts{ ElementType::Float8E4M3, "float8e4m3", 8 },
    TypeFacts{ ElementType::Float8E5M2, "float8e5m2", 8 },
    TypeFacts{ ElementType::Float8E4M3Fnuz, "float8e4m3fnuz", 8 },
    TypeFacts{ ElementType::Float8E5M2Fnuz, "float8e5m2fnuz", 8 },
    TypeFacts{ ElementType::Float16, "float16", 16 },
    TypeFacts{ ElementType::BFloat16, "bfloat16", 16 },
    TypeFacts{ ElementType::Float32, "float32", 32 },
    TypeFacts{ ElementType::Float64, "float64", 64 },
    TypeFacts{ ElementType::Complex64, "complex64", 64 },
    TypeFacts{ ElementType::Complex128, "complex128", 128 },
    TypeFacts{ ElementType::Shape, "shape", 64 },
    TypeFacts{ ElementType::String, "string", 0 },
    TypeFacts{ ElementType::Resource, "resource", 0 },
    TypeFacts{ ElementType::Variant, "variant", 0 },
};

const TypeFacts *factsOf(ElementType type)
{
    const auto found = std::find_if(
        Types.begin(), Types.end(), [&](const TypeFacts &facts) { return facts.type == type; });
    return found == Types.end() ? nullptr : &*found;
}

} // namespace

QString elementTypeName(ElementType type)
{
    const auto *facts = factsOf(type);
    return facts ? QString::fromLatin1(facts->name) : u"unknown"_s;
}

std::optional<quint32> bitsPerElement(ElementType type)
{
    const auto *facts = factsOf(type);
    if (!facts || facts->bits == 0)
        return std::nullopt;
    return facts->bits;
}

std::optional<quint64> NetworkTensor::elementCount() const
{
    if (!shape)
        return std::nullopt;
    quint64 count = 1;
    for (const auto size : *shape) {
        if (size < 0 || __builtin_mul_overflow(count, quint64(size), &count))
            return std::nullopt;
    }
    return count;
}

std::optional<quint64> NetworkTensor::byteSize() const
{
    const auto elements = elementCount();
    const auto bits = bitsPerElement(type);
    quint64 total = 0;
    if (!elements || !bits || __builtin_mul_overflow(*elements, quint64(*bits), &total))
        return std::nullopt;
    return total / 8 + (total % 8 != 0 ? 1 : 0);
}

} // namespace tosaic::model
