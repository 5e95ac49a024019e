// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <QString>

#include <array>
#include <span>

/// What the numbers in a TOSA file mean. One file identifier stands for several incompatible
/// numberings of operators, element types and attribute tables. Facts: the FlatBuffers schemas of
/// the TOSA serialization library (tags v0.80.0, v0.80.1, v1.0.0-rc0; branches v1.0 and main of
/// 2024) and of ExecuTorch and tosa-tools (1.0 and 1.1).
namespace tosaic::formats::tosa {

enum class Layout
{
    V080, ///< 0.80, 0.90, 0.100: attributes hold zero points, shapes and multipliers
    Draft10, ///< drafts of 1.0: numbers as in 0.80, attributes on their way to 1.0
    Draft11, ///< the main branch of late 2024: attributes as in 1.0, types as in 0.80
    Final ///< 1.0 and 1.1 as released
};
inline constexpr std::array AllLayouts{ Layout::V080, Layout::Draft10, Layout::Draft11,
    Layout::Final };

/// "0.80", "draft of 1.0", ...: for diagnostics.
QString layoutName(Layout layout);

enum class FieldKind
{
    Int32,
    Bool,
    ElementType,
    ResizeMode,
    NanMode,
    RoundingMode,
    BlockSize,
    String,
    Bytes,
    Value, ///< the bytes of one number in the type of the operator's first tensor
    Int16s,
    Int32s
};

struct Field
{
    const char *name; ///< as the format spells it
    FieldKind kind;
};
/// In the order of their ids.
using Fields = std::span<const Field>;

struct OperatorLayout
{
    const char *name = nullptr; ///< null: no such number
    quint8 unionTag = 0; ///< 0: no attribute
    /// Attribute tables that writers of this layout used for it; the first that fits is meant.
    std::array<Fields, 3> tables{};
};

/// Without a name if the layout has no such number.
OperatorLayout operatorLayout(Layout layout, quint32 number);
/// "CONV2D"; "Op(200)" if the layout has no such number.
QString operatorName(Layout layout, quint32 number);

/// The format's spelling; empty if the layout has no such number.
QString knownTypeName(Layout layout, quint32 number);
/// As above, "DType(77)" for unknown numbers.
QString typeName(Layout layout, quint32 number);
model::ElementType elementType(Layout layout, quint32 number);

/// The format's spelling of an enumeration's value, "ResizeMode(7)" for unknown ones.
QString enumerationText(FieldKind kind, Layout layout, quint32 value);

} // namespace tosaic::formats::tosa
