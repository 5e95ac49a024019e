// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/base/ids.h"
#include "core/model/ethosu.h"

#include <QString>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

/// An ExecuTorch program (.pte) as an immutable value. Facts: ExecuTorch's schema/program.fbs and
/// runtime; see core/formats/README.md. Bytes are never copied: a ByteRange points into the file
/// that the Program keeps mapped.
namespace tosaic::model {

using MethodIndex = Id<struct MethodTag>;
using ValueIndex = Id<struct ValueTag>; ///< into Method::values
using InstructionIndex = Id<struct InstructionTag>; ///< into Method::instructions
using DelegateIndex = Id<struct DelegateTag>; ///< into Method::delegates

/// Absolute position in the file, bytes.
struct ByteRange
{
    quint64 offset = 0;
    quint64 size = 0;
    bool operator==(const ByteRange &) const = default;
};

/// ExecuTorch's numbering (schema/scalar_type.fbs).
enum class ScalarType : qint8
{
    Byte = 0,
    Char = 1,
    Short = 2,
    Int = 3,
    Long = 4,
    Half = 5,
    Float = 6,
    Double = 7,
    ComplexHalf = 8,
    ComplexFloat = 9,
    ComplexDouble = 10,
    Bool = 11,
    QInt8 = 12,
    QUInt8 = 13,
    QInt32 = 14,
    BFloat16 = 15,
    QUInt4x2 = 16,
    QUInt2x4 = 17,
    Bits1x8 = 18,
    Bits2x4 = 19,
    Bits4x2 = 20,
    Bits8 = 21,
    Bits16 = 22,
    Float8E5M2 = 23,
    Float8E4M3FN = 24,
    Float8E5M2FNUZ = 25,
    Float8E4M3FNUZ = 26,
    UInt16 = 27,
    UInt32 = 28,
    UInt64 = 29
};

/// The schema's spelling ("CHAR", "FLOAT"), or "ScalarType(77)" for a number that is not in it.
QString scalarTypeName(ScalarType type);
/// The name ML engineers use ("int8", "float32"); as above for unknown numbers.
QString dtypeName(ScalarType type);
/// Bits one element takes; absent for a number that is not in the schema.
std::optional<quint32> bitsPerElement(ScalarType type);

enum class ShapeDynamism : qint8
{
    Static = 0,
    DynamicBound = 1, ///< sizes are upper bounds
    DynamicUnbound = 2 ///< the runtime refuses it
};

struct PlannedAllocation
{
    quint32 memoryId = 0; ///< 1-based: index into Method::plannedBuffers
    quint64 offset = 0; ///< bytes from the start of that buffer
};

struct Tensor
{
    ScalarType dtype = ScalarType::Float;
    std::vector<qint32> shape;
    std::vector<quint8> dimOrder; ///< dimensions from outermost to innermost
    ShapeDynamism dynamism = ShapeDynamism::Static;
    quint32 dataBufferIndex = 0;
    std::optional<PlannedAllocation> planned;
    std::optional<ByteRange>
        constant; ///< initial bytes in this file (constant, or mutable with initial value)
    bool isMutable = false; ///< has initial bytes but is written at run time
    bool isExternal = false; ///< its bytes are in a .ptd under `name`
    QString name; ///< fully qualified name, empty if the file has none
    qint8 deviceType = 0; ///< 0 CPU, 1 CUDA
    qint8 deviceIndex = 0;

