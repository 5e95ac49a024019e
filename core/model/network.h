// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/model/program.h"

#include <QString>

#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

/// A network before it becomes an ExecuTorch program, as an immutable value: what TOSA files,
/// TFLite models and exported PyTorch programs (.pt2, ETRecord) have in common. One value, so
/// graph, outline, inspector, constants and the command line need one implementation. Bytes are
/// never copied: ranges point into Network::source.
namespace tosaic::model {

/// Element types of all source formats together.
enum class ElementType
{
    Unknown,
    Bool,
    Int4, ///< two in a byte, the lower nibble first
    UInt8,
    Int8,
    UInt16,
    Int16,
    UInt32,
    Int32,
    Int48, ///< six bytes, little-endian
    UInt64,
    Int64,
    Float4E2M1, ///< two in a byte, the lower nibble first
    Float6E2M3, ///< four in three bytes, the lowest bits first
    Float6E3M2, ///< as above
    MxInt8, ///< a signed byte that counts 64ths
    Float8UE8M0, ///< a power of two without sign: the scale of a block
    Float8E4M3,
    Float8E5M2,
    Float8E4M3Fnuz,
    Float8E5M2Fnuz,
    Float16,
    BFloat16,
    Float32,
    Float64,
    Complex64,
    Complex128,
    Shape, ///< TOSA: a list of dimensions, 64-bit each
    String,
    Resource, ///< TFLite: a handle without bytes
    Variant ///< TFLite: as above
};

/// "int8", "float16", "shape": the names ML engineers use. "unknown" for Unknown.
QString elementTypeName(ElementType type);
/// Bits one element takes; absent where it has no fixed size.
std::optional<quint32> bitsPerElement(ElementType type);

/// Affine quantisation: real = scale * (stored - zeroPoint). One entry each, or one for each index
/// of dimension `axis`.
struct Quantisation
{
    std::vector<double> scales;
    std::vector<qint64> zeroPoints;
    int axis = 0;

    bool isPerChannel() const { return scales.size() > 1; }
};

struct NetworkTensor
{
    QString name;
    ElementType type = ElementType::Unknown;
    QString typeText; ///< the format's own spelling: "INT8", "torch.float32"
    std::optional<std::vector<qint64>> shape; ///< -1: not fixed; absent: not even the rank is known
    std::optional<Quantisation> quantisation;
    std::optional<ByteRange> data; ///< bytes of a constant or an initial value, in Network::source
    bool isVariable = false; ///< keeps its value from one inference to the next
    QString role; ///< "parameter", "buffer", "constant"...: only where the format says so
    QString qualifiedName; ///< "features.3.weight"; exported programs only
    bool isSparse = false; ///< `data` is compressed: it holds the elements that are not zero
    std::optional<quint64> arenaOffset; ///< bytes from the start of the arena; only if planned
    std::vector<qint64>
        shapeSignature; ///< TFLite: -1 where a caller may resize `shape`; else empty

    /// Elements; absent if unknown or the product overflows.
    std::optional<quint64> elementCount() const;
    /// Bytes the elements take; absent as above or for a type without size.
    std::optional<quint64> byteSize() const;
};

using AttributeValue = std::variant<std::monostate, bool, qint64, double, QString,
    std::vector<qint64>, std::vector<double>, std::vector<bool>, std::vector<QString>, QByteArray>;

struct Attribute
{
    QString name; ///< the format's own spelling
    AttributeValue value;
};

struct NetworkOperator
{
    QString type; ///< "CONV2D", "DEPTHWISE_CONV_2D", "CUSTOM:ethos-u", "aten.conv2d.default"
    QString name; ///< node name or location; empty if the format has none
    std::vector<qint32> inputs; ///< into Subgraph::tensors; -1 for an optional one left out
    std::vector<qint32> outputs;
    std::vector<Attribute> attributes;
    std::vector<SourceFrame> stackTrace; ///< innermost last; exported programs only
    QString module; ///< "features.3.conv"; exported programs only
    std::vector<qint32> subgraphs; ///< branches and bodies of control flow, into Network::subgraphs
    /// The driver payload of a TFLite `ethos-u` operator; its block offsets count from the start of
    /// the file. Null for every other operator.
    std::shared_ptr<const EthosUPayload> ethosu;
};

struct Subgraph
{
    QString name;
    QString region; ///< TOSA: the region the block stands in
    std::vector<qint32> inputs; ///< into tensors
    std::vector<qint32> outputs;
    std::vector<NetworkTensor> tensors;
    std::vector<NetworkOperator> operators; ///< in the file's order
};

struct Network
{
    std::shared_ptr<const ByteSource> source;
    QString format; ///< the contract's spelling: "tosa", "tflite", "pt2", "etrecord"
    QString version; ///< "1.0.0"; empty if the format has none
    QString description; ///< what the producer wrote about it
    std::vector<Subgraph> subgraphs; ///< the first is the main one
    std::vector<std::pair<QString, QString>> metadata; ///< name and text, or a note about its bytes
    std::vector<std::pair<QString, QString>> signatures; ///< TFLite: key and what it names
    std::vector<Diagnostic> diagnostics;
};

} // namespace tosaic::model
