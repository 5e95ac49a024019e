// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/description.h"
#include "core/base/result.h"
#include "core/formats/registry.h"

#include <memory>

namespace tosaic::inspect {

/// Whether describeFile reads files of this kind. Programs (.pte) have a description of their own
/// (programjson.h, programtext.h); consoles and ETDumps are the profiler's.
bool canDescribe(formats::FileKind kind);

/// What a file says about itself, read in full. Errors: those of the reader of its kind;
/// FormatUnsupported for a kind that no reader here reads. Any thread.
Result<Description> describeFile(
    const std::shared_ptr<const ByteSource> &source, formats::FileKind kind);

} // namespace tosaic::inspect
