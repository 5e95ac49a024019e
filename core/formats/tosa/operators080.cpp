// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of TOSA 0.80 and of the drafts of 1.0 that kept its numbers: operators of one kind
// share an attribute table.
#include "core/formats/tosa/operators.h"

#include <algorithm>

namespace tosaic::formats::tosa {

namespace {

using K = FieldKind;

/// The attribute union of 0.80; the value is the tag.
enum Group : quint8
{
    None,
    Pool,
    Conv,
    TransposeConv,
    Pad,
    Axis,
    Reshape,
    Slice,
    Tile,
    Resize,
    Clamp,
    Rescale,
    Mul,
    ArithmeticRightShift,
    CondIf,
    WhileLoop,
    Transpose,
    Table,
    MatMul,
    FullyConnected,
    Negate,
    Custom,
    Fft,
    Rfft,
};

struct Row
{
    const char *name;
    Group group = None;
};

/// Index is the operator's number. Those from 73 on came with 0.90, the last two with 1.0 drafts.
constexpr std::array Rows{
    Row{ "UNKNOWN" },
    Row{ "ARGMAX", Axis },
    Row{ "AVG_POOL2D", Pool },
    Row{ "CONV2D", Conv },
    Row{ "CONV3D", Conv },
    Row{ "DEPTHWISE_CONV2D", Conv },
    Row{ "FULLY_CONNECTED", FullyConnected },
    Row{ "MATMUL", MatMul },
    Row{ "MAX_POOL2D", Pool },
    Row{ "TRANSPOSE_CONV2D", TransposeConv },
    Row{ "CLAMP", Clamp },
    Row{ "RESERVED" },
    Row{ "SIGMOID" },
    Row{ "TANH" },
    Row{ "ADD" },
    Row{ "ARITHMETIC_RIGHT_SHIFT", ArithmeticRightShift },
    Row{ "BITWISE_AND" },
    Row{ "BITWISE_OR" },
    Row{ "BITWISE_XOR" },
    Row{ "INTDIV" },
    Row{ "LOGICAL_AND" },
    Row{ "LOGICAL_LEFT_SHIFT" },
    Row{ "LOGICAL_RIGHT_SHIFT" },
    Row{ "LOGICAL_OR" },
    Row{ "LOGICAL_XOR" },
    Row{ "MAXIMUM" },
    Row{ "MINIMUM" },
    Row{ "MUL", Mul },
    Row{ "POW" },
    Row{ "SUB" },
    Row{ "TABLE", Table },
    Row{ "ABS" },
    Row{ "BITWISE_NOT" },
    Row{ "CEIL" },
    Row{ "CLZ" },
    Row{ "EXP" },
    Row{ "FLOOR" },
    Row{ "LOG" },
    Row{ "LOGICAL_NOT" },
    Row{ "NEGATE", Negate },
    Row{ "RECIPROCAL" },
    Row{ "RSQRT" },
    Row{ "SELECT" },
    Row{ "EQUAL" },
    Row{ "GREATER" },
    Row{ "GREATER_EQUAL" },
    Row{ "REDUCE_ANY", Axis },
    Row{ "REDUCE_ALL", Axis },
    Row{ "REDUCE_MAX", Axis },
    Row{ "REDUCE_MIN", Axis },
    Row{ "REDUCE_PRODUCT", Axis },
    Row{ "REDUCE_SUM", Axis },
    Row{ "CONCAT", Axis },
    Row{ "PAD", Pad },
    Row{ "RESHAPE", Reshape },
    Row{ "REVERSE", Axis },
    Row{ "SLICE", Slice },
    Row{ "TILE", Tile },
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
    Row{ "FFT2D", Fft },
    Row{ "RFFT2D", Rfft },
    Row{ "ERF" },
    Row{ "DIM", Axis },
    Row{ "CONST_SHAPE" },
    Row{ "CONCAT_SHAPE" },
    Row{ "ADD_SHAPE" },
    Row{ "SUB_SHAPE" },
    Row{ "MUL_SHAPE" },
    Row{ "DIV_SHAPE" },
    Row{ "COS" },
    Row{ "SIN" },
};
constexpr quint32 FirstOfDrafts = 79;

constexpr Field PoolFields[]{ { "pad", K::Int32s }, { "kernel", K::Int32s },
    { "stride", K::Int32s }, { "input_zp", K::Int32 }, { "output_zp", K::Int32 },
    { "accum_dtype", K::ElementType } };
constexpr Field ConvFields[]{ { "pad", K::Int32s }, { "stride", K::Int32s },
    { "dilation", K::Int32s }, { "input_zp", K::Int32 }, { "weight_zp", K::Int32 },
    { "local_bound", K::Bool } };
constexpr Field TransposeConvFields[]{ { "out_pad", K::Int32s }, { "stride", K::Int32s },
    { "output_shape", K::Int32s }, { "input_zp", K::Int32 }, { "weight_zp", K::Int32 },
    { "local_bound", K::Bool } };
constexpr Field PadFields[]{ { "padding", K::Int32s }, { "pad_const_int", K::Int32 },
    { "pad_const_fp", K::Value } };
constexpr Field AxisFields[]{ { "axis", K::Int32 } };
constexpr Field ReshapeFields[]{ { "new_shape", K::Int32s } };
constexpr Field SliceFields[]{ { "start", K::Int32s }, { "size", K::Int32s } };
constexpr Field TileFields[]{ { "multiples", K::Int32s } };
constexpr Field ResizeFields[]{ { "scale", K::Int16s }, { "offset", K::Int16s },
    { "border", K::Int16s }, { "mode", K::ResizeMode } };
constexpr Field ClampFields[]{ { "min_int", K::Int32 }, { "max_int", K::Int32 },
    { "min_fp", K::Value }, { "max_fp", K::Value } };
constexpr Field RescaleFields[]{ { "input_zp", K::Int32 }, { "output_zp", K::Int32 },
    { "multiplier", K::Int32s }, { "shift", K::Int32s }, { "scale32", K::Bool },
    { "double_round", K::Bool }, { "per_channel", K::Bool }, { "input_unsigned", K::Bool },
    { "output_unsigned", K::Bool } };
constexpr Field MulFields[]{ { "shift", K::Int32 } };
constexpr Field ShiftFields[]{ { "round", K::Bool } };
constexpr Field CondIfFields[]{ { "then_branch", K::String }, { "else_branch", K::String } };
constexpr Field WhileLoopFields[]{ { "cond_branch", K::String }, { "body_branch", K::String } };
constexpr Field TransposeFields[]{ { "perms", K::Int32s } };
constexpr Field TableFields[]{ { "table", K::Int16s } };
constexpr Field MatMulFields[]{ { "a_zp", K::Int32 }, { "b_zp", K::Int32 } };
constexpr Field FullyConnectedFields[]{ { "input_zp", K::Int32 }, { "weight_zp", K::Int32 } };
constexpr Field NegateFields[]{ { "input1_zp", K::Int32 }, { "output_zp", K::Int32 } };
constexpr Field CustomFields[]{ { "operator_name", K::String }, { "domain_name", K::String },
    { "implementation_attrs", K::Bytes } };
constexpr Field FftFields[]{ { "inverse", K::Bool }, { "local_bound", K::Bool } };
constexpr Field RfftFields[]{ { "local_bound", K::Bool } };

/// Index is the group.
constexpr std::array<Fields, Rfft + 1> Tables080{ Fields{}, PoolFields, ConvFields,
    TransposeConvFields, PadFields, AxisFields, ReshapeFields, SliceFields, TileFields,
    ResizeFields, ClampFields, RescaleFields, MulFields, ShiftFields, CondIfFields, WhileLoopFields,
    TransposeFields, TableFields, MatMulFields, FullyConnectedFields, NegateFields, CustomFields,
    FftFields, RfftFields };

// Where drafts of 1.0 differ; several drafts, so several tables.
constexpr Field DraftPool[]{ { "pad", K::Int32s }, { "kernel", K::Int32s }, { "stride", K::Int32s },
    { "input_zp", K::Int32 }, { "output_zp", K::Int32 }, { "acc_type", K::ElementType },
    { "nan_mode", K::NanMode } };
constexpr Field DraftConv[]{ { "pad", K::Int32s }, { "stride", K::Int32s },
    { "dilation", K::Int32s }, { "local_bound", K::Bool }, { "acc_type", K::ElementType } };
constexpr Field DraftConvZp[]{ { "pad", K::Int32s }, { "stride", K::Int32s },
    { "dilation", K::Int32s }, { "input_zp", K::Int32 }, { "weight_zp", K::Int32 },
    { "local_bound", K::Bool }, { "acc_type", K::ElementType } };
constexpr Field DraftTransposeConv[]{ { "out_pad", K::Int32s }, { "stride", K::Int32s },
    { "output_shape", K::Int32s }, { "local_bound", K::Bool }, { "acc_type", K::ElementType } };
constexpr Field DraftTransposeConvZp[]{ { "out_pad", K::Int32s }, { "stride", K::Int32s },
    { "output_shape", K::Int32s }, { "input_zp", K::Int32 }, { "weight_zp", K::Int32 },
    { "local_bound", K::Bool }, { "acc_type", K::ElementType } };
constexpr Field DraftTransposeConvShort[]{ { "out_pad", K::Int32s }, { "stride", K::Int32s },
    { "local_bound", K::Bool }, { "acc_type", K::ElementType } };
constexpr Field DraftPad[]{ { "pad_const", K::Value } };
constexpr Field DraftAxis[]{ { "axis", K::Int32 }, { "nan_mode", K::NanMode } };
constexpr Field DraftResize[]{ { "mode", K::ResizeMode } };
constexpr Field DraftClamp[]{ { "min_val", K::Value }, { "max_val", K::Value },
    { "nan_mode", K::NanMode } };
constexpr Field DraftRescale[]{ { "input_zp", K::Int32 }, { "output_zp", K::Int32 },
    { "scale32", K::Bool }, { "double_round", K::Bool }, { "per_channel", K::Bool },
    { "input_unsigned", K::Bool }, { "output_unsigned", K::Bool } };
constexpr Field DraftNan[]{ { "nan_mode", K::NanMode } };

constexpr quint32 Maximum = 25;
constexpr quint32 Minimum = 26;
/// In the union of the drafts three tables are gone, so that what followed moved up; this one was
/// appended.
constexpr quint8 NanTag = 21;

std::array<Fields, 3> draftTables(quint32 number, Group group)
{
    switch (group) {
    case None:
        if (number == Maximum || number == Minimum)
            return { Fields(DraftNan) };
        return {};
    case Pool:
        return { Fields(DraftPool) };
    case Conv:
        return { Fields(DraftConvZp), Fields(DraftConv) };
    case TransposeConv:
        return { Fields(DraftTransposeConvZp), Fields(DraftTransposeConv),
            Fields(DraftTransposeConvShort) };
    case Pad:
        return { Fields(DraftPad) };
    case Axis:
        return { Fields(DraftAxis) };
    case Reshape:
    case Slice:
    case Tile:
        return {};
    case Resize:
        return { Fields(ResizeFields), Fields(DraftResize) };
    case Clamp:
        return { Fields(DraftClamp) };
    case Rescale:
        return { Fields(RescaleFields), Fields(DraftRescale) };
    default:
        return { Tables080[group] };
    }
}

} // namespace

OperatorLayout operator080(quint32 number)
{
    if (number >= FirstOfDrafts)
        return {};
    const auto &row = Rows[number];
    return { row.name, row.group, { Tables080[row.group] } };
}

OperatorLayout operatorDraft10(quint32 number)
{
    if (number >= Rows.size())
        return {};
    const auto &row = Rows[number];
    OperatorLayout layout{ row.name, row.group, draftTables(number, row.group) };
    if (row.group >= Reshape && row.group <= Tile)
        layout.unionTag = 0;
    else if (row.group > Tile)
        layout.unionTag = quint8(row.group - 3);
    else if (number == Maximum || number == Minimum)
        layout.unionTag = NanTag;
    return layout;
}

} // namespace tosaic::formats::tosa