    /// Elements; absent if the product overflows or a size is negative.
    std::optional<quint64> elementCount() const;
    /// Bytes the elements take; absent as above, or for an unknown dtype.
    std::optional<quint64> byteSize() const;
    /// Elements between neighbours in each dimension, from shape and dimOrder; empty if dimOrder is
    /// not a permutation.
    std::vector<qint64> strides() const;
};

struct NullValue
{
};
struct TensorList
{
    std::vector<qint32> values; ///< value indices
};
struct OptionalTensorList
{
    std::vector<qint32> values; ///< value indices, -1 for a missing element
};
struct IntList
{
    std::vector<qint64> values; ///< value indices, each naming an Int
};

using Value = std::variant<NullValue, qint64, bool, double, Tensor, QString, IntList,
    std::vector<double>, std::vector<bool>, TensorList, OptionalTensorList>;

/// The schema's spelling: "Null", "Int", "Bool", "Double", "Tensor", "String", "IntList",
/// "DoubleList", "BoolList", "TensorList", "OptionalTensorList".
QString valueKindName(const Value &value);

struct KernelCall
{
    quint32 operatorIndex = 0; ///< into Method::operators
    std::vector<qint32> arguments;
};
struct DelegateCall
{
    DelegateIndex delegate;
    std::vector<qint32> arguments; ///< inputs, then outputs
};
struct MoveCall
{
    qint32 from = 0;
    qint32 to = 0;
};
struct JumpFalseCall
{
    qint32 condition = 0;
    qint32 destination = 0; ///< instruction index
};
struct FreeCall
{
    qint32 value = 0;
};

using Instruction = std::variant<KernelCall, DelegateCall, MoveCall, JumpFalseCall, FreeCall>;

/// "KernelCall", "DelegateCall", "MoveCall", "JumpFalseCall", "FreeCall".
QString instructionKindName(const Instruction &instruction);
/// Value indices an instruction names, in the file's order.
std::vector<qint32> instructionArguments(const Instruction &instruction);

struct SourceFrame
{
    QString file;
    int line = 0;
    QString function;
    QString context;
};

struct CompileSpecEntry
{
    QString key;
    QByteArray value;
};

struct Delegate
{
    QString id; ///< "EthosUBackend", "XnnpackBackend", ...
    bool inSegment = false;
    quint32 dataIndex = 0; ///< into the file's inline data or segments; equal payloads share one
    ByteRange data; ///< absolute
    std::vector<CompileSpecEntry> compileSpecs;
    std::shared_ptr<const EthosUPayload>
        ethosu; ///< null when the payload is not a Vela stream or could not be read

    /// For the NPU, also under the name of earlier ExecuTorch; else of another backend.
    bool isEthosU() const;
};

struct Method
{
    QString name;
    std::vector<Value> values;
    std::vector<ValueIndex> inputs;
    std::vector<ValueIndex> outputs;
    std::vector<QString> operators; ///< full names: "aten::add.out"
    std::vector<Instruction> instructions;
    std::vector<std::vector<SourceFrame>> stackTraces; ///< parallel to instructions, or empty
    std::vector<Delegate> delegates;
    std::vector<qint64> plannedBuffers; ///< bytes, as stored: entry 0 is a placeholder
    QString inputTreeSpec; ///< pytree spec, for display only
    QString outputTreeSpec;

    /// "aten::add.out" for a KernelCall; empty for other kinds and bad indices.
    QString operatorName(const Instruction &instruction) const;
    const Tensor *tensor(qint32 valueIndex) const; ///< null if it is not a tensor or out of range
};

struct Header
{
    quint32 length = 0;
    quint64 programSize = 0;
    quint64 segmentBaseOffset = 0;
    std::optional<quint64> segmentDataSize; ///< absent in headers before 1.0
};

struct NamedData
{
    QString key;
    quint32 segmentIndex = 0;
    quint64 size = 0;
};

struct Program
{
    std::shared_ptr<const ByteSource> source;
    QString identifier; ///< "ET12"
    quint32 version = 0;
    std::optional<Header> header;
    std::vector<Method> methods;
    std::vector<ByteRange> segments; ///< relative to the segment base, as stored
    std::vector<NamedData> namedData;
    std::vector<Diagnostic> diagnostics;

    /// Position of a segment in the file.
    ByteRange absoluteSegment(size_t index) const;
};

} // namespace tosaic::model
