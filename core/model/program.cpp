// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/program.h"

#include <algorithm>
#include <array>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::model {

namespace {

struct ScalarTypeFacts
{
    const char *name; ///< the schema's spelling
    const char *dtype; ///< what ML engineers write
    quint32 bits;
};

// Indexed by the number in the file.
constexpr std::array<ScalarTypeFacts, 30> ScalarTypes{ {
    { "BYTE", "uint8", 8 },
    { "CHAR", "int8", 8 },
    { "SHORT", "int16", 16 },
    { "INT", "int32", 32 },
    { "LONG", "int64", 64 },
    { "HALF", "float16", 16 },
    { "FLOAT", "float32", 32 },
    { "DOUBLE", "float64", 64 },
    { "COMPLEXHALF", "complex32", 32 },
    { "COMPLEXFLOAT", "complex64", 64 },
    { "COMPLEXDOUBLE", "complex128", 128 },
    { "BOOL", "bool", 8 },
    { "QINT8", "qint8", 8 },
    { "QUINT8", "quint8", 8 },
    { "QINT32", "qint32", 32 },
    { "BFLOAT16", "bfloat16", 16 },
    { "QUINT4X2", "quint4x2", 4 },
    { "QUINT2X4", "quint2x4", 2 },
    { "BITS1X8", "bits1x8", 1 },
    { "BITS2X4", "bits2x4", 2 },
    { "BITS4X2", "bits4x2", 4 },
    { "BITS8", "bits8", 8 },
    { "BITS16", "bits16", 16 },
    { "FLOAT8E5M2", "float8_e5m2", 8 },
    { "FLOAT8E4M3FN", "float8_e4m3fn", 8 },
    { "FLOAT8E5M2FNUZ", "float8_e5m2fnuz", 8 },
    { "FLOAT8E4M3FNUZ", "float8_e4m3fnuz", 8 },
    { "UINT16", "uint16", 16 },
    { "UINT32", "uint32", 32 },
    { "UINT64", "uint64", 64 },
} };

const ScalarTypeFacts *facts(ScalarType type)
{
    const auto index = static_cast<int>(type);
    return index >= 0 && index < static_cast<int>(ScalarTypes.size())
        ? &ScalarTypes[static_cast<size_t>(index)]
        : nullptr;
}

QString unknownScalarType(ScalarType type)
{
    return u"ScalarType(%1)"_s.arg(static_cast<int>(type));
}

template <typename... Cases>
struct Overloaded : Cases...
{
    using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

} // namespace

bool Delegate::isEthosU() const
{
    return ethosu || id == "EthosUBackend"_L1 || id == "ArmBackend"_L1;
}

QString scalarTypeName(ScalarType type)
{
    const auto *known = facts(type);
    return known ? QString::fromLatin1(known->name) : unknownScalarType(type);
}

QString dtypeName(ScalarType type)
{
    const auto *known = facts(type);
    return known ? QString::fromLatin1(known->dtype) : unknownScalarType(type);
}

std::optional<quint32> bitsPerElement(ScalarType type)
{
    const auto *known = facts(type);
    return known ? std::optional(known->bits) : std::nullopt;
}

std::optional<quint64> Tensor::elementCount() const
{
    quint64 count = 1;
    bool isEmpty = false;
    bool overflows = false;
    for (const auto size : shape) {
        if (size < 0)
            return std::nullopt;
        isEmpty |= size == 0;
        quint64 product = 0;
        overflows |= __builtin_mul_overflow(count, static_cast<quint64>(size), &product);
        count = product;
    }
    if (isEmpty) // a zero size wins over sizes whose product would overflow
        return 0;
    return overflows ? std::nullopt : std::optional(count);
}

std::optional<quint64> Tensor::byteSize() const
{
    const auto elements = elementCount();
    const auto bits = bitsPerElement(dtype);
    if (!elements || !bits)
        return std::nullopt;
    // Eight elements take as many bytes as one takes bits: no overflow on the way to a sum that
    // fits.
    quint64 total = 0;
    const auto rest = (*elements % 8 * *bits + 7) / 8;
    if (__builtin_mul_overflow(*elements / 8, quint64(*bits), &total)
        || __builtin_add_overflow(total, rest, &total))
        return std::nullopt;
    return total;
}

std::vector<qint64> Tensor::strides() const
{
    const auto rank = shape.size();
    if (dimOrder.size() != rank)
        return {};
    std::vector<qint64> result(rank, 0);
    std::vector<bool> seen(rank, false);
    qint64 stride = 1;
    for (size_t i = rank; i-- > 0;) {
        const auto dimension = static_cast<size_t>(dimOrder[i]);
        if (dimension >= rank || seen[dimension])
            return {};
        seen[dimension] = true;
        result[dimension] = stride;
        // As in ExecuTorch's runtime: a dimension of size 0 counts as 1 for the outer strides.
        if (__builtin_mul_overflow(stride, qint64(std::max(shape[dimension], 1)), &stride))
            return {};
    }
    return result;
}

QString valueKindName(const Value &value)
{
    return std::visit(Overloaded{
                          [](const NullValue &) { return u"Null"_s; },
                          [](qint64) { return u"Int"_s; },
                          [](bool) { return u"Bool"_s; },
                          [](double) { return u"Double"_s; },
                          [](const Tensor &) { return u"Tensor"_s; },
                          [](const QString &) { return u"String"_s; },
                          [](const IntList &) { return u"IntList"_s; },
                          [](const std::vector<double> &) { return u"DoubleList"_s; },
                          [](const std::vector<bool> &) { return u"BoolList"_s; },
                          [](const TensorList &) { return u"TensorList"_s; },
                          [](const OptionalTensorList &) { return u"OptionalTensorList"_s; },
                      },
        value);
}

QString instructionKindName(const Instruction &instruction)
{
    return std::visit(Overloaded{
                          [](const KernelCall &) { return u"KernelCall"_s; },
                          [](const DelegateCall &) { return u"DelegateCall"_s; },
                          [](const MoveCall &) { return u"MoveCall"_s; },
                          [](const JumpFalseCall &) { return u"JumpFalseCall"_s; },
                          [](const FreeCall &) { return u"FreeCall"_s; },
                      },
        instruction);
}

std::vector<qint32> instructionArguments(const Instruction &instruction)
{
    using Arguments = std::vector<qint32>;
    return std::visit(Overloaded{
                          [](const KernelCall &call) { return call.arguments; },
                          [](const DelegateCall &call) { return call.arguments; },
                          [](const MoveCall &call) {
                              return Arguments{ call.from, call.to };
                          },
                          [](const JumpFalseCall &call) { return Arguments{ call.condition }; },
                          [](const FreeCall &call) { return Arguments{ call.value }; },
                      },
        instruction);
}

QString Method::operatorName(const Instruction &instruction) const
{
    const auto *call = std::get_if<KernelCall>(&instruction);
    return call && call->operatorIndex < operators.size() ? operators[call->operatorIndex]
                                                          : QString();
}

const Tensor *Method::tensor(qint32 valueIndex) const
{
    if (valueIndex < 0 || static_cast<size_t>(valueIndex) >= values.size())
        return nullptr;
    return std::get_if<Tensor>(&values[static_cast<size_t>(valueIndex)]);
}

ByteRange Program::absoluteSegment(size_t index) const
{
    if (index >= segments.size())
        return {};
    const auto base = header ? header->segmentBaseOffset : 0;
    quint64 offset = 0;
    if (__builtin_add_overflow(base, segments[index].offset, &offset))
        return {};
    return { offset, segments[index].size };
}

} // namespace tosaic::model
