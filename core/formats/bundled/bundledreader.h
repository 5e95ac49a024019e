// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/model/program.h"

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace tosaic::formats {

struct BundledTensor
{
    model::ScalarType dtype = model::ScalarType::Byte;
    std::vector<qint32> shape;
    std::vector<quint8> dimOrder; ///< dimensions from outermost to innermost
    model::ByteRange data; ///< in the .bpte; size 0: none
};

/// An input or expected output; std::monostate: the file says none, or a kind that is not known.
using BundledValue = std::variant<std::monostate, BundledTensor, qint64, bool, double>;

struct BundledCase
{
    std::vector<BundledValue> inputs;
    std::vector<BundledValue> expected; ///< may be empty: only run, nothing compared
};

struct BundledSuite
{
    QString method; ///< of the program
    std::vector<BundledCase> cases;
};

/// A .bpte: a program together with inputs and expected outputs. Tolerances are not stored; the
/// runner that compares brings its own.
struct BundledFile
{
    std::shared_ptr<const ByteSource> source;
    QString identifier; ///< "BP08"
    quint32 version = 0;
    std::vector<BundledSuite> suites;
    model::ByteRange programRange; ///< of the .pte inside
    std::shared_ptr<const model::Program> program; ///< null if it cannot be read (see diagnostics)
    std::vector<Diagnostic> diagnostics; ///< of the bundle; the program has its own
};

/// Reads a bundled program and the program in it; offsets in that one count from its own start.
/// Errors: FormatUnknown, FormatDamaged (with offset), LimitExceeded. Any thread.
/// Facts: ExecuTorch's devtools/bundled_program.
Result<std::shared_ptr<const BundledFile>> readBundled(std::shared_ptr<const ByteSource> source);

} // namespace tosaic::formats
