// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runcomparison.h"

#include <QString>

#include <vector>

namespace tosaic::profile {

struct WaterfallStep
{
    QString name; ///< of the operator; empty: all the others together
    double from = 0; ///< running total
    double to = 0;
    size_t merged = 1; ///< operators in this step
};

/// The way from the old sum over the operators to the new one, the largest changes first and the
/// others as one step. Sums of medians; an operator of one side alone counts whole.
struct Waterfall
{
    QString unit;
    double oldTotal = 0;
    double newTotal = 0;
    std::vector<WaterfallStep> steps;
    size_t unchanged = 0; ///< operators without a step
    size_t leftOut = 0; ///< of another unit
    bool isEmpty() const { return steps.empty() && unchanged == 0; }
    double largest() const;
    /// Where an axis begins on which the steps can be seen: 0, unless all of it happens far above.
    double axisStart() const;
};

/// Of the unit that most operators have. ExecuTorch records an instruction and the kernel inside
/// it: of those with the same instruction only the longest counts.
Waterfall waterfallOf(const std::vector<ValueChange> &operators, size_t mostSteps = 10);

} // namespace tosaic::profile
