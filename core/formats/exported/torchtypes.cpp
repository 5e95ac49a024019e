// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/torchtypes.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

using model::ElementType;

struct TypeNumber
{
    qint64 number;
    ElementType type;
    QLatin1StringView name;
};
constexpr std::array Types{
    TypeNumber{ 1, ElementType::UInt8, "torch.uint8"_L1 },
    TypeNumber{ 2, ElementType::Int8, "torch.int8"_L1 },
    TypeNumber{ 3, ElementType::Int16, "torch.int16"_L1 },
    TypeNumber{ 4, ElementType::Int32, "torch.int32"_L1 },
    TypeNumber{ 5, ElementType::Int64, "torch.int64"_L1 },
    TypeNumber{ 6, ElementType::Float16, "torch.float16"_L1 },
    TypeNumber{ 7, ElementType::Float32, "torch.float32"_L1 },
    TypeNumber{ 8, ElementType::Float64, "torch.float64"_L1 },
    TypeNumber{ 9, ElementType::Unknown, "torch.complex32"_L1 },
    TypeNumber{ 10, ElementType::Complex64, "torch.complex64"_L1 },
    TypeNumber{ 11, ElementType::Complex128, "torch.complex128"_L1 },
    TypeNumber{ 12, ElementType::Bool, "torch.bool"_L1 },
    TypeNumber{ 13, ElementType::BFloat16, "torch.bfloat16"_L1 },
    TypeNumber{ 14, ElementType::UInt16, "torch.uint16"_L1 },
    TypeNumber{ 15, ElementType::Float8E5M2, "torch.float8_e5m2"_L1 },
    TypeNumber{ 16, ElementType::Float8E4M3, "torch.float8_e4m3fn"_L1 },
    TypeNumber{ 28, ElementType::UInt16, "torch.uint16"_L1 },
    TypeNumber{ 29, ElementType::Float8E4M3, "torch.float8_e4m3fn"_L1 },
    TypeNumber{ 30, ElementType::Float8E5M2, "torch.float8_e5m2"_L1 },
    // The "fnuz" variants have another bias and no infinities: they are not those of the network.
    TypeNumber{ 31, ElementType::Unknown, "torch.float8_e4m3fnuz"_L1 },
    TypeNumber{ 32, ElementType::Unknown, "torch.float8_e5m2fnuz"_L1 },
    TypeNumber{ 33, ElementType::Unknown, "torch.float8_e8m0fnu"_L1 },
    TypeNumber{ 34, ElementType::UInt32, "torch.uint32"_L1 },
    TypeNumber{ 35, ElementType::UInt64, "torch.uint64"_L1 },
};

template <size_t Count>
QString named(
    const std::array<QLatin1StringView, Count> &names, qint64 number, QLatin1StringView kind)
{
    if (number >= 0 && size_t(number) < Count)
        return u"torch."_s + names[size_t(number)];
    return u"%1(%2)"_s.arg(kind).arg(number);
}

} // namespace

TorchType torchType(qint64 number)
{
    const auto *found = std::find_if(
        Types.begin(), Types.end(), [=](const TypeNumber &type) { return type.number == number; });
    if (found == Types.end())
        return { ElementType::Unknown, u"ScalarType(%1)"_s.arg(number) };
    return { found->type, found->name };
}

QString torchLayout(qint64 number)
{
    static constexpr std::array Names{ "unknown"_L1, "sparse_coo"_L1, "sparse_csr"_L1,
        "sparse_csc"_L1, "sparse_bsr"_L1, "sparse_bsc"_L1, "_mkldnn"_L1, "strided"_L1 };
    return named(Names, number, "Layout"_L1);
}

QString torchMemoryFormat(qint64 number)
{
    static constexpr std::array Names{ "unknown"_L1, "contiguous_format"_L1, "channels_last"_L1,
        "channels_last_3d"_L1, "preserve_format"_L1 };
    return named(Names, number, "MemoryFormat"_L1);
}

QString operatorName(const QString &target)
{
    for (const auto prefix : { "torch.ops."_L1, "executorch.exir.dialects.edge.ops."_L1 }) {
        if (target.startsWith(prefix))
            return target.sliced(prefix.size());
    }
    return target;
}

} // namespace tosaic::formats
