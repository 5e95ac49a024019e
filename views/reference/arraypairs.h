// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/arraydifference.h"
#include "core/base/jobslot.h"

#include <QString>

#include <optional>
#include <vector>

namespace tosaic::views {

/// An array of the run and what it is compared with.
struct ArrayPair
{
    int row = 0; ///< in the table of arrays
    QString name; ///< of the tensor
    QString ours; ///< path
    QString theirs; ///< path; what is expected
};

struct PairOutcome
{
    ArrayPair pair;
    std::optional<analysis::ArrayDifference> difference;
    QString problem; ///< why there is no difference
};

/// Reads both sides of each pair; for a pool thread. Stops early if it is cancelled.
std::vector<PairOutcome> comparePairs(const std::vector<ArrayPair> &pairs,
    const analysis::Tolerance &tolerance, const JobControl &control);

/// What came of it, in a sentence or two.
QString outcomeText(const std::vector<PairOutcome> &outcomes);

} // namespace tosaic::views
