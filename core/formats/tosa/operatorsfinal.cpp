// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of TOSA 1.0 and 1.1: every operator has an attribute table of its own, whose union tag
// is the operator's number.
#include "core/formats/tosa/operators.h"

namespace tosaic::formats::tosa {

namespace {

using K = FieldKind;

constexpr Field Axis[]{ { "axis", K::Int32 } };
constexpr Field AxisNan[]{ { "axis", K::Int32 }, { "nan_mode", K::NanMode } };
constexpr Field Nan[]{ { "nan_mode", K::NanMode } };
constexpr Field AvgPool[]{ { "kernel", K::Int32s }, { "stride", K::Int32s }, { "pad", K::Int32s },
    { "acc_type", K::ElementType } };
constexpr Field AvgPoolDraft[]{ { "kernel", K::Int32s }, { "stride", K::Int32s },
    { "pad", K::Int32s }, { "input_zp", K::Int32 }, { "output_zp", K::Int32 },
    { "acc_type", K::ElementType } };
constexpr Field MaxPool[]{ { "kernel", K::Int32s }, { "stride", K::Int32s }, { "pad", K::Int32s },
    { "nan_mode", K::NanMode } };
constexpr Field Conv[]{ { "pad", K::Int32s }, { "stride", K::Int32s }, { "dilation", K::Int32s },
    { "local_bound", K::Bool }, { "acc_type", K::ElementType } };
constexpr Field TransposeConv[]{ { "out_pad", K::Int32s }, { "stride", K::Int32s },
    { "local_bound", K::Bool }, { "acc_type", K::ElementType } };
constexpr Field Fft[]{ { "inverse", K::Bool }, { "local_bound", K::Bool } };
constexpr Field LocalBound[]{ { "local_bound", K::Bool } };
constexpr Field Clamp[]{ { "min_val", K::Value }, { "max_val", K::Value },
    { "nan_mode", K::NanMode } };
constexpr Field Round[]{ { "round", K::Bool } };
constexpr Field Transpose[]{ { "perms", K::Int32s } };
constexpr Field Resize[]{ { "mode", K::ResizeMode } };
constexpr Field Rescale[]{ { "scale32", K::Bool }, { "rounding_mode", K::RoundingMode },
    { "per_channel", K::Bool }, { "input_unsigned", K::Bool }, { "output_unsigned", K::Bool } };
constexpr Field Custom[]{ { "operator_name", K::String }, { "domain_name", K::String },
    { "implementation_attrs", K::Bytes } };
constexpr Field CondIf[]{ { "then_graph", K::String }, { "else_graph", K::String } };
constexpr Field WhileLoop[]{ { "cond_graph", K::String }, { "body_graph", K::String } };
constexpr Field Block[]{ { "block_size", K::BlockSize } };
constexpr Field AllowBroadcast[]{ { "allow_broadcast", K::Bool } };
constexpr Field AccType[]{ { "acc_type", K::ElementType } };

struct Row
{
    const char *name;
    Fields fields = {};
};

/// Index is the operator's number.
constexpr std::array Rows{
    Row{ "UNKNOWN" },
    Row{ "ARGMAX", AxisNan },
    Row{ "AVG_POOL2D", AvgPool },
    Row{ "CONV2D", Conv },
    Row{ "CONV3D", Conv },
    Row{ "DEPTHWISE_CONV2D", Conv },
    Row{ "FFT2D", Fft },
    Row{ "MATMUL" },
    Row{ "MAX_POOL2D", MaxPool },
    Row{ "RFFT2D", LocalBound },
    Row{ "TRANSPOSE_CONV2D", TransposeConv },
    Row{ "CLAMP", Clamp },
    Row{ "ERF" },
    Row{ "SIGMOID" },
    Row{ "TANH" },
    Row{ "ADD" },
    Row{ "ARITHMETIC_RIGHT_SHIFT", Round },
    Row{ "BITWISE_AND" },
    Row{ "BITWISE_OR" },
    Row{ "BITWISE_XOR" },
    Row{ "INTDIV" },
    Row{ "LOGICAL_AND" },
    Row{ "LOGICAL_LEFT_SHIFT" },
    Row{ "LOGICAL_RIGHT_SHIFT" },
    Row{ "LOGICAL_OR" },
    Row{ "LOGICAL_XOR" },
    Row{ "MAXIMUM", Nan },
    Row{ "MINIMUM", Nan },
    Row{ "MUL" },
    Row{ "POW" },
    Row{ "SUB" },
    Row{ "TABLE" },
    Row{ "ABS" },
    Row{ "BITWISE_NOT" },
    Row{ "CEIL" },
    Row{ "CLZ" },
    Row{ "COS" },
    Row{ "EXP" },
    Row{ "FLOOR" },
    Row{ "LOG" },
    Row{ "LOGICAL_NOT" },
    Row{ "NEGATE" },
    Row{ "RECIPROCAL" },
    Row{ "RSQRT" },
    Row{ "SIN" },
    Row{ "SELECT" },
    Row{ "EQUAL" },
    Row{ "GREATER" },
    Row{ "GREATER_EQUAL" },
    Row{ "REDUCE_ALL", Axis },
    Row{ "REDUCE_ANY", Axis },
    Row{ "REDUCE_MAX", AxisNan },
    Row{ "REDUCE_MIN", AxisNan },
    Row{ "REDUCE_PRODUCT", Axis },
    Row{ "REDUCE_SUM", Axis },
    Row{ "CONCAT", Axis },
    Row{ "PAD" },
    Row{ "RESHAPE" },
    Row{ "REVERSE", Axis },
    Row{ "SLICE" },
    Row{ "TILE" },
    Row{ "TRANSPOSE", Transpose },
    Row{ "GATHER" },
    Row{ "SCATTER" },
    Row{ "RESIZE", Resize },
    Row{ "CAST" },
    Row{ "RESCALE", Rescale },
    Row{ "CONST" },
    Row{ "IDENTITY" },
    Row{ "CUSTOM", Custom },
    Row{ "COND_IF", CondIf },
    Row{ "WHILE_LOOP", WhileLoop },
    Row{ "VARIABLE" },
    Row{ "VARIABLE_WRITE" },
    Row{ "VARIABLE_READ" },
    Row{ "CONST_SHAPE" },
    Row{ "MATMUL_T_BLOCK_SCALED", Block },
    Row{ "CAST_FROM_BLOCK_SCALED", Block },
    Row{ "CAST_TO_BLOCK_SCALED", Block },
    Row{ "DIM", Axis },
    Row{ "CONCAT_SHAPE" },
    Row{ "ADD_SHAPE" },
    Row{ "SUB_SHAPE" },
    Row{ "MUL_SHAPE" },
    Row{ "SLICE_SHAPE" },
    Row{ "EXP2_SHAPE" },
    Row{ "LOG2_CEIL_SHAPE" },
    Row{ "LOG2_FLOOR_SHAPE" },
    Row{ "MAX_SHAPE" },
    Row{ "MIN_SHAPE" },
    Row{ "MOD_SHAPE" },
    Row{ "DIV_CEIL_SHAPE" },
    Row{ "DIV_FLOOR_SHAPE" },
    Row{ "ASSERT_EQUAL_SHAPE", AllowBroadcast },
    Row{ "CONV2D_BLOCK_SCALED", Block },
    Row{ "MAX_POOL2D_ADAPTIVE", Nan },
    Row{ "AVG_POOL2D_ADAPTIVE", AccType },
    Row{ "RESHAPE_BLOCK_SCALED", Block },
    Row{ "ROW_GATHER_BLOCK_SCALED", Block },
};

constexpr quint32 AvgPool2d = 2;
constexpr quint32 Yield = 72; ///< only in the draft of 1.1, moving what follows
constexpr quint32 ConstShape = 75;

OperatorLayout rowOf(quint32 row, quint32 tag)
{
    OperatorLayout layout{ Rows[row].name, quint8(tag), {} };
    layout.tables[0] = Rows[row].fields;
    return layout;
}

} // namespace

OperatorLayout operatorFinal(quint32 number)
{
    return number < Rows.size() ? rowOf(number, number) : OperatorLayout{};
}

OperatorLayout operatorDraft11(quint32 number)
{
    if (number == Yield)
        return { "YIELD", quint8(Yield), {} };
    if (number > ConstShape + 1)
        return {};
    auto layout = rowOf(number < Yield ? number : number - 1, number);
    if (number == AvgPool2d)
        layout.tables = { Fields(AvgPoolDraft), Fields(AvgPool) };
    return layout;
}

} // namespace tosaic::formats::tosa
