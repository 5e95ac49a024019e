// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/model/program.h"

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::formats {

/// The extended header behind the identifier. Facts: ExecuTorch's extension/flat_tensor.
struct FlatTensorHeader
{
    quint32 length = 0; ///< bytes, 40
    quint64 flatBufferOffset = 0; ///< where the FlatBuffer goes on behind the header, 48
    quint64 flatBufferSize = 0; ///< bytes from there
    quint64 segmentBaseOffset = 0; ///< segments count from here
    quint64 segmentDataSize = 0; ///< bytes of all segments
};

struct FlatTensorLayout
{
    model::ScalarType dtype = model::ScalarType::Byte;
    std::vector<qint32> shape;
    std::vector<quint8> dimOrder; ///< dimensions from outermost to innermost
};

/// A tensor, or bytes under a key (blocks of a delegate, such as Vela's commands and weights).
struct FlatTensorEntry
{
    QString key; ///< fully qualified name of a tensor; SHA-256 in hexadecimal for Ethos-U blocks
    std::optional<FlatTensorLayout> layout; ///< absent: not a tensor
    quint32 segment = 0;
    quint64 offset = 0; ///< bytes from the start of the segment; 0 since 0.7
    std::optional<quint64> size; ///< bytes; absent where neither layout nor segment tells
    std::optional<model::ByteRange> bytes; ///< in the file; absent if they do not lie inside
};

/// A .ptd: external weights and blocks of ExecuTorch programs.
struct FlatTensorFile
{
    std::shared_ptr<const ByteSource> source;
    bool isLegacy = false; ///< layout of 0.5 and 0.6
    quint32 version = 0; ///< schema version, 0 in every layout so far
    QString headerMagic; ///< "FH01"; empty if there is no header
    std::optional<FlatTensorHeader> header;
    std::optional<quint32> tensorAlignment; ///< legacy only, bytes
    std::vector<model::ByteRange> segments; ///< as stored: relative to the segment base
    std::vector<FlatTensorEntry> tensors; ///< all entries, in the file's order
    std::vector<Diagnostic> diagnostics;
};

/// Reads a .ptd of any generation; they share one identifier and are told apart by structure.
/// Segments are never touched. Errors: FormatUnknown, FormatDamaged (with offset), LimitExceeded.
/// Any thread.
Result<std::shared_ptr<const FlatTensorFile>> readFlatTensor(
    std::shared_ptr<const ByteSource> source);

} // namespace tosaic::formats
