// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/constantvalues.h"

namespace tosaic::model {

ElementType elementTypeOf(ScalarType type)
{
    switch (type) {
    case ScalarType::Byte:
    case ScalarType::QUInt8:
        return ElementType::UInt8;
    case ScalarType::Char:
    case ScalarType::QInt8:
        return ElementType::Int8;
    case ScalarType::Short:
        return ElementType::Int16;
    case ScalarType::Int:
    case ScalarType::QInt32:
        return ElementType::Int32;
    case ScalarType::Long:
        return ElementType::Int64;
    case ScalarType::Half:
        return ElementType::Float16;
    case ScalarType::Float:
        return ElementType::Float32;
    case ScalarType::Double:
        return ElementType::Float64;
    case ScalarType::ComplexFloat:
        return ElementType::Complex64;
    case ScalarType::ComplexDouble:
        return ElementType::Complex128;
    case ScalarType::Bool:
        return ElementType::Bool;
    case ScalarType::BFloat16:
        return ElementType::BFloat16;
    case ScalarType::Float8E5M2:
        return ElementType::Float8E5M2;
    case ScalarType::Float8E4M3FN:
        return ElementType::Float8E4M3;
    case ScalarType::Float8E5M2FNUZ:
        return ElementType::Float8E5M2Fnuz;
    case ScalarType::Float8E4M3FNUZ:
        return ElementType::Float8E4M3Fnuz;
    case ScalarType::UInt16:
        return ElementType::UInt16;
    case ScalarType::UInt32:
        return ElementType::UInt32;
    case ScalarType::UInt64:
        return ElementType::UInt64;
    default:
        return ElementType::Unknown;
    }
}

NumberKind numberKind(ElementType type)
{
    switch (type) {
    case ElementType::Unknown:
    case ElementType::String:
    case ElementType::Resource:
    case ElementType::Variant:
        return NumberKind::None;
    case ElementType::Bool:
        return NumberKind::Boolean;
    case ElementType::Complex64:
    case ElementType::Complex128:
        return NumberKind::Complex;
    case ElementType::Float4E2M1:
    case ElementType::Float6E2M3:
    case ElementType::Float6E3M2:
    case ElementType::MxInt8:
    case ElementType::Float8UE8M0:
    case ElementType::Float8E4M3:
    case ElementType::Float8E5M2:
    case ElementType::Float8E4M3Fnuz:
    case ElementType::Float8E5M2Fnuz:
    case ElementType::Float16:
    case ElementType::BFloat16:
    case ElementType::Float32:
    case ElementType::Float64:
        return NumberKind::Real;
    default:
        return NumberKind::Integer;
    }
}

} // namespace tosaic::model
