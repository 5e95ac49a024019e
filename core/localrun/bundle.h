// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/arraydifference.h"
#include "core/localrun/array.h"

#include <map>
#include <memory>
#include <optional>

namespace tosaic::localrun {

/// A case of a bundled program (.bpte): what goes in and what should come out.
struct BundledRun
{
    std::shared_ptr<const ByteSource> program; ///< the .pte inside
    std::map<QString, Array>
        inputs; ///< by index; numbers that are no tensors are the program's own
    std::map<qsizetype, Array> expected; ///< by output; empty: nothing is expected
    size_t cases = 0; ///< that the bundle has of this method
};

/// Of ExecuTorch's bundled_program::verify_method_outputs.
inline constexpr analysis::Tolerance BundledTolerance{ 1e-8, 1e-5 };

/// `number` counts the method's cases; absent: the first, if there is one. SpecInvalid if there is
/// no such case; FormatDamaged if the program in it cannot be read; else as formats::readBundled.
Result<BundledRun> bundledRun(const std::shared_ptr<const ByteSource> &source,
    const QString &method, std::optional<size_t> number);

} // namespace tosaic::localrun
