// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/result.h"
#include "core/formats/externalbytes.h"
#include "core/model/program.h"

#include <memory>

namespace tosaic::formats {

/// Reads an ExecuTorch program (.pte) from bytes; the program keeps the source alive and points
/// into it, so the time does not depend on the size of the weights. What is odd but readable ends
/// in Program::diagnostics. Errors: FormatUnknown (not a program; the detail says what it is
/// instead), FormatDamaged (with offset), LimitExceeded (the detail names the limit). Any thread.
/// With `external` it is also known what delegates run whose commands lie in .ptd files; it is
/// asked while reading only.
Result<std::shared_ptr<const model::Program>> readProgram(
    std::shared_ptr<const ByteSource> source, const ExternalBytes &external = {});

} // namespace tosaic::formats
