// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/model/program.h"

#include <optional>
#include <vector>

namespace tosaic::analysis {

/// Which delegate of a program is which partition of a compile.
struct DelegateJoin
{
    int method = 0;
    int delegate = 0;
    std::optional<int> partition; ///< index into CompileResult::partitions; absent: no evidence
};

struct Join
{
    std::vector<DelegateJoin> delegates; ///< every delegate of every method, in order
    std::vector<int> unmatchedPartitions; ///< indices into CompileResult::partitions

    size_t matched() const;
    /// Every delegate and every partition found its counterpart, and there is at least one.
    bool isComplete() const;
    std::optional<int> partitionOf(int method, int delegate) const;
};

/// Joins by evidence: the SHA-256 of a delegate's bytes is Partition::payloadSha256. Never by the
/// order in a file; only delegates with equal bytes are told apart by their order. Hashes the
/// delegates' bytes, so it belongs on a pool thread when they are large.
Join joinByPayload(const model::Program &program, const compiled::CompileResult &result);

} // namespace tosaic::analysis
